"""The round desk: the draft, the rounds being played, and what may be done next."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from league.events.queries.event_lists import current_stage
from league.events.services.rounds import planned_rounds
from league.models import Event, Round, Stage
from league.web.desk.tables import RoundAtDesk, shown_at_desk


class FirstStep(NamedTuple):
    """What comes first at the desk: the one primary action of the page."""

    kind: str  # publish, enter, close, draft; empty: nothing to press
    round_id: str = ""


@dataclass(frozen=True)
class Desk:
    event: Event
    stage: Stage
    rounds: list[Round]  # all of them, by number
    draft: RoundAtDesk | None
    playing: list[RoundAtDesk]  # published, not closed; the newest first

    @cached_property
    def planned(self) -> int:
        return planned_rounds(self.stage)

    @property
    def next_number(self) -> int | None:
        """The round that can be drafted now."""
        is_running = self.event.status == Event.Status.RUNNING
        has_room = len(self.rounds) < 2 or self.rounds[-2].status == Round.Status.CLOSED
        if not is_running or self.draft or not has_room or len(self.rounds) >= self.planned:
            return None
        return len(self.rounds) + 1

    @property
    def first_step(self) -> FirstStep:
        if self.draft is not None:
            is_drawn = self.draft.round.draw == Round.Draw.DRAWN
            return FirstStep("publish" if is_drawn else "", self.draft.round.pk)
        if waiting := [one for one in self.playing if one.blocking]:
            return FirstStep("enter", waiting[0].round.pk)
        if self.playing:
            return FirstStep("close", self.playing[-1].round.pk)
        return FirstStep("draft" if self.next_number else "")

    @property
    def last_closed(self) -> Round | None:
        """The round that may be reopened: closed, and no later one published."""
        begun = [each for each in self.rounds if each.status != Round.Status.DRAFT]
        return begun[-1] if begun and begun[-1].status == Round.Status.CLOSED else None

    @property
    def offers_plan(self) -> bool:
        """Sizes of tables are chosen before the first round."""
        is_early = self.event.status in (Event.Status.OPEN, Event.Status.RUNNING)
        has_sizes = "table_size" in self.stage.format.settings
        return is_early and has_sizes and not self.rounds and self.most_at_table > 1

    @property
    def most_at_table(self) -> int:
        return self.event.game_played.most_entries


def desk_of(event: Event) -> Desk:
    stage = current_stage(event)
    stage.event = event
    rounds = list(stage.rounds.order_by("number"))
    shown = shown_at_desk(stage, [each for each in rounds if each.status != Round.Status.CLOSED])
    return Desk(
        event=event,
        stage=stage,
        rounds=rounds,
        draft=next((one for one in shown if one.round.status == Round.Status.DRAFT), None),
        playing=[one for one in reversed(shown) if one.round.status == Round.Status.PUBLISHED],
    )
