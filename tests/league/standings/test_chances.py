"""What can still be, against all that can be: every end of small events is played out.

The ends are made here, from accepted results alone, and ranked by the table itself; nothing of how
possible ranks are found is used. CHANCES sets how many events of each kind are looked at.
"""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from games.values import Scored
from league.standings.chances.endings import DecidedChain, Endings
from league.standings.chances.key_bounds import ends_by_keys
from league.standings.chances.open_keys import OpenKeys
from league.standings.chances.open_play import HowPlayed, RoundAhead, open_matches
from league.standings.chances.open_slots import OpenRounds
from league.standings.chances.possible import RestOfStage, possible_ranks
from league.standings.chances.rank_aim import Race
from league.standings.chances.rank_bounds import Possible
from league.standings.chances.rank_search import StepsLeft, searched
from league.standings.field import field_of
from league.standings.inputs import (
    GameInput,
    GameSide,
    Inputs,
    MatchInput,
    RoundInput,
    RoundOutcome,
    Settings,
    UnplayedEdition,
)
from league.standings.points import Scheme, by_place, duel, own
from league.standings.table import standings
from league.standings.tiebreak import Need
from league.standings.tiebreaks import TIEBREAKS
from tests.league.standings.events import entries

EVENTS = int(os.environ.get("CHANCES", "12"))
BY_RESULTS = [
    key for key, one in TIEBREAKS.items() if not {Need.SCORES, Need.NO_ROUNDS} & one.fit.needs
]
BY_GAMES = ["WON", "BPG", "BWG", "PLACES"]
DUELS = [duel(), duel(win_12=36, draw_12=12, loss_12=0), duel(win_12=24, draw_12=18, loss_12=12)]
Ranges = dict[str, Possible]


def ended(match: MatchInput, *places: int | None) -> MatchInput:
    """A match with its places, None for who did not come. The score is five less the place."""
    sides = tuple(
        GameSide(entry, place, 5 - place, (5 - place,))
        for entry, place in zip(match.entries, places, strict=True)
        if place is not None
    )
    gone = {entry for entry, place in zip(match.entries, places, strict=True) if place is None}
    games = (GameInput(sides),) if len(sides) > 1 else ()
    return replace(match, games=games, forfeited=frozenset(gone))


def ends(match: MatchInput, *, forfeits: bool) -> list[MatchInput]:
    """All of them: every placing of those who come, everybody or not."""
    if match.planned > 1:
        return list(ends_of_several(match, forfeits=forfeits))
    seats = len(match.entries)
    ways = set()
    for drawn in product([None, *range(seats)] if forfeits else range(seats), repeat=seats):
        came = [key for key in drawn if key is not None]
        ways.add(tuple(None if k is None else 1 + sum(c < k for c in came) for k in drawn))
    return [ended(match, *way) for way in sorted(ways, key=str)]


def ends_of_several(match: MatchInput, *, forfeits: bool) -> Iterator[MatchInput]:
    """Of two seats: game by game, until it is decided or somebody leaves."""
    won = Counter(next(iter(firsts)) for game in match.games if len(firsts := firsts_of(game)) == 1)
    lead = max(won.values(), default=0) - min(won[entry] for entry in match.entries)
    to_come = match.planned - len(match.games)
    if match.games and (not to_come or lead > to_come):
        yield match
        return
    if forfeits:
        for gone in (match.entries[:1], match.entries[1:], match.entries):
            yield replace(match, forfeited=frozenset(gone))
    for places in ((1, 2), (1, 1), (2, 1)):
        (game,) = ended(replace(match, planned=1), *places).games
        longer = replace(match, games=(*match.games, game))
        yield from ends_of_several(longer, forfeits=forfeits)


def firsts_of(game: GameInput) -> set[str]:
    return {side.entry for side in game.sides if side.rank == 1}


def begun(lots: Random, match: MatchInput) -> MatchInput:
    """Some of several games are played, and it is not decided."""
    whole = lots.choice(ends(match, forfeits=False)).games
    return replace(match, games=whole[: lots.randrange(len(whole))])


def all_ends(inputs: Inputs, open_: Sequence[MatchInput], *, forfeits: bool) -> Iterator[Inputs]:
    for chosen in product(*(ends(match, forfeits=forfeits) for match in open_)):
        by_id = {match.id: match for match in chosen}
        rounds = tuple(
            replace(r, matches=tuple(by_id.get(m.id, m) for m in r.matches)) for r in inputs.rounds
        )
        yield replace(inputs, rounds=rounds)


