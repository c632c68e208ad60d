"""A record as it was played: every action with the position after it, and the one that failed.

For pages that show a game move by move, or the line that breaks a rule with the board before it.
Whoever needs the verdict alone asks games/verify.py, which keeps no positions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.contract import (
    Action,
    Fault,
    Finding,
    Position,
    RuleModule,
    Severity,
    SideScore,
    TagFault,
)
from games.contract import gettext_noop as _
from games.record import Record, players_allowed

TERMINATIONS = ("normal", "time", "abandoned")


@dataclass(frozen=True, slots=True)
class Played:
    """A lawful action of a record, between two positions."""

    rules: RuleModule
    action: Action
    line: int
    before: Position
    position: Position  # after it
    turn: int  # the turns so far, with this one
    is_turn: bool  # whether it counts as one
    claim_fault: Fault | None

    @property
    def seat(self) -> str:
        return self.action.seat

    @property
    def words(self) -> str:
        """What was done, in canonical words, without seat and claim."""
        return words_of(self.rules, self.action)

    @property
    def claim(self) -> str | None:
        """The claim, without its `=`."""
        if self.action.claim is None:
            return None
        return (self.rules.write(self.action) or "").rpartition("=")[2]

    @property
    def points(self) -> str | None:
        """What the rules give, as a claim says it; None if the action may carry no claim."""
        return self.rules.right_claim(self.before, self.action, after=self.position)

    @property
    def claim_differs(self) -> bool:
        return self.claim_fault is not None

    @property
    def standings(self) -> Sequence[SideScore]:
        """How the sides stand after it; reckoned when asked for."""
        return self.rules.standings(self.position)


@dataclass(frozen=True, slots=True)
class Attempt:
    """The action that breaks a rule, on the position before it."""

    rules: RuleModule
    action: Action
    line: int
    position: Position
    last: Action | None  # the lawful action before it
    fault: Fault

    @property
    def seat(self) -> str:
        return self.action.seat

    @property
    def words(self) -> str:
        """What was to be done, in canonical words, without seat and claim."""
        return words_of(self.rules, self.action)

    @property
    def finding(self) -> Finding:
        return finding(self.line, self.action.seat, "error", self.fault)

    def draw(self, *, coordinates: bool) -> str:
        """The board before it, with the attempt marked."""
        return self.rules.draw(
            self.position, last=self.last, coordinates=coordinates, attempted=self.action
        )


@dataclass(frozen=True, slots=True)
class Replay:
    """A record from its start to its end, or to the action that breaks a rule."""

    record: Record
    start: Position
    steps: tuple[Played, ...]
    attempt: Attempt | None

    @property
    def position(self) -> Position:
        """The last one that was reached."""
        return self.steps[-1].position if self.steps else self.start

    @property
    def turns(self) -> int:
        return self.steps[-1].turn if self.steps else 0

    def after(self, turns: int | None) -> tuple[Position, Action | None]:
        """The position after so many turns and the draws that follow them, and the last action.

        None, or more turns than there are: after all of them.
        """
        position, last = self.start, None
        for step in self.steps:
            if turns is not None and step.turn > turns:
                break
            position, last = step.position, step.action
        return position, last


def replay(record: Record) -> Replay | Finding:
    """Play a record through; a set-up that the game does not allow is a finding at its tag."""
    if wrong := wrong_setup(record):
        return wrong
    rules = record.rules
    start = position = rules.start(record.setup)
    steps: list[Played] = []
    attempt, last, turn = None, None, 0
    for action, line in zip(record.actions, record.lines, strict=True):
        outcome = rules.step(position, action)
        if isinstance(outcome, Fault):
            attempt = Attempt(rules, action, line, position, last, outcome)
            break
        is_turn = rules.counts_as_turn(action)
        turn += is_turn
        after, claim_fault = outcome
        steps.append(Played(rules, action, line, position, after, turn, is_turn, claim_fault))
        position, last = after, action
    return Replay(record, start, tuple(steps), attempt)


def wrong_setup(record: Record) -> Finding | None:
    """The first tag whose value the game does not allow (record 1.2)."""
    rules, setup = record.rules, record.setup
    allowed = {
        "Variant": tuple(rules.variants),
        "Edition": tuple(rules.editions),
        "Termination": TERMINATIONS,
    }
    wrong = []
    for tag, values in allowed.items():
        if record.value(tag) not in values:
            gaps = {"tag": tag, "value": record.value(tag), "allowed": ", ".join(values)}
            text = _("{tag} may be {allowed}, not “{value}”.")
            wrong.append(TagFault(tag, Fault("tag-value", "record 1.2", text, gaps)))
    if players_allowed(rules, setup):
        wrong += rules.wrong_tags(setup)
    else:
        text = _("This game is not for {players} players.")
        number = {"players": setup.players}
        wrong.append(TagFault("Players", Fault("players", "record 1.2", text, number)))
    found = [finding(record.tags[one.tag].line, None, "error", one.fault) for one in wrong]
    return min(found, key=lambda one: one.line, default=None)


def words_of(rules: RuleModule, action: Action) -> str:
    """An action without seat and claim; one that the canonical form leaves out is its kind."""
    return rules.write(action._replace(claim=None)) or action.kind


def finding(line: int, seat: str | None, severity: Severity, fault: Fault) -> Finding:
    return Finding(line, seat, fault.code, severity, fault.rule, fault.text, fault.gaps)
