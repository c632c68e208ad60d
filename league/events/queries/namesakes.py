"""Full names of an event's entries: for officials, namesakes with what the reader may know;
for certificates, as they are.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from league.events.names import is_numbered
from league.events.queries.entries import Listed, entries_of, entry_names
from league.models import Event, Player
from league.permissions import Actor
from league.player_notes import notes_for, written


def official_names(event: Event, *, reader: Actor) -> dict[str, str]:
    """Distinct full names. Whom a number would tell apart, a year or a note does, if it may."""
    return told_by_notes(event, entry_names(event, in_full=True), reader=reader)


def certificate_names(event: Event) -> dict[str, str]:
    """As people write their names themselves, whoever else is called so."""
    return {
        entry.pk: entry.team_name or " + ".join(map(_in_full, entry.players))
        for entry in entries_of(event)
    }


def _in_full(player: Player) -> str:
    return player.public_name if player.erased_at else player.full_name


def told_apart(event: Event, rows: Sequence[Listed], *, reader: Actor) -> list[Listed]:
    """A list of full names, or a page of it."""
    if not any(is_numbered(row.name) for row in rows):
        return list(rows)
    names = official_names(event, reader=reader)
    return [replace(row, name=names[row.entry.pk]) for row in rows]


def told_by_notes(event: Event, names: dict[str, str], *, reader: Actor) -> dict[str, str]:
    """Of full names that are known: a year or a note in the place of numbers."""
    numbered = [pk for pk, name in names.items() if is_numbered(name)]
    if not numbered:
        return names
    single = event.entries.filter(pk__in=numbered, partner=None)
    people = {pk: (who, name) for pk, who, name in single.values_list(*_COLUMNS)}
    notes = notes_for(reader, [who for who, _name in people.values()])
    told = {
        pk: f"{name} ({hint})"
        for pk, (who, name) in people.items()
        if (hint := written(notes.get(who)))
    }
    alike = Counter(told.values())
    return names | {pk: name for pk, name in told.items() if alike[name] == 1}


_COLUMNS = ("pk", "player", "player__full_name")
