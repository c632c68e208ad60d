"""What a season leads to: who goes up and down, play-offs, and the draft of the next one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from league.models import Division, Entry, Event, PlayOff, Season, SeasonLeave
from league.seasons import promotion
from league.seasons.queries.divisions import season_lines
from league.seasons.queries.seasons import divisions_of, names_in, stage_of, tables_in


@dataclass(frozen=True)
class PlayOffShown:
    """A pair around a line, and how it stands between them."""

    division: Division  # the upper one
    holder: str  # entries
    challenger: str
    names: Mapping[str, str]
    winner: str = ""
    event: Event | None = None

    @property
    def holder_name(self) -> str:
        return self.names[self.holder]

    @property
    def challenger_name(self) -> str:
        return self.names[self.challenger]

    @property
    def winner_name(self) -> str:
        return self.names.get(self.winner, "")


@dataclass(frozen=True)
class SeasonOutcome:
    """Divisions as they ended, and after promotion and relegation. Entries by their ids."""

    season: Season
    divisions: tuple[Division, ...]
    names: Mapping[str, str]
    before: tuple[tuple[str, ...], ...]
    after: tuple[tuple[str, ...], ...]
    lines: tuple[promotion.DivisionLine, ...]
    play_offs: tuple[PlayOffShown, ...]
    gone: frozenset[str]  # withdrew during the season
    is_current: bool  # no standings are still being computed

    @property
    def undecided(self) -> list[PlayOffShown]:
        return [play_off for play_off in self.play_offs if not play_off.winner]

    @property
    def moves(self) -> list[tuple[Division, list[str], list[str]]]:
        """By division: who comes from below, who comes from above; names."""
        was = {entry: at for at, table in enumerate(self.before) for entry in table}
        return [
            (
                division,
                [self.names[e] for e in self.after[at] if was[e] > at],
                [self.names[e] for e in self.after[at] if was[e] < at],
            )
            for at, division in enumerate(self.divisions)
        ]


@dataclass(frozen=True)
class PlacedShown:
    """Somebody in the draft of the next season; newcomers have no entry yet."""

    entry: str
    name: str
    why: promotion.WhyPlaced


def outcome_of(season: Season) -> SeasonOutcome:
    """As the tables stand now; final once the season is finished."""
    divisions = divisions_of(season)
    stages = [stage_of(division) for division in divisions]
    before = tuple(tuple(row.entry for row in rows) for rows in tables_in(divisions))
    drawn = season_lines(season, [len(table) for table in before])
    pairs = promotion.play_off_pairs(before, drawn)
    names = {pk: name for division in divisions for pk, name in names_in(division).items()}
    shown = _play_offs(divisions, pairs, names)
    winners = {at: shown[at].winner for at in pairs}
    gone = Entry.objects.filter(
        event__division__season=season, status=Entry.Status.WITHDRAWN
    ).values_list("pk", flat=True)
    return SeasonOutcome(
        season=season,
        divisions=tuple(divisions),
        names=names,
        before=before,
        after=promotion.after_moves(before, drawn, winners=winners),
        lines=drawn,
        play_offs=tuple(shown[at] for at in sorted(shown)),
        gone=frozenset(gone),
        is_current=all(stage.published_version >= stage.wanted_version for stage in stages),
    )


def paused_before(season: Season) -> list[SeasonLeave]:
    """Who sat this season out and may come back to the next."""
    leaves = SeasonLeave.objects.filter(season=season, kind=SeasonLeave.Kind.PAUSED)
    taken = Entry.objects.filter(event__division__season=season).values("player")
    return list(
        leaves.exclude(entry__player__in=taken).select_related("entry__player").order_by("pk")
    )


def next_draft(
    outcome: SeasonOutcome,
    *,
    leaving: Collection[str],
    returning: Sequence[SeasonLeave],
    newcomers: Sequence[str],
    divisions: int | None,
) -> promotion.Drafted:
    """The next season's divisions. Newcomers are given by name, the others by their entries."""
    joining = [
        *(promotion.Joining(entry.entry_id, entry.order - 1, is_back=True) for entry in returning),
        *(promotion.Joining(name) for name in newcomers),
    ]
    return promotion.drafted(
        outcome.before, outcome.after, leaving=leaving, joining=joining, divisions=divisions
    )


def draft_shown(outcome: SeasonOutcome, placed: promotion.Drafted) -> list[list[PlacedShown]]:
    """With names; anyone who is neither of this season nor back after a pause is new."""
    back = {
        leave.entry_id: leave.entry.player.public_name for leave in paused_before(outcome.season)
    }
    names = {**back, **outcome.names}
    return [
        [
            PlacedShown(
                entry=placed.player if placed.player in names else "",
                name=names.get(placed.player, placed.player),
                why=placed.why,
            )
            for placed in group
        ]
        for group in placed
    ]


def _play_offs(
    divisions: Sequence[Division], pairs: Mapping[int, tuple[str, str]], names: Mapping[str, str]
) -> dict[int, PlayOffShown]:
    """What was decided counts only for the pair that it was decided for."""
    stored = {
        play_off.division_id: play_off
        for play_off in PlayOff.objects.filter(division__in=divisions).select_related("event")
    }
    play_offs = {}
    for at, (holder, challenger) in pairs.items():
        row = stored.get(divisions[at].pk)
        is_same = row is not None and (row.holder_id, row.challenger_id) == (holder, challenger)
        play_offs[at] = PlayOffShown(
            division=divisions[at],
            holder=holder,
            challenger=challenger,
            names=names,
            winner=(row.winner_id or "") if row and is_same else "",
            event=row.event if row and is_same else None,
        )
    return play_offs
