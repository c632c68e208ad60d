"""RULES: the game as the referee knows it. What its parts decide stands in their modules."""

from collections.abc import Iterator, Mapping, Sequence

from games.contract import Action, Fault, Setup, Sheets, SideScore, TallyField, Way
from games.contract import gettext_noop as _
from games.pads import Pad
from games.tallies import read_sheets
from games.triolet import drawing, ending, figures, lawful, pad, play, random_play, words
from games.triolet.position import Position, start
from games.usual import EachForThemselves, NoOwnTags

PLAYERS = (2, 3, 4)
UNCOUNTED = frozenset(("rack", "draw", "left"))


class Triolet(EachForThemselves, NoOwnTags):
    """The rule module of Triolet (games.contract.RuleModule). It has no tags of its own."""

    key = "triolet"
    name = "Triolet"
    rules_version = 1
    variants: Mapping[str, Sequence[int]] = {"base": PLAYERS}
    editions: Sequence[str] = ("standard",)
    higher_score_wins = True

    # Called for every line of a record: without a frame of their own.
    read = staticmethod(words.read)
    write = staticmethod(words.write)
    step = staticmethod(play.step)

    def start(self, setup: Setup) -> Position:
        return start(setup)

    def counts_as_turn(self, action: Action) -> bool:
        return action.kind not in UNCOUNTED

    def standings(self, position: Position) -> Sequence[SideScore]:
        return ending.standings(position)

    def tally_fields(self, setup: Setup) -> Sequence[TallyField]:
        return figures.fields(setup)

    def figures(self, position: Position) -> Sheets:
        return figures.figures(position)

    def tally(
        self, setup: Setup, sheets: Sheets, *, termination: str = "normal"
    ) -> Sequence[SideScore] | Fault:
        read = read_sheets(self, setup, sheets, termination=termination)
        return (
            read if isinstance(read, Fault) else figures.tally(setup, read, termination=termination)
        )

    def lawful(self, position: Position) -> Iterator[Action]:
        return lawful.lawful(position)

    def why_not(self, position: Position, action: Action) -> Fault | None:
        outcome = play.step(position, action)
        return outcome if isinstance(outcome, Fault) else None

    def random_game(self, seed: int, *, players: int | None, variant: str | None) -> str:
        return random_play.random_game(seed, players=players)

    def league_keys(self, games: Sequence[SideScore]) -> tuple[int, ...]:
        """Points of all games together, then of the best one."""
        points = [game.score for game in games]
        return sum(points), max(points, default=0)

    def right_claim(self, position: Position, action: Action, *, after: Position) -> str | None:
        return play.right_claim(position, action, after=after)

    def ways(self, position: Position, action: Action) -> Iterator[Way]:
        return lawful.ways(position, action)

    def draw(
        self,
        position: Position,
        *,
        last: Action | None,
        coordinates: bool,
        attempted: Action | None = None,
    ) -> str:
        return drawing.draw(position, last=last, coordinates=coordinates, attempted=attempted)

    def describe(self, position: Position) -> str:
        return drawing.describe(position)

    def pad(self, position: Position, *, last: Action | None) -> Pad:
        return pad.pad(position, last=last)

    def hints(self, position: Position, begun: str) -> Sequence[str]:
        return lawful.going_on(position, begun)

    def key_names(self, setup: Setup) -> Sequence[str]:
        return (_("Points"),)


RULES = Triolet()
