"""Reports: exact columns, names that checkers accept, the way there and back."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from league.pairing.trf.event import Points, TrfEvent, TrfPlayer, TrfRound
from league.pairing.trf.reader import read_trf
from league.pairing.trf.writer import NAME_WIDTH, ascii_name, write_trf
from league.standings.inputs import RoundOutcome
from tests.league.pairing.swiss_play import SwissPlay, entries

WIN, DRAW, LOSS = RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS
CHESS = Points(12, 6, 0)

SMALL = TrfEvent(
    players=(
        TrfPlayer(
            1,
            (TrfRound(WIN, 3, starts=True), TrfRound(RoundOutcome.HALF_BYE)),
            name="Dvořák, Jiří",
            rating=1850,
        ),
        TrfPlayer(2, (TrfRound(RoundOutcome.PAIRING_BYE), TrfRound(RoundOutcome.FORFEIT_LOSS, 3))),
        TrfPlayer(
            3,
            (TrfRound(LOSS, 1), TrfRound(RoundOutcome.FORFEIT_WIN, 2, starts=True)),
            name="Ľubica Straßer",
        ),
    ),
    rounds_planned=5,
    first_starts=False,
    absent=frozenset({2}),
    apart=frozenset({(1, 2)}),
    edited_rounds=frozenset({2}),
    name="Jarní turnaj",
    city="Brno",
    start=date(2025, 3, 1),
    end=date(2025, 3, 2),
)
SMALL_TEXT = """\
012 Jarni turnaj
022 Brno
042 2025/03/01
052 2025/03/02
062 3
092 Individual: Swiss-System
142 5
152 B
162  W 2.0    D 1.0    L 0.0    A 0.0    P 2.0
182 Arbitr
240 Z 003    2
260 001 005    1    2
XXR 5
XXC black1
XXS WW=2.0 BW=2.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0 ZPB=0.0 HPB=1.0 FPB=2.0 PAB=2.0 FW=2.0 FL=0.0
BBW  2.0
BBD  1.0
BBL  0.0
BBU  2.0
BBZ  0.0
BBF  0.0
XXZ 2
XXP 1 2
### round 2 was edited by hand
001    1      Dvorak, Jiri                      1850                             3.0    1     3 w 1  0000 - H
001    2      Player 2                             0                             2.0    2  0000 - U     3 b -
001    3      Lubica Strasser                      0                             2.0    3     1 b 0     2 w +
"""  # noqa: E501


def test_report_is_written_in_its_columns() -> None:
    assert write_trf(SMALL) == SMALL_TEXT


def test_player_line_is_as_another_program_writes_it() -> None:
    """bbpPairings, test dutch_2025_C5, its first player."""
    rounds = (TrfRound(WIN, 4, starts=True), TrfRound(WIN, 2))
    player = TrfPlayer(1, rounds, name="Test0001 Player0001", rating=2720)

    text = write_trf(TrfEvent((player,), rounds_planned=3, points=CHESS))

    assert text.splitlines()[-1] == (
        "001    1      Test0001 Player0001               2720"
        "                             2.0    1     4 w 1     2 b 1"
    )


def test_engine_reads_what_we_wrote(tmp_path: Path) -> None:
    from py4swiss.trf import TrfParser  # type: ignore[import-untyped]

    file = tmp_path / "event.trf"
    file.write_text(SMALL_TEXT)
    read = TrfParser.parse(file)  # checks points, results and starts against each other

    assert [
        (p.starting_number, p.name, p.fide_rating, p.points_times_ten, p.rank, len(p.results))
        for p in read.player_sections
    ] == [
        (1, "Dvorak, Jiri", 1850, 30, 1, 2),
        (2, "Player 2", 0, 20, 2, 2),
        (3, "Lubica Strasser", 0, 20, 3, 2),
    ]
    rules = read.x_section
    assert (rules.number_of_rounds, rules.zeroed_ids, rules.forbidden_pairs) == (5, {2}, {(1, 2)})
    assert rules.configuration.first_round_color is False


def test_report_reads_back_as_it_was() -> None:
    named = [ascii_name(player.name) or f"Player {player.number}" for player in SMALL.players]
    plain = tuple(replace(p, name=name) for p, name in zip(SMALL.players, named, strict=True))

    ranked = tuple(replace(p, rank=rank) for p, rank in zip(plain, (1, 2, 3), strict=True))
    report = read_trf(SMALL_TEXT)
    assert report.problems == ()
    assert report.event == replace(SMALL, players=ranked, name="Jarni turnaj")
    assert write_trf(read_trf(SMALL_TEXT).event) == SMALL_TEXT


@pytest.mark.parametrize("points", [Points(), CHESS, Points(36, 12, 6), Points(24, 12, 0, 12)])
def test_points_read_back_as_they_were(points: Points) -> None:
    event = SwissPlay(entries(9), seed=3, rounds_planned=3, is_lively=True).play().event()

    text = write_trf(replace(event, points=points))

    assert read_trf(text).event.points == points
    assert write_trf(read_trf(text).event) == text


def test_absent_and_pending_are_told_as_the_format_can() -> None:
    players = (
        TrfPlayer(1, (TrfRound(RoundOutcome.ABSENT), TrfRound(RoundOutcome.PENDING, 2))),
        TrfPlayer(2, (TrfRound(RoundOutcome.ZERO_BYE), TrfRound(RoundOutcome.PENDING, 1, True))),
    )

    text = write_trf(TrfEvent(players, rounds_planned=3))

    assert [line[89:] for line in text.splitlines()[-2:]] == [
        "  0000 - Z     2 b",
        "  0000 - Z     1 w",
    ]
    read = read_trf(text).event.players
    assert [player.rounds[0].outcome for player in read] == [RoundOutcome.ZERO_BYE] * 2
    assert [player.rounds[1] for player in read] == [player.rounds[1] for player in players]


def test_event_before_a_round_knows_who_was_there() -> None:
    second = SMALL.before(2)

    assert second.absent == frozenset({1})  # had a half-point bye in round 2
    assert [len(player.rounds) for player in second.players] == [1, 1, 1]
    assert (second.edited_rounds, SMALL.before(3).edited_rounds) == (frozenset(), frozenset({2}))
    assert SMALL.before(3).absent == frozenset()


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Žofie Řeháková", "Zofie Rehakova"),
        ("Łukasz Błaszczykowski", "Lukasz Blaszczykowski"),
        ("Jens Ørsted–Bæk", "Jens Orsted-Baek"),
        ("001    7\n### O’Neil\x00", "001 7 ### O'Neil"),
        ("Анна", ""),
        ("a" * 40, "a" * 33),
    ],
)
def test_name_is_brought_down_to_ascii(name: str, plain: str) -> None:
    assert ascii_name(name) == plain


@given(name=st.text(max_size=60), city=st.text(max_size=120))
def test_no_name_breaks_the_columns(name: str, city: str) -> None:
    player = TrfPlayer(1, (TrfRound(RoundOutcome.PAIRING_BYE),), name=name)

    text = write_trf(TrfEvent((player,), rounds_planned=1, name=name, city=city))

    assert text.isascii()
    assert len(ascii_name(name)) <= NAME_WIDTH
    assert [line[80:] for line in text.splitlines() if line[:3] == "001"] == [" 2.0    1  0000 - U"]
    assert write_trf(read_trf(text).event) == text


@pytest.mark.parametrize(("worth", "fits"), [(1194, True), (4, False), (1200, False)])
def test_points_that_a_report_cannot_hold_are_known(worth: int, fits: bool) -> None:
    event = TrfEvent((), rounds_planned=1, points=Points(win_12=worth, draw_12=0))
    assert event.fits_report is fits
