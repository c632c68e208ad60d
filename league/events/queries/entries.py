"""Who is in an event, under which names, and whom the desk means by a name."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet
from django.utils.translation import get_language

from league.clubs.queries import (
    named_like as players_named_like,
    players_alike,
    players_kept_by,
    players_of,
)
from league.events.names import Named, distinct_names, named_like
from league.models import Category, Entry, Event, KeepApart, Player
from league.models.club import public_name
from league.models.names import match_key
from league.permissions import Actor, signed_up_by

_OFFERED = 8
_NAMES_FOR_S = 60


@dataclass(frozen=True)
class Listed:
    """An entry of a list, under the name and in the categories that the reader may see."""

    entry: Entry
    name: str
    categories: tuple[Category, ...] = ()


@dataclass(frozen=True)
class Meant:
    """Who is behind a name that was typed. Nobody known, and nobody alike: somebody new."""

    player: Player | None = None
    alike: tuple[Player, ...] = ()


class PlayerNamed(NamedTuple):
    """What names are made of, in the columns of a player."""

    pk: str
    full_name: str
    privacy: str
    erased_at: datetime | None
    club__town: str | None
    club__name: str | None

    @property
    def places(self) -> tuple[str, ...]:
        return (self.club__town or "", self.club__name) if self.club__name else ()

    @property
    def public_name(self) -> str:
        return public_name(self.full_name, privacy=self.privacy, erased_at=self.erased_at)


class EntryNamed(NamedTuple):
    """As much of an entry as its name needs."""

    pk: str
    team_name: str
    status: str
    players: Sequence[PlayerNamed]


def entries_of(event: Event) -> QuerySet[Entry]:
    return event.entries.select_related("player__club", "partner__club")


def entry_names(event: Event, *, in_full: bool = False) -> dict[str, str]:
    """Distinct names by entry: public ones, or full ones for officials alone.

    Almost every page of an event asks for them, so they are read as plain values. Those who wait
    for approval make no difference to what the public calls others.
    """
    people = (f"{who}__{part}" for who in ("player", "partner") for part in PlayerNamed._fields)
    columns = ("pk", "team_name", "status", *people)
    rows = event.entries.order_by("created_at", "pk").values_list(*columns)
    size = len(PlayerNamed._fields)
    entered = []
    for pk, team_name, status, *parts in rows:
        players = [PlayerNamed(*parts[:size]), PlayerNamed(*parts[size:])]
        entered.append(EntryNamed(pk, team_name, status, [each for each in players if each.pk]))
    if in_full:
        return names_of_entries(entered, in_full=True)
    waiting = [entry for entry in entered if entry.status == Entry.Status.APPLIED]
    let_in = [entry for entry in entered if entry.status != Entry.Status.APPLIED]
    return names_of_entries(let_in, in_full=False) | names_of_entries(waiting, in_full=False)


def public_names(event: Event) -> dict[str, str]:
    """Those of `entry_names`, kept for the event's version: pages of long tables need them all.

    Whatever changes a name raises the version.
    """
    kept_as = f"names:{event.pk}:{event.live_version}:{get_language()}"
    names: dict[str, str] | None = cache.get(kept_as)
    if names is None:
        names = entry_names(event)
        cache.set(kept_as, names, _NAMES_FOR_S)
    return names


def player_names(event: Event) -> dict[str, str]:
    """Distinct public names by player, for seats of teams."""
    return _names_of_players(entries_of(event).order_by("created_at", "pk"), in_full=False)


def names_of_entries(entries: Iterable[Entry | EntryNamed], *, in_full: bool) -> dict[str, str]:
    """Distinct within these entries, which are in the order of entering."""
    entered = list(entries)
    players = _names_of_players(entered, in_full=in_full)
    return distinct_names(
        [
            Named(
                entry.pk,
                entry.team_name or " + ".join(players[player.pk] for player in entry.players),
            )
            for entry in entered
        ]
    )


def names_of_players(players: Iterable[Player], *, in_full: bool = False) -> dict[str, str]:
    """Distinct within these players."""
    return distinct_names([_named(player, in_full=in_full) for player in players])


def listed_entries(
    event: Event,
    *,
    in_full: bool,
    statuses: Iterable[str],
    matching: str = "",
    with_categories: bool = False,
) -> list[Listed]:
    """In the order of names, the waiting list after them in its own order.

    Searched by what the reader sees: a surname is found by nobody else. Those who wait for approval
    make no difference to the names of others.
    """
    known = entries_of(event).order_by("created_at", "pk")
    if not in_full:
        known = known.exclude(status=Entry.Status.APPLIED)
    entered = list(known)
    names = names_of_entries(entered, in_full=in_full)
    groups = categories_by_entry(event, in_full=in_full) if with_categories else {}
    meant = named_like(names, matching)
    return sorted(
        (
            Listed(entry, names[entry.pk], groups.get(entry.pk, ()))
            for entry in entered
            if entry.status in statuses and entry.pk in meant
        ),
        key=_place_in_list,
    )


def categories_by_entry(event: Event, *, in_full: bool) -> dict[str, tuple[Category, ...]]:
    """In the order of the event's list; private ones for officials alone."""
    members = Entry.categories.through.objects.filter(category__event=event)
    if not in_full:
        members = members.filter(category__is_shown=True)
    by_entry: dict[str, list[Category]] = defaultdict(list)
    for member in members.select_related("category").order_by("category__order", "category"):
        by_entry[member.entry_id].append(member.category)
    return {entry: tuple(groups) for entry, groups in by_entry.items()}


