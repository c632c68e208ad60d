"""The stages of an event: which there are, who would go on to the next, and the order over all."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, zip_longest

from django.db.models import Q, QuerySet

from league.events.queries.events import stage_at_play
from league.models import Entry, Event, Round, Seat, Stage, Standing
from league.pairing.qualifying import (
    CHOICE,
    WILD_CARD,
    FieldCut,
    Pair,
    PlacedEntry,
    Qualified,
    by_places,
    everybody,
    kept_apart,
    renumbered,
    repeated,
)
from league.standings.across import LOTS, AcrossRow, across_groups
from league.standings.field import field_of
from league.standings.overall import FinalPlace, final_places
from league.standings.queries import (
    inputs_of,
    lean_rows,
    published_rows,
    published_standing,
    rounds_to_play,
    scheme_of,
)
from league.standings.table import Row

Tables = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class FieldProposed:
    """Who would start in a stage, by their starting numbers, before it is drawn."""

    stage: Stage
    before: Stage
    field: tuple[Qualified, ...]
    tied: tuple[str, ...]  # left out, although equal to the last who goes on
    others: tuple[str, ...]  # here, and not in it: they may get a wild card
    meetings: Tables  # numbers of those who sit together first, where that is known
    repeats: tuple[Pair, ...]  # of these, who have met before
    met: tuple[Pair, ...]  # all of the field who sat together in the stages before
    is_due: bool  # the stage before is played out
    here: tuple[str, ...] = ()  # who could go on
    by_settings: tuple[Qualified, ...] = ()  # who would by the settings alone
    across: tuple[tuple[AcrossRow, ...], ...] = ()  # those of one place in their groups, compared

    @property
    def is_by_hand(self) -> bool:
        """Somebody put it in another order, left somebody out or let somebody in."""
        apart = kept_apart_in(self.stage, self.by_settings, met=pairs_met(self.stage.event_id))
        return [one.entry for one in self.field] != [one.entry for one in apart]


@dataclass(frozen=True)
class OverallRow:
    """A place in the order over all stages."""

    place: int
    entry: str
    name: str
    stage: Stage  # to which it came


def stages_of(event: Event) -> list[Stage]:
    stages = list(event.stages.order_by("order"))
    for stage in stages:
        stage.event = event  # read already
    return stages


def stages_begun(event: Event) -> list[Stage]:
    return [stage for stage in stages_of(event) if stage.is_first or stage.begun_at]


def is_stage_over(stage: Stage) -> bool:
    """All its planned rounds are closed; without rounds, an official has closed it."""
    if not stage.format.has_rounds:
        return stage.closed_at is not None or (stage.event.is_over and not is_to_begin(stage))
    closed = stage.rounds.filter(status=Round.Status.CLOSED).count()
    return closed >= rounds_to_play(stage) and not _open_rounds(stage).exists()


def is_to_begin(stage: Stage) -> bool:
    """Nobody is in it yet."""
    return not stage.is_first and stage.begun_at is None


def coming_stage(event: Event) -> Stage | None:
    """The stage whose turn it is: the one that is played is over, and it has not begun."""
    stage, to_come = stage_at_play(event)
    return to_come if to_come is not None and is_stage_over(stage) else None


def field_proposed(stage: Stage, *, order: Sequence[str] | None = None) -> FieldProposed:
    """By the settings of the stage, or as somebody put them in order, wild cards among them."""
    before = stage_before(stage)
    here = _here(stage)
    table = [row for row in placed_in(before) if row.entry in here]
    across = compared_across(before, table) if stage.takes == Stage.Takes.PLACES else ()
    cut = _cut(stage, table, across)
    met = pairs_met(stage.event_id)
    field = cut.field
    if order is not None:
        others = CHOICE if stage.takes == Stage.Takes.CHOICE else WILD_CARD
        field = renumbered(field, [entry for entry in order if entry in here], others=others)
    else:
        field = kept_apart_in(stage, field, met=met)
    meetings = _first_meetings(stage, field)
    going_on = {one.entry for one in field}
    return FieldProposed(
        stage=stage,
        before=before,
        field=field,
        tied=tuple(entry for entry in cut.tied if entry not in going_on),
        others=tuple(entry for entry in here if entry not in going_on),
        meetings=meetings,
        repeats=tuple(repeated(field, meetings=meetings, met=met)),
        met=tuple(sorted((pair for pair in met if pair <= going_on), key=sorted)),
        is_due=is_stage_over(before),
        here=tuple(here),
        by_settings=cut.field,
        across=across,
    )


def stage_before(stage: Stage) -> Stage:
    return Stage.objects.select_related("event").get(event=stage.event_id, order=stage.order - 1)


def field_cut(stage: Stage, before: Stage, *, here: Collection[str]) -> FieldCut:
    """Who goes on of these, by the settings of the stage."""
    table = [row for row in placed_in(before) if row.entry in here]
    is_asked = stage.takes == Stage.Takes.PLACES
    return _cut(stage, table, compared_across(before, table) if is_asked else ())


def kept_apart_in(
    stage: Stage, field: Sequence[Qualified], *, met: Collection[Pair]
) -> tuple[Qualified, ...]:
    """With numbers exchanged, so that few who have met meet in the first round."""
    if not stage.format.numbers_decide(stage.settings):
        return tuple(field)
    return kept_apart(field, meetings=_first_meetings(stage, field), met=met)


def _first_meetings(stage: Stage, field: Sequence[Qualified]) -> Tables:
    entries = [one.entry for one in field]
    return stage.format.first_meetings(entries, settings=stage.settings)


def placed_in(stage: Stage) -> list[PlacedEntry]:
    """The latest table of a stage, best first."""
    standing = published_standing(stage)
    rows = lean_rows(standing) if standing else []
    return [PlacedEntry(row.entry, row.rank, row.group) for row in rows]


def final_order(event: Event) -> list[FinalPlace]:
    """Over all stages: whoever came further stands above whoever did not."""
    return final_places([placed_in(stage) for stage in reversed(stages_begun(event))])


def overall_shown(event: Event, *, names: Mapping[str, str]) -> list[OverallRow]:
    stages = {stage.order: stage for stage in stages_begun(event)}
    return [
        OverallRow(final.place, final.entry, names[final.entry], stages[final.came_to])
        for final in final_order(event)
        if final.entry in names
    ]


def overall_rows(event: Event) -> tuple[Row, ...]:
    """Everybody's row in the last table in which they stand, ranked over all stages."""
    rows = {row.entry: row for stage in stages_begun(event) for row in published_rows(stage)}
    return tuple(
        replace(rows[final.entry], rank=final.place, group="") for final in final_order(event)
    )


