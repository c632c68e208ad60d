"""The days of rounds. They may change while the season runs: a round can be given more time."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError
from league.models import Event, RoundDate, Season
from league.permissions import Actor
from league.seasons.dates import Window, in_order, windows
from league.seasons.queries.seasons import rounds_needed
from league.seasons.services.changing import changing_season

_EVENING = time(18)
_YEARS = range(2000, 2101)


def generate_dates(
    season: Season,
    *,
    actor: Actor,
    first: date,
    every: str,
    without: Collection[date] = (),
    version: int | None = None,
) -> None:
    """Days for all rounds at once, from a rule."""
    _check_century([first])
    rounds = max(rounds_needed(season), 1)
    dated = windows(first, rounds=rounds, every=every, without=without)
    set_dates(season, actor=actor, windows=dated, version=version)


def set_dates(
    season: Season, *, actor: Actor, windows: Sequence[Window], version: int | None = None
) -> None:
    """One window for each round, the first round's first."""
    with changing_season(season.pk, version=version) as stored:
        _check_changeable(stored)
        _check_century(day for each in windows for day in (each.starts_on, each.due_on))
        if not windows or not in_order(windows):
            raise LeagueError(
                _("Each round must end after it starts, and start after the one before it.")
            )
        if stored.has_started and len(windows) < rounds_needed(stored):
            raise LeagueError(
                _("The season has %(rounds)d rounds. Each of them needs its days.")
                % {"rounds": rounds_needed(stored)}
            )
        stored.round_dates.all().delete()
        RoundDate.objects.bulk_create(
            RoundDate(season=stored, number=at, starts_on=each.starts_on, due_on=each.due_on)
            for at, each in enumerate(windows, start=1)
        )
        if not stored.has_started:
            starts_at = datetime.combine(
                windows[0].starts_on, _EVENING, tzinfo=ZoneInfo(stored.time_zone)
            )
            Event.objects.filter(division__season=stored).update(starts_at=starts_at)
        log_action(actor, gettext_noop("set dates of rounds"), stored, rounds=len(windows))


def extend_round(season: Season, *, actor: Actor, number: int, due_on: date) -> None:
    """Give everybody more time for a round."""
    with changing_season(season.pk) as stored:
        _check_changeable(stored)
        _check_century([due_on])
        dated = stored.round_dates.filter(number=number).first()
        if dated is None or due_on <= dated.due_on:
            raise LeagueError(_("Choose a day after the deadline of now."))
        before, dated.due_on = dated.due_on, due_on
        dated.save(update_fields=["due_on"])
        log_action(
            actor,
            gettext_noop("extend round"),
            stored,
            number=number,
            before=before.isoformat(),
            to=due_on.isoformat(),
        )


def _check_changeable(season: Season) -> None:
    if season.status in (Season.Status.FINISHED, Season.Status.ARCHIVED):
        raise LeagueError(_("The season is finished. Reopen it to change its dates."))


def _check_century(days: Iterable[date]) -> None:
    """A slip of the keyboard: calendars end, and reckoning with their last days fails."""
    if any(day.year not in _YEARS for day in days):
        raise LeagueError(_("Choose a day of this century."))
