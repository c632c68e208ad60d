"""What can still be, against all that can be: every end of small events is played out.

The ends are made here, from accepted results alone, and ranked by the table itself; nothing of how
possible ranks are found is used. CHANCES sets how many events of each kind are looked at.
"""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from league.standings.endings import DecidedChain, Endings
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
from league.standings.key_bounds import ends_by_keys
from league.standings.open_keys import OpenKeys
from league.standings.open_play import RoundAhead, open_matches
from league.standings.open_slots import OpenRounds
from league.standings.points import Scheme, by_place, duel, own
from league.standings.possible import RestOfStage, possible_ranks
from league.standings.rank_aim import Race
from league.standings.rank_bounds import Possible
from league.standings.rank_search import StepsLeft, searched
from league.standings.table import standings, table_of
from league.standings.tiebreak import Need
from league.standings.tiebreaks import TIEBREAKS
from tests.league.standings.events import entries

EVENTS = int(os.environ.get("CHANCES", "12"))
BY_RESULTS = [
    key for key, one in TIEBREAKS.items() if not {Need.SCORES, Need.NO_ROUNDS} & one.fit.needs
]
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
    seats = len(match.entries)
    ways = set()
    for drawn in product([None, *range(seats)] if forfeits else range(seats), repeat=seats):
        came = [key for key in drawn if key is not None]
        ways.add(tuple(None if k is None else 1 + sum(c < k for c in came) for k in drawn))
    return [ended(match, *way) for way in sorted(ways, key=str)]


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
    by_points: bool = False,
) -> Ranges:
    """`by_points`: those who are equal in points may end either way."""
    seen: dict[str, set[int]] = {entry.id: set() for entry in inputs.entries}
    for end in all_ends(inputs, open_, forfeits=forfeits):
        rows = standings(end, chain=() if by_points else chain, scheme=scheme)
        for row in rows:
            last = sum(other.rank == row.rank for other in rows) - 1 if by_points else 0
            seen[row.entry] |= {row.rank, row.rank + last}
    return {entry: Possible(min(ranks), max(ranks)) for entry, ranks in seen.items()}


def drawn_round(lots: Random, ids: str, number: int, *, sizes: Sequence[int]) -> RoundInput:
    """Tables by lot; who finds none has a bye."""
    waiting, matches = lots.sample(ids, len(ids)), []
    while len(waiting) >= min(sizes):
        size = min(lots.choice(sizes), len(waiting))
        seated, waiting = tuple(waiting[:size]), waiting[size:]
        matches.append(MatchInput(f"{number}{seated[0]}", seated))
    kinds = [RoundOutcome.PAIRING_BYE, RoundOutcome.HALF_BYE, RoundOutcome.ZERO_BYE]
    return RoundInput(number, tuple(matches), {entry: lots.choice(kinds) for entry in waiting})


def played_round(lots: Random, round_: RoundInput) -> RoundInput:
    matches = tuple(
        lots.choice(ends(match, forfeits=not lots.randrange(6))) for match in round_.matches
    )
    return replace(round_, matches=matches)


def small_event(
    lots: Random, *, most: int, sizes: Sequence[int], open_: int
) -> tuple[Inputs, list[MatchInput]]:
    """Rounds that were played, and one of which so many matches are open at most."""
    ids = "abcdefghij"[: lots.randint(4, most)]
    number = lots.randint(2, 5)
    rounds = [drawn_round(lots, ids, each, sizes=sizes) for each in range(1, number + 1)]
    before = [played_round(lots, each) for each in rounds[:-1]]
    last, finished = rounds[-1], played_round(lots, rounds[-1])
    waiting = list(last.matches[:open_])
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
        endings = Endings(field, open_matches(field, (), games=1, forfeits=forfeits))
        decided = DecidedChain.of(chain, endings.matches)
        keys = OpenKeys(OpenRounds(endings), decided)
        ends = ends_by_keys(endings, keys=keys, decided=decided)
        for entry, ranks in ends.bounds([list(expected)]).items():
            can_be = expected[entry]
            assert ranks.best <= can_be.best <= can_be.worst <= ranks.worst, (seed, chain)


