"""Random games and what becomes of them: replays, other writing, mutations, lawful moves."""

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from games.record import Record, canonical, digest, read
from games.twisty import RULES
from games.twisty.board import NAMES, Position
from games.values import Action
from games.verify import verify
from tests.games.twisty.oracle import judge

GAMES = 500
seeds = st.integers(0, 10**9)
relaxed = settings(max_examples=60)


def played(seed: int) -> str:
    return RULES.random_play.game(seed, players=None, variant=None)


@pytest.fixture(scope="module")
def games() -> list[str]:
    return [played(seed) for seed in range(GAMES)]


def record_of(text: str) -> Record:
    record = read(text.encode())
    assert isinstance(record, Record)
    return record


def positions(record: Record) -> list[Position]:
    found: list[Any] = [RULES.play.start(record.setup)]
    for action in record.actions:
        found.append(RULES.play.after(found[-1], action))
    return found


def agrees(text: str) -> dict[str, Any]:
    """The verdict is the second referee's."""
    verdict, expected = verify(text.encode()), judge(text)
    error = verdict.error
    assert (verdict.status, verdict.turns) == (expected["status"], expected["turns"]), text
    assert (error and (error.line, error.code)) == expected["fault"], text
    keys = {side.standing.side: side.standing.keys for side in verdict.sides}
    assert keys == (expected["keys"] if verdict.status == "complete" else {}), text
    return expected


def test_random_games_are_complete_and_as_the_second_referee_says(games: list[str]) -> None:
    for text in games:
        assert agrees(text)["status"] == "complete"


def test_random_games_show_everything(games: list[str]) -> None:
    """Passes, thefts, wins by them, protected cubes, long chains, odd splits, few and many."""
    everything = "".join(games)
    assert len(re.findall(r"^\w pass$", everything, re.MULTILINE)) >= 3
    assert everything.count("x") >= GAMES
    assert max(line.count("-") for line in everything.splitlines()) >= 8
    assert re.search(r"d4x\w>\w\w\n\[", everything)
    ends = [positions(record_of(text))[-1] for text in games[:50]]
    assert any(player.protected for end in ends for player in end.players)
    assert any(end.board.count("4") != 3 for end in ends)
    assert {end.setup.players for end in ends} == {2, 3, 4}
    assert max(text.count("\n") for text in games) < 1000


@relaxed
@given(seed=seeds, data=st.data())
def test_digest_does_not_see_how_a_game_is_written(seed: int, data: st.DataObject) -> None:
    text = played(seed)
    lines = text.splitlines()
    tags = data.draw(st.permutations([line for line in lines if line[0] == "["]))
    blank = st.sampled_from((" ", "\t", "  ", " \t "))
    rest = [
        f"{data.draw(blank)}{line.replace(' ', data.draw(blank))} ; {number}"
        for number, line in enumerate(lines[len(tags) :])
    ]
    other = "\r\n".join(["\ufeff; a remark", *tags, '[SeatA "Jana"]', "", *rest])
    one, two = record_of(text), record_of(other)
    assert digest(one) == digest(two)
    assert canonical(one) == canonical(two) == canonical(record_of(canonical(one)))
    assert verify(other.encode()).sides == verify(text.encode()).sides


def mutated(chance: Random, text: str) -> str:
    """A lawful game with one or two of its actions spoilt, still of the right form."""
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line[0] != "[")
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(first, len(lines))
        seat, word = lines[at].split()
        square, other = chance.choice(NAMES), chance.choice(NAMES)
        word = word.replace("pass", square)
        path, mark, blow = word.partition("x")
        lines[at] = chance.choice(
            (
                f"{seat} pass",
                f"{seat} {square}",
                f"{seat} {square}-{other}",
                f"{seat} {path}-{square}",
                f"{seat} {path}-{path}",
                f"{seat} {path}",
                f"{seat} {path}x{chance.choice('ABCD')}>{chance.choice(('a1', 'g1', 'g7', other))}",
                f"{seat} {path}{mark}{blow[:2]}{other if mark else ''}",
                f"{seat} {square}-{word}",
                f"{seat} {path[:-2]}{square}{mark}{blow}",
                f"{chance.choice('ABCD')} {word}",
                f"{lines[at]}\n{lines[at]}",
                f"{lines[at]}\n{lines[-1]}",
                "",
            )
        )
        lines = [line for part in lines for line in part.split("\n") if line]
        if len(lines) == first:
            break
    return "\n".join(lines)


