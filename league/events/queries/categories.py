"""Categories of an event: for the public those that are shown, for officials all."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from league.events.queries.narrowing import Narrowed
from league.events.queries.standings import StandingsTable, TableChoice, table_page
from league.models import AuditEntry, Category, Event, Stage


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
    """The standings without the others, places numbered anew."""
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
    return known.filter(pk=step).first() if step.isdecimal() else None
