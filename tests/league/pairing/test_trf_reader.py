"""Reports of other programs: every dialect is read, and what is wrong is named by its line."""

import pytest
from hypothesis import assume, given, strategies as st

from league.pairing.trf.event import Points, TrfEvent, TrfRound
from league.pairing.trf.reader import USUAL_LIMITS, TrfReport, read_trf
from league.pairing.trf.writer import write_trf
from league.standings.inputs import RoundOutcome
from tests.league.pairing.swiss_play import SwissPlay, entries


def line(number: int, *rounds: str, points: str = "", name: str = "", rank: str = "") -> str:
    """A line of a player in its columns."""
    told = "".join(f"  {cell:<8}" for cell in rounds)
    named = name or f"Surname{number}, First"
    person = f"{named:<33} 1500 CZE           0 1990/01/01"
    return f"001 {number:>4} m    {person} {points:>4} {rank:>4}{told}"


def text(*lines: str) -> str:
    return "\n".join(lines) + "\n"


PAIR = (line(1, "   2 w 1", points="1.0", rank="1"), line(2, "   1 b 0", points="0.0", rank="2"))


def said(report: TrfReport) -> list[tuple[int, str, bool]]:
    return [(one.line, one.text % one.gaps, one.is_fatal) for one in report.problems]


def test_report_of_2026_is_read() -> None:
    event = read_trf(
        text(
            "012 Spring Open",
            "022 Brno",
            "042 2026/03/01",
            "142 5",
            "152 B",
            "162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0",
            "192 FIDE_DUTCH_2025",
            "202 BH/C1,BH,DE",
            "240 H 002    2",
            "260 001 005    1    2",
            *PAIR,
        )
    ).event
    assert (event.name, event.city, f"{event.start:%d.%m.%Y}") == (
        "Spring Open",
        "Brno",
        "01.03.2026",
    )
    assert (event.rounds_planned, event.first_starts) == (5, False)
    assert event.points == Points(36, 12, 0, 12)
    assert (event.code, event.system) == ("FIDE_DUTCH_2025", "Swiss-System")
    assert event.tiebreaks == ("BH/C1", "BH", "DE")
    assert set(event.resting) == {2}
    assert set(event.apart) == {(1, 2)}


def test_older_dialects_are_read() -> None:
    event = read_trf(
        text("012 Open", "XXR 7", "XXC black1", "BBW  2.0", "BBD  1.0", "XXP 1 2", *PAIR)
    ).event
    assert (event.rounds_planned, event.first_starts) == (7, False)
    assert event.points == Points(24, 12, 0)
    assert event.apart == {(1, 2)}


def test_what_nobody_said_is_fides_own() -> None:
    report = read_trf(text("012 Open", *PAIR))
    assert report.problems == ()
    assert report.event.points == Points(12, 6, 0)
    assert (report.event.rounds_planned, report.event.first_starts) == (1, True)
    assert [player.rank for player in report.event.players] == [1, 2]


@pytest.mark.parametrize("ends", ["\r\n", "\r", "\n"])
def test_every_kind_of_line_end_is_read(ends: str) -> None:
    told = text("012 Open", *PAIR)
    assert read_trf(told.replace("\n", ends)) == read_trf(told)


def test_last_column_without_pairs_says_who_will_not_play() -> None:
    event = read_trf(
        text(
            line(1, "   2 w 1", "0000 - H"),
            line(2, "   1 b 0"),
            line(3, "0000 - U", "0000 - Z"),
        )
    ).event
    assert {len(player.rounds) for player in event.players} == {1}
    assert set(event.resting) == {1}
    assert set(event.absent) == {3}


def test_hardly_played_games_and_byes_of_all_kinds_are_read() -> None:
    alone = ("0000 - F", "0000 - +", "0000 - U", "0000 - -", "")
    people = (line(number, cell) for number, cell in enumerate(alone, start=3))
    event = read_trf(text("BBU  0.5", line(1, "   2 w W"), line(2, "   1 b L"), *people)).event
    full = TrfRound(RoundOutcome.PAIRING_BYE, is_full_bye=True)
    assert [player.rounds[0] for player in event.players] == [
        TrfRound(RoundOutcome.WIN, 2, starts=True),
        TrfRound(RoundOutcome.LOSS, 1),
        full,
        full,
        TrfRound(RoundOutcome.PAIRING_BYE),
        TrfRound(RoundOutcome.ZERO_BYE),
        TrfRound(RoundOutcome.ABSENT),
    ]
    assert [event.total_12(player) for player in event.players] == [12, 0, 12, 12, 6, 0, 0]
    assert [player.rounds[0].took_part for player in event.players[2:]] == [
        False,
        False,
        True,
        False,
        False,
    ]


def test_acceleration_is_read_from_either_dialect() -> None:
    blocks = read_trf(
        text("250       1.0   1   2    1    1", "250       0.5   3   4    1    2", *PAIR)
    )
    single = read_trf(text("XXA    1  1.0  1.0  0.5  0.5", "XXA    2  0.0  0.0  0.5  0.5", *PAIR))
    assert blocks.problems == single.problems == ()
    assert blocks.event.virtual == single.event.virtual == {1: (12, 12, 6, 6), 2: (0, 0, 6, 6)}
    assert "250       0.5   3   4    2    2" in write_trf(blocks.event)
    assert read_trf(write_trf(blocks.event)).event.virtual == blocks.event.virtual


