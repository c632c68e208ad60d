"""Round robin: everybody meets everybody, by the Berger tables of FIDE's handbook (C.05, annex).

Decided here: who meets whom in which round, and who starts. The schedule is fixed by the order of
the seeds alone. Left to others: entries that withdrew stay in it, and the caller makes of their
matches what the event's rules say (a bye or a forfeit win for the opponent).
"""

from collections.abc import Sequence

from league.pairing.field import Entrant, Pairing, TableDrawn


def round_robin_rounds(entries: int, *, double: bool = False) -> int:
    """How many rounds it takes; with an odd number, one entry sits out in each."""
    cycle = _even(entries) - 1 if entries > 1 else 0
    return cycle * (2 if double else 1)


def berger_round(
    entrants: Sequence[Entrant], *, round_number: int, double: bool = False
) -> Pairing:
    """The tables of a round, the first entry of each starting; who meets nobody has the bye.

    The second cycle of a double round robin is the first with the starts turned. Its first cycle
    ends with the last two rounds exchanged, as the handbook advises: nobody then starts, or
    follows, three times running.
    """
    rounds = round_robin_rounds(len(entrants), double=double)
    if not 1 <= round_number <= rounds:
        raise ValueError(f"round {round_number} of a round robin of {rounds}")
    names = [entrant.id for entrant in sorted(entrants, key=lambda entrant: entrant.seed)]
    pairs = _berger_pairs(_even(len(names)), _table_row(round_number, rounds, double=double))
    if double and round_number > rounds // 2:
        pairs = [(second, first) for first, second in pairs]
    tables = [tuple(names[n - 1] for n in pair if n <= len(names)) for pair in pairs]
    return Pairing(
        tables=tuple(TableDrawn(table) for table in tables if len(table) == 2),
        byes=tuple(table[0] for table in tables if len(table) == 1),
    )


def _even(entries: int) -> int:
    return entries + entries % 2


def _table_row(round_number: int, rounds: int, *, double: bool) -> int:
    """Which round of the printed table is played as this round."""
    if not double:
        return round_number
    cycle = rounds // 2
    if cycle > 1 and round_number in (cycle - 1, cycle):
        return 2 * cycle - 1 - round_number
    return (round_number - 1) % cycle + 1


def _berger_pairs(entries: int, row: int) -> list[tuple[int, int]]:
    """Round `row` of the printed table for an even number of entries, the starting one first.

    The last entry stands still; the others sit in a circle and are paired across it, around the
    one (the pivot) that meets the last. The pivot moves on by half a circle each round.
    """
    circle = entries - 1
    pivot = (row - 1) * (entries // 2) % circle

    def at(place: int) -> int:
        return place % circle + 1

    last = (at(pivot), entries) if row % 2 else (entries, at(pivot))
    return [last, *((at(pivot + k), at(pivot - k)) for k in range(1, entries // 2))]
