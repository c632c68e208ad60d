"""Who could play in an event: members of the club, who came last time."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.clubs.queries import players_of
from league.models import Club, Entry, Event, Player, RemovedRow
from league.permissions import Actor
from league.player_notes import hints_of

MOST_EVENTS = 30
_MOST_REMOVED = 10
_STARTED = (Event.Status.RUNNING, Event.Status.FINISHED, Event.Status.ARCHIVED)


@dataclass(frozen=True)
class PersonToPick:
    """Somebody who can be ticked: a player, or a team of two from another event."""

    players: Sequence[Player]
    categories: Sequence[str] = ()  # names, as of the last event of the club
    came_last_time: bool = False
    is_member: bool = True
    is_picked: bool = False

    @property
    def value(self) -> str:
        return "+".join(player.pk for player in self.players)

    @property
    def name(self) -> str:
        return " + ".join(player.full_name for player in self.players)

    @property
    def key(self) -> str:
        """By which it is searched for."""
        return " ".join(player.match_key for player in self.players)


def people_of(event: Event) -> QuerySet[Entry]:
    """Who took part: of an event that was played those who came, of another those who will."""
    took_part = Q(status=Entry.Status.CHECKED_IN) | Q(seats__isnull=False)
    if not event.has_started:
        took_part = Q(status__in=Entry.TAKING_A_PLACE)
    shown = event.entries.filter(took_part, player__erased_at=None)
    shown = shown.exclude(partner__erased_at__isnull=False)
    return shown.select_related("player__club", "partner").distinct().order_by("created_at", "pk")


def last_event(club: Club, *, but: str = "") -> Event | None:
    """The last one that was played."""
    played = club.events.filter(status__in=_STARTED, practice_of="").exclude(pk=but)
    return played.order_by("-starts_at", "pk").first()


def events_to_bring_from(event: Event) -> list[Event]:
    """Of the club, with somebody in them, the latest first."""
    ours = Event.objects.filter(club=event.club_id, practice_of="", entries__isnull=False)
    others = ours.exclude(pk=event.pk)
    return list(others.distinct().order_by("-starts_at", "pk")[:MOST_EVENTS])


def candidates(event: Event, *, origin: Event | None = None) -> list[PersonToPick]:
    """Who is not in the event yet, by name; people of `origin` are picked already.

    For teams there is nobody to pick but teams of another event.
    """
    entered = {pk for pair in event.entries.values_list("player", "partner") for pk in pair if pk}
    groups = _latest_categories(event.club)
    came = _players_in(last_event(event.club, but=event.pk))
    brought = [entry.players for entry in people_of(origin)] if origin else []
    singles = event.game_played.team_size == 1
    rows = {player.pk: [player] for player in players_of(event.club)} if singles else {}
    rows |= {
        "+".join(player.pk for player in team): team
        for team in brought
        if (len(team) == 1) == singles
    }
    picked = {"+".join(player.pk for player in team) for team in brought}
    shown = [
        PersonToPick(
            players=team,
            categories=groups.get(team[0].pk, ()),
            came_last_time=all(player.pk in came for player in team),
            is_member=all(player.club_id == event.club_id for player in team),
            is_picked=key in picked,
        )
        for key, team in rows.items()
        if not entered & {player.pk for player in team}
    ]
    return sorted(shown, key=lambda row: (row.players[0].sort_key, row.value))


def namesake_hints(players: Sequence[Player], *, reader: Actor) -> dict[str, str]:
    """By player, what tells those of one name apart; empty for all others."""
    number = Counter(player.match_key for player in players)
    alike = [player for player in players if number[player.match_key] > 1]
    return {player.pk: "" for player in players} | hints_of(alike, reader=reader)


def known_by_id(event: Event, ids: Collection[str]) -> QuerySet[Player]:
    """Players of the club or kept by it, and who was at one of its events."""
    known = Q(club=event.club_id) | Q(keeper=event.club_id)
    played = Q(entries__event__club=event.club_id) | Q(
        entries_as_partner__event__club=event.club_id
    )
    return Player.objects.filter(known | played, pk__in=ids, erased_at=None).distinct()


def members_to_come(event: Event) -> QuerySet[Player]:
    """Members of the club who are not in the event."""
    ours = players_of(event.club).exclude(entries__event=event)
    return ours.exclude(entries_as_partner__event=event)


def _players_in(event: Event | None) -> set[str]:
    if event is None:
        return set()
    return {pk for pair in people_of(event).values_list("player", "partner") for pk in pair if pk}


def _latest_categories(club: Club) -> dict[str, tuple[str, ...]]:
    """Names by player, each of the last event of the club that the player was in."""
    members = Entry.categories.through.objects.filter(entry__event__club=club)
    rows = members.order_by("-entry__event__starts_at", "category__order").values_list(
        "entry__player", "entry__event", "category__name"
    )
    latest: dict[str, str] = {}
    names: dict[str, list[str]] = {}
    for player, event, name in rows:
        if latest.setdefault(player, event) == event:
            names.setdefault(player, []).append(name)
    return {player: tuple(groups) for player, groups in names.items()}


def removed_entries(event: Event) -> QuerySet[RemovedRow]:
    """Those that can be put back, the latest first."""
    rows = RemovedRow.objects.filter(event=event.pk, kind=RemovedRow.Kind.ENTRY)
    return rows.order_by("-at", "pk")[:_MOST_REMOVED]


def removed_entry(event: Event, pk: str) -> RemovedRow | None:
    return RemovedRow.objects.filter(event=event.pk, kind=RemovedRow.Kind.ENTRY, pk=pk).first()


def removed_events(club: Club) -> QuerySet[RemovedRow]:
    """Drafts that can be put back, the latest first."""
    rows = RemovedRow.objects.filter(club=club, kind=RemovedRow.Kind.EVENT)
    return rows.order_by("-at", "pk")