def brute_force(
    inputs: Inputs,
    open_: Sequence[MatchInput],
    *,
    chain: Sequence[str],
    scheme: Scheme,
    forfeits: bool,
) -> Ranges:
    seen: dict[str, set[int]] = {entry.id: set() for entry in inputs.entries}
    for end in all_ends(inputs, open_, forfeits=forfeits):
        for row in standings(end, chain=chain, scheme=scheme):
            seen[row.entry].add(row.rank)
    return {entry: Possible(min(ranks), max(ranks)) for entry, ranks in seen.items()}


def drawn_round(
    lots: Random, ids: str, number: int, *, sizes: Sequence[int], planned: int = 1
) -> RoundInput:
    """Tables by lot; who finds none has a bye."""
    waiting, matches = lots.sample(ids, len(ids)), []
    while len(waiting) >= min(sizes):
        size = min(lots.choice(sizes), len(waiting))
        seated, waiting = tuple(waiting[:size]), waiting[size:]
        matches.append(MatchInput(f"{number}{seated[0]}", seated, planned=planned))
    kinds = [RoundOutcome.PAIRING_BYE, RoundOutcome.HALF_BYE, RoundOutcome.ZERO_BYE]
    return RoundInput(number, tuple(matches), {entry: lots.choice(kinds) for entry in waiting})


def played_round(lots: Random, round_: RoundInput) -> RoundInput:
    matches = tuple(
        lots.choice(ends(match, forfeits=not lots.randrange(6))) for match in round_.matches
    )
    return replace(round_, matches=matches)


def small_event(
    lots: Random, *, most: int, sizes: Sequence[int], open_: int, planned: int = 1
) -> tuple[Inputs, list[MatchInput]]:
    """Rounds that were played, and one of which so many matches are open at most."""
    ids = "abcdefghij"[: lots.randint(4, most)]
    number = lots.randint(2, 5)
    rounds = [
        drawn_round(lots, ids, each, sizes=sizes, planned=planned) for each in range(1, number + 1)
    ]
    before = [played_round(lots, each) for each in rounds[:-1]]
    last, finished = rounds[-1], played_round(lots, rounds[-1])
    waiting = list(last.matches[:open_])
    if planned > 1:
        waiting = [begun(lots, match) for match in waiting]
    matches = (*waiting, *finished.matches[len(waiting) :])
    rated = tuple(replace(each, rating=1500 - 20 * each.seed) for each in entries(ids))
    inputs = Inputs(
        rated,
        (*before, replace(last, matches=matches)),
        lots_seed=lots.randrange(99),
        settings=Settings(edition=lots.choice(list(UnplayedEdition))),
    )
    return inputs, waiting


def found_of(inputs: Inputs, rest: RestOfStage, *, chain: Sequence[str], scheme: Scheme) -> Ranges:
    return possible_ranks(field_of(inputs, scheme=scheme), rest, chain=chain)


@pytest.mark.parametrize("forfeits", [False, True])
def test_one_open_round_of_two_seats_is_exact_on_points_and_on_what_results_decide(
    forfeits: bool,
) -> None:
    for seed in range(EVENTS):
        lots = Random(seed)
        inputs, waiting = small_event(lots, most=9, sizes=[2], open_=3 if forfeits else 4)
        chain = lots.sample(BY_RESULTS, lots.randint(0, 4))
        scheme = lots.choice(DUELS)
        expected = brute_force(inputs, waiting, chain=chain, scheme=scheme, forfeits=forfeits)
        rest = RestOfStage(len(inputs.rounds), forfeits=forfeits)
        found = found_of(inputs, rest, chain=chain, scheme=scheme)
        assert found == expected, (seed, chain)


@pytest.mark.parametrize(
    ("planned", "forfeits", "open_"),
    [(2, False, 3), (3, False, 2), (2, True, 2), (3, True, 2), (5, False, 1), (5, True, 1)],
)
def test_matches_of_several_games_are_exact_on_points_and_on_what_games_decide(
    planned: int, open_: int, *, forfeits: bool
) -> None:
    """Whoever is not there, or leaves between two games; with who started where that counts."""
    for seed in range(EVENTS):
        lots = Random(seed)
        inputs, waiting = small_event(lots, most=7, sizes=[2], open_=open_, planned=planned)
        chain = lots.sample(BY_RESULTS, lots.randint(0, 3))
        chain.insert(lots.randrange(len(chain) + 1), lots.choice(sorted({*BY_GAMES} - {*chain})))
        scheme = lots.choice(DUELS)
        expected = brute_force(inputs, waiting, chain=chain, scheme=scheme, forfeits=forfeits)
        rest = RestOfStage(len(inputs.rounds), games=planned, forfeits=forfeits)
        found = found_of(inputs, rest, chain=chain, scheme=scheme)
        assert found == expected, (seed, chain)


