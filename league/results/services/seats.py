"""Which phone speaks for which seat. A seat is held by one phone; another one has to ask for it."""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError
from league.live import changing_event
from league.models import Club, Event, Match, Round, Seat, SeatHold, TableCode
from league.models.public_id import new_public_id
from league.permissions import Actor, entries_known_to
from league.results.seating import number_of

_REFUSED_KEPT = 8  # phones per seat; more would be a crowd at one table


def take_seat(seat: Seat, *, actor: Actor, is_beside: bool = False) -> bool:
    """Hold a seat with this phone. False: another phone holds it, and is asked now.

    `is_beside`: the seats that it holds at this table stay, as for two who share a phone. Of two
    phones that tap at once, one holds the seat and the other one asks for it.
    """
    if not actor.device:
        raise LeagueError(_("Scan the code of your table first."))
    with changing_event(seat.match.event_id):
        if not Round.objects.filter(pk=seat.round_id, status=Round.Status.PUBLISHED).exists():
            raise LeagueError(_("This match is over: nobody needs a seat there any more."))
        family = _family_of(seat, actor=actor, is_beside=is_beside)
        hold, is_free = SeatHold.objects.get_or_create(seat=seat, defaults={"device": actor.device})
        if is_free:
            _become_the_phone_of(seat, device=actor.device, family=family)
            log_action(actor, gettext_noop("take seat"), seat.match, seat=seat.pk)
        elif hold.device != actor.device:
            _ask(hold, device=actor.device)
            return False
    return True


def answer_request(hold: SeatHold, *, actor: Actor, hands_over: bool, asker: str = "") -> None:
    """The phone that holds a seat, or an official, answers the one that asks for it.

    `asker`: the number of the phone that was shown to them; another one may have asked since.
    """
    with changing_event(hold.seat.match.event_id):
        stored = SeatHold.objects.select_related("seat__match").filter(pk=hold.pk).first()
        if stored is None or not stored.asked_by:
            raise LeagueError(_("Nobody asks for this seat any more."))
        if asker and asker != number_of(stored.asked_by, seat=stored.seat_id):
            raise LeagueError(_("Another phone asks for this seat now. Look at its number first."))
        if hands_over:
            stored.device, stored.carries_over = stored.asked_by, True
            stored.since = timezone.now()
        else:
            _refuse(stored)
        stored.asked_by, stored.asked_at = "", None
        stored.save()
        if hands_over:
            _become_the_phone_of(stored.seat, device=stored.device)
            log_action(
                actor, gettext_noop("hand over seat"), stored.seat.match, seat=stored.seat_id
            )


def leave_seat(seat: Seat, *, actor: Actor) -> None:
    """Let a seat go: by its own phone, or by an official. The phone is known as theirs no more."""
    with changing_event(seat.match.event_id):
        hold = SeatHold.objects.filter(seat=seat).first()
        if hold is not None:
            _end_known(seat__entry=seat.entry_id, device=hold.device)
            hold.delete()
            log_action(actor, gettext_noop("leave seat"), seat.match, seat=seat.pk)


def table_codes(club: Club, tables: range) -> dict[int, str]:
    """The codes on the cards of a club's tables; made when first printed."""
    known = dict(TableCode.objects.filter(club=club, table__in=tables).values_list("table", "code"))
    missing = [TableCode(club=club, table=table) for table in tables if table not in known]
    TableCode.objects.bulk_create(missing, ignore_conflicts=True)
    return dict(TableCode.objects.filter(club=club, table__in=tables).values_list("table", "code"))


def renew_table_code(club: Club, *, table: int, actor: Actor) -> str:
    """The printed card of this table is worth nothing from now on.

    Who came by it is not known: so nobody who sat there is known by a phone any more.
    """
    code = new_public_id()
    sat_there = Seat.objects.filter(
        match__event__club=club, match__event__status=Event.Status.RUNNING, match__table=table
    )
    with transaction.atomic():
        TableCode.objects.update_or_create(club=club, table=table, defaults={"code": code})
        _end_known(seat__entry__in=sat_there.values("entry"))
        log_action(actor, gettext_noop("renew table code"), club, table=table)
    return code


def renew_match_code(match: Match, *, actor: Actor) -> None:
    with changing_event(match.event_id):
        Match.objects.filter(pk=match.pk).update(code=new_public_id())
        _end_known(seat__entry__in=match.seats.values("entry"))
        log_action(actor, gettext_noop("renew match code"), match)


def renew_room_code(event: Event, *, actor: Actor) -> None:
    with changing_event(event.pk):
        Event.objects.filter(pk=event.pk).update(room_code=new_public_id())
        _end_known(seat__match__event=event)
        log_action(actor, gettext_noop("renew room code"), event)


def _ask(hold: SeatHold, *, device: str) -> None:
    """One phone asks at a time: anyone who asked before is told that it came to nothing."""
    if hold.asked_by and hold.asked_by != device:
        _refuse(hold)
    hold.refused = [refused for refused in hold.refused if refused != device]
    hold.asked_by, hold.asked_at = device, timezone.now()
    hold.save(update_fields=["asked_by", "asked_at", "refused"])


def _refuse(hold: SeatHold) -> None:
    """Kept, so that the page of the phone that asked can say it."""
    others = [refused for refused in hold.refused if refused != hold.asked_by]
    hold.refused = [*others, hold.asked_by][-_REFUSED_KEPT:]


def _family_of(seat: Seat, *, actor: Actor, is_beside: bool) -> set[str]:
    """The entries that a phone holds together with this one, as a parent's does."""
    known = {*actor.entries, *entries_known_to(actor).values_list("pk", flat=True)}
    if is_beside:
        held = SeatHold.objects.filter(seat__match=seat.match_id, device=actor.device)
        return {*known, *held.values_list("seat__entry", flat=True), seat.entry_id}
    return known if seat.entry_id in known else {seat.entry_id}


def _become_the_phone_of(seat: Seat, *, device: str, family: Collection[str] = ()) -> None:
    """A phone sits at a table once, unless a team or a family shares it; and asks for no other.

    So it is known as nobody else's there; and of the player at the seat, no other phone is known.
    """
    own = {seat.entry_id, *family}
    at_table = SeatHold.objects.filter(seat__match=seat.match_id)
    at_table.filter(device=device).exclude(seat__entry__in=own).delete()
    at_table.filter(asked_by=device).update(asked_by="", asked_at=None)
    opponents = Seat.objects.filter(match=seat.match_id).exclude(entry__in=own)
    _end_known(seat__entry__in=opponents.values("entry"), device=device)
    of_player = SeatHold.objects.filter(seat__entry=seat.entry_id, seat__player=seat.player_id)
    of_player.exclude(device=device).update(carries_over=False)


def _end_known(**which: object) -> None:
    """Phones keep the seats that they hold now; in later rounds they have to scan again."""
    SeatHold.objects.filter(**which).update(carries_over=False)
