"""Series in lists, and what a series is counted from, read in a fixed number of queries.

Computed on request from the standings as published: a correction in an old evening changes the
series with the next look. What is kept of an evening's standings is cached by their version, so
that a page costs a few small queries however long the evenings were.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet
from django.utils.text import slugify

from league.events.queries.entries import names_of_players
from league.models import Club, Entry, Event, Official, Player, Series, SeriesEvent, Stage
from league.pairing.qualifying import PlacedEntry
from league.permissions import Actor
from league.series.inputs import CLASSIC, Evening, EveningSide, EveningState, Guests, SeriesTerms
from league.standings.across import one_order
from league.standings.inputs import RoundOutcome
from league.standings.overall import final_places
from league.standings.points import WHOLE
from league.standings.queries import latest_rows
from league.standings.table import Row

_STATES = {
    Event.Status.RUNNING: EveningState.RUNNING,
    Event.Status.FINISHED: EveningState.FINISHED,
    Event.Status.ARCHIVED: EveningState.FINISHED,
}
_CAME = frozenset(
    {
        *(RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS, RoundOutcome.PLACE),
        *(RoundOutcome.PAIRING_BYE, RoundOutcome.FORFEIT_WIN, RoundOutcome.PENDING),
    }
)
_KEPT_S = 24 * 3600

Ranked = tuple[str, int, int, bool]  # entry, rank, points in twelfths, came
_ENDED = (Event.Status.FINISHED, Event.Status.ARCHIVED)
_NUMBER = re.compile(r"\d+")
_YEAR = re.compile(r"(19|20|21)\d\d")


@dataclass(frozen=True)
class CountedSeries:
    """A series with all that its tables are made of."""

    series: Series
    events: tuple[Event, ...]  # in the order of the series
    evenings: tuple[Evening, ...]  # in the same order
    players: Mapping[str, Player]
    guests: frozenset[str]
    is_current: bool  # no standings are being computed again

    @property
    def terms(self) -> SeriesTerms:
        return terms_of(self.series)

    @cached_property
    def names(self) -> dict[str, str]:
        """As the public sees them, no two alike."""
        players = sorted(self.players.values(), key=lambda player: (player.sort_key, player.pk))
        return names_of_players(players)

    @property
    def fingerprint(self) -> str:
        """Another one whenever anything that the tables show is another one."""
        parts = (
            self.series.version,
            [(event.name, event.starts_at.isoformat(), event.status) for event in self.events],
            self.evenings,
            sorted(self.guests),
            sorted(self.names.items()),
            self.is_current,
        )
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:20]


def counted_series(series: Series) -> CountedSeries:
    events = tuple(
        link.event for link in series.evenings.select_related("event__club").order_by("order", "pk")
    )
    stages = _stages_begun(events)
    tables = _tables([stage for begun in stages.values() for stage in begun])
    sides = _sides(
        {event: _over_all([tables[stage.pk] for stage in begun]) for event, begun in stages.items()}
    )
    evenings = tuple(
        Evening(
            event.pk,
            _STATES.get(Event.Status(event.status), EveningState.TO_COME),
            sides.get(event.pk, ()),
            game_key(event),
        )
        for event in events
    )
    seen = {player for evening in evenings for side in evening.sides for player in side.players}
    known = Player.objects.filter(pk__in=seen).select_related("club")
    players = {player.pk: player for player in known}
    return CountedSeries(
        series=series,
        events=events,
        evenings=evenings,
        players=players,
        guests=_guests(series, players.values()),
        is_current=all(
            stage.published_version >= stage.wanted_version
            for begun in stages.values()
            for stage in begun
        ),
    )


def terms_of(series: Series) -> SeriesTerms:
    by_place = {
        Series.Scheme.CLASSIC: CLASSIC,
        Series.Scheme.OWN: tuple(series.own_points),
        Series.Scheme.SCALED: None,
    }
    return SeriesTerms(
        by_place=by_place[Series.Scheme(series.scheme)],
        best=series.best,
        bonus=series.bonus,
        guests=Guests(series.guests),
        counts_running=series.counts_running,
        planned=series.planned,
    )


def game_key(event: Event) -> str:
    """One key for each game of a series; other games are told apart by their names."""
    played = event.game_played
    return played.key if played.rules else f"{played.key}-{slugify(played.name)}"


def events_to_add(series: Series, actor: Actor) -> QuerySet[Event]:
    """Events of the club that are not in it, and those of others that the actor runs."""
    ours = Q(club=series.club_id)
    if actor.user is not None:
        run = Official.objects.filter(user=actor.user, role=Official.Role.ORGANISER)
        ours |= Q(club__in=actor.user.clubs_run.values("pk")) | Q(pk__in=run.values("event"))
    return (
        Event.objects.filter(ours, practice_of="")
        .exclude(pk__in=series.evenings.values("event"))
        .select_related("club")
        .order_by("-starts_at", "pk")
    )


def last_own_event(series: Series) -> Event | None:
    """What the next evening is copied from: the last one of the club that runs the series."""
    own = SeriesEvent.objects.filter(series=series, event__club=series.club_id)
    link = own.select_related("event").order_by("order", "pk").last()
    return link.event if link else None


def usual_gap(series: Series) -> int:
    """Days between the last two evenings of the club; a week where nothing is known."""
    own = SeriesEvent.objects.filter(series=series, event__club=series.club_id)
    days = list(own.order_by("order", "pk").values_list("event__starts_at", flat=True))[-2:]
    gap = (days[1].date() - days[0].date()).days if len(days) == 2 else 0
    return gap if gap > 0 else 7


def _stages_begun(events: Sequence[Event]) -> dict[str, list[Stage]]:
    """By event that has started, in order: those with a table."""
    started = [event.pk for event in events if event.has_started]
    stages = Stage.objects.filter(Q(order=1) | Q(begun_at__isnull=False), event__in=started)
    found: dict[str, list[Stage]] = {}
    for stage in stages.only("event", "wanted_version", "published_version").order_by("order"):
        found.setdefault(stage.event_id, []).append(stage)
    return found


def _over_all(tables: Sequence[Sequence[Ranked]]) -> Sequence[Ranked]:
    """One table of all stages: those who came further are ahead, and points are added."""
    if len(tables) == 1:
        return tables[0]
    points: Counter[str] = Counter()
    came: set[str] = set()
    for entry, _rank, points_12, is_here in (row for table in tables for row in table):
        points[entry] += points_12
        came |= {entry} if is_here else set()
    placed = [[PlacedEntry(row[0], row[1]) for row in table] for table in reversed(tables)]
    return [
        (final.entry, final.place, points[final.entry], final.entry in came)
        for final in final_places(placed)
    ]


def _tables(stages: Sequence[Stage]) -> dict[str, Sequence[Ranked]]:
    """By stage: the latest published standings, from the cache where it has them."""
    keys = {f"series:{stage.pk}:{stage.published_version}": stage.pk for stage in stages}
    known = {keys[key]: table for key, table in cache.get_many(keys).items()}
    missing = {key: stage for key, stage in keys.items() if stage not in known}
    if missing:
        tables = latest_rows(missing.values())
        read = {stage: [_ranked(row) for row in one_order(rows)] for stage, rows in tables.items()}
        fresh = {key: read[stage] for key, stage in missing.items()}
        cache.set_many(fresh, _KEPT_S)
        known |= {missing[key]: table for key, table in fresh.items()}
    return known


def _ranked(row: Row) -> Ranked:
    came = any(cell.outcome in _CAME for cell in row.cells)
    return row.entry, row.rank, row.points_12, came


def _sides(tables: Mapping[str, Sequence[Ranked]]) -> dict[str, tuple[EveningSide, ...]]:
    """By event. Who is behind an entry is read again: two rows may have become one person."""
    ranked = {row[0]: row for table in tables.values() for row in table}
    entries = Entry.objects.filter(event__in=tables, seed__isnull=False).order_by("seed")
    sides: dict[str, list[EveningSide]] = {}
    for entry, event, player, partner in entries.values_list("pk", "event", "player", "partner"):
        if entry not in ranked:
            continue
        _entry, rank, points_12, came = ranked[entry]
        players = (player,) if partner is None else (player, partner)
        side = EveningSide(entry, players, rank, Fraction(points_12, WHOLE), came)
        sides.setdefault(event, []).append(side)
    return {event: tuple(played) for event, played in sides.items()}


def _guests(series: Series, players: Iterable[Player]) -> frozenset[str]:
    """Who is in another club or in none, unless it is said otherwise by hand."""
    if series.guests == Series.Guests.COUNT:
        return frozenset()
    said = dict(series.said_guests.values_list("player", "is_guest"))
    return frozenset(
        player.pk for player in players if said.get(player.pk, player.club_id != series.club_id)
    )


def series_listed() -> QuerySet[Series]:
    """Those that go on first, then the archive; with the number of evenings."""
    return (
        Series.objects.select_related("club")
        .annotate(
            evening_count=Count("evenings"),
            finished_count=Count("evenings", filter=Q(evenings__event__status__in=_ENDED)),
        )
        .order_by("-status", "-created_at", "pk")
    )


def series_of_club(club: Club) -> QuerySet[Series]:
    return series_listed().filter(club=club)


def series_of_event(event: Event) -> QuerySet[Series]:
    """Mostly one. An evening may count in several, as in one of its game and one of the year."""
    return event.series.order_by("sort_key", "pk")


def counted_up(name: str, *, most: int = 200) -> str:
    """After “Úterky 3” comes “Úterky 4”. Years stay; without a number it is the second.

    `most`: letters that the name may have.
    """
    numbers = [number for number in _NUMBER.finditer(name) if not _YEAR.fullmatch(number[0])]
    if not numbers:
        return f"{name[: most - 2]} 2"
    last = numbers[-1]
    digits = str(int(last[0]) + 1).zfill(len(last[0]))
    return f"{name[: last.start()]}{digits}{name[last.end() :]}"[:most]
