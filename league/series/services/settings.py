"""Setting up a series, changing how it is counted, putting it away and taking it back."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError, Stale
from league.models import Club, Player, Series, SeriesGuest
from league.permissions import Actor
from league.series.services.changing import changing_series

SETTINGS = (
    *("name", "about", "scheme", "own_points", "best", "planned", "bonus"),
    *("guests", "counts_running"),
)
MOST_NUMBERS = 100
MOST_POINTS = 1000


class WrongNumbers(LeagueError):
    """Own numbers that no series can be counted by."""

    code = "wrong-numbers"
    field = "own_points"


def create_series(club: Club, *, actor: Actor, fields: Mapping[str, Any]) -> Series:
    series = Series(club=club, **{name: fields[name] for name in SETTINGS if name in fields})
    _check(series)
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
        _check(stored)
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


def _check(series: Series) -> None:
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
