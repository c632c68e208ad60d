"""Guests who wait for approval: whom the club may know them as."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.clubs.namesakes import Namesakes
from league.events.queries.entries import players_known_to
from league.models import Entry, Event, Player
from league.permissions import VISITOR, Actor
from league.player_notes import notes_for, written

PARTS = ("player", "partner")


@dataclass(frozen=True)
class Perhaps:
    """Somebody of the club whose name is that of a guest, or like it."""

    part: str  # of the entry: whom of it
    player: Player
    is_same: bool  # the very same name, whatever its accents and order
    entry: str = ""  # in which this person is in the event already
    hint: str = ""  # the year and the note, for a reader who may see them


def perhaps_known(
    event: Event, entries: Iterable[Entry], *, reader: Actor = VISITOR
) -> dict[str, list[Perhaps]]:
    """By entry, for those that wait for approval; the same names first."""
    waiting = [entry for entry in entries if entry.status == Entry.Status.APPLIED]
    if not waiting:
        return {}
    known = _known(event)
    namesakes = Namesakes((pk, player.match_key) for pk, player in known.items())
    alike = {
        entry.pk: [
            (part, guest, pk)
            for part, guest in zip(PARTS, entry.players, strict=False)
            for pk in namesakes.similar(guest.match_key)
        ]
        for entry in waiting
    }
    entered = _entered(event)
    notes = notes_for(reader, {pk for people in alike.values() for _part, _guest, pk in people})
    return {
        entry: [
            Perhaps(
                part,
                known[pk],
                is_same=known[pk].match_key == guest.match_key,
                entry=entered.get(pk, ""),
                hint=written(notes.get(pk)),
            )
            for part, guest, pk in people
        ]
        for entry, people in alike.items()
    }


def _known(event: Event) -> Mapping[str, Player]:
    """Members and earlier guests. Those who wait themselves are nobody known."""
    waiting = Entry.objects.filter(status=Entry.Status.APPLIED)
    people = players_known_to(event).exclude(pk__in=waiting.values("player"))
    partners = waiting.exclude(partner=None).values("partner")
    return people.exclude(pk__in=partners).select_related("club").in_bulk()


def _entered(event: Event) -> Mapping[str, str]:
    """The entries of those who are in the event alone."""
    single = event.entries.filter(partner=None).exclude(status=Entry.Status.WITHDRAWN)
    return dict(single.values_list("player", "pk"))


def same_names(perhaps: Sequence[Perhaps]) -> list[Perhaps]:
    return [each for each in perhaps if each.is_same]