def stage_with_round(begun: Sequence[Stage], number: int | None) -> Stage:
    """Of those that have begun, the one with this round; None: the one that is played now."""
    if number is None:
        return begun[-1]
    found = (stage for stage in reversed(begun) if stage.rounds_before < number)
    return next(found, begun[0])


def rounds_called(begun: Sequence[Stage], numbers: Sequence[int]) -> list[Round]:
    """Rounds over all stages by their numbers and names alone, to speak of them."""
    return [Round(stage=stage_with_round(begun, number), number=number) for number in numbers]


def with_last_rounds(begun: Sequence[Stage]) -> list[tuple[Stage, int | None]]:
    """Each with the number of its last round; None while it is played."""
    return [
        (stage, later.rounds_before if later else None)
        for stage, later in zip_longest(begun, begun[1:])
    ]


def stage_of_entry(entry: Entry, number: int | None) -> Stage:
    """As `stage_with_round`; without a round, the last stage that the entry came to."""
    if number is not None:
        return stage_with_round(stages_begun(entry.event), number)
    return stage_reached(entry)


def stage_reached(entry: Entry) -> Stage:
    """The last that the entry came to."""
    stages = entry.event.stages.filter(Q(order=1) | Q(places__entry=entry))
    stage = stages.order_by("-order")[:1].get()
    stage.event = entry.event
    return stage


def rounds_with_tables(event: Event) -> list[int]:
    """Numbers of the rounds after which there is a table, over all stages."""
    kept = Standing.objects.filter(stage__event=event, after_round__gt=0)
    return list(kept.order_by("after_round").values_list("after_round", flat=True))


def pairs_met(event_id: str) -> frozenset[Pair]:
    """Entries that sat at one table in a stage of this event."""
    seats = Seat.objects.filter(round__stage__event=event_id, match__is_open=False)
    seats = seats.exclude(round__status=Round.Status.DRAFT)
    tables: dict[str, list[str]] = {}
    for match, entry in seats.values_list("match", "entry"):
        tables.setdefault(match, []).append(entry)
    return frozenset(
        frozenset(pair) for entries in tables.values() for pair in combinations(set(entries), 2)
    )


def compared_across(
    stage: Stage, table: Sequence[PlacedEntry]
) -> tuple[tuple[AcrossRow, ...], ...]:
    """For each place in the groups those who came to it, the better ones first: per match."""
    if not stage.groups:
        return ()
    field = field_of(inputs_of(stage), scheme=scheme_of(stage))
    places: dict[int, list[str]] = defaultdict(list)
    seen: Counter[str] = Counter()
    for row in table:
        seen[row.group] += 1
        places[seen[row.group]].append(row.entry)
    return tuple(across_groups(field, entries, chain=stage.chain) for entries in places.values())


def _cut(
    stage: Stage, table: Sequence[PlacedEntry], across: Sequence[Sequence[AcrossRow]]
) -> FieldCut:
    match stage.takes:
        case Stage.Takes.ALL:
            return everybody(table)
        case Stage.Takes.CHOICE:
            return FieldCut(())
        case _:
            compared = [row for tier in across for row in tier]
            return by_places(
                table,
                places=stage.takes_places,
                best_next=stage.takes_next,
                across=[row.entry for row in compared],
                by_lots=[row.entry for row in compared if row.parted_by == LOTS],
            )


def _here(stage: Stage) -> list[str]:
    """Entries that can go on, in the order of their starting numbers in the event."""
    entries = Entry.objects.filter(event=stage.event_id, status=Entry.Status.CHECKED_IN)
    return list(entries.order_by("seed", "pk").values_list("pk", flat=True))


def _open_rounds(stage: Stage) -> QuerySet[Round]:
    return stage.rounds.exclude(status=Round.Status.CLOSED)
