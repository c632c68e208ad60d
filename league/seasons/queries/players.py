"""Who is in which division, before and during a season; and a visitor's own matches."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.clubs.queries import players_kept_by, players_of
from league.events.queries.entries import names_of_entries
from league.models import Division, Entry, Player, Season
from league.permissions import Actor
from league.seasons.queries.schedule import MeetingShown, RoundScheduled, Schedule
from league.seasons.queries.seasons import divisions_of


@dataclass(frozen=True)
class PlayerListed:
    entry: Entry
    name: str


@dataclass(frozen=True)
class DivisionListed:
    division: Division
    players: tuple[PlayerListed, ...]
    is_first: bool
    is_last: bool


@dataclass(frozen=True)
class MySeason:
    """A season as one of its players sees it."""

    entry: Entry
    division: Division
    open: tuple[
        tuple[RoundScheduled, MeetingShown], ...
    ]  # to be played now, the earliest due first
    next: tuple[RoundScheduled, MeetingShown] | None  # the next one that is not open yet


def listed_divisions(season: Season, *, in_full: bool) -> list[DivisionListed]:
    """From the top, players in the order that gives their starting numbers."""
    divisions = divisions_of(season)
    entered: dict[str, list[Entry]] = {division.event_id: [] for division in divisions}
    entries = Entry.objects.filter(event__division__season=season).exclude(
        status=Entry.Status.WITHDRAWN
    )
    for entry in entries.select_related("player", "partner").order_by("created_at", "pk"):
        entered[entry.event_id].append(entry)
    found = []
    for at, division in enumerate(divisions, start=1):
        names = names_of_entries(entered[division.event_id], in_full=in_full)
        found.append(
            DivisionListed(
                division,
                tuple(PlayerListed(entry, names[entry.pk]) for entry in entered[division.event_id]),
                is_first=at == 1,
                is_last=at == len(divisions),
            )
        )
    return found


def members_to_add(season: Season) -> QuerySet[Player]:
    """Players of the club who are in no division."""
    ours = players_of(season.club) | players_kept_by(season.club)
    taken = Entry.objects.filter(event__division__season=season)
    return ours.exclude(pk__in=taken.values("player")).distinct()


def my_season(schedule: Schedule, actor: Actor) -> MySeason | None:
    """Nothing for whoever does not play in it."""
    own = Q(pk__in=actor.entries)
    if actor.user is not None:
        own |= Q(player__user=actor.user) | Q(partner__user=actor.user)
    entry = (
        Entry.objects.filter(own, event__division__season=schedule.season)
        .select_related("event__division")
        .order_by(*Entry.BY_NAME)
        .first()
    )
    if entry is None:
        return None
    mine = schedule.meetings_of(entry.pk)
    waiting = [pair for pair in mine if pair[1].match is not None and pair[1].match.is_open]
    to_come = (pair for pair in mine if pair[1].match is None)
    return MySeason(
        entry,
        entry.event.division,
        tuple(sorted(waiting, key=lambda pair: (pair[1].due_on, pair[0].number))),
        next(to_come, None),
    )
