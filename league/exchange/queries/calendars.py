"""What stands in calendars: of an event, a club, a season, and of somebody's own matches."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, Max, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.exchange.calendar import CalendarEntry, calendar, stable_uid
from league.exchange.data_table import file_name
from league.exchange.table_files import FileSent
from league.models import (
    AuditEntry,
    Club,
    Division,
    Entry,
    Event,
    Postponement,
    Season,
    Stage,
    User,
)
from league.permissions import VISITOR, visible_events
from league.seasons.queries.schedule import MeetingShown, RoundScheduled, Schedule, schedule_of

CONTENT_TYPE = "text/calendar; charset=utf-8"
_KEPT = timedelta(days=365)  # what is older, nobody plans for
_MOST = 500
_USUAL_LENGTH = timedelta(hours=3)
_BETWEEN_ROUNDS_MIN = 10


def event_calendar(event: Event) -> FileSent:
    """Of a division of a season, its matches: they are played over weeks."""
    division = getattr(event, "division", None)
    entries = _of_division(division) if division else _of_events([event])
    return _file(event.name, entries, is_personal=not event.is_public)


def club_calendar(club: Club) -> FileSent:
    """Its public events, and the rounds of its seasons."""
    events = visible_events(VISITOR).filter(club=club, division=None, starts_at__gte=_earliest())
    entries = list(_of_events(events.select_related("club").order_by("-starts_at", "pk")[:_MOST]))
    for season in _current_seasons(club.seasons.exclude(status=Season.Status.DRAFT)):
        entries += _rounds_of(season)
    return _file(club.name, entries)


def season_calendar(season: Season, *, entry: str = "") -> FileSent:
    """Every match to come and played; `entry`: only those of one."""
    schedule = schedule_of(season)
    name = season.name
    if entry in schedule.names:
        name = f"{name}: {schedule.names[entry]}"
    is_draft = season.status == Season.Status.DRAFT
    return _file(name, _meetings(schedule, {entry} if entry else None), is_personal=is_draft)


def personal_calendar(user: User) -> FileSent:
    """Events and matches of the account's players, and of those whom it signed up."""
    own = Q(player__user=user) | Q(partner__user=user) | Q(signed_up_by=user)
    entered = (
        Entry.objects.filter(own, event__in=visible_events(VISITOR))
        .exclude(status=Entry.Status.APPLIED)
        .select_related("event__club", "event__division__season__club")
        .order_by("-event__starts_at", "pk")[:_MOST]
    )
    singles = [entry for entry in entered if not _season_of(entry)]
    events = {entry.event_id: entry.event for entry in singles if _is_recent(entry.event)}
    kept = {e.event_id for e in singles if e.status != Entry.Status.WITHDRAWN}
    entries = list(_of_events(events.values(), cancelled=events.keys() - kept))
    seasons = {season.pk: season for entry in entered if (season := _season_of(entry))}
    mine = {entry.pk for entry in entered}
    for season in _current_seasons(seasons.values()):
        entries += _meetings(schedule_of(season), mine)
    return _file(_("My matches"), entries, is_personal=True)


def _of_division(division: Division) -> Iterator[CalendarEntry]:
    entered = Entry.objects.filter(event=division.event_id)
    return _meetings(schedule_of(division.season), set(entered.values_list("pk", flat=True)))


def _season_of(entry: Entry) -> Season | None:
    division = getattr(entry.event, "division", None)
    return division.season if division else None


def _file(name: str, entries: Iterable[CalendarEntry], *, is_personal: bool = False) -> FileSent:
    text = calendar(name, list(entries))
    suffixed = f"{file_name(name, otherwise='calendar')}.ics"
    return FileSent(suffixed, CONTENT_TYPE, [text.encode()], is_personal=is_personal)


def _earliest() -> datetime:
    return timezone.now() - _KEPT


def _is_recent(event: Event) -> bool:
    return event.starts_at >= _earliest()


def _current_seasons(seasons: Iterable[Season]) -> Iterator[Season]:
    for season in seasons:
        last = season.round_dates.aggregate(Max("due_on"))["due_on__max"]
        if last is not None and last >= _earliest().date():
            yield season


