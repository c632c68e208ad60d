"""RULES: Kaleidoskop as the contract of games/contract.py asks for it."""

from collections.abc import Iterator, Mapping, Sequence

from games.contract import Action, Fault, Setup, Sheets, SideScore, TallyField, Way
from games.kaleidoskop import figures
from games.kaleidoskop.description import describe
from games.kaleidoskop.drawing import draw
from games.kaleidoskop.hints import hints
from games.kaleidoskop.lawful import lawful, ways
from games.kaleidoskop.pad import KEY_NAMES, pad
from games.kaleidoskop.play import Position, right_claim, start, step
from games.kaleidoskop.random_play import random_game
from games.kaleidoskop.table import VARIANT_NAMES, VARIANTS, table
from games.kaleidoskop.words import read, write
from games.pads import Pad
from games.tallies import read_sheets
from games.usual import NoOwnTags

COLOURS = 6


class Kaleidoskop(NoOwnTags):
    """The rule module; paragraphs are those of RULES.md."""

    key = "kaleidoskop"
    name = "Kaleidoskop"
    rules_version = 1
    variants: Mapping[str, Sequence[int]] = VARIANTS
    variant_names = VARIANT_NAMES
    editions: Sequence[str] = ("standard",)
    higher_score_wins = True

    # As they are: called for every action, where another call would cost.
    read = staticmethod(read)
    write = staticmethod(write)
    start = staticmethod(start)
    step = staticmethod(step)

    def sides(self, setup: Setup) -> Sequence[tuple[str, ...]]:
        return [tuple(seats) for seats in table(setup.players, variant=setup.variant).sides]

    def counts_as_turn(self, action: Action) -> bool:
        return action.kind in ("place", "swap")

    def standings(self, position: Position) -> Sequence[SideScore]:
        return figures.scores(position.table, position.tracks)

    def tally_fields(self, setup: Setup) -> Sequence[TallyField]:
        return figures.fields(setup)

    def figures(self, position: Position) -> Sheets:
        return figures.figures(position)

    def tally(
        self, setup: Setup, sheets: Sheets, *, termination: str = "normal"
    ) -> Sequence[SideScore] | Fault:
        read = read_sheets(self, setup, sheets, termination=termination)
        return read if isinstance(read, Fault) else figures.tally(setup, read)

    def lawful(self, position: Position) -> Iterator[Action]:
        return lawful(position)

    def why_not(self, position: Position, action: Action) -> Fault | None:
        outcome = step(position, action)
        return outcome if isinstance(outcome, Fault) else None

    def random_game(self, seed: int, *, players: int | None, variant: str | None) -> str:
        return random_game(seed, players=players, variant=variant)

    def league_keys(self, games: Sequence[SideScore]) -> tuple[int, ...]:
        """Lowest colours summed, then second lowest, and so on."""
        return tuple(sum(game.keys[place] for game in games) for place in range(COLOURS))

    def right_claim(self, position: Position, action: Action, *, after: Position) -> str | None:
        return right_claim(position, action)

    def ways(self, position: Position, action: Action) -> Iterator[Way]:
        return ways(position, action)

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

    def key_names(self, setup: Setup) -> Sequence[str]:
        return KEY_NAMES


RULES = Kaleidoskop()
