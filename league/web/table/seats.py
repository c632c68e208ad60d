"""Who is who at a table: phones take seats, ask for them, hand them over and let them go."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from league.errors import TooMany
from league.events.queries.entries import entry_names, player_names
from league.models import Call, Match, Round, Seat, SeatHold
from league.permissions import Actor, entries_known_to, key_of, may, seats_of, seats_to_take
from league.results.seating import number_of
from league.results.services.seats import answer_request, leave_seat, take_seat
from league.throttle import count
from league.web.access import PageRequest, known_phone, permitted
from league.web.addresses import match_named
from league.web.errors import Refusals


@dataclass(frozen=True)
class SeatShown:
    seat: Seat
    name: str
    is_mine: bool  # this viewer speaks for it
    is_held: bool  # by some phone
    is_held_here: bool  # by this one
    may_take: bool
    is_known: bool  # this phone spoke for them in an earlier round
    asker: str  # the number of the phone that asks for it; empty: none does
    is_asked_here: bool  # that phone is this one
    is_refused_here: bool  # this one asked, and did not get it
    key: str  # that this phone keeps, to be known again at its seat; else empty

    @property
    def is_free(self) -> bool:
        return self.may_take and not (self.is_held or self.is_mine)


@dataclass(frozen=True)
class TableOfMine:
    """Another table, where somebody for whom this viewer speaks is waited for."""

    match: Match
    name: str


@dataclass(frozen=True)
class SeatsShown:
    match: Match
    is_official: bool
    seats: list[SeatShown] = field(default_factory=list)  # empty for readers
    elsewhere: list[TableOfMine] = field(default_factory=list)  # unless they sit here

    @property
    def mine(self) -> list[SeatShown]:
        return [shown for shown in self.seats if shown.is_mine]

    @property
    def to_take(self) -> list[SeatShown]:
        """Only for those of whom nobody knows who they are."""
        return [] if self.mine else [shown for shown in self.seats if shown.may_take]

    @property
    def to_add(self) -> list[SeatShown]:
        """Of others whose phone this is too, as a parent's."""
        return [shown for shown in self.seats if self.mine and shown.is_known and shown.is_free]

    @property
    def to_share(self) -> list[SeatShown]:
        """Of anybody else here who may use this phone too, before anything is handed in."""
        if self.match.state not in (Match.State.WAITING, Match.State.PLAYING):
            return []
        own = {shown.seat.entry_id for shown in self.mine}
        free = [shown for shown in self.seats if own and shown.is_free]
        return [s for s in free if s not in self.to_add and s.seat.entry_id not in own]

    @property
    def to_go_on(self) -> list[SeatShown]:
        """One tap, and it is as in the round before."""
        return [shown for shown in self.to_take if shown.is_known and shown.is_free]

    @property
    def to_choose(self) -> list[SeatShown]:
        return [shown for shown in self.to_take if shown not in self.to_go_on]

    @property
    def asked_here(self) -> list[SeatShown]:
        return [shown for shown in self.seats if shown.is_asked_here]

    @property
    def refused_here(self) -> list[SeatShown]:
        return [shown for shown in self.seats if shown.is_refused_here]

    @property
    def requests(self) -> list[SeatShown]:
        return [shown for shown in self.seats if shown.asker]

    @property
    def held(self) -> int:
        return sum(shown.is_held for shown in self.seats)


def seats_shown(match: Match, actor: Actor, *, is_official: bool) -> SeatsShown:
    """Readers cost no query: there are many of them."""
    is_reader = actor.user is None and not (actor.device or actor.codes or actor.entries)
    if is_reader:
        return SeatsShown(match, is_official)
    if match.round.status != Round.Status.PUBLISHED:
        return SeatsShown(match, is_official, elsewhere=_elsewhere(match, actor))
    mine = set(seats_of(actor, match).values_list("pk", flat=True))
    to_take = set(seats_to_take(actor, match).values_list("pk", flat=True))
    elsewhere = [] if mine and match.is_open else _elsewhere(match, actor)
    if not (mine or to_take or is_official):
        return SeatsShown(match, is_official, elsewhere=elsewhere)
    names = player_names(match.event)
    known = _players_known(match, actor) | (_signed_up_here(match, actor) if mine else set())
    return SeatsShown(
        match,
        is_official,
        [
            _shown(seat, actor, name=_name(seat, names), mine=mine, to_take=to_take, known=known)
            for seat in match.seats.select_related("hold", "player").order_by("letter")
        ],
        elsewhere,
    )


def seats_step(match: Match) -> str:
    """Another one when the phones at a table may have to see something else."""
    holds = SeatHold.objects.filter(seat__match=match).order_by("pk")
    rounds = Round.objects.filter(stage__event=match.event_id, status=Round.Status.PUBLISHED)
    calls = Call.objects.filter(match=match, ended_at=None)
    return ":".join(
        [
            *(f"{pk}{coming or ''}" for pk, coming in calls.values_list("pk", "coming_at")),
            *(
                f"{pk}{asked_at.timestamp() if asked_at else ''}"
                for pk, asked_at in holds.values_list("pk", "asked_at")
            ),
            *(str(number) for number in rounds.order_by("number").values_list("number", flat=True)),
        ]
    )


