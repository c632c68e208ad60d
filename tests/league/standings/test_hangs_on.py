"""What a tiebreak says that it hangs on, against what changes it."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from league.results.states import is_decided, match_ranks
from league.standings.field import Field, field_of
from league.standings.inputs import GameInput, GameSide, Inputs, MatchInput, RoundInput
from league.standings.points import duel
from league.standings.tiebreak import ANYWHERE, HangsOn, Tiebreak, Valued
from league.standings.tiebreaks import TIEBREAKS
from tests.league.standings.events import entries

IDS = "abcdef"
TIED = "abcd"  # taken for equal
PLACINGS = [(1, 2), (1, 1), (2, 1)]
# A place in a bracket needs one, and everybody plays more games than the least number.
UNMOVED = {"BRACKET", "MIN"}


def played(lots: Random, match: MatchInput) -> MatchInput:
    """Up to three games, or somebody who does not come."""
    if not lots.randrange(6):
        return replace(match, games=(), forfeited=frozenset({lots.choice(match.entries)}))
    ranks: list[tuple[int, int]] = []
    while not ranks or not is_decided(ranks, planned=match.planned):
        ranks.append(lots.choice(PLACINGS))
    games = tuple(
        GameInput(tuple(GameSide(*side) for side in zip(match.entries, each, strict=True)))
        for each in ranks
    )
    return replace(match, games=games, forfeited=frozenset())


def event(lots: Random) -> Inputs:
    rounds = []
    for number in range(1, 6):
        seated = lots.sample(IDS, len(IDS))
        pairs = zip(seated[::2], seated[1::2], strict=True)
        matches = (MatchInput(f"{number}{one}", (one, two), planned=3) for one, two in pairs)
        rounds.append(RoundInput(number, tuple(played(lots, match) for match in matches)))
    rated = tuple(replace(each, rating=1500 - 35 * each.seed) for each in entries(IDS))
    return Inputs(rated, tuple(rounds))


def with_scores(lots: Random, match: MatchInput) -> MatchInput:
    games = tuple(
        replace(game, sides=tuple(replace(side, score=lots.randint(0, 9)) for side in game.sides))
        for game in match.games
    )
    return replace(match, games=games)


def with_other_games(lots: Random, match: MatchInput) -> MatchInput:
    """That come to the same."""
    if match.forfeited:
        return match
    ranks = ranks_of(match)
    while True:
        other = played(lots, match)
        if not other.forfeited and ranks_of(other) == ranks:
            return other


def ranks_of(match: MatchInput) -> tuple[int, ...]:
    return match_ranks([tuple(side.rank for side in game.sides) for game in match.games])


def values(field: Field, tiebreak: Tiebreak) -> Valued:
    """Of everybody alone, but for those that are compared among equals."""
    if tiebreak.is_within_ties:
        return dict.fromkeys(IDS, ()) | dict(tiebreak.compute(field, TIED))
    return {entry: tiebreak.compute(field, [entry])[entry] for entry in IDS}


def changed(inputs: Inputs, old: MatchInput, new: MatchInput) -> Iterator[tuple[Tiebreak, str]]:
    """Every tiebreak and whose value of it is another."""
    rounds = tuple(
        replace(one, matches=tuple(new if match is old else match for match in one.matches))
        for one in inputs.rounds
    )
    fields = [field_of(each, scheme=duel()) for each in (inputs, replace(inputs, rounds=rounds))]
    for tiebreak in TIEBREAKS.values():
        before, after = (values(field, tiebreak) for field in fields)
        yield from ((tiebreak, entry) for entry in IDS if before[entry] != after[entry])


def keys_on(*kinds: HangsOn) -> set[str]:
    return {key for key, tiebreak in TIEBREAKS.items() if tiebreak.hangs_on in kinds}


def test_every_tiebreak_hangs_on_what_it_says_and_on_nothing_else() -> None:
    by_scores, by_games, by_own, by_others = (set[str]() for _ in range(4))
    for seed in range(40):
        lots = Random(seed)
        inputs = event(lots)
        match = lots.choice(lots.choice(inputs.rounds).matches)
        scored, replayed = with_scores(lots, match), with_other_games(lots, match)
        by_scores |= {tiebreak.key for tiebreak, _ in changed(inputs, match, scored)}
        by_games |= {tiebreak.key for tiebreak, _ in changed(inputs, match, replayed)}
        for tiebreak, entry in changed(inputs, match, played(lots, match)):
            (by_own if entry in match.entries else by_others).add(tiebreak.key)
    scores = keys_on(HangsOn.OWN_SCORES)
    assert by_scores == scores
    assert by_games - scores == keys_on(HangsOn.OWN_GAMES, HangsOn.OWN_GAMES_MEAN)
    assert by_own | by_games | by_scores == TIEBREAKS.keys() - keys_on(HangsOn.GIVEN) - UNMOVED
    assert by_others == keys_on(HangsOn.RESULTS) - UNMOVED


def test_those_that_part_everybody_have_as_many_values_as_entries() -> None:
    field = field_of(event(Random(1)), scheme=duel())
    parting = {
        key
        for key in keys_on(HangsOn.GIVEN)
        if len(set(values(field, TIEBREAKS[key]).values())) == len(IDS)
    }
    # Ratings differ here, and need not.
    assert {key for key, one in TIEBREAKS.items() if one.parts_everybody} == parting - {"RTNG"}


def test_no_tiebreak_leaves_it_open_what_it_hangs_on() -> None:
    given = TIEBREAKS["SEED"]
    with pytest.raises(TypeError, match="hangs_on"):
        Tiebreak("NEW", "", "", ANYWHERE, given.compute, given.tell)  # type: ignore[call-arg]
