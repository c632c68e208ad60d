"""The standings as published: by the page, whole, and what each value is made of."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.conf import settings
from django.core.cache import cache
from django.db.models import OuterRef, QuerySet, Subquery

from league.models import EntryRounds, Stage, Standing, StandingPage
from league.standings.explain import explain
from league.standings.field import Cell, field_of
from league.standings.parts import Explanation
from league.standings.queries.given import inputs_of, scheme_of
from league.standings.stored import (
    ORDER,
    PAGE_ROWS,
    LeanRow,
    Order,
    pages_with,
    read_order,
    read_page,
    read_rounds,
)
from league.standings.table import Row

_EXPLAINED_FOR_S = 3600


def published(stage: Stage, *, after_round: int | None = None) -> Standing | None:
    """The standings as last published, after the latest round or an earlier one; not their rows."""
    kept = Standing.objects.filter(stage=stage).order_by("after_round")
    return (kept.filter(after_round=after_round) if after_round is not None else kept).last()


def published_rows(stage: Stage, *, after_round: int | None = None) -> tuple[Row, ...]:
    """A whole table with what each round gave: for audits, exports and small events."""
    standing = published(stage, after_round=after_round)
    if standing is None:
        return ()
    cells = published_cells(stage, up_to=standing.after_round)
    return tuple(row.with_rounds(cells[row.entry]) for row in lean_rows(standing))


def latest_rows(stages: Iterable[str]) -> dict[str, tuple[Row, ...]]:
    """The latest tables of several stages with what each round gave, by two queries."""
    wanted = list(stages)
    latest = Standing.objects.filter(stage=OuterRef("stage")).order_by("-after_round")
    pages = StandingPage.objects.filter(
        stage__in=wanted,
        after_round=Subquery(latest.values("after_round")[:1]),
        number__gt=ORDER,
    ).order_by("number")
    kept = EntryRounds.objects.filter(stage__in=wanted).values_list("entry", "text")
    cells = {entry: read_rounds(text) for entry, text in kept}
    found: dict[str, tuple[Row, ...]] = dict.fromkeys(wanted, ())
    for stage, text in pages.values_list("stage", "text"):
        found[stage] += tuple(row.with_rounds(cells[row.entry]) for row in read_page(text))
    return found


def lean_rows(
    standing: Standing, *, positions: Sequence[int] | range | None = None
) -> list[LeanRow]:
    """Rows by their places in the table, from 0, in the order given; all where none are named.

    Reads the pages in which they stand, by one query.
    """
    pages = _pieces(standing)
    if positions is None:
        pages = pages.exclude(number=ORDER)
    else:
        pages = pages.filter(number__in=pages_with(positions))
    found = {
        (number - 1) * PAGE_ROWS + at: row
        for number, text in pages.values_list("number", "text")
        for at, row in enumerate(read_page(text))
    }
    if positions is None:
        return [found[at] for at in sorted(found)]
    return [found[at] for at in positions if at in found]


def order_of(standing: Standing) -> Order:
    """Who stands where: a short text, however long the table."""
    return read_order(_pieces(standing).values_list("text", flat=True).get(number=ORDER))


def published_cells(
    stage: Stage,
    *,
    entries: Iterable[str] | None = None,
    since: int = 0,
    up_to: int | None = None,
) -> dict[str, tuple[Cell, ...]]:
    """What the rounds gave, from one to another, by entry; of all entries or of these."""
    kept = EntryRounds.objects.filter(stage=stage)
    if entries is not None:
        kept = kept.filter(entry__in=list(entries))
    return {
        entry: read_rounds(text, since=since, up_to=up_to)
        for entry, text in kept.values_list("entry", "text")
    }


def points_after(stage: Stage, *, rounds: Iterable[int]) -> dict[int, dict[str, int]]:
    """Points in twelfths after each of these rounds, by entry, by one query."""
    found: dict[int, dict[str, int]] = defaultdict(dict)
    pages = StandingPage.objects.filter(stage=stage, after_round__in=list(rounds), number__gt=ORDER)
    for after_round, text in pages.values_list("after_round", "text"):
        found[after_round] |= {row.entry: row.points_12 for row in read_page(text)}
    return dict(found)


def _pieces(standing: Standing) -> QuerySet[StandingPage]:
    return StandingPage.objects.filter(
        stage=standing.stage_id, after_round=standing.after_round
    ).order_by("number")


def explanations(
    stage: Stage, *, entry: str, after_round: int, keys: Sequence[str]
) -> tuple[Explanation, ...]:
    """What an entry's values are made of, from all results. Kept as long as nothing changes."""
    kept_as = f"why:{settings.VERSION}:{stage.pk}:{stage.published_version}:{after_round}:{entry}"
    kept: dict[str, Explanation] = cache.get(kept_as) or {}
    if not all(key in kept for key in keys):
        whole = field_of(inputs_of(stage), scheme=scheme_of(stage))
        field = whole.after(sum(number <= after_round for number in whole.numbers))
        fresh = {
            key: explain(field, entry=entry, key=key, chain=stage.chain)
            for key in dict.fromkeys((*stage.chain, *keys))
        }
        kept = {**kept, **fresh}
        if _is_still_published(stage):
            cache.set(kept_as, kept, _EXPLAINED_FOR_S)
    return tuple(kept[key] for key in keys)


def _is_still_published(stage: Stage) -> bool:
    """No result has come since the stage was read that its published table does not have."""
    versions = Stage.objects.values_list("wanted_version", "published_version").get(pk=stage.pk)
    return versions == (stage.published_version, stage.published_version)


def rounds_with_standings(stage: Stage) -> list[int]:
    return list(
        stage.standings.filter(after_round__gt=0)
        .order_by("after_round")
        .values_list("after_round", flat=True)
    )
