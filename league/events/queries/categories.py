"""Categories of an event: for the public those that are shown, for officials all."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Count, QuerySet

from league.events.queries.standings import RowShown, Table, table_after
from league.models import AuditEntry, Category, Event, Stage
from league.standings.categories import category_rows


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


def category_table(
    category: Category, *, stage: Stage, names: Mapping[str, str], after_round: int | None = None
) -> Table:
    """The standings without the others, places numbered anew."""
    table = table_after(stage, names=names, after_round=after_round)
    members = set(category.entries.values_list("pk", flat=True))
    rows = category_rows([shown.row for shown in table.rows], members=members)
    return replace(table, rows=tuple(RowShown(row, names[row.entry]) for row in rows))


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
    return known.filter(pk=step).first() if step.isdecimal() else None
