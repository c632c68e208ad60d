"""What people do with players: add, correct, move, merge, erase.

A player's row is changed in turns, and the events that show the name are told.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league import player_notes
from league.audit import log_action
from league.clubs import queries
from league.errors import LeagueError, Stale, at_row
from league.live import mark_changed
from league.models import Club, Entry, Event, Player, PlayerNote, RemovedRow, Seat, SeriesGuest
from league.models.names import match_key
from league.permissions import Actor


@contextmanager
def changing_player(player: Player, *, version: int | None = None) -> Iterator[Player]:
    """A short transaction that holds the player's row, then saves it if it was changed.

    Events are locked before players, as pairing does, so that the two never wait for each other.
    """
    with transaction.atomic():
        tell_events(player)
        stored = locked_player(player)
        if version is not None and stored.version != version:
            raise Stale
        before = _values(stored)
        yield stored
        if _values(stored) != before:
            stored.version += 1
            stored.save()


def locked_player(player: Player) -> Player:
    stored = Player.objects.select_for_update().filter(pk=player.pk, erased_at=None).first()
    if stored is None:
        raise LeagueError(_("This player is no longer here: merged with another, or erased."))
    return stored


def tell_events(*players: Player) -> None:
    """Raise the version of the events that show these players: kept names are read again."""
    shown_in = Event.objects.filter(
        Q(entries__player__in=players) | Q(entries__partner__in=players)
    )
    for event_id in sorted(set(shown_in.values_list("pk", flat=True))):
        mark_changed(event_id)


def _values(player: Player) -> dict[str, object]:
    return {field.attname: getattr(player, field.attname) for field in Player._meta.concrete_fields}


class Namesake(LeagueError):
    """Somebody of this name is a member; the person may say that it is another one."""

    code = "namesake"

    def __init__(self) -> None:
        super().__init__(
            _(
                "Somebody with this name is already in the club. If it is another person, say so "
                "and add them."
            )
        )


MOST_AT_ONCE = 500


@dataclass(frozen=True)
class NewPlayer:
    """`is_namesake`: anyone who adds the player knows that another one has the same name."""

    full_name: str
    privacy: str = Player.Privacy.INITIAL
    is_namesake: bool = False
    birth_year: int | None = None  # this and the note for a club that keeps them
    note: str = ""


def add_player(
    club: Club,
    *,
    actor: Actor,
    full_name: str,
    privacy: str = Player.Privacy.INITIAL,
    is_namesake: bool = False,
    note: PlayerNote | None = None,
) -> Player:
    """`note`: not stored yet, for a club that keeps them."""
    note = note or PlayerNote()
    wanted = NewPlayer(full_name, privacy, is_namesake, note.birth_year, note.text)
    return add_players(club, actor=actor, wanted=[wanted])[0]


def add_players(club: Club, *, actor: Actor, wanted: Sequence[NewPlayer]) -> list[Player]:
    """All of them or nobody. Of several, an error tells at which index it happened."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)  # the same name is not added twice at once
        taken = set(queries.players_of(club).values_list("match_key", flat=True))
        added = []
        for at, one in enumerate(wanted):
            with at_row(at, of=len(wanted)):
                added.append(_added(club, one, actor=actor, taken=taken))
            taken.add(match_key(one.full_name))
    return added


def _added(club: Club, one: NewPlayer, *, actor: Actor, taken: Collection[str]) -> Player:
    name = clean_name(one.full_name)
    if not one.is_namesake and match_key(name) in taken:
        raise Namesake
    player = Player.objects.create(full_name=name, privacy=one.privacy, club=club)
    log_action(actor, gettext_noop("add player"), player, club=club.pk)
    if one.birth_year or one.note:
        player_notes.keep_note(player, actor=actor, birth_year=one.birth_year, text=one.note)
    return player