def _players_known(match: Match, actor: Actor) -> set[str]:
    """Whose phone this is, of the two of a team too: only one of them goes on with it."""
    if not actor.device:
        return set()
    held = SeatHold.objects.filter(device=actor.device, carries_over=True)
    of_event = held.filter(seat__match__event=match.event_id)
    return set(of_event.values_list("seat__player", flat=True))


def _signed_up_here(match: Match, actor: Actor) -> set[str]:
    """Players at this table who were signed up from here: of a family, most often."""
    if not actor.entries:
        return set()
    return set(match.seats.filter(entry__in=actor.entries).values_list("player", flat=True))


def _elsewhere(match: Match, actor: Actor) -> list[TableOfMine]:
    """Where those of this table who use this phone, or this account, are waited for now."""
    is_theirs = Q(entry__in=seats_of(actor, match).values("entry"))
    is_theirs |= Q(entry__in=entries_known_to(actor))
    seats = Seat.objects.filter(is_theirs, match__event=match.event_id, match__is_open=True)
    waiting = list(
        seats.exclude(match=match).select_related("match__round").order_by("match__table")
    )
    names = entry_names(match.event) if waiting else {}
    tables = {seat.entry_id: TableOfMine(seat.match, names[seat.entry_id]) for seat in waiting}
    return list(tables.values())


def _name(seat: Seat, names: Mapping[str, str]) -> str:
    """Who has left a team since is in no entry any more."""
    return names.get(seat.player_id) or seat.player.public_name


def _shown(
    seat: Seat,
    actor: Actor,
    *,
    name: str,
    mine: Container[str],
    to_take: Container[str],
    known: Container[str],
) -> SeatShown:
    hold: SeatHold | None = getattr(seat, "hold", None)
    asked_by = hold.asked_by if hold else ""
    is_held_here = hold is not None and hold.device == actor.device
    return SeatShown(
        seat=seat,
        name=name,
        is_mine=seat.pk in mine,
        is_held=hold is not None,
        is_held_here=is_held_here,
        may_take=seat.pk in to_take,
        is_known=seat.player_id in known,
        asker=number_of(asked_by, seat=seat.pk) if asked_by else "",
        is_asked_here=bool(asked_by) and asked_by == actor.device,
        is_refused_here=hold is not None and actor.device in hold.refused,
        key=key_of(actor.device) if is_held_here else "",
    )


def seat_named(pk: str) -> Seat:
    seats = Seat.objects.select_related("match__event__club", "match__round", "hold")
    return get_object_or_404(seats, pk=pk)


@permitted("see_match", of=match_named, hidden=True)
@require_safe
def match_seats(request: PageRequest, match: Match) -> HttpResponse:
    """The viewer's part of the page of a match, fetched again when a phone has done something."""
    is_official = may(request.actor, "see_as_official", match)
    seats = seats_shown(match, request.actor, is_official=is_official)
    template = "table/_seats_to_share.html" if request.GET.get("share") else "table/_seats.html"
    return render(request, template, {"seats": seats})


@permitted("see_seat", of=seat_named, hidden=True)
@require_POST
def seat_take(request: PageRequest, seat: Seat) -> HttpResponse:
    """Those who may not are told what to do: most of them hold a code that was renewed."""
    actor = known_phone(request)
    if not may(actor, "sit_down", seat):
        words = _("Scan the code of your table again: you came without it, or it was renewed.")
        return _back(request, seat, refused=words)
    count("seat-by-phone", who=actor.device)
    count("seat-at-table", who=seat.match_id)
    is_beside = bool(request.POST.get("beside"))
    return _back(request, seat, action=lambda: take_seat(seat, actor=actor, is_beside=is_beside))


@permitted("see_seat", of=seat_named, hidden=True)
@require_POST
def seat_answer(request: PageRequest, seat: Seat) -> HttpResponse:
    if not may(request.actor, "keep_seat", seat) or not hasattr(seat, "hold"):
        return _back(request, seat, refused=_not_yours())

    def answer() -> None:
        answer_request(
            seat.hold,
            actor=request.actor,
            hands_over=request.POST.get("answer") == "hand-over",
            asker=request.POST.get("asker", ""),
        )

    return _back(request, seat, action=answer)


@permitted("see_seat", of=seat_named, hidden=True)
@require_POST
def seat_leave(request: PageRequest, seat: Seat) -> HttpResponse:
    if not may(request.actor, "keep_seat", seat):
        return _back(request, seat, refused=_not_yours())
    return _back(request, seat, action=lambda: leave_seat(seat, actor=request.actor))


def to_the_seats(request: PageRequest, match: Match) -> HttpResponse:
    """For those who may sit here and do not: most held a seat that another phone has now."""
    messages.info(request, _("Say who you are first: take your seat."))
    address = reverse("match", args=[match.pk])
    response = HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    response["X-Not-Sent"] = "1"  # the page keeps what was typed
    return response


def _not_yours() -> str:
    return _("This phone no longer holds the seat. Look at the table again.")


def _back(
    request: PageRequest,
    seat: Seat,
    *,
    refused: str = "",
    action: Callable[[], object] = lambda: None,
) -> HttpResponse:
    """To the page of the match, which shows what came of it."""
    with Refusals(but=TooMany) as refusal:
        if not refused:
            action()
    if said := refused or str(refusal):
        messages.error(request, said)
    return redirect("match", seat.match_id)
