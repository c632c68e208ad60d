"""A sheet as a game: its lines replayed under the rules, and whether another one may follow."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.contract import Action, Fault, RuleModule, Setup, Step, Unreadable
from games.contract import gettext_noop as _
from games.pads import Said
from games.replay import words_of
from league.sheets.ledger import Line

Refusal = Fault | Unreadable

# Whoever may not pass is not told which piece fits.
_DISCREET = {
    "can-place": _("You may not pass: there is a place for one of your pieces."),
    "can-move": _("You may not pass: there is a move."),
}


@dataclass(frozen=True, slots=True)
class Played:
    """A line of a sheet between two positions."""

    line: Line
    action: Action
    position: Any  # after it
    points: str | None  # what it scored, in the words of a claim


@dataclass(frozen=True, slots=True)
class Game:
    """As far as the lines are lawful; `broken` is the one that is not, with the reason."""

    rules: RuleModule
    setup: Setup
    start: Any
    played: Sequence[Played]
    broken: tuple[Line, Refusal] | None = None

    @property
    def position(self) -> Any:
        return self.played[-1].position if self.played else self.start

    @property
    def last(self) -> Action | None:
        return self.played[-1].action if self.played else None


def replayed(rules: RuleModule, setup: Setup, lines: Iterable[Line]) -> Game:
    start = position = rules.start(setup)
    played: list[Played] = []
    for line in lines:
        found = attempt(rules, position, line)
        if not isinstance(found, Played):
            return Game(rules, setup, start, played, (line, found))
        played.append(found)
        position = found.position
    return Game(rules, setup, start, played)


def attempt(rules: RuleModule, position: Any, line: Line) -> Played | Refusal:
    """A line on a position: what it does, or why it may not stand."""
    action = rules.read(line.seat, line.words.split(), None)
    if isinstance(action, Unreadable):
        return action
    outcome = rules.step(position, action)
    if not isinstance(outcome, Step):
        return outcome
    points = rules.right_claim(position, action, after=outcome.position)
    return Played(line, action, outcome.position, points)


def canonical(rules: RuleModule, found: Played) -> str:
    return words_of(rules, found.action)


def words_read(rules: RuleModule, *, seat: str, words: str) -> str:
    """In canonical words; empty: they cannot be read."""
    action = rules.read(seat, words.split(), None)
    return "" if isinstance(action, Unreadable) else words_of(rules, action)


def sentence(refusal: Refusal, *, is_discreet: bool) -> Said:
    """Why it may not stand; without what would help the player, where the table wants no help."""
    if is_discreet and refusal.code in _DISCREET:
        return Said(_DISCREET[refusal.code])
    return Said(refusal.text, refusal.gaps)


def tags_read(rules: RuleModule, text: str, *, players: int) -> Mapping[str, str] | Refusal:
    """Own tags from lines of `name value`, or the first that is wrong."""
    own = dict(line.split(" ", 1) for line in text.splitlines() if " " in line)
    for tag in rules.own_tags(players):
        if tag not in own:
            continue
        if wrong := rules.read_tag(tag, own[tag], players=players):
            return wrong
    missing = [tag for tag in rules.required_tags(players) if tag not in own]
    if missing:
        text = _("The set-up is not whole: {tag} is missing.")
        return Unreadable(text, {"tag": missing[0]}, rule="record 1.2")
    return {tag: own[tag] for tag in rules.own_tags(players) if tag in own}


def record_of(game: Game, *, termination: str = "normal") -> str:
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
    for found in game.played:
        claim = f" ={found.points}" if found.points is not None else ""
        lines.append(f"{found.line.seat} {canonical(game.rules, found)}{claim}")
    return "\n".join(lines) + "\n"
