"""What a ruling or another chain of tiebreaks would change in the standings, before it is done."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from league.models import Match, Round, Stage
from league.results.services.rulings import Decision, RulingOutlook, outlook_of
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
class RulingPreview:
    outlook: RulingOutlook
    moved: Sequence[Moved]
    redrawn: Sequence[int] = ()  # rounds whose draft would be drawn again
    kept: Sequence[int] = ()  # later rounds whose tables are public, and stay

    @property
    def is_refused(self) -> bool:
        """By the rules of the game: nothing would count."""
        judgement = self.outlook.judgement
        return judgement is not None and not judgement.is_verified


def preview_ruling(match: Match, decision: Decision) -> RulingPreview:
    """What a decision would make of the standings and of later rounds. Nothing is written."""
    outlook = outlook_of(match, decision)
    preview = RulingPreview(outlook, (), *_later_rounds(match.round))
    if preview.is_refused:
        return preview
    stage = match.round.stage
    before = _rows(stage)
    after = _rows(stage, instead={(match.pk, decision.game): outlook.sides})
    return replace(preview, moved=moved_between(before, after))


def _later_rounds(corrected: Round) -> tuple[list[int], list[int]]:
    """Drafts that were made from what a correction would change, and tables that are public."""
    if corrected.status != Round.Status.CLOSED:
        return [], []
    later = corrected.stage.rounds.filter(number__gt=corrected.number).order_by("number")
    by_draft: dict[bool, list[int]] = {True: [], False: []}
    for number, status in later.values_list("number", "status"):
        by_draft[status == Round.Status.DRAFT].append(number)
    return by_draft[True], by_draft[False]


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


def _rows(stage: Stage, *, instead: Instead = MappingProxyType({})) -> Sequence[Row]:
    return standings(inputs_of(stage, instead=instead), chain=stage.chain, scheme=scheme_of(stage))


def preview_chain(stage: Stage, changes: Mapping[str, Any]) -> list[Moved]:
    """Whose place would be another one, in the order of the table as it would be."""
    changed = copy(stage)
    for name, value in changes.items():
        setattr(changed, name, value)
    return moved_between(_rows(stage), _rows(changed))
