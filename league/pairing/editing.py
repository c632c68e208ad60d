"""A draft edited by hand: two entries change places, at tables or with somebody who sits out."""

from dataclasses import replace

from league.pairing.cost import Cost, Situation, cost_of
from league.pairing.field import Pairing
from league.pairing.remarks import remarks_on


def swapped(pairing: Pairing, first: str, second: str) -> Pairing:
    """The same pairing with two entries in each other's place."""
    turned = {first: second, second: first}
    return Pairing(
        tables=tuple(
            replace(table, entries=tuple(turned.get(entry, entry) for entry in table.entries))
            for table in pairing.tables
        ),
        byes=tuple(turned.get(entry, entry) for entry in pairing.byes),
    )


def judged(pairing: Pairing, *, situation: Situation) -> tuple[Pairing, Cost]:
    """With the remarks that it deserves, and what it gives up."""
    remarks = remarks_on(pairing.tables, situation=situation, byes=pairing.byes)
    return replace(pairing, remarks=remarks), cost_of(pairing.tables, situation=situation)
