"""A sheet as a game: its lines replayed under the rules, and whether another one may follow."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.contract import Rules
from games.pads import Said, Told
from games.replay import Attempt, Replay, ReplayStep, replayed, words_of
from games.values import Action, Fault, Position, Setup, Unreadable, gettext_noop as _
from league.sheets.ledger import SheetLine

Refusal = Fault | Unreadable


@dataclass(frozen=True, slots=True)
class SheetGame:
    """As far as the lines are lawful; `broken` is the one that is not, with the reason."""

    replay: Replay
    lines: Sequence[SheetLine]  # of the replay's steps
    broken: tuple[SheetLine, Refusal] | None = None
    # What was once told of a line, by language and its number: it stays while the game goes on.
    told: dict[tuple[str, int], Any] = field(default_factory=dict, compare=False)

    @property
    def rules(self) -> Rules:
        return self.replay.rules

    @property
    def setup(self) -> Setup:
        return self.replay.setup

    @property
    def position(self) -> Position:
        return self.replay.position

    @property
    def last(self) -> Action | None:
        return self.replay.last

    def with_step(self, line: SheetLine, step: ReplayStep) -> "SheetGame":
        return SheetGame(self.replay.with_step(step), [*self.lines, line], told=self.told)


def game_of(rules: Rules, setup: Setup, lines: Iterable[SheetLine]) -> SheetGame:
    """The lines up to the first that cannot be read or breaks a rule."""
    lines = list(lines)
    numbered: list[tuple[Action, int]] = []
    broken: tuple[SheetLine, Refusal] | None = None
    for line in lines:
        action = _read(rules, line)
        if isinstance(action, Unreadable):
            broken = (line, action)
            break
        numbered.append((action, line.number))
    replay = replayed(rules, setup, numbered)
    lawful = len(replay.steps)
    if replay.attempt:
        broken = (lines[lawful], replay.attempt.fault)
    return SheetGame(replay, lines[:lawful], broken)


def attempt(game: SheetGame, line: SheetLine) -> ReplayStep | Refusal:
    """Another line on a game: what it does, or why it may not stand."""
    action = _read(game.rules, line)
    if isinstance(action, Unreadable):
        return action
    step = game.replay.tried(action, line=line.number)
    return step.fault if isinstance(step, Attempt) else step


def words_read(rules: Rules, *, seat: str, words: str) -> str:
    """In canonical words; empty: they cannot be read."""
    action = _read(rules, SheetLine(0, seat, words))
    return "" if isinstance(action, Unreadable) else words_of(rules, action)


def told_of(rules: Rules, *, seat: str, words: str) -> Told | None:
    """As people say it; None: it cannot be read."""
    action = _read(rules, SheetLine(0, seat, words))
    return None if isinstance(action, Unreadable) else rules.looks.tell(action)


def _read(rules: Rules, line: SheetLine) -> Action | Unreadable:
    return rules.play.read(line.seat, line.words.split(), None)


def sentence(refusal: Refusal, *, is_discreet: bool) -> Said:
    """Why it may not stand; without what would help the player, where the table wants no help."""
    if is_discreet and isinstance(refusal, Fault) and refusal.discreet:
        return Said(refusal.discreet)
    return Said(refusal.text, refusal.gaps)


def tags_read(rules: Rules, text: str, *, players: int) -> Mapping[str, str] | Refusal:
    """Own tags from lines of `name value`, or the first that is wrong."""
    own = dict(line.split(" ", 1) for line in text.splitlines() if " " in line)
    for tag in rules.tags.names(players):
        if tag not in own:
            continue
        if wrong := rules.tags.read(tag, own[tag], players=players):
            return wrong
    missing = [tag for tag in rules.tags.required(players) if tag not in own]
    if missing:
        text = _("The set-up is not complete: {tag} is missing.")
        return Unreadable(text, {"tag": missing[0]}, rule="record 1.2")
    return {tag: own[tag] for tag in rules.tags.names(players) if tag in own}
