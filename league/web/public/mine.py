"""What is one's own: the table that waits for somebody now, the next event, all matches so far.

Known by an account, or by a phone that holds a seat or signed somebody up.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.events.queries.endings import endings_of
from league.events.queries.entries import names_of_entries
from league.events.queries.events import check_in_opens_at
from league.events.queries.tables import (
    FORFEIT,
    SideAtTable,
    TableShown,
    cells_of,
    matches_of,
    places_in,
    table_shown,
)
from league.models import Confirmation, Entry, Event, Match, Round, Seat, Submission, User
from league.permissions import Actor, entries_known_to, signed_up_by
from league.standings.queries import rounds_by_stage
from league.web.access import PageRequest, permitted

_SHOWN = 6
_COMING = (Event.Status.OPEN, Event.Status.RUNNING)


@dataclass(frozen=True)
class MySeat:
    """Where somebody of this phone or account is waited for."""

    seat: Seat
    kind: str  # play, asked, waiting, contradicted, disputed: what to do there
    is_named: bool  # several people are known here: whose seat it is has to be said

    @property
    def match(self) -> Match:
        return self.seat.match


@dataclass(frozen=True)
class MyEntry:
    """An event that somebody of this phone or account is in, and does not sit in now."""

    entry: Entry
    can_check_in: bool
    is_named: bool
    ending: str = ""  # why no table of theirs is to come; empty: one may be

    @property
    def event(self) -> Event:
        return self.entry.event


@dataclass(frozen=True)
class MyDay:
    """What home says first to somebody who plays."""

    seats: Sequence[MySeat] = ()
    entries: Sequence[MyEntry] = ()

    def __bool__(self) -> bool:
        return bool(self.seats or self.entries)

    @property
    def seen(self) -> str:
        """Another one when the page should be another one."""
        at_tables = [f"{mine.match.pk}{mine.match.version}{mine.kind}" for mine in self.seats]
        clocks = [f"{mine.seat.round.version}" for mine in self.seats]
        entered = [f"{m.entry.pk}{m.entry.status}{m.event.status}{m.ending}" for m in self.entries]
        return "-".join([*at_tables, *clocks, *entered])


def is_known(actor: Actor) -> bool:
    """Whether there may be anything of one's own."""
    return bool(actor.user or actor.device or actor.entries)


def my_day(actor: Actor) -> MyDay:
    """By a number of queries that grows with the brackets alone in which somebody waits."""
    if not is_known(actor):
        return MyDay()
    entries = list(
        Entry.objects.filter(_own(actor), event__status__in=_COMING, event__wiped_at=None)
        .exclude(status=Entry.Status.WITHDRAWN)
        .select_related("event__club", "player")
        .order_by("event__starts_at", "created_at", "pk")
    )
    is_named = len({entry.player_id for entry in entries}) > 1
    seats = _open_seats(entries)
    asked = _asked(seats)
    sitting = {seat.entry_id for seat in seats}
    shown = [entry for entry in entries if entry.pk not in sitting][:_SHOWN]
    endings = endings_of(shown)
    return MyDay(
        seats=[MySeat(seat, _to_do(seat, asked), is_named) for seat in seats],
        entries=[
            MyEntry(entry, _can_check_in(entry), is_named, endings.get(entry.pk, ""))
            for entry in shown
        ],
    )


def _own(actor: Actor) -> Q:
    """Of entries: one's own by account, a child's, and those whose phone this is."""
    own = signed_up_by(actor) | Q(pk__in=entries_known_to(actor).values("pk"))
    if actor.user is not None:
        own |= Q(player__user=actor.user) | Q(partner__user=actor.user)
    return own


def _open_seats(entries: Iterable[Entry]) -> list[Seat]:
    """One for each entry and table: a team holds two."""
    playing = [entry.pk for entry in entries if entry.event.status == Event.Status.RUNNING]
    if not playing:
        return []
    rows = (
        Seat.objects.filter(entry__in=playing, match__is_open=True)
        .select_related("match__event", "round__stage__event", "player")
        .order_by("round__published_at", "match__table", "letter")
    )
    return list({(seat.match_id, seat.entry_id): seat for seat in reversed(rows)}.values())[::-1]