def test_mutated_games_are_judged_as_the_second_referee_says(games: list[str]) -> None:
    codes = set()
    for seed, text in enumerate(games):
        expected = agrees(mutated(Random(seed), text))
        codes.add(expected["fault"] and expected["fault"][1])
    assert codes >= {"wrong-seat", "step", "pawn", "capture", "corner", "can-move"}


@relaxed
@given(seed=seeds, data=st.data())
def test_spoilt_game_is_refused_at_its_line(seed: int, data: st.DataObject) -> None:
    lines = played(seed).splitlines()
    first = next(number for number, line in enumerate(lines) if line[0] != "[")
    at = data.draw(st.integers(first, len(lines) - 1))
    seat, word = lines[at].split()
    is_last = at == len(lines) - 1
    other = f"{'B' if seat == 'A' else 'A'} {word}"
    spoilt = (
        ([*lines[: at + 1], *lines[at:]], at + 2, "after-end" if is_last else "wrong-seat"),
        ([*lines[:at], other, *lines[at + 1 :]], at + 1, "wrong-seat"),
        ([*lines, lines[at]], len(lines) + 1, "after-end"),
        ([*lines[:at], f"{seat} {word}-{word[-2:]}", *lines[at + 1 :]], at + 1, None),
        ([*lines[:at], f"{seat} {word} =1", *lines[at + 1 :]], at + 1, "syntax"),
    )
    for text, line, code in spoilt:
        error = verify("\n".join(text).encode()).error
        assert error is not None
        assert error.line == line
        assert error.code == code or (code is None and error.code in ("step", "syntax"))


@relaxed
@given(seed=seeds, data=st.data())
def test_any_letter_may_be_wrong(seed: int, data: st.DataObject) -> None:
    text = played(seed)
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.one_of(st.sampled_from('AxBd4->;=["1.'), st.characters(codec="utf-8")))
    verdict = verify((text[:at] + letter + text[at + 1 :]).encode())
    errors = [finding for finding in verdict.findings if finding.severity == "error"]
    assert len(errors) == (verdict.status in ("illegal", "unreadable"))
    assert all(finding.message for finding in errors)


@settings(max_examples=25)
@given(seed=seeds, data=st.data())
def test_lawful_and_why_not_agree(seed: int, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(positions(record_of(played(seed)))))
    named = list(RULES.play.lawful(position))
    outcomes = [(action.what and (action.what[0][-1], *action.what[1:])) for action in named]
    assert len(set(outcomes)) == len(outcomes)
    assert all(RULES.play.why_not(position, action) is None for action in named)
    # Every action of up to two steps that is not forbidden leads to an outcome that is named.
    seat = position.turn or "A"
    every = range(len(NAMES))
    hits = [("", -1), *((victim, corner) for victim in "ABCD" for corner in (0, 6, 42, 48))]
    ways = [(one,) for one in every]
    ways += [(*way, two) for way in {a.what[0] for a in named if a.what} for two in every]
    for way in ways:
        for hit in hits:
            if RULES.play.why_not(position, Action(seat, "move", (way, *hit))) is None:
                assert (way[-1], *hit) in outcomes
    can_pass = RULES.play.why_not(position, Action(seat, "pass")) is None
    assert can_pass == (named == [Action(seat, "pass")])


@relaxed
@given(seed=seeds)
def test_lawful_names_a_shortest_way(seed: int) -> None:
    reached = positions(record_of(played(seed)))
    position = Random(seed).choice(reached[:-1])
    ways = [action.what[0] for action in RULES.play.lawful(position) if action.what]
    lengths = {way[-1]: len(way) for way in ways}
    assert [len(way) for way in ways] == sorted(len(way) for way in ways)
    # Were there a shorter way, one of its squares would be named as later than the one before it.
    for way in ways:
        for square, length in ((way[index], index + 1) for index in range(len(way))):
            assert lengths[square] == length


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cubes_tokens_and_pawns_never_get_lost(players: int) -> None:
    for seed in range(20):
        text = RULES.random_play.game(seed, players=players, variant="base")
        for position in positions(record_of(text)):
            held = "".join(player.series[: player.cubes] for player in position.players)
            for colour in "ROYGBVW":
                assert position.board.count(colour) + held.count(colour) == 4
            assert len({player.square for player in position.players}) == players
            assert all(player.protected <= player.cubes for player in position.players)