@pytest.mark.parametrize("is_robin", [False, True])
def test_the_search_alone_is_exact_whatever_the_chain(is_robin: bool) -> None:
    """Without every way played out behind it; with direct encounter before other keys, too."""
    # In the last two somebody is first because a third one joins the equals.
    for seed in (*range(100, 100 + EVENTS), 1104, 1110):
        lots = Random(seed)
        forfeits = not seed % 3
        inputs, waiting = small_event(lots, most=9, sizes=[2], open_=3)
        if is_robin:
            settings = replace(inputs.settings, forfeits_are_games=True)
            inputs = replace(inputs, settings=settings)
        chain = ["DE", "WON", "SB"] if is_robin else lots.sample(BY_RESULTS, lots.randint(1, 4))
        scheme = lots.choice(DUELS)
        expected = brute_force(inputs, waiting, chain=chain, scheme=scheme, forfeits=forfeits)
        field = field_of(inputs, scheme=scheme)
        endings = Endings(field, open_matches(field, (), HowPlayed(1, forfeits)))
        decided = DecidedChain.of(chain, endings.matches)
        race = Race(endings, decided, OpenKeys(OpenRounds(endings), decided), list(expected))
        found = searched([race], steps=StepsLeft())
        ranges = {entry: Possible(best.rank, worst.rank) for entry, (best, worst) in found.items()}
        assert ranges == expected, (seed, chain)


@pytest.mark.parametrize("forfeits", [False, True])
def test_bounds_by_tiebreaks_hold_all_that_can_come(forfeits: bool) -> None:
    """Those that stand where there are too many ways to look at each."""
    for seed in range(EVENTS):
        lots = Random(seed)
        inputs, waiting = small_event(lots, most=9, sizes=[2], open_=3 if forfeits else 4)
        chain = lots.sample(BY_RESULTS, 3)
        scheme = lots.choice(DUELS)
        expected = brute_force(inputs, waiting, chain=chain, scheme=scheme, forfeits=forfeits)
        field = field_of(inputs, scheme=scheme)
        endings = Endings(field, open_matches(field, (), HowPlayed(1, forfeits)))
        decided = DecidedChain.of(chain, endings.matches)
        keys = OpenKeys(OpenRounds(endings), decided)
        ends = ends_by_keys(endings, keys=keys, decided=decided)
        for entry, ranks in ends.bounds([list(expected)]).items():
            can_be = expected[entry]
            assert ranks.best <= can_be.best <= can_be.worst <= ranks.worst, (seed, chain)


BY_SCORES = ["GAME", "SPREAD", "REL"]
EXTREME = 900


def scored(lots: Random, inputs: Inputs) -> Inputs:
    """Games that are played get scores by lot."""
    rounds = tuple(
        replace(r, matches=tuple(with_scores(m, lots.randint(1, 9), 4) for m in r.matches))
        for r in inputs.rounds
    )
    return replace(inputs, rounds=rounds)


def with_scores(match: MatchInput, *scores: int) -> MatchInput:
    """By seat; the places stay."""
    by_entry = dict(zip(match.entries, scores, strict=True))
    games = tuple(
        GameInput(
            tuple(
                replace(side, score=by_entry[side.entry], keys=(by_entry[side.entry],))
                for side in game.sides
            )
        )
        for game in match.games
    )
    return replace(match, games=games)


def widest(
    inputs: Inputs,
    waiting: Sequence[MatchInput],
    *,
    chain: Sequence[str],
    scheme: Scheme,
    forfeits: bool,
) -> Ranges:
    """With the most and the least of each open score; who shares may stand anywhere."""
    open_ = {match.id for match in waiting}
    seen: dict[str, set[int]] = {entry.id: set() for entry in inputs.entries}
    for end in all_ends(inputs, waiting, forfeits=forfeits):
        for scores in product([EXTREME, -EXTREME], repeat=2 * len(waiting)):
            left = iter(scores)
            rounds = tuple(
                replace(
                    r,
                    matches=tuple(
                        with_scores(m, next(left), next(left)) if m.id in open_ else m
                        for m in r.matches
                    ),
                )
                for r in end.rounds
            )
            rows = standings(replace(end, rounds=rounds), chain=chain, scheme=scheme)
            shared = Counter(row.rank for row in rows)
            for row in rows:
                seen[row.entry] |= {row.rank, row.rank + shared[row.rank] - 1}
    return {entry: Possible(min(ranks), max(ranks)) for entry, ranks in seen.items()}


