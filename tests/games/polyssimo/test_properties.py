"""Random games, freely written and mutated, before the referee and before a second one."""

import hashlib
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from games.polyssimo import RULES
from games.polyssimo.board import Position, edition, fits
from games.record import Record, canonical, read
from games.values import Action
from games.verify import verify
from tests.games.polyssimo import oracle

SEEDS = st.integers(0, 2**32)
SLOW = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def record_of(text: str) -> Record:
    record = read(text.encode())
    assert isinstance(record, Record)
    return record


def position_in(seed: int, share: float) -> Position:
    """A random game, a part of the way."""
    record = record_of(RULES.random_play.game(seed, players=None, variant=None))
    position = RULES.play.start(record.setup)
    for action in record.actions[: int(share * len(record.actions))]:
        position = RULES.play.after(position, action)
    return position


@pytest.mark.parametrize("block", range(10))
def test_random_games_are_complete(block: int) -> None:
    seen = set()
    for seed in range(block * 50, block * 50 + 50):
        asked = "squares" if seed % 5 == 4 else "standard"
        text = RULES.random_play.game(seed, players=None, variant=None, edition=asked)
        verdict = verify(text.encode())
        assert (verdict.status, verdict.claims, verdict.findings) == ("complete", "none", ())
        assert len({side.rank for side in verdict.sides}) == verdict.players
        seen |= {verdict.players, verdict.edition, "Pieces" in text, "pass" in text}
        seen |= {"draft"} if "Draft" in text else set()
    assert seen == {2, 3, 4, "standard", "squares", "draft", True, False}


@pytest.mark.parametrize("seed", range(40))
def test_second_referee_gives_the_same_scores(seed: int) -> None:
    asked = "squares" if seed % 5 == 4 else "standard"
    text = RULES.random_play.game(seed, players=None, variant="base", edition=asked)
    verdict = verify(text.encode())
    wrong, table = oracle.judged(text)
    assert (wrong, table.over) == (None, True)
    sides = table.sides(by_squares=verdict.edition == "squares")
    for side in verdict.sides:
        one = side.standing
        assert (one.score, list(one.keys), one.more["squares"]) == sides[one.side]
    assert verdict.digest == hashlib.sha256(oracle.canonical(text).encode()).hexdigest()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_game_follows_its_seed(players: int) -> None:
    first = RULES.random_play.game(7, players=players, variant="base")
    assert RULES.random_play.game(7, players=players, variant="base") == first
    assert RULES.random_play.game(8, players=players, variant="base") != first
    assert f'[Players "{players}"]' in first


@SLOW
@given(SEEDS)
def test_digest_does_not_depend_on_the_way_of_writing(seed: int) -> None:
    text = RULES.random_play.game(seed, players=None, variant=None)
    dice = Random(seed)
    tags = [line for line in text.splitlines() if line[0] == "["]
    lines = [_written_freely(line, dice) for line in text.splitlines() if line[0] != "["]
    dice.shuffle(tags)
    if "Pieces" not in text:
        tags.append(f'[Pieces "{RULES.tags.default("Pieces", record_of(text).setup)}"]')
    free = "\r\n".join(['[SeatA "Žofie"]', *tags, '[Site "café; 1"] ; one', "", *lines])
    assert verify(free.encode()).digest == verify(text.encode()).digest
    form = canonical(record_of(free))
    assert canonical(record_of(form)) == form


def _written_freely(line: str, dice: Random) -> str:
    seat, *words = line.split()
    if words == ["pass"]:
        return "; a remark left out"
    if words[0] != "take":
        squares = words[1:]
        dice.shuffle(squares)
        words = [words[0], *squares]
    blank = dice.choice([" ", "\t", "   "])
    return blank + blank.join([seat, *words]) + dice.choice(["", " ", " ; comment =5", "\t;;"])


@SLOW
@given(SEEDS, st.data())
def test_mutated_games_are_judged_alike_by_both_referees(seed: int, data: st.DataObject) -> None:
    text = RULES.random_play.game(seed, players=None, variant=None)
    head = [line for line in text.splitlines() if line[0] == "["]
    lines = [line for line in text.splitlines() if line[0] != "["]
    for _mutation in range(data.draw(st.integers(1, 2))):
        _mutate(lines, data)
    mutated = "\n".join([*head, *lines]) + "\n"
    verdict = verify(mutated.encode())
    wrong, table = oracle.judged(mutated)
    error = verdict.error
    assert (error and (error.line, error.code)) == wrong
    expected = "illegal" if wrong else "complete" if table.over else "unfinished"
    assert verdict.status == expected
    assert verdict.digest == hashlib.sha256(oracle.canonical(mutated).encode()).hexdigest()


