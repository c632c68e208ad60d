"""Polyssimo Challenge as a rule module: facts, tags, words, replay, scores (RULES.md)."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

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
from games.contract import gettext_noop as _
from games.pads import Pad, SetUp
from games.polyssimo import faults, figures, pad, play, scoring
from games.polyssimo.board import edition
from games.polyssimo.drawing import draw_position
from games.polyssimo.play import Position
from games.polyssimo.random_play import random_record, random_setup
from games.polyssimo.words import (
    PIECES,
    numbers_of,
    read_action,
    read_numbers,
    write_action,
    write_numbers,
)
from games.tallies import read_sheets
from games.usual import EachForThemselves, NoPointsForLaying


class Polyssimo(EachForThemselves, NoPointsForLaying):
    """The rules of Polyssimo Challenge."""

    key = "polyssimo"
    name = "Polyssimo Challenge"
    rules_version = 1
    variants: Mapping[str, Sequence[int]] = {"base": (2, 3, 4)}
    editions: Sequence[str] = ("standard", "squares")
    higher_score_wins = False

    def own_tags(self, players: int) -> Sequence[str]:
        return (PIECES,)

    def required_tags(self, players: int) -> Sequence[str]:
        return ()

    def read_tag(self, tag: str, value: str, *, players: int) -> Unreadable | None:
        if read_numbers(value, players=players) is not None:
            return None
        text = _("Pieces names every seat once, such as “A=8 B=12”, not “{value}”.")
        return Unreadable(text, {"value": value[:40]}, rule="record 1.2")

    def default_tag(self, tag: str, setup: Setup) -> str:
        return write_numbers(numbers_of(setup))

    def canonical_tag(self, tag: str, value: str, setup: Setup) -> str:
        return write_numbers(numbers_of(setup))

    def read(self, seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
        return read_action(seat, words, claim)

    def write(self, action: Action) -> str | None:
        return write_action(action)

    def wrong_tags(self, setup: Setup) -> Sequence[TagFault]:
        """RULES.md 2: the least that each takes, and not more than there are."""
        numbers = numbers_of(setup)
        least, pieces = edition().least[setup.players], len(edition().pieces)
        for seat, count in zip(setup.seats, numbers, strict=True):
            if count < least:
                fault = faults.too_few(seat, count=count, least=least, players=setup.players)
                return (TagFault(PIECES, fault),)
        if sum(numbers) > pieces:
            fault = faults.too_many(count=sum(numbers), pieces=pieces)
            return (TagFault(PIECES, fault),)
        return ()

    def start(self, setup: Setup) -> Position:
        return play.start(setup, numbers_of(setup))

    def step(self, position: Position, action: Action) -> Step | Fault:
        outcome = play.play(position, action)
        return outcome if isinstance(outcome, Fault) else Step(outcome)

    def counts_as_turn(self, action: Action) -> bool:
        return action.kind != "pass"

    def standings(self, position: Position) -> Sequence[SideScore]:
        return scoring.standings(position)

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
        return play.lawful(position)

    def why_not(self, position: Position, action: Action) -> Fault | None:
        outcome = play.play(position, action)
        return outcome if isinstance(outcome, Fault) else None

    def random_game(self, seed: int, *, players: int | None, variant: str | None) -> str:
        random = Random(seed)  # noqa: S311 - dice, not secrets
        allowed = self.variants[variant or "base"]
        setup = random_setup(random, players or random.choice(allowed))
        return random_record(random, setup)

    def league_keys(self, games: Sequence[SideScore]) -> tuple[int, ...]:
        return scoring.league_keys(games)

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
        return draw_position(position, last=last, coordinates=coordinates, attempted=attempted)

    def describe(self, position: Position) -> str:
        return scoring.describe(position)

    def pad(self, position: Position, *, last: Action | None) -> Pad:
        return pad.pad(position, last=last)

    def hints(self, position: Position, begun: str) -> Sequence[str]:
        return pad.hints(position, begun)

    def set_up(self, setup: Setup) -> SetUp | None:
        return None

    def shuffled(self, seed: int, *, players: int) -> Mapping[str, str]:
        return {}

    def key_names(self, setup: Setup) -> Sequence[str]:
        return scoring.key_names(setup)


RULES: RuleModule = Polyssimo()
