"""What a ruling or another chain of tiebreaks would change in the standings, before it is done."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from league.errors import LeagueError
from league.events.queries.events import current_stage
from league.models import Entry, Event, Match, Round, Stage
from league.results.services.rulings import Decision, RulingOutlook, outlook_of
from league.standings.leavers import Leaver
from league.standings.queries import inputs_of, leavers_of, scheme_of
from league.standings.source import Instead
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


def _rows(
    stage: Stage, *, instead: Instead = MappingProxyType({}), leaving: str = ""
) -> Sequence[Row]:
    inputs = inputs_of(stage, instead=instead, leaving=leaving)
    return standings(inputs, chain=stage.chain, scheme=scheme_of(stage))


@dataclass(frozen=True)
class WithdrawalPreview:
    """What it would mean that an entry leaves a schedule in which everybody meets."""

    leaver: Leaver
    moved: Sequence[Moved]

    @property
    def text(self) -> str:
        gaps = {"completed": self.leaver.completed, "games": self.leaver.games}
        if self.leaver.is_struck:
            return (
                _(
                    "Games completed: %(completed)d of %(games)d, less than half. The entry leaves "
                    "the table. Its games stay visible and count for nobody."
                )
                % gaps
            )
        return (
            _(
                "Games completed: %(completed)d of %(games)d, half or more. They still count; the "
                "rest of the schedule is lost by forfeit."
            )
            % gaps
        )


class WithdrawalAsked(LeagueError):
    """A withdrawal that changes what counts: to be looked at and confirmed."""

    status = 409
    code = "withdrawal"

    def __init__(self, preview: WithdrawalPreview) -> None:
        super().__init__(" ".join([preview.text, _("Confirm it, then withdraw.")]))
        self.preview = preview


def preview_withdrawal(entry: Entry) -> WithdrawalPreview | None:
    """None: nothing that was played would count otherwise, and nothing is forfeited."""
    stage = current_stage(entry.event)
    is_playing = entry.seed is not None and entry.event.status == Event.Status.RUNNING
    if not is_playing or entry.status == Entry.Status.WITHDRAWN:
        return None
    leavers = leavers_of(stage, leaving=entry.pk)
    leaver = next((each for each in leavers if each.entry == entry.pk), None)
    if leaver is None:
        return None
    moved = moved_between(_rows(stage), _rows(stage, leaving=entry.pk))
    return WithdrawalPreview(leaver, [each for each in moved if each.entry != entry.pk])


def preview_chain(stage: Stage, changes: Mapping[str, Any]) -> list[Moved]:
    """Whose place would be another one, in the order of the table as it would be."""
    changed = copy(stage)
    for name, value in changes.items():
        setattr(changed, name, value)
    return moved_between(_rows(stage), _rows(changed))
