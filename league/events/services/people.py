"""Many people into an event at once: ticked, pasted, or those of another event.

All of them or nobody, in one transaction, so that a list is never entered by half. Those who are
in the event already stay as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.client_keys import made_before, remember
from league.errors import LeagueError, Stale, at_row
from league.events.queries.entries import entries_with
from league.events.queries.people import people_of
from league.events.services.entries import (
    Registration,
    check_names,
    check_not_entered,
    check_open,
    enter_one,
    names_taken,
)
from league.events.services.lifecycle import move_event
from league.events.services.rounds import draft_round
from league.events.services.settings import clone_event, opened_before
from league.live import changing_event
from league.models import Entry, Event, Player, Round
from league.permissions import Actor

MOST_AT_ONCE = 500


@dataclass(frozen=True)
class Entered:
    """What came of it."""

    entries: Sequence[Entry]
    already: Sequence[Player] = ()  # who were in the event before
    repeated: Sequence[Player] = ()  # who were named more than once, and are entered once
    is_new: bool = True  # False: the same request was answered before


def enter_people(
    event: Event,
    *,
    actor: Actor,
    people: Sequence[Registration],
    is_here: bool = False,
    allows_namesakes: bool = False,
    client_key: str = "",
) -> Entered:
    """Those who are not in the event yet.

    `allows_namesakes`: names that are in the event already are other people's.
    """
    check_number(len(people))
    content = [_content(registration) for registration in people] + [is_here]
    with changing_event(event.pk) as stored:
        made = made_before(stored.pk, client_key=client_key, content=content)
        if made is not None:
            return Entered(_still_there(stored, made), is_new=False)
        check_open(stored)
        fresh, already, repeated = _parted(stored, people)
        taken = names_taken(stored)
        entries = []
        for registration in fresh:
            with at_row(people.index(registration), of=len(people)):
                if not allows_namesakes:
                    check_names(registration, taken=taken)
                entry = enter_one(stored, registration, actor=actor, is_here=is_here)
            taken |= {player.match_key: player.full_name for player in entry.players}
            entries.append(entry)
        ids = [entry.pk for entry in entries]
        remember(stored.pk, client_key=client_key, content=content, made=ids)
    return Entered(entries, already=already, repeated=repeated)


def check_number(people: int) -> None:
    if people > MOST_AT_ONCE:
        limit = {"number": MOST_AT_ONCE}
        raise LeagueError(_("At most %(number)d people can be entered at once.") % limit)


def enter_once(
    event: Event,
    *,
    actor: Actor,
    registration: Registration,
    is_here: bool = False,
    is_namesake: bool = False,
    client_key: str = "",
) -> tuple[Entry, bool]:
    """One entry, and whether it is new: the same key again gives the one that it made."""
    done = enter_people(
        event,
        actor=actor,
        people=[registration],
        is_here=is_here,
        allows_namesakes=is_namesake,
        client_key=client_key,
    )
    for player in done.already:
        check_not_entered(event, player)
    if not done.entries:
        raise Stale(_("This entry was removed in the meantime."))
    return done.entries[0], done.is_new


def bring_people(
    event: Event, *, origin: Event, actor: Actor, is_here: bool = False, client_key: str = ""
) -> Entered:
    """Everybody of another event, with their teams, ratings and categories of the same name."""
    people = registrations_from(origin, to=event)
    if not people:
        raise LeagueError(_("Nobody took part in that event."))
    return enter_people(event, actor=actor, people=people, is_here=is_here, client_key=client_key)


def registrations_from(origin: Event, *, to: Event) -> list[Registration]:
    """Those who took part in one event, as they would enter another."""
    if origin.game_played.team_size != to.game_played.team_size:
        raise LeagueError(
            _("One of the two events is for teams, the other is not. Choose another event.")
        )
    groups = {category.name: category.pk for category in to.categories.all()}
    return [
        Registration(
            player=entry.player,
            partner=entry.partner,
            team_name=entry.team_name,
            rating=entry.rating,
            categories=[
                groups[category.name]
                for category in entry.categories.all()
                if category.name in groups
            ],
        )
        for entry in people_of(origin).prefetch_related("categories")
    ]


def repeat_event(
    event: Event,
    *,
    actor: Actor,
    name: str,
    starts_at: datetime,
    with_people: bool = False,
    client_key: str = "",
) -> tuple[Event, bool]:
    """Another event like this one, with the same people if that is wanted; and whether it is new.

    The same key again gives the event that it made.
    """
    content = [name, starts_at, with_people]
    with transaction.atomic():
        if earlier := opened_before(event.club, client_key=client_key, content=content):
            return earlier, False
        copy = clone_event(event, actor=actor, name=name, starts_at=starts_at)
        if with_people:
            bring_people(copy, origin=event, actor=actor)
        remember(event.club_id, client_key=client_key, content=content, made=[copy.pk])
    return copy, True


def start_first_round(event: Event, *, actor: Actor) -> Round:
    """From the list of those who are here to the first draw: opened, started and drawn at once.

    Each of the steps is recorded, and can be taken back, as if it had been taken alone.
    """
    with transaction.atomic():
        for status in (Event.Status.OPEN, Event.Status.RUNNING):
            stored = Event.objects.get(pk=event.pk)
            if _comes_before(stored.status, status):
                move_event(stored, to=status, actor=actor, version=stored.version)
        stage = event.stages.select_related("event").order_by("order")[0]
        return draft_round(stage, actor=actor)


def _comes_before(status: str, other: str) -> bool:
    return Event.Status.values.index(status) < Event.Status.values.index(other)


def _content(registration: Registration) -> list[object]:
    """What a repeat of the request has in it again."""
    return [
        *(" ".join(name.split()) for name in (registration.full_name, registration.partner_name)),
        *(player.pk if player else "" for player in (registration.player, registration.partner)),
        *(registration.team_name, registration.rating, sorted(registration.categories)),
    ]


def _still_there(event: Event, made: Sequence[str]) -> list[Entry]:
    entries = event.entries.select_related("event__club", "player", "partner").in_bulk(made)
    return [entries[pk] for pk in made if pk in entries]


def _parted(
    event: Event, people: Sequence[Registration]
) -> tuple[list[Registration], tuple[Player, ...], tuple[Player, ...]]:
    """Who is new in the event, each once; who is there already; who was named more than once."""
    known = [player for one in people for player in one.known]
    entered = entries_with(event, *known).values_list("player", "partner")
    there = {pk for pair in entered for pk in pair if pk}
    named: set[str] = set()
    fresh: list[Registration] = []
    already: dict[str, Player] = {}
    repeated: dict[str, Player] = {}
    for one in people:
        present = {player.pk: player for player in one.known if player.pk in there}
        again = {player.pk: player for player in one.known if player.pk in named}
        already |= present
        repeated |= again
        if not (present or again):
            named |= {player.pk for player in one.known}
            fresh.append(one)
    return fresh, tuple(already.values()), tuple(repeated.values())
