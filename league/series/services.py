"""What the people of a club do with a series: set it up, count it otherwise, run its evenings.

A change holds the row of the series and raises its version.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError, Stale
from league.events.services.people import repeat_event
from league.models import Club, Event, Player, Series, SeriesEvent, SeriesGuest
from league.models.series import MOST_EVENINGS
from league.permissions import Actor, may
from league.series.queries.series import last_own_event

SETTINGS = (
    *("name", "about", "scheme", "own_points", "best", "planned", "bonus"),
    *("guests", "counts_running"),
)
MOST_NUMBERS = 100
MOST_POINTS = 1000


@contextmanager
def changing_series(series: Series) -> Iterator[Series]:
    """A short transaction, so that two admins take turns. What is archived is not changed."""
    with transaction.atomic():
        stored = Series.objects.select_for_update().select_related(None).get(pk=series.pk)
        if stored.is_archived:
            raise LeagueError(_("The series is archived. Take it out of the archive to change it."))
        stored.version += 1
        yield stored
        stored.save()


class WrongNumbers(LeagueError):
    """Own numbers that no series can be counted by."""

    code = "wrong-numbers"
    field = "own_points"


def create_series(club: Club, *, actor: Actor, fields: Mapping[str, Any]) -> Series:
    series = Series(club=club, **{name: fields[name] for name in SETTINGS if name in fields})
    check_numbers(series)
    with transaction.atomic():
        series.save()
        log_action(actor, gettext_noop("create series"), series)
    return series


def edit_series(
    series: Series, *, actor: Actor, version: int, changes: Mapping[str, Any]
) -> Series:
    """Change how it is counted, if nobody else changed the series since `version` was read."""
    with changing_series(series) as stored:
        if stored.version != version + 1:
            raise Stale
        changed = [
            name for name in SETTINGS if changes.get(name, old := getattr(stored, name)) != old
        ]
        for name in changed:
            setattr(stored, name, changes[name])
        check_numbers(stored)
        if changed:
            log_action(actor, gettext_noop("edit series"), stored, fields=changed)
    return stored


def archive_series(series: Series, *, actor: Actor) -> None:
    """Everybody can still read it; nothing is changed any more."""
    with changing_series(series) as stored:
        stored.status = Series.Status.ARCHIVED
        log_action(actor, gettext_noop("archive series"), stored)


def reopen_series(series: Series, *, actor: Actor) -> None:
    """Out of the archive."""
    with transaction.atomic():
        stored = Series.objects.select_for_update().get(pk=series.pk)
        if not stored.is_archived:
            raise LeagueError(_("The series is not in the archive."))
        stored.status = Series.Status.RUNNING
        stored.version += 1
        stored.save()
        log_action(actor, gettext_noop("reopen series"), stored)


def say_guest(series: Series, *, actor: Actor, player: Player, is_guest: bool) -> None:
    """By hand: who counts as a guest, or as one of the club, whatever the club of the player."""
    with changing_series(series) as stored:
        said = SeriesGuest.objects.filter(series=stored, player=player)
        if is_guest == (player.club_id != stored.club_id):
            said.delete()  # as it would be anyway
        else:
            SeriesGuest.objects.update_or_create(
                series=stored, player=player, defaults={"is_guest": is_guest}
            )
        log_action(
            actor,
            gettext_noop("say who is a guest of the series"),
            stored,
            player=player.pk,
            is_guest=is_guest,
        )


def check_numbers(series: Series) -> None:
    """Own numbers that a series can be counted by, where it has some."""
    numbers = series.own_points
    if series.scheme != Series.Scheme.OWN:
        return
    if not numbers:
        raise WrongNumbers(_("Write the points for the first place, the second, and so on."))
    if len(numbers) > MOST_NUMBERS or max(numbers) > MOST_POINTS:
        raise WrongNumbers(
            _("At most %(places)d places, and at most %(points)d points for one.")
            % {"places": MOST_NUMBERS, "points": MOST_POINTS}
        )
    if min(numbers) < 0 or sorted(numbers, reverse=True) != list(numbers):
        raise WrongNumbers(_("A worse place cannot bring more points than a better one."))


def add_evening(series: Series, *, actor: Actor, event: Event) -> None:
    """At the end. An event of another club only by somebody who runs that event, too."""
    with changing_series(series) as stored:
        if event.club_id != stored.club_id and not may(actor, "run_event", event):
            raise LeagueError(
                _("This event is another club’s. Only somebody who runs it can add it here.")
            )
        evenings = stored.evenings
        if evenings.filter(event=event).exists():
            raise LeagueError(_("This event is already in the series."))
        if evenings.count() >= MOST_EVENINGS:
            raise LeagueError(
                _("A series has at most %(most)d evenings.") % {"most": MOST_EVENINGS}
            )
        last = evenings.aggregate(last=Max("order"))["last"] or 0
        evenings.create(event=event, order=last + 1)
        log_action(actor, gettext_noop("add evening to series"), stored, event=event.pk)


def open_next_evening(
    series: Series,
    *,
    actor: Actor,
    name: str,
    starts_at: datetime,
    with_people: bool = False,
    client_key: str = "",
) -> Event:
    """A draft with the settings and officials of the last evening, at the end of the series.

    With its people as well, if that is wanted. The same key again gives the same evening.
    """
    last = last_own_event(series)
    if last is None:
        raise LeagueError(_("There is no evening to copy yet. Add one first."))
    with transaction.atomic():
        event, is_new = repeat_event(
            last,
            actor=actor,
            name=name,
            starts_at=starts_at,
            with_people=with_people,
            client_key=client_key,
        )
        if is_new:
            add_evening(series, actor=actor, event=event)
    return event


def move_evening(series: Series, *, actor: Actor, event_id: str, by: int) -> None:
    """So many places earlier (−1) or later (1) in the order of the series."""
    with changing_series(series) as stored:
        evenings = list(stored.evenings.order_by("order", "pk"))
        at = _position(evenings, event_id)
        moved = evenings.pop(at)
        evenings.insert(max(at + by, 0), moved)
        _renumber(evenings)
        log_action(actor, gettext_noop("move evening of series"), stored, event=event_id, by=by)


def remove_evening(series: Series, *, actor: Actor, event_id: str) -> None:
    """Out of the series; the event itself stays as it is, and can be added again."""
    with changing_series(series) as stored:
        evenings = list(stored.evenings.order_by("order", "pk"))
        evenings.pop(_position(evenings, event_id)).delete()
        _renumber(evenings)
        log_action(actor, gettext_noop("remove evening from series"), stored, event=event_id)


def _position(evenings: list[SeriesEvent], event_id: str) -> int:
    for at, evening in enumerate(evenings):
        if evening.event_id == event_id:
            return at
    raise LeagueError(_("This event is no longer in the series."))


def _renumber(evenings: list[SeriesEvent]) -> None:
    for order, evening in enumerate(evenings, start=1):
        evening.order = order
    SeriesEvent.objects.bulk_update(evenings, ["order"])