@pytest.mark.parametrize("forfeits", [False, True])
def test_scores_may_decide_either_way_between_equals(forfeits: bool) -> None:
    for seed in range(EVENTS):
        lots = Random(seed)
        inputs, waiting = small_event(lots, most=9, sizes=[2], open_=3)
        scheme = lots.choice(DUELS)
        expected = brute_force(
            inputs, waiting, chain=(), scheme=scheme, forfeits=forfeits, by_points=True
        )
        rest = RestOfStage(len(inputs.rounds), forfeits=forfeits)
        assert found_of(inputs, rest, chain=["GAME"], scheme=scheme) == expected, seed


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
        expected = brute_force(
            inputs, waiting, chain=(), scheme=scheme, forfeits=forfeits, by_points=True
        )
        rest = RestOfStage(len(inputs.rounds), forfeits=forfeits)
        assert found_of(inputs, rest, chain=["REL", "GAME"], scheme=scheme) == expected, seed


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
        expected = brute_force(
            inputs, waiting, chain=(), scheme=scheme, forfeits=False, by_points=True
        )
        rest = RestOfStage(2, forfeits=False)
        assert found_of(inputs, rest, chain=["GAME"], scheme=scheme) == expected, seed


def round_robin(ids: str) -> list[tuple[tuple[str, ...], ...]]:
    """The circle: one stays, the others go round."""
    rounds, ring = [], list(ids)
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
    endings = Endings(field, open_matches(field, (), games=1, forfeits=forfeits))
    decided = DecidedChain.of(chain, endings.matches)
    keys = OpenKeys(OpenRounds(endings), decided)
    return Race(endings, decided, keys, list(field.cells))


def ranks_after(race: Race, choice: Sequence[int]) -> dict[str, Possible]:
    """By the event's own table; those whom only scores part may stand in any order."""
    field = race.endings.field_after(choice)
    rows = table_of(field_of(field.inputs, scheme=duel()), chain=race.decided.chain)
    shared = Counter(row.rank for row in rows)
    more = 0 if race.decided.is_all else 1
    return {r.entry: Possible(r.rank, r.rank + more * (shared[r.rank] - 1)) for r in rows}


@pytest.mark.parametrize(("players", "chain"), [(18, USUAL), *((30, c) for c in CHAINS)])
def test_ends_of_larger_fields_are_reached_and_hold_all_that_comes(
    players: int, chain: list[str]
) -> None:
    """What is said to be exact has a way that leads there; nothing drawn by lot is beyond it."""
    lots = Random(players)
    race = race_of(swiss_event(lots, players, 6), chain)
    found = searched([race], steps=StepsLeft())
    for entry, (best, worst) in found.items():
        assert best.choice is not None
        assert worst.choice is not None
        assert ranks_after(race, best.choice)[entry].best == best.rank
        assert ranks_after(race, worst.choice)[entry].worst == worst.rank
    for _ in range(40):
        choice = [lots.randrange(len(match.ways)) for match in race.endings.matches]
        for entry, ranks in ranks_after(race, choice).items():
            best, worst = found[entry]
            assert best.rank <= ranks.best <= ranks.worst <= worst.rank


def test_steps_that_run_out_leave_bounds_that_hold_what_is_exact() -> None:
    race = race_of(swiss_event(Random(1), 30, 6), USUAL)
    exact, bounds = searched([race], steps=StepsLeft()), searched([race], steps=StepsLeft(20_000))
    assert not all(best.is_exact and worst.is_exact for best, worst in bounds.values())
    for entry, (best, worst) in exact.items():
        assert bounds[entry][0].rank <= best.rank <= worst.rank <= bounds[entry][1].rank
