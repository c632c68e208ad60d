"""A club read for its file: its own rows, and the people who stand in its events."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from league.archive.club_file import digests_in_club
from league.archive.club_schema import (
    CLUB,
    CLUB_KINDS,
    GUEST,
    MEMBER,
    SCHEMA,
    VISITOR,
)
from league.archive.queries.archives import plain
from league.archive.schema import RowKind
from league.models import (
    Announcement,
    Category,
    Club,
    ClubBox,
    Division,
    Entry,
    Event,
    ImportedEvent,
    MatchReminder,
    Player,
    PlayerNote,
    PlayOff,
    Postponement,
    Prize,
    PrizeDecision,
    Round,
    RoundDate,
    Ruling,
    Season,
    SeasonLeave,
    Seat,
    Series,
    SeriesEvent,
    SeriesGuest,
    StageGame,
)

IMPORTED = ("source", "digest", "head", "made_at", "is_read_only")
# Columns that are called otherwise in the database, or reached by way of another row.
_READ_AS = {("remarks", "ruling"): "pk", ("remarks", "private"): "remark__private"}
_READ_AS |= {("entry_details", "entry"): "pk", ("clocks", "round"): "pk"}
_MADE_HERE = ("players", "events", "entry_details")


def events_moved(club: Club) -> QuerySet[Event]:
    """All but rehearsals, which have made-up people in them."""
    return club.events.filter(practice_of="", wiped_at=None)


def people_moved(club: Club) -> QuerySet[Player]:
    """Members, guests that the club looks after, and whoever else was at its events."""
    events = events_moved(club).values("pk")
    entries = Entry.objects.filter(event__in=events)
    seats = Seat.objects.filter(match__event__in=events)
    guests = SeriesGuest.objects.filter(series__club=club)
    own = Q(club=club) | Q(club=None, keeper=club)
    there = Q(pk__in=entries.values("player")) | Q(pk__in=entries.values("partner"))
    there |= Q(pk__in=seats.values("player")) | Q(pk__in=guests.values("player"))
    return Player.objects.filter(own & Q(is_sample=False) | there)


def club_in_numbers(club: Club) -> dict[str, int]:
    """What somebody is told before they take the file."""
    return {
        "people": people_moved(club).filter(erased_at=None).count(),
        "events": events_moved(club).count(),
        "series": club.series.count(),
        "seasons": club.seasons.count(),
    }


def club_document(club: Club, *, digests: Mapping[str, str], source: str = "") -> dict[str, Any]:
    """`digests`: of the archives that were written, by event; no other event is named."""
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "about": {
            "made_at": plain(timezone.now()),
            "made_by": f"Arbitr {settings.VERSION}",
            "source": source[:200],
        },
        "club": {name: plain(getattr(club, name)) for name in CLUB},
        "rows": _rows(club, digests),
    }
    return {**document, "digests": digests_in_club(document)}


def _rows(club: Club, digests: Mapping[str, str]) -> dict[str, Any]:
    querysets = club_rows_by_kind(club, Event.objects.filter(pk__in=list(digests)))
    rows = {
        kind.name: list(_read(querysets[kind.name], kind))
        for kind in CLUB_KINDS
        if kind.name not in _MADE_HERE
    }
    rows["players"] = [_person(player, club) for player in people_moved(club).order_by()]
    rows["events"] = list(_events(digests))
    rows["entry_details"] = list(_entry_details(list(digests)))
    return {kind.name: sorted(rows[kind.name], key=kind.key_of) for kind in CLUB_KINDS}


def club_rows_by_kind(club: Club, events: QuerySet[Event]) -> dict[str, QuerySet[Any]]:
    """Which rows of the database the kinds are. Drafts of rounds are left out."""
    of_event, series, seasons = (
        {"event__in": events},
        {"series__club": club},
        {"season__club": club},
    )
    played = Q(match__event__in=events) & ~Q(match__round__status=Round.Status.DRAFT)
    own = Q(player__club=club) | Q(player__club=None, player__keeper=club)
    notes = PlayerNote.objects.filter(own) if club.keeps_notes else PlayerNote.objects.none()
    return {
        "boxes": ClubBox.objects.filter(club=club),
        "notes": notes,
        "categories": Category.objects.filter(**of_event),
        "prizes": Prize.objects.filter(**of_event),
        "prize_decisions": PrizeDecision.objects.filter(**of_event),
        "announcements": Announcement.objects.filter(**of_event),
        "stage_games": StageGame.objects.filter(stage__event__in=events),
        "applications": Entry.objects.filter(**of_event, status=Entry.Status.APPLIED),
        "clocks": Round.objects.filter(
            stage__event__in=events, clock_started_at__isnull=False
        ).exclude(status=Round.Status.DRAFT),
        "remarks": Ruling.objects.filter(played, remark__isnull=False).exclude(remark__private=""),
        "series": Series.objects.filter(club=club),
        "evenings": SeriesEvent.objects.filter(**series, **of_event),
        "series_guests": SeriesGuest.objects.filter(**series),
        "seasons": Season.objects.filter(club=club),
        "divisions": Division.objects.filter(**seasons, **of_event),
        "round_dates": RoundDate.objects.filter(**seasons),
        "postponements": Postponement.objects.filter(played),
        "reminders": MatchReminder.objects.filter(played),
        "play_offs": PlayOff.objects.filter(division__season__club=club),
        "leaves": SeasonLeave.objects.filter(**seasons),
    }


def _read(rows: QuerySet[Any], kind: RowKind) -> Iterator[dict[str, Any]]:
    names = [
        _READ_AS.get((kind.name, name), f"{name}_id" if column.refers else name)
        for name, column in kind.columns.items()
    ]
    for values in rows.order_by().values_list(*names):
        yield dict(zip(kind.columns, map(plain, values), strict=True))


def _person(player: Player, club: Club) -> dict[str, Any]:
    is_guest = player.club_id is None and player.keeper_id == club.pk
    return {
        "id": player.pk,
        "full_name": player.full_name,
        "privacy": player.privacy,
        "place": MEMBER if player.club_id == club.pk else GUEST if is_guest else VISITOR,
        "erased_at": plain(player.erased_at),
        "created_at": plain(player.created_at),
    }


def _events(digests: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for event in Event.objects.filter(pk__in=list(digests)).select_related("imported").order_by():
        imported: ImportedEvent | None = getattr(event, "imported", None)
        yield {
            "id": event.pk,
            "digest": digests[event.pk],
            "created_at": plain(event.created_at),
            "wrap_up": event.wrap_up,
            "imported": {name: plain(getattr(imported, name)) for name in IMPORTED}
            if imported
            else None,
        }


def _entry_details(events: list[str]) -> Iterator[dict[str, Any]]:
    let_in = Entry.objects.filter(event__in=events).exclude(status=Entry.Status.APPLIED)
    of_entry: dict[str, list[str]] = {}
    filled = Entry.categories.through.objects.filter(entry__event__in=events)
    for entry, category in filled.order_by("category_id").values_list("entry_id", "category_id"):
        of_entry.setdefault(entry, []).append(category)
    for pk, paid, queued_at, checked_in_at in let_in.order_by().values_list(
        "pk", "paid", "queued_at", "checked_in_at"
    ):
        yield {
            "entry": pk,
            "paid": plain(paid),
            "queued_at": plain(queued_at),
            "checked_in_at": plain(checked_in_at),
            "categories": of_entry.get(pk, []),
        }