def edit_player(
    player: Player,
    *,
    actor: Actor,
    version: int,
    full_name: str | None = None,
    privacy: str | None = None,
) -> Player:
    """Correct a player. Anyone who has an account chooses their own privacy."""
    with changing_player(player, version=version) as stored:
        if privacy not in (None, stored.privacy) and stored.user_id:
            raise LeagueError(_("This player has an account and decides alone what others see."))
        wanted = {
            "full_name": stored.full_name if full_name is None else clean_name(full_name),
            "privacy": privacy or stored.privacy,
        }
        changed = [field for field, value in wanted.items() if getattr(stored, field) != value]
        for field in changed:
            setattr(stored, field, wanted[field])
        if changed:
            log_action(actor, gettext_noop("edit player"), stored, fields=changed)
    return stored


def clean_name(full_name: str) -> str:
    name = " ".join(full_name.split())
    if not name:
        raise LeagueError(_("Type the name of the player."))
    return name


def leave_club(player: Player, *, actor: Actor) -> None:
    """The club goes on looking after the row, and may take the player back."""
    with changing_player(player) as stored:
        if stored.club is None:
            return
        stored.keeper, stored.club = stored.club, None
        log_action(actor, gettext_noop("remove player from club"), stored, club=stored.keeper_id)


def return_to_club(player: Player, *, actor: Actor) -> None:
    """Undo leaving; or make a member of somebody who came to an event as a guest."""
    with changing_player(player) as stored:
        if stored.club is not None:
            return
        if stored.keeper is None:
            raise LeagueError(_("No club looks after this player."))
        stored.club, stored.keeper = stored.keeper, None
        log_action(actor, gettext_noop("take player into club"), stored, club=stored.club_id)


def move_player(player: Player, *, actor: Actor, club: Club, version: int) -> None:
    """From now on the other club's admins look after the player."""
    with changing_player(player, version=version) as stored:
        left = stored.club_id
        stored.club, stored.keeper = club, None
        player_notes.forget_notes(Player.objects.filter(pk=stored.pk))
        stored.invitation_digest, stored.invitation_until = "", None
        log_action(actor, gettext_noop("move player"), stored, club=club.pk, left=left)


def merge_players(
    kept: Player, *, actor: Actor, gone: Player, version: int, gone_version: int
) -> None:
    """Everything of `gone` becomes `kept`'s, and its row is deleted. This cannot be undone."""
    if kept.pk == gone.pk:
        raise LeagueError(_("A player cannot be merged with themselves."))
    with transaction.atomic():
        tell_events(kept, gone)
        stored = {row.pk: locked_player(row) for row in sorted((kept, gone), key=lambda p: p.pk)}
        into, out = stored[kept.pk], stored[gone.pk]
        if (into.version, out.version) != (version, gone_version):
            raise Stale
        plan = queries.merge_plan(into, out)
        if plan.conflict:
            raise LeagueError(plan.conflict)
        Entry.objects.filter(player=out).update(player=into)
        Entry.objects.filter(partner=out).update(partner=into)
        Seat.ever.filter(player=out).update(player=into)
        _move_guest_marks(out, into)
        player_notes.move_note(gone=out, kept=into)
        account, gone_id = into.user or out.user, out.pk
        out.delete()
        into.user = account
        into.version += 1
        into.save()
        log_action(actor, gettext_noop("merge players"), into, gone=gone_id)


def _move_guest_marks(out: Player, into: Player) -> None:
    """What was said about either of them in a series; about the one who stays, if about both."""
    said = SeriesGuest.objects.filter(player=into).values("series")
    SeriesGuest.objects.filter(player=out).exclude(series__in=said).update(player=into)


def erase_player(player: Player, *, actor: Actor) -> None:
    """Nobody's place changes; the name cannot be brought back."""
    with transaction.atomic():
        tell_events(player)
        stored = locked_player(player)
        forget(Player.objects.filter(pk=stored.pk))
        log_action(actor, gettext_noop("erase player"), stored)


def forget(players: QuerySet[Player]) -> None:
    """Blank whatever says who these players are; part of the caller's transaction."""
    player_notes.forget_notes(players)
    for pk in players.values_list("pk", flat=True):  # their names stand beside what was removed
        RemovedRow.objects.filter(kind=RemovedRow.Kind.ENTRY, rows__contains=pk).delete()
    players.update(
        full_name="",
        sort_key="",
        match_key="",
        user=None,
        keeper=None,
        invitation_digest="",
        invitation_until=None,
        version=F("version") + 1,
        erased_at=timezone.now(),
    )
