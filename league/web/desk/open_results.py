"""What about results waits for an official: disputes first, then the rest."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.events.queries.events import entry_names
from league.models import Event, Flag, Match, Round, Seat, SeatHold
from league.results.seating import number_of
from league.results.states import GameState
from league.web.desk.attention import HandedIn, handed_in_at

_LISTED = 20
_OPEN_STATES = (Match.State.DISPUTED, Match.State.CONTRADICTED, Match.State.HANDED_IN)


@dataclass(frozen=True)
class FlagShown:
    flag: Flag
    text: str


@dataclass(frozen=True)
class SeatAsked:
    """A phone asks for a seat that another one holds."""

    hold: SeatHold
    match: Match
    name: str

    @property
    def asker(self) -> str:
        """The number that the asking phone shows."""
        return number_of(self.hold.asked_by, seat=self.hold.seat_id)


@dataclass(frozen=True)
class Attention:
    troubles: Sequence[HandedIn] = ()  # disputed or contradicted
    for_officials: Sequence[HandedIn] = ()  # nobody else may confirm them
    flags: Sequence[FlagShown] = ()
    seats: Sequence[SeatAsked] = ()

    @property
    def has_more(self) -> bool:
        """Besides what has to be settled."""
        return bool(self.for_officials or self.flags or self.seats)


def attention_of(event: Event) -> Attention:
    """By as many queries however much there is."""
    matches = _matches(event)
    flags = _flags(event)
    holds = _holds(event)
    if not (matches or flags or holds):
        return Attention()
    names = entry_names(event, in_full=True)
    games = handed_in_at(matches, names=names)
    troubles = [each for each in games if each.is_trouble]
    return Attention(
        troubles=sorted(troubles, key=lambda each: each.state != GameState.DISPUTED),
        for_officials=[each for each in games if each.waits_for in ("officials", "record")],
        flags=flags_shown(flags),
        seats=[SeatAsked(hold, hold.seat.match, names[hold.seat.entry_id]) for hold in holds],
    )


def flags_shown(flags: Iterable[Flag]) -> list[FlagShown]:
    """Each thing once, however many versions of a table it is true of."""
    shown = {text: flag for flag in flags for text in [flag_in_words(flag)]}
    return [FlagShown(flag, text) for text, flag in shown.items()]


def flag_in_words(flag: Flag) -> str:
    """In a sentence: which table, what about it, and which other one."""
    gaps: dict[str, object] = {"table": flag.match.table, "round": flag.match.round.number}
    other = flag.other
    if other is None:
        return _(_ALONE[flag.code]) % gaps
    gaps |= {"other_table": other.table, "other_round": other.round.number}
    if other.event_id == flag.match.event_id:
        return _(_LIKE_ANOTHER[flag.code]) % gaps
    return _(_LIKE_ELSEWHERE[flag.code]) % (gaps | {"event": other.event.name})


_ALONE = {
    "copy": gettext_noop("The record of table %(table)d in round %(round)d is a copy."),
    "near_copy": gettext_noop("The record of table %(table)d in round %(round)d is nearly a copy."),
    "other_game": gettext_noop(
        "The record of table %(table)d in round %(round)d is of another game."
    ),
    "other_variant": gettext_noop(
        "The record of table %(table)d in round %(round)d is of another variant."
    ),
    "other_players": gettext_noop(
        "The record of table %(table)d in round %(round)d is of another number of players."
    ),
    "too_fast": gettext_noop(
        "The record of table %(table)d in round %(round)d came faster than it can be played."
    ),
}
_LIKE_ANOTHER = {
    "copy": gettext_noop(
        "The record of table %(table)d in round %(round)d is the same as that of table "
        "%(other_table)d in round %(other_round)d."
    ),
    "near_copy": gettext_noop(
        "The record of table %(table)d in round %(round)d is almost the same as that of table "
        "%(other_table)d in round %(other_round)d."
    ),
}
_LIKE_ELSEWHERE = {
    "copy": gettext_noop(
        "The record of table %(table)d in round %(round)d is the same as that of table "
        "%(other_table)d in round %(other_round)d of “%(event)s”."
    ),
    "near_copy": gettext_noop(
        "The record of table %(table)d in round %(round)d is almost the same as that of table "
        "%(other_table)d in round %(other_round)d of “%(event)s”."
    ),
}


def _matches(event: Event) -> list[Match]:
    open_ones = Match.objects.filter(
        event=event, state__in=_OPEN_STATES, round__status=Round.Status.PUBLISHED
    )
    found = list(
        open_ones.select_related("round__stage")
        .prefetch_related(Prefetch("seats", Seat.objects.order_by("letter")))
        .order_by("round__number", "table")
    )
    for match in found:
        match.event = match.round.stage.event = event
    return found


def _flags(event: Event) -> list[Flag]:
    unseen = Flag.objects.filter(match__event=event, seen_at=None)
    return list(unseen.select_related("match__round", "other__round", "other__event")[:_LISTED])


def _holds(event: Event) -> list[SeatHold]:
    asked = SeatHold.objects.filter(seat__match__event=event).exclude(asked_by="")
    return list(asked.select_related("seat__match__round").order_by("asked_at")[:_LISTED])
