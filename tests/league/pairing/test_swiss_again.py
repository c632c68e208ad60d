"""Two-seat Swiss read a second time: by the engine's own parser, and by trying every pairing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from league.pairing.field import Pairing
from league.pairing.trf import TrfEvent, TrfRound, write_trf
from league.standings.inputs import RoundOutcome
from tests.league.pairing.swiss_play import SwissPlay, entries

Pair = tuple[int, int]


@pytest.mark.parametrize(
    ("count", "rounds", "is_lively"),
    [(41, 7, True), (41, 7, False), (24, 9, True), (9, 7, True), (6, 5, False)],
)
def test_engine_reading_the_final_report_pairs_each_round_alike(
    count: int, rounds: int, is_lively: bool, tmp_path: Path
) -> None:
    """From a file by the engine's own parser and validation, as a checker would."""
    play = SwissPlay(entries(count), seed=count, rounds_planned=rounds, is_lively=is_lively).play()
    event = play.event()

    for number, pairing in enumerate(play.pairings, start=1):
        assert engine_says(event.before(number), tmp_path) == as_numbers(pairing)
    assert len(play.pairings) == rounds


def as_numbers(pairing: Pairing) -> set[Pair]:
    seats = [*(table.entries for table in pairing.tables), *((bye, "e0") for bye in pairing.byes)]
    return {(int(first[1:]), int(second[1:])) for first, second in seats}


def engine_says(event: TrfEvent, folder: Path) -> set[Pair]:
    from py4swiss.engines import DutchEngine  # type: ignore[import-untyped]
    from py4swiss.trf import TrfParser  # type: ignore[import-untyped]

    file = folder / "event.trf"
    file.write_text(write_trf(event))
    pairs = DutchEngine.generate_pairings(TrfParser.parse(file))
    return {(pair.white, pair.black) for pair in pairs}


@settings(max_examples=120)
@given(count=st.integers(2, 8), seed=st.integers(0, 10**6), is_lively=st.booleans())
def test_small_event_agrees_with_trying_every_pairing(
    count: int, seed: int, is_lively: bool
) -> None:
    """Our own reading of C.1 to C.5: lawful, found whenever one exists, most pairs at the top."""
    play = SwissPlay(entries(count), seed, rounds_planned=9, is_lively=is_lively).play()
    event = play.event()

    for number, pairing in enumerate(play.pairings, start=1):
        seen = event.before(number)
        made = frozenset(frozenset(pair) for pair in as_numbers(pairing))
        lawful = set(lawful_pairings(seen))
        assert made in lawful | {frozenset()}
        assert top_pairs(made, seen) == max((top_pairs(one, seen) for one in lawful), default=0)
    if play.stopped_by and not is_lively:
        assert list(lawful_pairings(event)) == []


def lawful_pairings(event: TrfEvent) -> Iterator[frozenset[frozenset[int]]]:
    """All of them, by C.1 to C.3 as they are before the last round; 0 stands for the bye."""
    rounds = {p.number: p.rounds for p in event.players if p.number not in event.absent}

    def may_meet(one: int, other: int) -> bool:
        if not other:
            free = {RoundOutcome.PAIRING_BYE, RoundOutcome.FORFEIT_WIN}
            return not any(told.outcome in free for told in rounds[one])
        met = any(told.opponent == other and told.outcome.is_played for told in rounds[one])
        due = absolute_preference(rounds[one])
        return not met and (due is None or due != absolute_preference(rounds[other]))

    def complete(left: tuple[int, ...]) -> Iterator[frozenset[frozenset[int]]]:
        if not left:
            yield frozenset()
            return
        one, *rest = left
        for other in rest:
            if may_meet(one, other):
                for more in complete(tuple(who for who in rest if who != other)):
                    yield more | {frozenset({one, other})}

    yield from complete((*rounds, *([0] if len(rounds) % 2 else [])))


def absolute_preference(rounds: tuple[TrfRound, ...]) -> bool | None:
    """A.6.a: whether the player must start; None when nothing is absolute."""
    starts = [told.starts for told in rounds if told.outcome.is_played]
    difference = starts.count(True) - starts.count(False)
    if abs(difference) > 1:
        return difference < 0
    if len(starts) > 1 and starts[-1] == starts[-2]:
        return not starts[-1]
    return None


def top_pairs(made: frozenset[frozenset[int]], event: TrfEvent) -> int:
    points = {p.number: event.total_12(p) for p in event.players if p.number not in event.absent}
    top = {number for number, total in points.items() if total == max(points.values())}
    return sum(pair <= top for pair in made)
