"""Entering an event and leaving it: by oneself, or by the desk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError
from league.events.queries.entries import entries_with
from league.events.queries.events import current_stage
from league.events.queries.own_games import may_join_now
from league.events.services import places
from league.events.services.categories import fill_by_age, set_categories
from league.events.services.previews import WithdrawalAsked, preview_withdrawal
from league.live import changing_event
from league.models import AuditEntry, Bye, Club, Entry, Event, Player, Readiness, User
from league.models.names import match_key
from league.permissions import Actor, signed_up_by
from league.results.services.counted_results import want_standings


@dataclass(frozen=True)
class Registration:
    """Who enters: a player who is known, or one by name; in team events with a partner."""

    full_name: str = ""
    player: Player | None = None
    partner_name: str = ""
    partner: Player | None = None
    team_name: str = ""
    rating: int | None = None
    categories: Sequence[str] = ()  # their ids
    is_whole_name: bool = True  # one word is all of it; else it is asked about
    for_other: bool = False  # a child of the person who signs up, or a friend

    @property
    def known(self) -> list[Player]:
        return [player for player in (self.player, self.partner) if player is not None]


class HalfName(LeagueError):
    """One word, which may be all of a name; the person says so, or adds the rest."""

    status = 409
    code = "half-name"

    def __init__(self, name: str, *, field: str = "full_name") -> None:
        self.field = field
        text = _("“%(name)s” is one word. Add the surname, or say that this is the whole name.")
        super().__init__(text % {"name": name})


def sign_up(event: Event, *, actor: Actor, registration: Registration) -> Entry:
    """Enter oneself: with an account at once, as a guest once the organiser approves.

    Who enters somebody else, a child or a friend, holds that entry as the own one.
    """
    with changing_event(event.pk) as stored:
        _check_sign_up(stored, actor)
        _check_whole_names(stored, registration)
        if actor.user is None or registration.for_other:
            entry = _new_guest(stored, registration, actor=actor)
        else:
            player = _player_of(actor.user, full_name=registration.full_name)
            earlier = stored.entries.filter(player=player, status=Entry.Status.WITHDRAWN).first()
            entry = earlier or _new_entry(stored, registration, player=player)
            places.take_place(stored, entry)
        entry.save()
        if registration.categories:
            set_categories(stored, entry, registration.categories, of_shown=True)
        fill_by_age(stored, [entry])
        log_action(actor, gettext_noop("sign up"), entry, status=entry.status)
    return entry


class NamesakeEntered(LeagueError):
    """A name that is in the event already: the same person again, or somebody else? To be said."""

    status = 409
    code = "namesake"

    def __init__(self, name: str) -> None:
        super().__init__(
            _("%(name)s has already been entered. Is this somebody else with the same name?")
            % {"name": name}
        )


def enter_player(
    event: Event,
    *,
    actor: Actor,
    registration: Registration,
    is_here: bool = False,
    is_namesake: bool = False,
) -> Entry:
    """The desk enters somebody. Once the event runs, those who are here are late entries.

    `is_namesake`: somebody else of this name is in the event.
    """
    with changing_event(event.pk) as stored:
        check_open(stored)
        if not is_namesake:
            check_names(registration, taken=names_taken(stored))
        return enter_one(stored, registration, actor=actor, is_here=is_here)


def enter_one(event: Event, registration: Registration, *, actor: Actor, is_here: bool) -> Entry:
    """Part of the caller's transaction, which holds the event's row."""
    _check_whole_names(event, registration)
    player = registration.player or _new_player(registration.full_name, keeper=event.club)
    entry = _new_entry(event, registration, player=player)
    places.take_place(event, entry)
    entry.save()
    if registration.categories:
        set_categories(event, entry, registration.categories)
    fill_by_age(event, [entry])
    log_action(actor, gettext_noop("enter player"), entry, status=entry.status)
    if is_here and entry.takes_part:
        places.arrive(event, entry)
    return entry


def names_taken(event: Event) -> dict[str, str]:
    """Names in the event as people take them for the same, and as they are written."""
    parts = ("player__match_key", "player__full_name", "partner__match_key", "partner__full_name")
    taken: dict[str, str] = {}
    for key, name, partner_key, partner_name in event.entries.values_list(*parts):
        taken |= {key: name} | ({partner_key: partner_name} if partner_key else {})
    return taken


def check_names(registration: Registration, *, taken: Mapping[str, str]) -> None:
    """Whoever is entered by name alone must not be in the event by it, unless that is said."""
    typed = {
        registration.full_name: registration.player,
        registration.partner_name: registration.partner,
    }
    for name, player in typed.items():
        if player is None and (key := match_key(name)) in taken:
            raise NamesakeEntered(taken[key])


def edit_entry(
    entry: Entry,
    *,
    actor: Actor,
    rating: int | None,
    team_name: str,
    categories: Sequence[str] | None = None,
) -> Entry:
    """What stands beside the name. A rating only orders those who start together.

    `categories`: their ids; None leaves them as they are.
    """
    with changing_event(entry.event_id) as event:
        check_open(event)
        stored = locked(entry)
        stored.rating, stored.team_name = rating, team_name
        stored.save()
        if categories is not None:
            set_categories(event, stored, categories)
        log_action(actor, gettext_noop("edit entry"), stored)
    return stored


def withdraw_entry(entry: Entry, *, actor: Actor, is_confirmed: bool = False) -> Entry:
    """The entry plays no more rounds; what it played still counts. Its place goes to the next.

    In a round robin less may count, or the rest is forfeited: that is to be confirmed.
    """
    if not is_confirmed and (preview := preview_withdrawal(entry)):
        raise WithdrawalAsked(preview)
    with changing_event(entry.event_id) as event:
        check_open(event)
        stored = locked(entry)
        if stored.status == Entry.Status.WITHDRAWN:
            raise LeagueError(_("This entry has already been withdrawn."))
        before, stored.status = stored.status, Entry.Status.WITHDRAWN
        stored.save()
        Readiness.objects.filter(entry=stored).update(since=None, is_paused=False)
        log_action(actor, gettext_noop("withdraw entry"), stored, before=before)
        if stored.seed is not None:
            want_standings(current_stage(event).pk)  # other ranks can still come
        places.draw_again(event)
        places.fill_places(event, actor=actor)
    return stored


def return_entry(entry: Entry, *, actor: Actor) -> Entry:
    """Back in the event; rounds missed in between bring nothing."""
    with changing_event(entry.event_id) as event:
        check_open(event)
        stored = locked(entry)
        if stored.status != Entry.Status.WITHDRAWN:
            raise LeagueError(_("This entry is not withdrawn."))
        if _waited_for_approval(stored):
            stored.status = Entry.Status.APPLIED
        elif stored.seed is None:
            places.take_place(event, stored)
        else:
            stored.status = Entry.Status.CHECKED_IN
            places.fill_missed_rounds(stored, kind=Bye.Kind.ZERO)
            want_standings(current_stage(event).pk)
        stored.save()
        log_action(actor, gettext_noop("return entry"), stored, status=stored.status)
        places.draw_again(event)
    return stored


def _waited_for_approval(withdrawn: Entry) -> bool:
    """Nobody comes in by leaving and returning."""
    left = AuditEntry.objects.filter(object_id=withdrawn.pk, action="withdraw entry")
    last = left.order_by("pk").last()
    return last is not None and last.details["before"] == Entry.Status.APPLIED


def check_open(event: Event) -> None:
    if event.status in (Event.Status.FINISHED, Event.Status.ARCHIVED):
        raise LeagueError(_("The event is finished. Reopen it to change its entries."))


def locked(entry: Entry) -> Entry:
    """As it is now; the caller holds the event's row, which all entries change under."""
    return Entry.objects.select_related("player", "partner").get(pk=entry.pk)


