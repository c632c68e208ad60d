"""What the form of a new event begins with: tonight, a free name, the usual game."""

from datetime import date, time, timedelta

from django.utils import timezone
from django.utils.formats import date_format, get_format
from django.utils.translation import gettext as _

from league.events.names import free_name, is_numbered_as
from league.events.queries.people import last_event
from league.models import Club, Event
from league.models.game_played import game_choices

_EVENING = time(18)


def usual(club: Club) -> dict[str, object]:
    """What most evenings have: today, a name by the day, and the game of the last one."""
    last = last_event(club)
    games = dict(game_choices())
    return {
        **_tonight(),
        "name": _free_name(club, _name_of_day(timezone.localdate())),
        "game": last.game if last and last.game in games else next(iter(games)),
        "other_name": last.other_name if last else "",
    }


def again(event: Event) -> dict[str, object]:
    """For a copy: at the same time of the day."""
    start = timezone.localtime(event.starts_at).time()
    return {**_tonight(start.replace(second=0, microsecond=0)), "name": _name_again(event)}


def _name_of_day(day: date) -> str:
    # The month as it stands beside a day: "18. listopadu", not "listopad".
    written = date_format(day, get_format("MONTH_DAY_FORMAT").replace("F", "E"))
    return _("Evening of %(day)s") % {"day": written}


def _name_again(event: Event) -> str:
    """Of a repeat: by its own day, if the event was named so."""
    is_by_day = is_numbered_as(event.name, _name_of_day(timezone.localdate(event.starts_at)))
    name = _name_of_day(timezone.localdate()) if is_by_day else event.name
    return _free_name(event.club, name)


def _free_name(club: Club, name: str) -> str:
    return free_name(name, taken=club.events.values_list("name", flat=True))


def _tonight(start: time = _EVENING) -> dict[str, object]:
    """Today at the usual time, or at the next quarter of an hour if that is over."""
    now = timezone.localtime().replace(second=0, microsecond=0)
    soon = now + timedelta(minutes=-now.minute % 15)
    is_over = now.time() > start and soon.date() == now.date()
    return {"date": now.date(), "time": soon.time() if is_over else start}