def _of_events(
    events: Iterable[Event], *, cancelled: Iterable[str] = ()
) -> Iterator[CalendarEntry]:
    listed, gone = list(events), set(cancelled)
    ids = [event.pk for event in listed]
    changes = AuditEntry.objects.filter(event__in=ids).order_by().values_list("event")
    changed = dict(changes.annotate(Max("at")))
    stages = Stage.objects.filter(event__in=ids, order=1).values_list("event", "rounds_planned")
    rounds = dict(stages)
    for event in listed:
        starts = event.starts_at.astimezone(ZoneInfo(event.time_zone))
        yield CalendarEntry(
            uid=_uid("event", event.pk),
            summary=event.name,
            starts=starts,
            ends=starts + _length(event, rounds.get(event.pk)),
            changed_at=changed.get(event.pk, event.created_at),
            sequence=event.version,
            description=f"{event.club.name}, {event.game_played.name}",
            place=event.place,
            url=settings.SITE_URL + event.get_absolute_url(),
            is_cancelled=event.pk in gone,
        )


def _length(event: Event, rounds: int | None) -> timedelta:
    """As planned, where that is known."""
    if not event.round_minutes or not rounds:
        return _USUAL_LENGTH
    return timedelta(minutes=rounds * (event.round_minutes + _BETWEEN_ROUNDS_MIN))


def _rounds_of(season: Season) -> Iterator[CalendarEntry]:
    """Without who meets whom: that is in the calendar of the season."""
    for dated in season.round_dates.order_by("number"):
        number = _("round %(number)d") % {"number": dated.number}
        yield CalendarEntry(
            uid=_uid("season-round", season.pk, str(dated.number)),
            summary=f"{season.name}, {number}",
            starts=dated.starts_on,
            ends=dated.due_on,
            changed_at=season.updated_at,
            sequence=season.version,
            url=settings.SITE_URL + season.get_absolute_url(),
        )


def _meetings(schedule: Schedule, wanted: set[str] | None) -> Iterator[CalendarEntry]:
    """Of all entries, or of these; a word about the day of a match makes it another version."""
    season = schedule.season
    words = Postponement.objects.filter(match__event__division__season=season).order_by()
    counted = words.values_list("match").annotate(Count("pk"), Max("at"))
    said = {match: (number, at) for match, number, at in counted}
    for scheduled, part, meeting in _all_meetings(schedule):
        if wanted is None or wanted & set(meeting.entries):
            match = meeting.match.pk if meeting.match else ""
            number, at = said.get(match, (0, season.updated_at))
            entry = _meeting(season, scheduled, meeting)
            yield replace(
                entry,
                description=_("%(season)s, %(division)s, round %(number)d")
                % {"season": season.name, "division": part.name, "number": scheduled.number},
                changed_at=max(at, season.updated_at),
                sequence=entry.sequence + number,
            )


def _all_meetings(
    schedule: Schedule,
) -> Iterator[tuple[RoundScheduled, Division, MeetingShown]]:
    for scheduled in schedule.rounds:
        for part in scheduled.divisions:
            for meeting in part.meetings:
                yield scheduled, part.division, meeting


def _meeting(season: Season, scheduled: RoundScheduled, meeting: MeetingShown) -> CalendarEntry:
    """On the day agreed on, else on all days of the round."""
    path = (
        reverse("match", args=[meeting.match.pk])
        if meeting.match
        else reverse("season-schedule", args=[season.pk])
    )
    return CalendarEntry(
        # Of who meets in which round: the same before and after the round is published.
        uid=_uid(str(scheduled.number), *sorted(meeting.entries)),
        summary=" – ".join(meeting.names),
        starts=meeting.agreed_on or scheduled.starts_on,
        ends=meeting.agreed_on or scheduled.due_on,
        changed_at=season.updated_at,
        sequence=season.version + (meeting.match.version if meeting.match else 0),
        url=settings.SITE_URL + path,
    )


def _uid(*parts: str) -> str:
    return stable_uid(*parts, host=urlsplit(settings.SITE_URL).hostname or "arbitr")