@pytest.mark.parametrize("forfeits", [False, True])
def test_scores_to_come_may_decide_either_way_and_those_that_are_played_decide(
    forfeits: bool,
) -> None:
    """The game's own keys, and what results decide before and behind them."""
    for seed in range(EVENTS):
        lots = Random(seed)
        inputs, waiting = small_event(lots, most=9, sizes=[2], open_=2)
        inputs, scheme = scored(lots, inputs), lots.choice(DUELS)
        before, behind = lots.sample(["WON", "BH", "DE", "SB"], 1), lots.sample(["PS", "WIN"], 1)
        chain = [*before[: lots.randrange(2)], "GAME", *behind[: lots.randrange(2)]]
        expected = widest(inputs, waiting, chain=chain, scheme=scheme, forfeits=forfeits)
        rest = RestOfStage(len(inputs.rounds), forfeits=forfeits)
        assert found_of(inputs, rest, chain=chain, scheme=scheme) == expected, (seed, chain)


@pytest.mark.parametrize("forfeits", [False, True])
def test_scores_to_come_behind_what_tables_alone_tell_may_decide_either_way(
    forfeits: bool,
) -> None:
    """A place in a bracket is asked of whole tables, and without a bracket all are equal in it."""
    for seed in range(max(4, EVENTS // 3)):
        lots = Random(seed)
        inputs, waiting = small_event(lots, most=7, sizes=[2], open_=2)
        inputs, scheme = scored(lots, inputs), lots.choice(DUELS)
        chain = ["BRACKET", *["WON"][: seed % 2], "GAME"]
        expected = widest(inputs, waiting, chain=chain, scheme=scheme, forfeits=forfeits)
        rest = RestOfStage(len(inputs.rounds), forfeits=forfeits)
        assert found_of(inputs, rest, chain=chain, scheme=scheme) == expected, seed


@pytest.mark.parametrize("planned", [1, 2, 3])
def test_whatever_scores_come_ranks_are_within_the_ranges(planned: int) -> None:
    """Any keys with scores among them, some games known by scores alone."""
    for seed in range(EVENTS):
        lots = Random(seed)
        sizes, forfeits = [2, 3] if seed % 3 and planned == 1 else [2], planned == 2
        inputs, waiting = small_event(lots, most=9, sizes=sizes, open_=3, planned=planned)
        inputs = replace(inputs, rules=TwoKeys())
        inputs, ids = played_with_keys(lots, inputs), {match.id for match in waiting}
        open_ = {m.id: m for r in inputs.rounds for m in r.matches if m.id in ids}
        chain = lots.sample(BY_RESULTS, 3)
        chain.insert(lots.randrange(3), lots.choice(BY_SCORES))
        if planned > 1 and not {*BY_GAMES} & {*chain}:
            chain.insert(lots.randrange(3), lots.choice(BY_GAMES))
        scheme = duel() if not seed % 3 else by_place("equal")
        rest = RestOfStage(len(inputs.rounds), games=planned, forfeits=forfeits)
        found = found_of(inputs, rest, chain=chain, scheme=scheme)
        ways = {each: ends(match, forfeits=forfeits) for each, match in open_.items()}
        for _ in range(60):
            rounds = tuple(
                replace(
                    r,
                    matches=tuple(
                        lots.choice(ways[m.id]) if m.id in open_ else m for m in r.matches
                    ),
                )
                for r in inputs.rounds
            )
            end = played_with_keys(lots, replace(inputs, rounds=rounds), only=open_)
            for row in standings(end, chain=chain, scheme=scheme):
                ranks = found[row.entry]
                assert ranks.best <= row.rank <= ranks.worst, (seed, chain)


class TwoKeys:
    """A game of which records tell more than scores."""

    higher_score_wins = True
    best_keys = frozenset({1})

    def league_keys(self, game: Scored) -> tuple[int, ...]:
        return tuple(game.keys)


def played_with_keys(
    lots: Random, inputs: Inputs, *, only: Mapping[str, MatchInput] | None = None
) -> Inputs:
    """Scores by lot, now and then without keys. `only`: of what these had not played yet."""

    def played(match: MatchInput) -> MatchInput:
        if only is not None and match.id not in only:
            return match
        kept = only[match.id].games if only else ()
        scores = with_scores(match, *(lots.randint(-50, 50) for _ in match.entries))
        has_keys = lots.random() < 0.95
        return replace(
            scores,
            games=kept
            + tuple(
                GameInput(
                    tuple(
                        replace(side, keys=(lots.randint(0, 9), side.score) if has_keys else ())
                        for side in game.sides
                    )
                )
                for game in scores.games[len(kept) :]
            ),
        )

    rounds = tuple(replace(r, matches=tuple(map(played, r.matches))) for r in inputs.rounds)
    return replace(inputs, rounds=rounds)


def test_points_and_scores_of_those_who_have_finished_are_told_apart() -> None:
    """a beat b more clearly than c beat d; e and f are still at it, and draw at most."""
    finished = [
        with_scores(ended(MatchInput("1", ("a", "b")), 1, 2), 9, 4),
        with_scores(ended(MatchInput("2", ("c", "d")), 1, 2), 7, 5),
    ]
    inputs = Inputs(entries("abcdef"), (RoundInput(1, (*finished, MatchInput("3", ("e", "f")))),))
    found = found_of(inputs, RestOfStage(1), chain=["GAME"], scheme=duel())
    assert found == {
        "a": Possible(1, 2),
        "c": Possible(2, 3),
        "d": Possible(4, 5),
        "b": Possible(5, 6),
        "e": Possible(1, 6),
        "f": Possible(1, 6),
    }


@pytest.mark.parametrize("forfeits", [False, True])
def test_up_to_three_open_tables_are_exact_on_points(forfeits: bool) -> None:
    schemes = [by_place("equal"), by_place("hig"), own([[60, 36, 36, 0], [48, 24, 0]])]
    for seed in range(max(2, EVENTS // 4)):
        lots = Random(seed)
        sizes = [3] if forfeits else [3, 4] if seed % 4 else [4]
        inputs, waiting = small_event(
            lots, most=10, sizes=sizes, open_=2 if forfeits or sizes == [4] else 3
        )
        scheme = lots.choice(schemes)
        expected = brute_force(inputs, waiting, chain=(), scheme=scheme, forfeits=forfeits)
        rest = RestOfStage(len(inputs.rounds), forfeits=forfeits)
        assert found_of(inputs, rest, chain=[], scheme=scheme) == expected, seed


def gains_of(
    inputs: Inputs, match: MatchInput, *, scheme: Scheme, forfeits: bool
) -> NDArray[np.int64]:
    """Points of all entries by the ends of one match, more than they have before it."""
    before = list(field_of(inputs, scheme=scheme).points_12.values())
    after = [
        list(field_of(end, scheme=scheme).points_12.values())
        for end in all_ends(inputs, [match], forfeits=forfeits)
    ]
    return np.unique(np.array(after) - before, axis=0)


@pytest.mark.parametrize(("size", "forfeits"), [(4, False), (3, True)])
def test_three_open_tables_are_exact_on_points(size: int, *, forfeits: bool) -> None:
    """Every placing of one with every placing of the others: 421,875 ends of tables of four."""
    schemes = [by_place("equal"), by_place("hig"), own([[60, 36, 36, 0], [48, 24, 0]])]
    for seed in range(max(2, EVENTS // 6)):
        lots = Random(seed)
        ids, scheme = "abcdefghijklmn"[: 3 * size + lots.randrange(3)], lots.choice(schemes)
        first = played_round(lots, drawn_round(lots, ids, 1, sizes=[size]))
        waiting = drawn_round(lots, ids, 2, sizes=[size])
        inputs = Inputs(entries(ids), (first, waiting))
        had = np.array(list(field_of(inputs, scheme=scheme).points_12.values()))
        one, two, three = (
            gains_of(inputs, match, scheme=scheme, forfeits=forfeits) for match in waiting.matches
        )
        best, worst = np.full(len(ids), len(ids)), np.zeros(len(ids), np.int64)
        for row in one:
            ends = (had + row + two[:, None] + three).reshape(-1, len(ids))
            for at in range(len(ids)):
                ranks = 1 + (ends > ends[:, [at]]).sum(axis=1)
                best[at], worst[at] = min(best[at], ranks.min()), max(worst[at], ranks.max())
        found = found_of(inputs, RestOfStage(2, forfeits=forfeits), chain=[], scheme=scheme)
        pairs = zip(best.tolist(), worst.tolist(), strict=True)
        expected = {each: Possible(*pair) for each, pair in zip(ids, pairs, strict=True)}
        assert found == expected, seed


def test_tables_of_two_rounds_that_share_people_are_exact_on_points() -> None:
    """A table of the round before is late, and its people sit at tables of the next."""
    for seed in range(max(2, EVENTS // 4)):
        lots = Random(seed)
        ids, scheme = "abcdefghi", by_place("equal", seats=3)
        first = drawn_round(lots, ids, 1, sizes=[3])
        rounds = (
            replace(first, matches=(first.matches[0], *played_round(lots, first).matches[1:])),
            drawn_round(lots, ids, 2, sizes=[3]),
        )
        decided = played_round(lots, rounds[1]).matches
        last = replace(rounds[1], matches=(*rounds[1].matches[:2], decided[2]))
        inputs = Inputs(entries(ids), (rounds[0], last))
        waiting = [first.matches[0], *last.matches[:2]]
        expected = brute_force(inputs, waiting, chain=(), scheme=scheme, forfeits=False)
        rest = RestOfStage(2, forfeits=False)
        assert found_of(inputs, rest, chain=[], scheme=scheme) == expected, seed


def round_robin(ids: str) -> list[tuple[tuple[str, ...], ...]]:
    """The circle: one stays, the others go round."""
    rounds: list[tuple[tuple[str, ...], ...]] = []
    ring = list(ids)
    for _ in range(len(ids) - 1):
        half = len(ring) // 2
        rounds.append(tuple(zip(ring[:half], reversed(ring[half:]), strict=True)))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def test_rounds_ahead_of_a_schedule_are_exact_when_few_and_sound_when_many() -> None:
    for seed in range(EVENTS):
        lots = Random(seed)
        ids, chain = ("abcd", "abcdef")[seed % 2], lots.sample(["DE", "WON", "SB", "KS"], 2)
        schedule = round_robin(ids)
        rounds = [
            RoundInput(number, tuple(MatchInput(f"{number}{a}", (a, b)) for a, b in pairs))
            for number, pairs in enumerate(schedule, start=1)
        ]
        inputs = Inputs(entries(ids), settings=Settings(forfeits_are_games=True))
        for known in range(len(rounds)):
            ahead = tuple(RoundAhead(pairs) for pairs in schedule[known:])
            rest = RestOfStage(len(rounds), ahead=ahead, forfeits=False)
            found = found_of(inputs, rest, chain=chain, scheme=duel())
            waiting = [match for round_ in rounds[known:] for match in round_.matches]
            whole = replace(inputs, rounds=(*inputs.rounds, *rounds[known:]))
            if len(waiting) <= 4:
                expected = brute_force(whole, waiting, chain=chain, scheme=duel(), forfeits=False)
                assert found == expected, (seed, known)
            for _ in range(20):
                end = replace(
                    whole,
                    rounds=(
                        *inputs.rounds,
                        *(
                            replace(
                                r,
                                matches=tuple(
                                    lots.choice(ends(m, forfeits=False)) for m in r.matches
                                ),
                            )
                            for r in rounds[known:]
                        ),
                    ),
                )
                for row in standings(end, chain=chain, scheme=duel()):
                    assert found[row.entry].best <= row.rank <= found[row.entry].worst
            inputs = replace(inputs, rounds=(*inputs.rounds, played_round(lots, rounds[known])))


def test_many_rounds_ahead_still_know_that_of_two_who_meet_not_both_win() -> None:
    """Eight with all of a round robin ahead but the first: the first of a pair of the last
    round may not be passed by both of another."""
    ids = "abcdefgh"
    schedule = round_robin(ids)
    rounds = tuple(
        RoundInput(
            number,
            tuple(
                ended(MatchInput(f"{number}{a}", (a, b)), *((1, 2) if a < b else (2, 1)))
                for a, b in pairs
            ),
        )
        for number, pairs in enumerate(schedule[:4], start=1)
    )
    inputs = Inputs(entries(ids), rounds)
    ahead = tuple(RoundAhead(pairs) for pairs in schedule[4:])
    found = found_of(inputs, RestOfStage(7, ahead=ahead), chain=["GAME"], scheme=duel())
    alone = found_of(inputs, RestOfStage(7), chain=["GAME"], scheme=duel())
    assert found != alone
    for entry, ranks in found.items():
        assert alone[entry].best <= ranks.best <= ranks.worst <= alone[entry].worst


def test_forfeits_that_cannot_be_make_it_narrower() -> None:
    """a and b meet; c can be first only if neither of them comes."""
    rounds = (
        RoundInput(
            1,
            (ended(MatchInput("1a", ("a", "c")), 1, 1), ended(MatchInput("1b", ("b", "d")), 1, 2)),
        ),
        RoundInput(
            2,
            (ended(MatchInput("2a", ("a", "d")), 1, 2), ended(MatchInput("2b", ("b", "c")), 1, 1)),
        ),
        RoundInput(3, (MatchInput("3a", ("a", "b")), ended(MatchInput("3c", ("c", "d")), 1, 1))),
    )
    inputs = Inputs(entries("abcd"), rounds)
    ranges = [
        found_of(inputs, RestOfStage(3, forfeits=forfeits), chain=[], scheme=duel())["c"]
        for forfeits in (True, False)
    ]
    assert ranges == [Possible(1, 3), Possible(2, 3)]


def test_a_match_of_two_games_that_cannot_be_lost_any_more_counts_at_least_as_a_draw() -> None:
    won = GameInput((GameSide("a", 1, 9, (9,)), GameSide("b", 2, 4, (4,))))
    rounds = (RoundInput(1, (MatchInput("1", ("a", "b"), (won,), planned=2),)),)
    inputs = Inputs(entries("ab"), rounds)
    found = found_of(inputs, RestOfStage(1, forfeits=False), chain=[], scheme=duel())
    assert found == {"a": Possible(1, 1), "b": Possible(1, 2)}


def test_large_field_is_exact_on_points_and_own_keys_however_many_are_open() -> None:
    """Each has met one of the other half; all play their last match against a neighbour."""
    names = [f"{at:03}" for at in range(200)]
    first = tuple(
        ended(MatchInput(f"1-{one}", (one, other)), 1, 2)
        for one, other in zip(names[:100], names[100:], strict=True)
    )
    last = tuple(
        MatchInput(f"2-{one}", (one, other))
        for one, other in zip(names[::2], names[1::2], strict=True)
    )
    listed = tuple(replace(entries("a")[0], id=name, seed=at) for at, name in enumerate(names, 1))
    inputs = Inputs(listed, (RoundInput(1, first), RoundInput(2, last)))
    found = found_of(inputs, RestOfStage(2, forfeits=False), chain=["WON", "SEED"], scheme=duel())
    # Those who won may all be first; losing, they stay ahead of those who now have one win, too,
    # by their numbers. Those who lost stay behind all who won.
    assert found["000"] == found["099"] == Possible(1, 100)
    assert found["100"] == found["199"] == Possible(101, 200)


def swiss_event(lots: Random, players: int, rounds: int) -> Inputs:
    """Those with as many points meet; now and then a bye or a forfeit. The last round is open."""
    listed = [replace(entries("a")[0], id=f"{at:02}", seed=at) for at in range(1, players + 1)]
    rated = tuple(replace(each, rating=1800 - 11 * each.seed) for each in listed)
    played: tuple[RoundInput, ...] = ()
    for number in range(1, rounds + 1):
        points_12 = field_of(Inputs(rated, played), scheme=duel()).points_12
        waiting = sorted(points_12, key=lambda entry: (-points_12[entry], lots.random()))
        byes = {waiting.pop(): RoundOutcome.PAIRING_BYE} if lots.random() < 0.2 else {}
        if len(waiting) % 2:
            byes[waiting.pop()] = RoundOutcome.HALF_BYE
        pairs = zip(waiting[::2], waiting[1::2], strict=True)
        drawn = RoundInput(number, tuple(MatchInput(f"{number}{p[0]}", p) for p in pairs), byes)
        played = (*played, drawn if number == rounds else played_round(lots, drawn))
    return Inputs(rated, played, settings=Settings(edition=lots.choice(list(UnplayedEdition))))


USUAL = ["BH-C1", "BH", "WON", "DE", "GAME"]
CHAINS = [
    USUAL,
    ["SB", "PS"],
    ["KS", "BH-M1", "SB"],
    ["AOB", "BH", "DE"],
    ["FB-C1", "BH-C2", "TPR"],
]


def race_of(inputs: Inputs, chain: Sequence[str], *, forfeits: bool = False) -> Race:
    field = field_of(inputs, scheme=duel())
    endings = Endings(field, open_matches(field, (), HowPlayed(1, forfeits)))
    decided = DecidedChain.of(chain, endings.matches)
    keys = OpenKeys(OpenRounds(endings), decided)
    return Race(endings, decided, keys, list(field.cells))


def ranks_after(
    race: Race, choice: Sequence[int], scores: Mapping[str, int], *, chain: Sequence[str] = ()
) -> dict[str, Possible]:
    """By the event's own table, with these scores in the open games; who shares may be anywhere."""
    open_ = {match.id for match in race.endings.matches}
    inputs = race.endings.field_after(choice).inputs
    rounds = tuple(
        replace(
            r,
            matches=tuple(
                with_scores(m, *(scores[entry] for entry in m.entries)) if m.id in open_ else m
                for m in r.matches
            ),
        )
        for r in inputs.rounds
    )
    rows = standings(replace(inputs, rounds=rounds), chain=chain, scheme=duel())
    shared = Counter(row.rank for row in rows)
    more = 0 if race.decided.is_all else 1
    return {r.entry: Possible(r.rank, r.rank + more * (shared[r.rank] - 1)) for r in rows}


def wished(race: Race, entry: str, *, own: int) -> dict[str, int]:
    return {each: own if each == entry else -own for each in race.members}


@pytest.mark.parametrize(
    ("players", "chain", "forfeits"),
    [(18, USUAL, False), *((30, c, False) for c in CHAINS[1:]), (30, USUAL, True)],
)
def test_ends_of_larger_fields_are_reached_and_hold_all_that_comes(
    players: int, chain: list[str], *, forfeits: bool
) -> None:
    """What is said to be exact has a way that leads there; nothing drawn by lot is beyond it."""
    lots = Random(players)
    race = race_of(swiss_event(lots, players, 6), chain, forfeits=forfeits)
    found = searched([race], steps=StepsLeft())
    for entry, (best, worst) in found.items():
        assert best.choice is not None
        assert worst.choice is not None
        most, least = (wished(race, entry, own=own) for own in (EXTREME, -EXTREME))
        assert ranks_after(race, best.choice, most, chain=chain)[entry].best == best.rank
        assert ranks_after(race, worst.choice, least, chain=chain)[entry].worst == worst.rank
    for _ in range(40):
        choice = [lots.randrange(len(match.ways)) for match in race.endings.matches]
        scores = {entry: lots.randint(0, 9) for entry in race.members}
        for entry, ranks in ranks_after(race, choice, scores, chain=chain).items():
            best, worst = found[entry]
            assert best.rank <= ranks.best <= ranks.worst <= worst.rank


@pytest.mark.parametrize(
    ("players", "chain", "forfeits"),
    [(60, USUAL, False), (60, USUAL, True), (40, ["AOB", "BH", "DE"], False)],
)
def test_middle_fields_with_all_of_the_last_round_open_are_exact(
    players: int, chain: list[str], *, forfeits: bool
) -> None:
    race = race_of(swiss_event(Random(1000 * players), players, 7), chain, forfeits=forfeits)
    found = searched([race], steps=StepsLeft())
    assert all(best.is_exact and worst.is_exact for best, worst in found.values())


@pytest.mark.parametrize(("players", "rounds"), [(100, 7), (199, 9), (400, 9)])
def test_a_search_ends_within_its_steps_however_many_play(players: int, rounds: int) -> None:
    """As a table is published: what is left over at the end is no more than one look."""
    event, steps = swiss_event(Random(players), players, rounds), StepsLeft()
    rest = RestOfStage(rounds)
    field = field_of(event, scheme=duel())
    given = steps.left
    found = possible_ranks(field, rest, chain=USUAL, steps=steps)
    assert given / 2 < given - steps.left < 1.05 * given
    by_points = possible_ranks(field, rest, chain=["GAME"], steps=StepsLeft(0))
    assert found != by_points
    for entry, ranks in found.items():
        assert by_points[entry].best <= ranks.best <= ranks.worst <= by_points[entry].worst


def test_steps_that_run_out_leave_bounds_that_hold_what_is_exact() -> None:
    race = race_of(swiss_event(Random(1), 30, 6), USUAL)
    exact, bounds = searched([race], steps=StepsLeft()), searched([race], steps=StepsLeft(20_000))
    assert not all(best.is_exact and worst.is_exact for best, worst in bounds.values())
    for entry, (best, worst) in exact.items():
        assert bounds[entry][0].rank <= best.rank <= worst.rank <= bounds[entry][1].rank


def test_few_steps_leave_ranges_that_hold_what_came() -> None:
    """At every moment of a round, also where the search was cut off."""
    lots = Random(7)
    event = swiss_event(lots, 24, 5)
    *before, last = event.rounds
    results = [ended(match, *lots.choice([(1, 2), (1, 1), (2, 1)])) for match in last.matches]
    final = standings(
        replace(event, rounds=(*before, replace(last, matches=tuple(results)))),
        chain=USUAL,
        scheme=duel(),
    )
    for known in range(len(results)):
        matches = (*results[:known], *last.matches[known:])
        so_far = replace(event, rounds=(*before, replace(last, matches=matches)))
        field = field_of(so_far, scheme=duel())
        found = possible_ranks(field, RestOfStage(5), chain=USUAL, steps=StepsLeft(15_000))
        for row in final:
            assert found[row.entry].best <= row.rank <= found[row.entry].worst
