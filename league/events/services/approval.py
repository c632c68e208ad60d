"""Guests who signed up by themselves: let in as somebody new or somebody known, or not at all."""

from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError
from league.events.queries.entries import entries_with
from league.events.queries.guests import perhaps_known, same_names
from league.events.services import places
from league.events.services.categories import fill_by_age
from league.events.services.entries import check_not_entered, check_open, forget_guest, locked
from league.live import changing_event
from league.models import Entry, Event, Player
from league.permissions import Actor


class PerhapsKnown(LeagueError):
    """The club knows somebody of this very name: whoever approves says who it is."""

    status = 409
    code = "perhaps-known"

    def __init__(self, name: str) -> None:
        super().__init__(
            _("Perhaps your member %(name)s. Say whether it is the same person or somebody else.")
            % {"name": name}
        )


def approve_entry(
    entry: Entry,
    *,
    actor: Actor,
    player: Player | None = None,
    partner: Player | None = None,
    is_new: bool = False,
) -> Entry:
    """Let a guest in; `player`, `partner`: whom the club knows them as; `is_new`: as nobody.

    Gives the entry in which the person plays: an earlier one, where there was one already.
    """
    with changing_event(entry.event_id) as event:
        check_open(event)
        stored = _waiting(entry)
        if not is_new:
            _check_answered(event, stored, player=player, partner=partner)
        earlier = _earlier(event, stored, player)
        if earlier is not None:
            return _joined(stored, earlier, actor=actor)
        places.take_place(event, stored)
        _replace_guests(event, stored, player=player, partner=partner)
        fill_by_age(event, [stored])
        log_action(actor, gettext_noop("approve entry"), stored, status=stored.status)
    return stored


def refuse_entry(entry: Entry, *, actor: Actor) -> None:
    """Nothing is kept of a guest who was not let in."""
    with changing_event(entry.event_id):
        stored = _waiting(entry)
        log_action(actor, gettext_noop("refuse entry"), stored)
        _delete(stored)


def _waiting(entry: Entry) -> Entry:
    stored = Entry.objects.select_related("player", "partner").filter(pk=entry.pk).first()
    if stored is None or stored.status != Entry.Status.APPLIED:
        raise LeagueError(_("This entry is no longer waiting for approval."))
    return stored


def _check_answered(
    event: Event, entry: Entry, *, player: Player | None, partner: Player | None
) -> None:
    answered = {"player": player, "partner": partner}
    for perhaps in same_names(perhaps_known(event, [entry])[entry.pk]):
        if answered[perhaps.part] is None:
            raise PerhapsKnown(perhaps.player.full_name)


def _earlier(event: Event, entry: Entry, player: Player | None) -> Entry | None:
    """The desk may have entered the same person meanwhile. Teams are told apart by hand."""
    if player is None or player == entry.player or entry.partner is not None:
        return None
    found = entries_with(event, player).exclude(status=Entry.Status.WITHDRAWN)
    return found.filter(partner=None).first()


def _joined(guest: Entry, earlier: Entry, *, actor: Actor) -> Entry:
    """One entry of the two: the earlier one, which the guest's phone holds from now on."""
    kept = locked(earlier)
    kept.joined_id = guest.pk
    kept.signed_up_by = kept.signed_up_by or guest.signed_up_by
    kept.save(update_fields=["joined_id", "signed_up_by"])
    log_action(actor, gettext_noop("join entries"), kept, gone=guest.pk)
    _delete(guest)
    return kept


def _replace_guests(
    event: Event, entry: Entry, *, player: Player | None, partner: Player | None
) -> None:
    """By those whom the club knows; a guest who is somebody known is not kept twice."""
    gone = []
    for part, known in (("player", player), ("partner", partner)):
        guest = getattr(entry, part)
        if known is None or guest is None or known == guest:
            continue
        check_not_entered(event, known)
        setattr(entry, part, known)
        gone.append(guest)
    if entry.player == entry.partner:
        raise LeagueError(_("A team has two different players."))
    entry.save()
    for guest in gone:
        forget_guest(guest)


def _delete(entry: Entry) -> None:
    guests = entry.players
    entry.delete()
    for guest in guests:
        forget_guest(guest)