def entry_counts(event: Event) -> dict[str, int]:
    """By status; none is left out."""
    counted = event.entries.order_by().values_list("status").annotate(number=Count("pk"))
    return dict.fromkeys(Entry.Status.values, 0) | dict(counted)


def entries_with(event: Event, *players: Player) -> QuerySet[Entry]:
    """Entries in which one of them plays, alone or as a partner."""
    entries = event.entries.filter(Q(player__in=players) | Q(partner__in=players))
    return entries.order_by(*Entry.BY_NAME)


def entry_of(event: Event, actor: Actor) -> Entry | None:
    """The actor's own, or the first of those that they signed up."""
    return next(iter(entries_held(event, actor)), None)


def entries_held(event: Event, actor: Actor) -> list[Entry]:
    """The actor's own by account, and those signed up by it or in this browser: a family's."""
    if actor.user is None and not actor.entries:
        return []
    held, user = signed_up_by(actor), actor.user
    if user is not None:
        held |= Q(player__user=user) | Q(partner__user=user)
    entries = entries_of(event).filter(held).order_by("created_at", "pk")
    return sorted(entries, key=lambda entry: user is None or user.pk not in _accounts(entry))


def _accounts(entry: Entry) -> set[str | None]:
    return {player.user_id for player in entry.players}


def entries_step(event: Event) -> str:
    """Another one when an entry has changed, or something was announced; it says nothing else."""
    entries = event.entries.order_by("pk").values_list("pk", "status", "player", "paid")
    told = event.announcements.values_list("pk", flat=True)
    return sha256(repr([event.status, *entries, *told]).encode()).hexdigest()[:16]


def players_known_to(event: Event) -> QuerySet[Player]:
    """Of the club, or kept by it: nobody else's full name is shown to its officials."""
    return players_of(event.club) | players_kept_by(event.club)


def players_offered(event: Event, *, matching: str) -> QuerySet[Player]:
    """Players of the club whom the desk may mean, those already in the event left out."""
    ours = players_known_to(event)
    players = players_named_like(ours, matching) if matching.strip() else ours.none()
    return players.exclude(entries__event=event).exclude(entries_as_partner__event=event)[:_OFFERED]


def meant_by(event: Event, typed: str) -> Meant:
    """Whom the desk means by a name: a player of the club whose name it is, or one to choose."""
    alike = players_alike(event.club, typed=typed).here
    same = [player for player in alike if player.match_key == match_key(typed)]
    if len(same) == 1:
        return Meant(player=same[0])
    return Meant(alike=tuple(same or alike))


def kept_apart_elsewhere(event: Event) -> list[tuple[Entry, Entry]]:
    """Entries of this event whose players another event of the club keeps apart."""
    entries = {entry.player_id: entry for entry in entries_of(event)}
    here = {frozenset(pair) for pair in event.kept_apart.values_list("first", "second")}
    pairs = KeepApart.objects.filter(
        event__club=event.club_id, first__player__in=entries, second__player__in=entries
    ).exclude(event=event)
    pairs_here = {}
    for first, second in pairs.values_list("first__player", "second__player"):
        pair = frozenset((entries[first].pk, entries[second].pk))
        if pair not in here:
            pairs_here[pair] = (entries[first], entries[second])
    return list(pairs_here.values())


def _place_in_list(row: Listed) -> tuple[float, str, datetime, str]:
    is_waiting = row.entry.status == Entry.Status.WAITLISTED
    queued = row.entry.queued_at.timestamp() if is_waiting else 0
    return queued, row.entry.player.sort_key, row.entry.created_at, row.entry.pk


def _names_of_players(entries: Iterable[Entry | EntryNamed], *, in_full: bool) -> dict[str, str]:
    return distinct_names(
        [_named(player, in_full=in_full) for entry in entries for player in entry.players]
    )


def _named(player: Player | PlayerNamed, *, in_full: bool) -> Named:
    if player.erased_at:
        return Named(player.pk, player.public_name)
    if in_full or player.privacy == Player.Privacy.FULL:
        return Named(player.pk, player.full_name, places=player.places)
    return Named(player.pk, player.public_name, player.full_name, player.places)