def _asked(seats: Iterable[Seat]) -> set[tuple[str, str]]:
    """Matches and entries that have not said yet whether what was handed in last is right."""
    handed_in = [seat for seat in seats if seat.match.state == Match.State.HANDED_IN]
    if not handed_in:
        return set()
    versions = Submission.objects.filter(match__in={seat.match_id for seat in handed_in})
    rows = list(versions.order_by("number").values_list("match", "digest", "seat__entry"))
    latest = {match: digest for match, digest, _entry in rows}
    confirmed = Confirmation.objects.filter(submission__match__in=latest)
    rows += confirmed.values_list("submission__match", "submission__digest", "seat__entry")
    spoken = {(match, entry) for match, digest, entry in rows if latest[match] == digest}
    return {(seat.match_id, seat.entry_id) for seat in handed_in} - spoken


def _to_do(seat: Seat, asked: Collection[tuple[str, str]]) -> str:
    if seat.match.state == Match.State.HANDED_IN:
        return "asked" if (seat.match_id, seat.entry_id) in asked else "waiting"
    is_trouble = seat.match.state in (Match.State.CONTRADICTED, Match.State.DISPUTED)
    return seat.match.state if is_trouble else "play"


def _can_check_in(entry: Entry) -> bool:
    opens_at = check_in_opens_at(entry.event)
    is_open = opens_at is not None and opens_at <= timezone.now()
    return is_open and entry.status == Entry.Status.REGISTERED and not entry.event.has_started


@dataclass(frozen=True)
class MyTable:
    """A table at which somebody sits or sat."""

    event: Event
    round: Round
    table: TableShown
    entry: str  # the person's own

    @property
    def opponents(self) -> list[str]:
        return self.table.others(self.entry)

    @property
    def scores(self) -> tuple[str, ...]:
        """One for each game, in words where there is none."""
        return tuple(_("forfeit") if score == FORFEIT else score for score in self._own.scores)

    @property
    def place(self) -> int | None:
        """Of a match that counts, at once; standings follow."""
        return self._places.get(self.entry) if self._places else self._own.place

    @property
    def points_12(self) -> int | None:
        return self._own.points_12

    @property
    def _own(self) -> SideAtTable:
        return next(side for side in self.table.sides if side.entry == self.entry)

    @property
    def _places(self) -> dict[str, int]:
        if self.table.match.state != Match.State.ACCEPTED:
            return {}
        results = [game.result.sides for game in self.table.match.games.all() if game.result]
        return places_in(results) if results else {}


def my_tables(user: User) -> list[MyTable]:
    """All that are public, the newest first, by a number of queries that does not grow."""
    seats = list(
        Seat.objects.filter(player__user=user)
        .exclude(round__status=Round.Status.DRAFT)
        .exclude(match__event__status=Event.Status.DRAFT)
        .filter(match__event__practice_of="")
        .select_related("round__stage__event__club")
        .order_by("-round__published_at", "pk")
    )
    rounds = {seat.round_id: seat.round for seat in seats}
    matches = {
        match.pk: match
        for match in matches_of(list(rounds.values())).filter(
            pk__in=[seat.match_id for seat in seats]
        )
    }
    names = _names_in({round_.stage.event_id for round_ in rounds.values()})
    cells = rounds_by_stage(entries={seat.entry_id for seat in seats})
    return [
        MyTable(
            event := seat.round.stage.event,
            seat.round,
            table_shown(
                matches[seat.match_id],
                round_=seat.round,
                event=event,
                names=names[event.pk],
                cells=cells_of(cells.get(seat.round.stage_id, {})),
            ),
            seat.entry_id,
        )
        for seat in seats
    ]


def _names_in(events: set[str]) -> dict[str, dict[str, str]]:
    """Distinct names by event, by one query for all of them."""
    entered: dict[str, list[Entry]] = defaultdict(list)
    entries = Entry.objects.filter(event__in=events).select_related("player__club", "partner__club")
    for entry in entries.order_by("created_at", "pk"):
        entered[entry.event_id].append(entry)
    return {event: names_of_entries(entries, in_full=False) for event, entries in entered.items()}


@permitted("keep_account")
def my_matches(request: PageRequest) -> HttpResponse:
    assert request.actor.user is not None
    tables = my_tables(request.actor.user)
    now = [mine for mine in tables if mine.table.match.is_open]
    before = [mine for mine in tables if mine not in now]
    return render(request, "public/events/my_matches.html", {"now": now, "before": before})