def _check_sign_up(event: Event, actor: Actor) -> None:
    if event.status != Event.Status.OPEN and not may_join_now(event):
        raise LeagueError(_("This event is not open for entries now. Ask at the desk."))
    if event.sign_up == Event.SignUp.DESK:
        raise LeagueError(_("For this event the organisers enter people. Ask at the desk."))
    if event.sign_up == Event.SignUp.ACCOUNTS and actor.user is None:
        raise LeagueError(_("Log in to enter this event."))
    if places.free_places(event) == 0 and not event.has_waiting_list:
        raise LeagueError(_("All places are taken."))


def _check_whole_names(event: Event, registration: Registration) -> None:
    """Of those who are new here. A half name is asked about, never refused."""
    if registration.is_whole_name:
        return
    if registration.player is None and len(registration.full_name.split()) == 1:
        raise HalfName(registration.full_name.strip())
    is_team = event.game_played.team_size > 1
    if is_team and registration.partner is None and len(registration.partner_name.split()) == 1:
        raise HalfName(registration.partner_name.strip(), field="partner_name")


def _new_guest(event: Event, registration: Registration, *, actor: Actor) -> Entry:
    """Waits for approval. A second tap on the same phone makes no second person."""
    known = event.entries.filter(signed_up_by(actor))
    if known.filter(player__match_key=match_key(registration.full_name) or None).exists():
        name = " ".join(registration.full_name.split())
        raise LeagueError(_("You have already entered %(name)s.") % {"name": name})
    guest = _new_player(registration.full_name, keeper=event.club)
    entry = _new_entry(event, registration, player=guest)
    entry.status, entry.signed_up_by = Entry.Status.APPLIED, actor.user
    return entry


