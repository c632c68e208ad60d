"""Who gets which prize, as officials read it, the ties; and the categories of an event."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from league.events.queries.events import current_stage, first_stage
from league.events.queries.stages import overall_rows
from league.events.queries.standings import Narrowed, StandingsTable, TableChoice, table_page
from league.models import AuditEntry, Category, Event, Prize, PrizeDecision, Stage
from league.models.columns import number_in
from league.standings.across import one_order
from league.standings.keys.given import lot_of
from league.standings.prizes import (
    ALL_ENTRIES,
    Award,
    Awards,
    Contender,
    Decided,
    HowSettled,
    PrizeOffered,
    Rule,
    Tie,
    award,
    settled_places,
)
from league.standings.queries import published_rows
from league.standings.table import Row, category_rows, parted_by
from league.standings.tiebreaks import TIEBREAKS

Names = Mapping[str, str]


@dataclass(frozen=True)
class AwardShown:
    """A prize with who gets it."""

    prize: Prize
    award: Award
    names: tuple[str, ...]
    passed: tuple[str, ...]  # names of those who keep a better prize

    @property
    def table(self) -> str:
        return self.prize.category_id or ALL_ENTRIES

    @property
    def table_name(self) -> str:
        return self.prize.category.name if self.prize.category else ""


@dataclass(frozen=True)
class TieShown:
    """Entries with equal points for whom prizes are at stake, and what may be done about it."""

    tie: Tie
    category: Category | None
    entries: tuple[tuple[str, str], ...]  # id and name
    prizes: tuple[Prize, ...]
    parted_by: tuple[str, ...]  # labels of the tiebreaks that part neighbours
    decision: PrizeDecision | None = None
    is_across: bool = False  # of different groups: they took the same place there

    @property
    def key(self) -> str:
        """Names the tie in a form."""
        return "-".join((self.tie.table, *sorted(self.tie.entries)))

    @property
    def order(self) -> list[str]:
        """The names in the order that was decided."""
        named = dict(self.entries)
        return [named[entry] for entry in self.decision.entries] if self.decision else []


@dataclass(frozen=True)
class PrizeList:
    """Everything that the page of prizes shows."""

    event: Event
    stage: Stage
    awards: tuple[AwardShown, ...]
    ties: tuple[TieShown, ...]
    tables: Mapping[str, tuple[Row, ...]]
    categories: Mapping[str, Category]
    names: Names
    decisions: tuple[Decided, ...]
    groups: Mapping[str, tuple[str, int]]  # by entry: its group, and the place there

    def places(self, table: str) -> list[tuple[int, tuple[str, ...]]]:
        """The places of a table with what was decided about ties."""
        rows = _contenders(self.tables[table], in_groups=bool(self.groups))
        return settled_places(rows, table=table, decisions=self.decisions)

    @property
    def open_ties(self) -> list[TieShown]:
        return [tie for tie in self.ties if tie.tie.is_open]

    @property
    def settled_ties(self) -> list[TieShown]:
        return [tie for tie in self.ties if not tie.tie.is_open]

    @property
    def is_final(self) -> bool:
        return self.event.status in (Event.Status.FINISHED, Event.Status.ARCHIVED)


@dataclass(frozen=True)
class Lot:
    """One lot that was drawn: anybody can compute it again."""

    place: int
    name: str
    entry: str
    digest: str


def prize_list(event: Event, *, names: Names) -> PrizeList:
    """The prizes of the standings as they are published now."""
    stage = current_stage(event)
    stage.event = event
    prizes = list(event.prizes.select_related("category").order_by("order", "pk"))
    categories = {category.pk: category for category in event.categories.order_by("order", "pk")}
    table = published_rows(stage) if stage.is_first else overall_rows(event)
    rows = [row for row in table if row.entry in names]
    groups = {row.entry: (row.group, row.rank) for row in rows if row.group}
    tables = _tables(event, one_order(rows), categories)
    decisions = list(event.prize_decisions.order_by("decided_at", "pk"))
    decided = tuple(_decided(decision) for decision in decisions)
    awards = award(
        [PrizeOffered(prize.pk, prize.category_id or ALL_ENTRIES, prize.place) for prize in prizes],
        tables={
            table: _contenders(ranked, in_groups=bool(groups)) for table, ranked in tables.items()
        },
        decisions=decided,
        rule=Rule(event.prize_rule),
    )
    by_id = {prize.pk: prize for prize in prizes}
    return PrizeList(
        event=event,
        stage=stage,
        awards=_awards_shown(awards, by_id, names),
        ties=tuple(
            replace(
                _tie_shown(tie, categories, by_id, decisions, tables=tables, names=names),
                is_across=bool(groups),
            )
            for tie in awards.ties
        ),
        tables=tables,
        categories=categories,
        names=names,
        decisions=decided,
        groups=groups,
    )


def lots_of(decision: PrizeDecision, *, names: Names) -> list[Lot]:
    """The lots of a decision, the first drawn first."""
    seed = first_stage(decision.event).seed
    return [
        Lot(place, names[entry], entry, lot_of(entry, seed=seed))
        for place, entry in enumerate(decision.entries, start=1)
    ]


def _tables(
    event: Event, rows: Sequence[Row], categories: Mapping[str, Category]
) -> dict[str, tuple[Row, ...]]:
    members: dict[str, set[str]] = {category: set() for category in categories}
    for category, entry in event.entries.filter(categories__in=categories).values_list(
        "categories", "pk"
    ):
        if category in members:
            members[category].add(entry)
    by_category = {key: category_rows(rows, members=entries) for key, entries in members.items()}
    return {ALL_ENTRIES: tuple(rows), **by_category}


def _contenders(rows: Sequence[Row], *, in_groups: bool) -> list[Contender]:
    """Of different groups, those of the same place are equal: their points do not compare."""
    return [
        Contender(row.entry, -row.rank if in_groups else row.points_12, row.rank) for row in rows
    ]


def _decided(decision: PrizeDecision) -> Decided:
    return Decided(
        decision.pk,
        decision.category_id or ALL_ENTRIES,
        tuple(decision.entries),
        HowSettled(decision.how),
    )


def _awards_shown(
    awards: Awards, prizes: Mapping[str, Prize], names: Names
) -> tuple[AwardShown, ...]:
    return tuple(
        AwardShown(
            prize=prizes[prize_award.prize],
            award=prize_award,
            names=tuple(names[entry] for entry in prize_award.entries),
            passed=tuple(names[entry] for entry in prize_award.passed),
        )
        for prize_award in awards.awards
    )


def _tie_shown(
    tie: Tie,
    categories: Mapping[str, Category],
    prizes: Mapping[str, Prize],
    decisions: Sequence[PrizeDecision],
    *,
    tables: Mapping[str, Sequence[Row]],
    names: Names,
) -> TieShown:
    by_id = {decision.pk: decision for decision in decisions}
    return TieShown(
        tie=tie,
        category=categories.get(tie.table),
        entries=tuple((entry, names[entry]) for entry in tie.entries),
        prizes=tuple(prizes[prize] for prize in tie.prizes),
        parted_by=_parting(tie, tables[tie.table]),
        decision=by_id[tie.decided.id] if tie.decided else None,
    )


def _parting(tie: Tie, rows: Sequence[Row]) -> tuple[str, ...]:
    tied = [row for row in rows if row.entry in tie.entries]
    keys = dict.fromkeys(parted_by(upper, lower) for upper, lower in pairwise(tied))
    return tuple(_(TIEBREAKS[key].label) for key in keys if key in TIEBREAKS)


@dataclass(frozen=True)
class Removed:
    """Something that was taken out of a list and can be put back."""

    step: AuditEntry
    name: str


def categories_of(event: Event, *, is_official: bool) -> QuerySet[Category]:
    known = event.categories.order_by("order", "pk")
    return known if is_official else known.filter(is_shown=True)


def counted_categories(event: Event) -> QuerySet[Category]:
    """All of them, for officials, with how many entries and prizes each has."""
    return categories_of(event, is_official=True).annotate(
        members=Count("entries", distinct=True), prize_count=Count("prizes", distinct=True)
    )


def category_table(category: Category, *, stage: Stage, names: Mapping[str, str]) -> StandingsTable:
    """The standings without the others, places numbered again."""
    choice = TableChoice(narrowed=Narrowed(category=category.name))
    return table_page(stage, names=names, choice=choice, per_page=None)


def removed_rows(event: Event, *, action: str, present: set[str]) -> list[Removed]:
    """The last few that were removed and are not back yet, the latest first."""
    steps = AuditEntry.objects.filter(event=event.pk, action=action).order_by("-id")[:5]
    return [
        Removed(step, step.details.get("name") or step.details.get("what", ""))
        for step in steps
        if step.details["row"] not in present
    ]


def removed_row(event: Event, *, action: str, step: str) -> AuditEntry | None:
    """The step of the audit by which something was removed."""
    known = AuditEntry.objects.filter(event=event.pk, action=action)
    return known.filter(pk=number_in(step) or 0).first()
