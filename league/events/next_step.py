"""What an organiser does next in an event: one answer for its console and for the home page."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.events.lifecycle_rules import FINISHED, LEAST_ENTRIES, OPEN, RUNNING

_DRAFT, _PUBLISHED = "draft", "published"  # of rounds


@dataclass(frozen=True, slots=True)
class RoundFacts:
    number: int
    status: str
    draw: str = ""
    missing: int = 0  # tables without a result
    unconfirmed: int = 0  # of them, handed in
    awaits_clock: bool = False  # its clock stands, and nothing has come in


@dataclass(frozen=True, slots=True)
class EveningFacts:
    """What the next step depends on."""

    status: str
    rounds: Sequence[RoundFacts] = ()  # by number
    planned: int = 0
    here: int = 0  # entries
    expected: int = 0
    is_due: bool = False  # the time of its start has come
    has_trouble: bool = False  # a table cannot go on without an official
    has_rounds: bool = True  # not: tables are made one at a time
    has_stage_to_come: bool = False  # after the one whose rounds these are
    is_closed: bool = False  # a stage without rounds: no more tables are made


def next_step(facts: EveningFacts) -> str:
    """By a word: check_in, settle, tables, draft, draft_drawn, clock, enter, close, wrap_up, …"""
    if facts.status == OPEN:
        return "move" if is_time_to_start(facts) else "check_in"
    if facts.status == FINISHED:
        return "wrap_up"
    return _in_play(facts) if facts.status == RUNNING else "move"


def is_time_to_start(facts: EveningFacts) -> bool:
    return facts.here >= LEAST_ENTRIES and (not facts.expected or facts.is_due)


def round_at_hand(rounds: Sequence[RoundFacts]) -> RoundFacts | None:
    """The one that the next step is about: the newest with something missing, or to close."""
    playing = [round_ for round_ in rounds if round_.status == _PUBLISHED]
    waiting = [round_ for round_ in reversed(playing) if round_.missing]
    return next(iter([*waiting, *playing]), None)


def _between_rounds(facts: EveningFacts) -> str:
    if len(facts.rounds) < facts.planned:
        return "draft"
    return _between_stages(facts)


def _between_stages(facts: EveningFacts) -> str:
    return "stage" if facts.has_stage_to_come else "move"


def _in_play(facts: EveningFacts) -> str:
    if facts.has_trouble:
        return "settle"
    if not facts.has_rounds:
        return _between_stages(facts) if facts.is_closed else "tables"
    draft = next((round_ for round_ in facts.rounds if round_.status == _DRAFT), None)
    if draft is not None:
        return f"draft_{draft.draw}"
    at_hand = round_at_hand(facts.rounds)
    return _in_round(at_hand) if at_hand else _between_rounds(facts)


def _in_round(at_hand: RoundFacts) -> str:
    if not at_hand.missing:
        return "close"
    if at_hand.awaits_clock:
        return "clock"
    return "accept" if at_hand.unconfirmed == at_hand.missing else "enter"
