"""Games that players begin themselves: whether they may, and the one that is under way."""

from zoneinfo import ZoneInfo

from django.utils import timezone

from league.events.queries.events import current_stage
from league.models import Entry, Event, Match, Stage


def game_under_way(entry: Entry) -> Match | None:
    """Without a result yet."""
    matches = Match.objects.filter(seats__entry=entry, is_open=True)
    return matches.select_related("event", "round__stage__event").order_by("pk").first()


def may_join_now(event: Event) -> bool:
    """While it runs, without the desk: where everybody plays for themselves."""
    return event.status == Event.Status.RUNNING and takes_newcomers(current_stage(event))


def takes_newcomers(stage: Stage) -> bool:
    """To a later stage nobody new comes: its field is set."""
    event = stage.event
    is_open = event.status == Event.Status.RUNNING and event.sign_up != Event.SignUp.DESK
    takes = stage.is_first and stage.format.starts_own_games
    return is_open and takes and not has_ended(stage)


def has_ended(stage: Stage) -> bool:
    """It is closed, or its last day, where the event is, has passed."""
    if stage.closed_at is not None:
        return True
    if stage.plays_until is None:
        return False
    today = timezone.now().astimezone(ZoneInfo(stage.event.time_zone)).date()
    return today > stage.plays_until
