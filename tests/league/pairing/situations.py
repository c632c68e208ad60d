"""Situations to pair: by hand, or at random from a number."""

from itertools import combinations
from random import Random

from league.pairing.cost import Situation, Weights
from league.pairing.field import Entrant, Meeting, Pairing, Past, PastBye
from league.pairing.sizes import SizeMix, SizeRules, table_sizes


def entrants(n: int) -> tuple[Entrant, ...]:
    """e1, e2, …: no points, no clubs."""
    return tuple(Entrant(f"e{number}", seed=number) for number in range(1, n + 1))


def random_situation(
    seed: int, *, n: int, rounds: int = 0, clubs: int = 0, forbidden: int = 0, forfeits: bool = True
) -> Situation:
    """A field after some rounds of tables drawn blindly, so that there are repeats."""
    random = Random(seed)
    steps = random.choice((1, 12, 72))
    field = tuple(
        Entrant(
            each.id,
            seed=each.seed,
            points_12=steps * random.randrange(3 * rounds + 1),
            club=random.choice(("", *map(str, range(clubs)))),
        )
        for each in entrants(n)
    )
    ids = [each.id for each in field]
    meetings = [
        Meeting(number, table, was_played=not forfeits or random.random() < 0.9)
        for number in range(1, rounds + 1)
        for table in random_tables(random, ids)
    ]
    pairs = list(map(frozenset, combinations(ids, 2)))
    return Situation(
        field,
        round_number=rounds + 1,
        past=Past(tuple(meetings)),
        forbidden=frozenset(random.sample(pairs, min(forbidden, len(pairs)))),
        early_rounds=random.choice((0, 99)),
        weights=Weights(random.randint(1, 9), random.randint(0, 4), random.randint(1, 4)),
        planned=tuple(
            Meeting(rounds + 1 + later, table)
            for later in range(1, random.choice((1, 1, 3)))
            for table in random_tables(random, ids)
        ),
        final_seats=random.choice((0, 3, 4)),
    )


def random_tables(random: Random, ids: list[str]) -> list[tuple[str, ...]]:
    mix = table_sizes(len(ids), rules=SizeRules(prefer=random.choice((3, 4))))
    waiting = random.sample(ids, len(ids))
    return [tuple(waiting.pop() for _ in range(size)) for size in mix.sizes]


def played(past: Past, pairing: Pairing, *, round_number: int) -> Past:
    """The past after this round, in which everybody played who sat at a table."""
    meetings = tuple(Meeting(round_number, table.entries) for table in pairing.tables)
    byes = tuple(PastBye(round_number, entry, kind="pairing") for entry in pairing.byes)
    return Past((*past.meetings, *meetings), (*past.byes, *byes))


def fours(n: int) -> SizeMix:
    return table_sizes(n, rules=SizeRules())
