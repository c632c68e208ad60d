"""Who sits in which seat of a table: who starts matters, so seats are balanced over the event.

Decided here: the order of the entries at a table whose company is already settled. Seats of locked
tables were set by hand and are left alone, seats of forfeited tables were never sat in.
"""

from collections import Counter
from dataclasses import replace
from itertools import permutations

from league.pairing.field import Past, TableDrawn


def seat_tables(tables: tuple[TableDrawn, ...], *, past: Past) -> tuple[TableDrawn, ...]:
    """The same tables, with the entries of each in the order that balances seats best."""
    sat, last = _sat(past), _last_seats(past)
    return tuple(
        table if table.is_locked else replace(table, entries=_seated(table.entries, sat, last))
        for table in tables
    )


def _seated(
    entries: tuple[str, ...], sat: Counter[tuple[str, int]], last: dict[str, int]
) -> tuple[str, ...]:
    """The cheapest assignment of entries to seats: four entries have only 24.

    A seat costs an entry the growth of the square of its visits; then nobody keeps a seat twice
    running if that can be helped; then the order given decides.
    """

    def cost(order: tuple[str, ...]) -> tuple[int, int]:
        visits = sum(2 * sat[entry, seat] + 1 for seat, entry in enumerate(order))
        kept = sum(last.get(entry) == seat for seat, entry in enumerate(order))
        return visits, kept

    return min(permutations(entries), key=cost)


def _sat(past: Past) -> Counter[tuple[str, int]]:
    """How often each entry sat where."""
    return Counter(
        (entry, seat)
        for meeting in past.meetings
        if meeting.was_played
        for seat, entry in enumerate(meeting.entries)
    )


def _last_seats(past: Past) -> dict[str, int]:
    """Where each entry sat most recently."""
    played = (meeting for meeting in past.meetings if meeting.was_played)
    in_order = sorted(played, key=lambda meeting: meeting.round)
    return {entry: seat for meeting in in_order for seat, entry in enumerate(meeting.entries)}
