"""The seats of a match as one viewer sees them: who is who, which phone asks for what."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from league.events.queries.entries import player_names
from league.models import Match, Seat, SeatHold
from league.permissions import Actor, seats_of, seats_to_take
from league.results.phones import number_of


@dataclass(frozen=True)
class SeatShown:
    seat: Seat
    name: str
    is_mine: bool  # this viewer speaks for it
    is_held: bool  # by some phone
    is_held_here: bool  # by this one
    may_take: bool
    asker: str  # the number of the phone that asks for it; empty: none does
    is_asked_here: bool  # that phone is this one
    is_refused_here: bool  # this one asked, and did not get it


@dataclass(frozen=True)
class SeatsShown:
    match: Match
    is_official: bool
    seats: list[SeatShown] = field(default_factory=list)  # empty for mere readers

    @property
    def mine(self) -> list[SeatShown]:
        return [shown for shown in self.seats if shown.is_mine]

    @property
    def to_take(self) -> list[SeatShown]:
        """Only for those of whom nobody knows who they are."""
        return [] if self.mine else [shown for shown in self.seats if shown.may_take]

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
    """Mere readers cost no query: of them there are many."""
    is_reader = actor.user is None and not (actor.device or actor.codes or actor.entries)
    if is_reader or not match.is_open:
        return SeatsShown(match, is_official)
    mine = set(seats_of(actor, match).values_list("pk", flat=True))
    to_take = set(seats_to_take(actor, match).values_list("pk", flat=True))
    if not (mine or to_take or is_official):
        return SeatsShown(match, is_official)
    names = player_names(match.event)
    return SeatsShown(
        match,
        is_official,
        [
            _shown(seat, actor, name=_name(seat, names), mine=mine, to_take=to_take)
            for seat in match.seats.select_related("hold", "player").order_by("letter")
        ],
    )


def seats_step(match: Match) -> str:
    """Another one when the phones at a table may have to see something else."""
    holds = SeatHold.objects.filter(seat__match=match).order_by("pk")
    return ":".join(
        f"{pk}{asked_at.timestamp() if asked_at else ''}"
        for pk, asked_at in holds.values_list("pk", "asked_at")
    )


def _name(seat: Seat, names: Mapping[str, str]) -> str:
    """Whoever has left a team since is in no entry any more."""
    return names.get(seat.player_id) or seat.player.public_name


def _shown(
    seat: Seat, actor: Actor, *, name: str, mine: Iterable[str], to_take: Iterable[str]
) -> SeatShown:
    hold: SeatHold | None = getattr(seat, "hold", None)
    asked_by = hold.asked_by if hold else ""
    return SeatShown(
        seat=seat,
        name=name,
        is_mine=seat.pk in mine,
        is_held=hold is not None,
        is_held_here=hold is not None and hold.device == actor.device,
        may_take=seat.pk in to_take,
        asker=number_of(asked_by, seat=seat.pk) if asked_by else "",
        is_asked_here=bool(asked_by) and asked_by == actor.device,
        is_refused_here=hold is not None and actor.device in hold.refused,
    )
