"""A record as it was played: every action with the position after it, and the one that failed.

For pages that show a game move by move, or the line that breaks a rule with the board before it.
Whoever needs the verdict alone asks games/verify.py, which keeps no positions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games.contract import Rules
from games.pads import Said, Told
from games.record import Record, players_allowed
from games.values import Action, Fault, Position, Setup, SideScore, gettext_noop as _
from games.verdict import Finding, Severity

TERMINATIONS = ("normal", "time", "abandoned")


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A lawful action of a record, between two positions."""

    rules: Rules
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
    def told(self) -> Told:
        """The same as people say it."""
        return self.rules.looks.tell(self.action)

    @property
    def claim(self) -> str | None:
        """The claim, without its `=`."""
        if self.action.claim is None:
            return None
        return (self.rules.play.write(self.action) or "").rpartition("=")[2]

    @property
    def points(self) -> str | None:
        """What the rules give, as a claim says it; None if the action may carry no claim."""
        return self.rules.play.right_claim(self.before, self.action, after=self.position)

    @property
    def reckoned(self) -> Said:
        """How it came by its points."""
        return self.rules.looks.reckon(self.before, self.action, self.position)

    @property
    def claim_differs(self) -> bool:
        return self.claim_fault is not None

    @property
    def standings(self) -> Sequence[SideScore]:
        """How the sides stand after it; reckoned when asked for."""
        return self.rules.play.standings(self.position)


@dataclass(frozen=True, slots=True)
class Attempt:
    """The action that breaks a rule, on the position before it."""

    rules: Rules
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
    def told(self) -> Told:
        """The same as people say it."""
        return self.rules.looks.tell(self.action)

    @property
    def finding(self) -> Finding:
        return finding(self.line, self.action.seat, "error", self.fault)

    def draw(self, *, coordinates: bool) -> str:
        """The board before it, with the attempt marked."""
        return self.rules.looks.draw(
            self.position, last=self.last, coordinates=coordinates, attempted=self.action
        )


@dataclass(frozen=True, slots=True)
class Replay:
    """A game from its start to its end, or to the action that breaks a rule."""

    rules: Rules
    setup: Setup
    start: Position
    steps: tuple[ReplayStep, ...] = ()
    attempt: Attempt | None = None

    @property
    def position(self) -> Position:
        """The last one that was reached."""
        return self.steps[-1].position if self.steps else self.start

    @property
    def last(self) -> Action | None:
        """The last lawful action."""
        return self.steps[-1].action if self.steps else None

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

    def tried(self, action: Action, *, line: int) -> ReplayStep | Attempt:
        """What another action would do after the last one."""
        return _stepped(
            self.rules, self.position, action, last=self.last, turn=self.turns, line=line
        )

    def with_step(self, step: ReplayStep) -> "Replay":
        return replace(self, steps=(*self.steps, step))


def replay(record: Record) -> Replay | Finding:
    """Play a record through; a set-up that the game does not allow is a finding at its tag."""
    if wrong := wrong_setup(record):
        return wrong
    numbered = zip(record.actions, record.lines, strict=True)
    return replayed(record.rules, record.setup, numbered)


def replayed(rules: Rules, setup: Setup, numbered: Iterable[tuple[Action, int]]) -> Replay:
    """Play actions, each with its line, on a set-up that the game allows."""
    start = position = rules.play.start(setup)
    steps: list[ReplayStep] = []
    last, turn = None, 0
    for action, line in numbered:
        step = _stepped(rules, position, action, last=last, turn=turn, line=line)
        if isinstance(step, Attempt):
            return Replay(rules, setup, start, tuple(steps), step)
        steps.append(step)
        position, last, turn = step.position, action, step.turn
    return Replay(rules, setup, start, tuple(steps))


def _stepped(
    rules: Rules, position: Position, action: Action, *, last: Action | None, turn: int, line: int
) -> ReplayStep | Attempt:
    outcome = rules.play.step(position, action)
    if isinstance(outcome, Fault):
        return Attempt(rules, action, line, position, last, outcome)
    is_turn = action.kind not in rules.play.uncounted
    after, claim_fault = outcome
    return ReplayStep(rules, action, line, position, after, turn + is_turn, is_turn, claim_fault)


def written(game: Replay, *, termination: str = "normal") -> str:
    """The game as a record: tags, then a line for every action, with what it scored."""
    setup = game.setup
    tags = {
        "Game": game.rules.key,
        "Variant": setup.variant,
        "Edition": setup.edition,
        "Players": str(setup.players),
        **setup.own,
    }
    if termination != "normal":
        tags["Termination"] = termination
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    for step in game.steps:
        claim = "" if step.points is None else f" ={step.points}"
        lines.append(f"{step.seat} {step.words}{claim}")
    return "\n".join(lines) + "\n"


def wrong_setup(record: Record) -> Finding | None:
    """The first tag whose value the game does not allow (record 1.2)."""
    rules, setup = record.rules, record.setup
    allowed = {
        "Variant": tuple(rules.variants),
        "Edition": tuple(rules.editions),
        "Termination": TERMINATIONS,
    }
    wrong: list[tuple[str, Fault]] = []
    for tag, values in allowed.items():
        if record.value(tag) not in values:
            gaps = {"tag": tag, "value": record.value(tag), "allowed": ", ".join(values)}
            text = _("{tag} may be {allowed}, not “{value}”.")
            wrong.append((tag, Fault("tag-value", "record 1.2", text, gaps)))
    if players_allowed(rules, setup):
        wrong += [(wrong_tag.tag, wrong_tag.fault) for wrong_tag in rules.tags.wrong(setup)]
    else:
        text = _("This game is not for {players} players.")
        number = {"players": setup.players}
        wrong.append(("Players", Fault("players", "record 1.2", text, number)))
    findings = [finding(record.tags[tag].line, None, "error", fault) for tag, fault in wrong]
    return min(findings, key=lambda finding: finding.line, default=None)


def words_of(rules: Rules, action: Action) -> str:
    """An action without seat and claim; one that the canonical form leaves out is its kind."""
    return rules.play.write(action._replace(claim=None)) or action.kind


def finding(line: int, seat: str | None, severity: Severity, fault: Fault) -> Finding:
    return Finding(line, seat, fault.code, severity, fault.rule, fault.text, fault.gaps)
