"""RULES: what Arbitr asks about Twisty, answered with the modules beside this one."""

from collections.abc import Iterator, Mapping, Sequence

from games.contract import (
    Action,
    Fault,
    RuleModule,
    Setup,
    Sheets,
    SideScore,
    Step,
    TagFault,
    TallyField,
    Unreadable,
)
from games.pads import Pad, SetUp
from games.tallies import read_sheets
from games.twisty import figures, play
from games.twisty.board import Position, start
from games.twisty.dealing import shuffled
from games.twisty.description import describe
from games.twisty.drawing import draw
from games.twisty.pad import hints, pad
from games.twisty.random_play import random_game
from games.twisty.setting_up import set_up
from games.twisty.words import own_tags, read_action, read_tag, write_action, wrong_tags
from games.usual import EachForThemselves, NoPointsForLaying


class Twisty(EachForThemselves, NoPointsForLaying):
    """The rules of Twisty."""

    key = "twisty"
    name = "Twisty"
    rules_version = 1
    variants: Mapping[str, Sequence[int]] = {"base": (2, 3, 4)}
    editions: Sequence[str] = ("standard",)
    higher_score_wins = True

    def own_tags(self, players: int) -> Sequence[str]:
        return own_tags(players)

    def required_tags(self, players: int) -> Sequence[str]:
        return own_tags(players)

    def read_tag(self, tag: str, value: str, *, players: int) -> Unreadable | None:
        return read_tag(tag, value)

    def default_tag(self, tag: str, setup: Setup) -> str:
        """Nothing: a record without one of these tags is unreadable."""
        return ""

    def canonical_tag(self, tag: str, value: str, setup: Setup) -> str:
        return value

    def read(self, seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
        return read_action(seat, words, claim)

    def write(self, action: Action) -> str | None:
        return write_action(action)

    def wrong_tags(self, setup: Setup) -> Sequence[TagFault]:
        return list(wrong_tags(setup))

    def start(self, setup: Setup) -> Position:
        return start(setup)

    def step(self, position: Position, action: Action) -> Step | Fault:
        return play.step(position, action)

    def counts_as_turn(self, action: Action) -> bool:
        return True

    def standings(self, position: Position) -> Sequence[SideScore]:
        return figures.scores(position.setup, list(figures.figures(position).values()))

    def tally_fields(self, setup: Setup) -> Sequence[TallyField]:
        return figures.FIELDS

    def figures(self, position: Position) -> Sheets:
        return figures.figures(position)

    def tally(
        self, setup: Setup, sheets: Sheets, *, termination: str = "normal"
    ) -> Sequence[SideScore] | Fault:
        read = read_sheets(self, setup, sheets, termination=termination)
        return read if isinstance(read, Fault) else figures.tally(setup, read)

    def lawful(self, position: Position) -> Iterator[Action]:
        """Every outcome that a lawful action can have, with a shortest way to it.

        Chains may go round, so that not all of them can be named (RULES.md 2.4).
        """
        return play.lawful(position)

    def why_not(self, position: Position, action: Action) -> Fault | None:
        """The rule that forbids an action, or None; longer ways than those of `lawful` are fine."""
        outcome = play.step(position, action)
        return outcome if isinstance(outcome, Fault) else None

    def random_game(self, seed: int, *, players: int | None, variant: str | None) -> str:
        return random_game(seed, players=players)

    def league_keys(self, games: Sequence[SideScore]) -> tuple[int, ...]:
        """Games won, then the cubes of all games."""
        return (sum(game.keys[0] for game in games), sum(game.keys[1] for game in games))

    def right_claim(self, position: Position, action: Action, *, after: Position) -> str | None:
        return None

    def draw(
        self,
        position: Position,
        *,
        last: Action | None,
        coordinates: bool,
        attempted: Action | None = None,
    ) -> str:
        return draw(position, last=last, coordinates=coordinates, attempted=attempted)

    def describe(self, position: Position) -> str:
        return describe(position)

    def pad(self, position: Position, *, last: Action | None) -> Pad:
        return pad(position, last=last)

    def hints(self, position: Position, begun: str) -> Sequence[str]:
        return hints(position, begun)

    def set_up(self, setup: Setup) -> SetUp | None:
        return set_up(setup)

    def shuffled(self, seed: int, *, players: int) -> Mapping[str, str]:
        return shuffled(seed, players=players)

    def key_names(self, setup: Setup) -> Sequence[str]:
        """RULES.md 3: the keys are the figures."""
        return [figure.label for figure in figures.FIELDS]


RULES: RuleModule = Twisty()
