"""Where else a turn's pieces could have gone: lawful, each once, with the points they bring."""

from collections.abc import Iterator

import pytest

from games.record import Record, read
from games.registry import GAMES, rules_of
from games.replay import Replay, ReplayStep, replay
from games.values import Fault

COUNTING = ("kaleidoskop", "triolet")


def played(game: str, seed: int) -> Replay:
    rules = rules_of(game)
    assert rules is not None
    record = read(rules.random_play.game(seed, players=None, variant=None).encode())
    assert isinstance(record, Record)
    found = replay(record)
    assert isinstance(found, Replay)
    return found


def turns(game: str) -> Iterator[ReplayStep]:
    for seed in range(4):
        yield from played(game, seed).steps[::7]


def points_of(claim: str) -> int:
    """Of a claim: a number, or colours with their points."""
    return sum(int("".join(filter(str.isdigit, part))) for part in claim.split(","))


@pytest.mark.parametrize("game", COUNTING)
def test_ways_are_lawful_once_each_and_bring_what_they_say(game: str) -> None:
    for step in turns(game):
        ways = list(step.rules.play.ways(step.before, step.action))
        assert len({way.action for way in ways}) == len(ways)
        for way in ways[:20]:
            outcome = step.rules.play.step(step.before, way.action)
            assert not isinstance(outcome, Fault)
            claim = step.rules.play.right_claim(step.before, way.action, after=outcome[0])
            assert points_of(claim or "") == way.points


@pytest.mark.parametrize("game", COUNTING)
def test_what_was_laid_is_among_them(game: str) -> None:
    placed = [step for step in turns(game) if step.action.kind == "place"]
    assert placed
    for step in placed:
        ways = step.rules.play.ways(step.before, step.action)
        assert step.action._replace(claim=None) in {way.action for way in ways}


@pytest.mark.parametrize("game", COUNTING)
def test_all_placements_of_an_open_hand_are_among_them(game: str) -> None:
    steps = [step for seed in range(6) for step in played(game, seed).steps]
    held = [
        step
        for step in steps
        if step.action.kind == "place" and step.seat in step.before.hands.held  # type: ignore[attr-defined]
    ][::9]
    assert held
    for step in held:
        ways = {way.action for way in step.rules.play.ways(step.before, step.action)}
        lawful = {one for one in step.rules.play.lawful(step.before) if one.kind == "place"}
        assert ways == lawful


@pytest.mark.parametrize("game", COUNTING)
def test_whoever_lays_nothing_has_none(game: str) -> None:
    others = [
        step
        for seed in range(6)
        for step in played(game, seed).steps
        if step.action.kind in ("swap", "draw", "pass")
    ]
    assert others
    assert not any(list(step.rules.play.ways(step.before, step.action)) for step in others)


@pytest.mark.parametrize("game", sorted(set(GAMES) - set(COUNTING)))
def test_other_games_have_none(game: str) -> None:
    assert not any(list(step.rules.play.ways(step.before, step.action)) for step in turns(game))


@pytest.mark.parametrize("game", GAMES)
def test_hand_is_open_once_its_start_was_told(game: str) -> None:
    for seed in range(4):
        steps = played(game, seed).steps
        told = {step.seat for step in steps if step.action.kind == "rack"}
        for step in (step for step in steps if step.is_turn):
            assert step.rules.play.has_open_hand(step.before, step.seat) == (step.seat in told)
            assert not step.rules.play.tells_hand(step.action)
