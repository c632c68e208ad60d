"""The table after every round, from what is known now: a correction changes all that follow it."""

from dataclasses import replace

from league.standings.inputs import Inputs
from league.standings.points import Scheme
from league.standings.table import standings


def all_tables(
    given: Inputs, *, chain: list[str], scheme: Scheme
) -> dict[int, list[dict[str, object]]]:
    """The rows after each round by its number, and before the first by 0."""
    rounds = sorted(given.rounds, key=lambda each: each.number)
    tables: dict[int, list[dict[str, object]]] = {}
    for played in range(len(rounds) + 1):
        number = rounds[played - 1].number if played else 0
        known = replace(given, rounds=tuple(rounds[:played]))
        tables[number] = [row.as_dict() for row in standings(known, chain=chain, scheme=scheme)]
    return tables
