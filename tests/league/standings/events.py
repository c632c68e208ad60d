"""Events for tests of standings, in few words."""

from dataclasses import replace

from hypothesis import strategies as st

from games.ranking import shared_ranks
from league.standings.inputs import (
    Against,
    EntryInput,
    GameInput,
    GameSide,
    Inputs,
    MatchInput,
    RoundInput,
    RoundOutcome,
    Settings,
    UnplayedEdition,
)


def entries(ids: str) -> tuple[EntryInput, ...]:
    """One for each letter, seeded in this order."""
    return tuple(EntryInput(each, seed) for seed, each in enumerate(ids, start=1))


def game(ids: str, *scores: int, was_played: bool = True) -> GameInput:
    """Scores in the order of the letters, higher is better, and the only key."""
    ranks = shared_ranks([(score,) for score in scores])
    sides = zip(ids, ranks, scores, strict=True)
    return GameInput(tuple(GameSide(*side, keys=(side[2],)) for side in sides), was_played)


def match(ids: str, *scores: int, forfeited: str = "") -> MatchInput:
    """A table with one game, or with none yet. Those who forfeited do not play it."""
    present = "".join(each for each in ids if each not in forfeited)
    games = (game(present, *scores),) if scores else ()
    return MatchInput(ids, tuple(ids), games, forfeited=frozenset(forfeited))


BYES = [RoundOutcome.PAIRING_BYE, RoundOutcome.HALF_BYE, RoundOutcome.ZERO_BYE]


@st.composite
def rounds(draw: st.DrawFn, *, ids: str, number: int, most: int = 4) -> RoundInput:
    """Tables of two to four drawn at random, byes and absentees, some tables without a result."""
    waiting = draw(st.permutations(ids))
    matches = []
    while len(waiting) > 1 and draw(st.integers(0, 9)):
        size = draw(st.integers(2, min(most, len(waiting))))
        seated, waiting = "".join(waiting[:size]), waiting[size:]
        forfeited = "".join(each for each in seated if not draw(st.integers(0, 9)))
        present = size - len(forfeited)
        scores = draw(st.lists(st.integers(0, 3), min_size=present, max_size=present))
        is_pending = present < 2 or not draw(st.integers(0, 5))
        matches.append(match(seated, *([] if is_pending else scores), forfeited=forfeited))
    byes = {each: draw(st.sampled_from(BYES)) for each in waiting if draw(st.booleans())}
    return RoundInput(number, tuple(matches), byes)


@st.composite
def events(draw: st.DrawFn, *, most: int = 4) -> Inputs:
    """A small event of tables, unfinished or not; with `most` 2, of duels."""
    ids = "abcdefghij"[: draw(st.integers(2, 10))]
    numbers = range(1, draw(st.integers(1, 5)))
    played = [draw(rounds(ids=ids, number=number, most=most)) for number in numbers]
    rated = draw(st.sampled_from([0, 2, 11]))  # nobody, two, everybody
    taking_part = tuple(
        replace(each, rating=1000 + 7 * each.seed if each.seed <= rated else None)
        for each in entries(ids)
    )
    settings = Settings(
        edition=draw(st.sampled_from(UnplayedEdition)),
        spread_against=draw(st.sampled_from(Against)),
        spread_cap=draw(st.sampled_from([None, 1])),
        forfeits_are_games=draw(st.booleans()),
    )
    lots_seed = draw(st.integers(0, 99))
    return Inputs(taking_part, tuple(played), lots_seed=lots_seed, settings=settings)


def names(count: int) -> list[str]:
    """Of entries by their starting numbers."""
    return [f"e{number}" for number in range(1, count + 1)]