def _mutate(lines: list[str], data: st.DataObject) -> None:
    """Twice the same, left out, exchanged, by another seat, another piece, another square, …"""
    at = data.draw(st.integers(0, len(lines) - 1))
    seat, *words = lines[at].split()
    kind = data.draw(st.integers(0, 7))
    if kind == 0:
        lines.insert(at, lines[at])
    elif kind == 1 and len(lines) > 1:
        del lines[at]
    elif kind == 2:
        other = data.draw(st.integers(0, len(lines) - 1))
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 3:
        lines[at] = " ".join([data.draw(st.sampled_from("ABCD")), *words])
    elif kind == 4 and words != ["pass"]:
        place = 1 if words[0] == "take" else 0
        words[place] = data.draw(st.sampled_from(list(oracle.SHAPES)))
        lines[at] = " ".join([seat, *words])
    elif kind == 5 and len(words) > 2:
        place = data.draw(st.integers(1, len(words) - 1))
        words[place] = data.draw(st.sampled_from(list(edition().squares)))
        lines[at] = " ".join([seat, *words])
    elif kind == 6:
        lines.insert(at, f"{data.draw(st.sampled_from('ABCD'))} pass")
    else:
        lines.append(lines[at])


@SLOW
@given(SEEDS, st.floats(0, 1), st.data())
def test_lawful_and_why_not_agree(seed: int, share: float, data: st.DataObject) -> None:
    position = position_in(seed, share)
    lawful = list(RULES.play.lawful(position))
    assert len(set(lawful)) == len(lawful)
    for action in lawful[:: max(1, len(lawful) // 20)]:
        assert RULES.play.why_not(position, action) is None
    known = set(lawful)
    for action in data.draw(st.lists(_any_action(), min_size=15, max_size=15)):
        assert (RULES.play.why_not(position, action) is None) == (action in known)


@st.composite
def _any_action(draw: st.DrawFn) -> Action:
    seat = draw(st.sampled_from("ABCD"))
    name = draw(st.sampled_from(list(oracle.SHAPES)))
    kind = draw(st.sampled_from(["take", "place", "pass"]))
    if kind != "place":
        return Action(seat, kind, (name,) if kind == "take" else ())
    cells = draw(st.sampled_from(oracle.all_placements(name)))
    return Action(seat, kind, (name, tuple(sorted(x * 12 + y for x, y in cells))))


@SLOW
@given(SEEDS, st.floats(0, 1))
def test_fits_is_what_trying_every_place_finds(seed: int, share: float) -> None:
    position = position_in(seed, share)
    free = {divmod(square, 12) for square in range(144) if position.free >> square & 1}
    for name, piece in edition().pieces.items():
        tried = any(placement <= free for placement in oracle.all_placements(name))
        assert fits(piece, position.free) == tried
        assert not (tried and position.unfit & piece.bit)


@SLOW
@given(st.lists(st.text(alphabet="ABCDFIXtakeps019 =abl;\t", max_size=12), max_size=12))
def test_no_text_makes_the_referee_stumble(lines: list[str]) -> None:
    text = '[Game "polyssimo"]\n[Players "2"]\n' + "\n".join(lines)
    assert verify(text.encode()).status in ("unreadable", "illegal", "unfinished")


@SLOW
@given(st.text(alphabet="ABCD= 0123456789", max_size=20), st.integers(2, 4))
def test_no_tag_makes_the_referee_stumble(value: str, players: int) -> None:
    text = f'[Game "polyssimo"]\n[Players "{players}"]\n[Pieces "{value}"]\n'
    assert verify(text.encode()).status in ("unreadable", "illegal", "unfinished")
    text = f'[Game "polyssimo"]\n[Players "{players}"]\n[Draft "{value}"]\n'
    assert verify(text.encode()).status in ("unreadable", "illegal", "unfinished")
