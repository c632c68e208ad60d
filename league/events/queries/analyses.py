"""The analysis of a game as its replay shows it: not yet open, to be asked for, computed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from league.models import Analysis, Job, Submission
from league.results.queries import analysis_of, is_analysis_open
from league.results.replays import Turn, TurnAnalysed

State = Literal["none", "closed", "open", "running", "parked", "done"]


@dataclass(frozen=True)
class SideAnalysed:
    """A seat's turns together."""

    letter: str
    turns: int  # that could have brought other points
    best: int  # of them, those in which nothing would have brought more
    points: int
    possible: int  # had each turn brought the most that it could


@dataclass(frozen=True)
class AnalysisShown:
    """`none`: there is no record to analyse. `closed`: its round is still being played."""

    state: State
    percent: int = 0
    turns: tuple[TurnAnalysed, ...] = ()

    @property
    def by_move(self) -> Mapping[int, TurnAnalysed]:
        return {turn.number: turn for turn in self.turns}

    @property
    def has_ways(self) -> bool:
        return any(turn.ways for turn in self.turns)

    @property
    def has_closed_hands(self) -> bool:
        return any(turn.ways and not turn.is_open for turn in self.turns)

    def sides(self, played: Sequence[Turn]) -> list[SideAnalysed]:
        """By the seats, in their order; only of games in which laying brings points."""
        found = self.by_move
        by_seat: dict[str, list[TurnAnalysed]] = {}
        for turn in played:
            if turn.number in found and found[turn.number].ways:
                by_seat.setdefault(turn.seat, []).append(found[turn.number])
        return [_side(letter, turns) for letter, turns in sorted(by_seat.items())]


def analysis_shown(submission: Submission) -> AnalysisShown:
    if not submission.record_digest:
        return AnalysisShown("none")
    if not is_analysis_open(submission):
        return AnalysisShown("closed")
    row = analysis_of(submission)
    if row is None:
        return AnalysisShown("open")
    if row.turns is None:
        return AnalysisShown(_state_of_work(submission), percent=row.percent)
    return AnalysisShown("done", percent=100, turns=_turns(row))


def _side(letter: str, turns: Sequence[TurnAnalysed]) -> SideAnalysed:
    return SideAnalysed(
        letter=letter,
        turns=len(turns),
        best=sum(turn.points == turn.best for turn in turns),
        points=sum(turn.points for turn in turns),
        possible=sum(turn.best for turn in turns),
    )


def _turns(row: Analysis) -> tuple[TurnAnalysed, ...]:
    return tuple(TurnAnalysed(**each) for each in row.turns or ())


def _state_of_work(submission: Submission) -> State:
    """Wanted by this version, or by another one with the same record."""
    jobs = Job.objects.filter(
        kind=Job.Kind.ANALYSE_RECORD,
        object_id__in=Submission.objects.filter(record_digest=submission.record_digest)
        .order_by()
        .values("pk"),
    )
    latest = jobs.order_by("-created_at").values_list("state", flat=True).first()
    return "parked" if latest in (Job.State.PARKED, None) else "running"
