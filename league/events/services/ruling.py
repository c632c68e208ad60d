"""An official settles a game: what it would change in the standings is shown before it is done."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.models import Match, Stage
from league.results.services.ruling import Decision, Outlook, outlook_of
from league.standings.queries import Instead, inputs_of, scheme_of
from league.standings.table import Row, standings


@dataclass(frozen=True)
class Moved:
    """An entry whose place or points would be others."""

    entry: str
    rank_before: int
    rank_after: int
    points_12_before: int
    points_12_after: int


@dataclass(frozen=True)
class Preview:
    outlook: Outlook
    moved: Sequence[Moved]


def preview_ruling(match: Match, decision: Decision) -> Preview:
    """What a decision would make of the standings. Nothing is written."""
    outlook = outlook_of(match, decision)
    if outlook.judgement is not None and not outlook.judgement.is_verified:
        return Preview(outlook, ())  # the rules refuse it: nothing would count
    stage = match.round.stage
    before = _rows(stage, instead={})
    after = _rows(stage, instead={(match.pk, decision.game): outlook.sides})
    return Preview(outlook, moved_between(before, after))


def moved_between(before: Sequence[Row], after: Sequence[Row]) -> list[Moved]:
    """In the order of the table as it would be."""
    earlier = {row.entry: row for row in before}
    return [
        Moved(
            entry=row.entry,
            rank_before=earlier[row.entry].rank,
            rank_after=row.rank,
            points_12_before=earlier[row.entry].points_12,
            points_12_after=row.points_12,
        )
        for row in after
        if (row.rank, row.points_12) != (earlier[row.entry].rank, earlier[row.entry].points_12)
    ]


def _rows(stage: Stage, *, instead: Instead) -> Sequence[Row]:
    return standings(inputs_of(stage, instead=instead), chain=stage.chain, scheme=scheme_of(stage))