def test_pairs_are_kept_apart_in_the_rounds_that_are_told() -> None:
    told = ("142 5", line(1, "   2 w 1"), line(2, "   1 b 0"), line(3, "0000 - U"))
    for span, expected in (("001 005", {(1, 3)}), ("002 002", {(1, 3)}), ("001 001", set())):
        assert read_trf(text(f"260 {span}    1    3", *told)).event.apart == expected


def test_numbers_of_a_file_with_gaps_mean_its_own_players() -> None:
    report = read_trf(
        text(
            "XXP 2 5",
            "XXA    5  1.0",
            "240 H 002    7",
            line(2, "   7 w 1"),
            line(5, "0000 - U"),
            line(7, "   2 b 0"),
        )
    )
    assert [one.text for one in report.problems] == [
        "Starting numbers have gaps: players are numbered from 1 on."
    ]
    event = report.event
    assert (set(event.apart), event.virtual, set(event.resting)) == ({(1, 2)}, {2: (12,)}, {3})
    assert report.numbers == (2, 5, 7)


def test_points_for_absences_and_lost_forfeits_are_read() -> None:
    told = text("BBZ  0.5", "BBF  1.0", "BBW  3.0", line(1, "   2 w +"), line(2, "   1 b -"))
    assert read_trf(told).event.points == Points(36, 6, 0, None, 12, 6)


def test_round_robin_is_known_by_its_type() -> None:
    for told in ("092 Individual: Round-Robin", "192 BERGER_ROUNDROBIN_G1", "092 Berger"):
        assert read_trf(text(told, *PAIR)).event.system == "Round-Robin"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["012 Open"], (0, "There is no player in it: no line begins with 001.")),
        ([line(1), line(1)], (2, "Number 1 is there twice.")),
        (["001    x"], (1, "There is no starting number in columns 5 to 8.")),
        ([line(1, "   9 w 1"), line(2)], (1, "Round 1: there is no opponent number 9.")),
        (
            [line(1, "   2 w 1"), line(2, "   3 b 0"), line(3, "   2 w 1")],
            (1, "Round 1: 1 met 2, whose line says somebody else."),
        ),
        (
            [line(1, "   2 w 1"), line(2, "   1 b 1")],
            (1, "Round 1: the results of 1 and 2 do not fit."),
        ),
        (
            [line(1, "   2 w 1"), line(2, "   1 w 0")],
            (1, "Round 1: both 1 and 2 have White."),
        ),
        (
            [line(1, "   2 b 1"), line(2, "   1 b 0")],
            (1, "Round 1: neither 1 nor 2 has White."),
        ),
        (["XXZ 9", *PAIR], (1, "There is no player number “9”.")),
        (["250 1.0  1", *PAIR], (1, "These are no points of an acceleration.")),
        (["XXA 9 1.0", *PAIR], (1, "These are no points of an acceleration.")),
        ([line(1, "   2 w ?"), line(2)], (1, "“2 w ?” is no round, in round 1.")),
        (["142 many", *PAIR], (1, "“many” is no number.")),
        (["142 99", *PAIR], (1, f"An event has at most {USUAL_LIMITS.rounds} rounds.")),
        (["162  W 0.3", *PAIR], (1, "“0.3” is no whole or half number of points.")),
        (["260 001 002    1    9", *PAIR], (1, "These are not numbers of two players.")),
        (
            ["162  W 1.0    D 3.0", *PAIR],
            (0, "A draw is worth at most a win, and at least a loss."),
        ),
    ],
)
def test_fault_is_named_by_its_line(lines: list[str], expected: tuple[int, str]) -> None:
    report = read_trf(text(*lines))
    assert (*expected, True) in said(report)
    assert report.is_fatal


def test_what_can_be_put_right_is_told_and_no_hindrance() -> None:
    report = read_trf(
        text(
            "013 The team",
            line(1, "   3 w 1", points="2.0"),
            line(3, "   1 b 0", points="0.0"),
        )
    )
    assert said(report) == [
        (0, "Starting numbers have gaps: players are numbered from 1 on.", False),
        (1, "Teams are left out.", False),
        (2, "The points are 2.0, but the results give 1.", False),
    ]
    assert not report.is_fatal
    assert [player.number for player in report.event.players] == [1, 2]


@given(st.integers(2, 12), st.integers(1, 5), st.integers(0, 999))
def test_written_report_is_read_as_it_was_written(number: int, rounds: int, seed: int) -> None:
    played = SwissPlay(entries(number), seed=seed, rounds_planned=rounds, is_lively=True).play()
    event = played.event()
    # A last column in which nobody was paired would say who will not play next.
    assume(any(player.rounds and player.rounds[-1].took_part for player in event.players))
    written = write_trf(event)
    report = read_trf(written)
    assert report.problems == ()
    assert write_trf(report.event) == written


@given(st.text(max_size=300) | st.binary(max_size=300).map(lambda raw: raw.decode("latin-1")))
def test_no_text_makes_the_reader_fail(anything: str) -> None:
    for told in (anything, "001 " + anything, f"{PAIR[0]}\n001    2{anything}", f"162{anything}"):
        assert isinstance(read_trf(told).event, TrfEvent)