def _player_of(user: User, *, full_name: str) -> Player:
    player = Player.objects.filter(user=user).first()
    return player or _new_player(full_name, user=user)


def _new_player(full_name: str, **fields: Club | User | None) -> Player:
    full_name = " ".join(full_name.split())
    if not full_name:
        raise LeagueError(_("Say who enters: first name and surname."))
    return Player.objects.create(full_name=full_name, **fields)


def _new_entry(event: Event, registration: Registration, *, player: Player) -> Entry:
    partner = _partner(event, registration)
    for person in filter(None, (player, partner)):
        check_not_entered(event, person)
    if partner == player:
        raise LeagueError(_("A team has two different players."))
    return Entry(
        event=event,
        player=player,
        partner=partner,
        team_name=registration.team_name.strip() if partner else "",
        rating=registration.rating,
    )


def _partner(event: Event, registration: Registration) -> Player | None:
    if event.game_played.team_size == 1:
        return None
    if registration.partner is not None:
        return registration.partner
    if not registration.partner_name.strip():
        raise LeagueError(_("This event is for teams of two. Say who the partner is."))
    return _new_player(registration.partner_name, keeper=event.club)


def check_not_entered(event: Event, player: Player) -> None:
    earlier = entries_with(event, player).first()
    if earlier is None:
        return
    if earlier.status == Entry.Status.WITHDRAWN:
        text = _("%(name)s was withdrawn from this event. Take the entry back instead.")
    else:
        text = _("%(name)s is already in this event.")
    raise LeagueError(text % {"name": player.public_name})


def forget_guest(guest: Player) -> None:
    """A player made for an entry that came to nothing."""
    if is_unused_guest(guest):
        guest.delete()


def is_unused_guest(player: Player, *, but: str = "") -> bool:
    """In no club, without an account, and in no event; `but`: the entry that does not count."""
    if player.user_id is not None or player.club_id is not None:
        return False
    played = Entry.objects.filter(Q(player=player) | Q(partner=player)).exclude(pk=but)
    return not played.exists()
