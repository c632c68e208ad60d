"""A tiny fifth game, made by following docs/developers/add-a-game.md; not registered for users.

Pebbles: a heap of 7 (or what `Heap` says, 5 to 30). In turn, take 1 to 3; whoever takes the last
one wins. A claim is the number of pebbles left.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from games import marks
from games.contract import (
    Action,
    Fault,
    Setup,
    Sheets,
    SideScore,
    Step,
    TagFault,
    TallyField,
    Unreadable,
)
from games.pads import Entry, Pad, Part, Said, SetUp
from games.record import number
from games.scene import drawing, shape
from games.tallies import read_sheets
from games.turns import after_end, wrong_seat
from games.usual import EachForThemselves, NoPointsForLaying

MOST = 3
HEAPS = range(5, 31)


@dataclass(frozen=True, slots=True)
class Heap:
    setup: Setup
    pebbles: int
    turn: str = "A"
    taken: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.pebbles == 0

    @property
    def is_complete(self) -> bool:
        return self.is_over

    def after(self, action: Action) -> "Heap":
        step = RULES.step(self, action)
        if isinstance(step, Fault):
            raise ValueError(step.text)
        heap: Heap = step.position
        return heap


class Pebbles(EachForThemselves, NoPointsForLaying):
    key = "pebbles"
    name = "Pebbles"
    rules_version = 1
    variants = {"base": (2, 3)}
    editions = ("standard",)
    higher_score_wins = True

    def own_tags(self, players: int) -> Sequence[str]:
        return ("Heap",)

    def required_tags(self, players: int) -> Sequence[str]:
        return ()

    def read_tag(self, tag: str, value: str, *, players: int) -> Unreadable | None:
        return None if number(value) is not None else Unreadable("Heap is a number.")

    def default_tag(self, tag: str, setup: Setup) -> str:
        return "7"

    def canonical_tag(self, tag: str, value: str, setup: Setup) -> str:
        return value

    def wrong_tags(self, setup: Setup) -> Sequence[TagFault]:
        if int(setup.own.get("Heap", "7")) in HEAPS:
            return ()
        return (TagFault("Heap", Fault("set-up", "1", "A heap has 5 to 30 pebbles.")),)

    def read(self, seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
        if len(words) != 2 or words[0] != "take" or number(words[1]) is None:
            return Unreadable("Write: take, and how many.")
        if claim is not None and number(claim) is None:
            return Unreadable("A claim is a number.")
        return Action(seat, "take", (int(words[1]),), None if claim is None else int(claim))

    def write(self, action: Action) -> str:
        claim = "" if action.claim is None else f" ={action.claim}"
        return f"take {action.what[0]}{claim}"

    def start(self, setup: Setup) -> Heap:
        return Heap(setup, int(setup.own.get("Heap", "7")))

    def step(self, position: Heap, action: Action) -> Step | Fault:
        if position.is_over:
            return after_end()
        if fault := wrong_seat(action, turn=position.turn, seats=position.setup.seats):
            return fault
        taken = action.what[0]
        if not 1 <= taken <= min(MOST, position.pebbles):
            return Fault(
                "count", "2", "{seat} takes {taken}.", {"seat": action.seat, "taken": taken}
            )
        left = position.pebbles - taken
        seats = position.setup.seats
        turn = "" if not left else seats[(seats.index(action.seat) + 1) % len(seats)]
        after = Heap(position.setup, left, turn, (*position.taken, taken))
        if action.claim in (None, left):
            return Step(after)
        gaps = {"claimed": action.claim, "left": left}
        return Step(after, Fault("claim-differs", "3", "Claimed {claimed}, left {left}.", gaps))

    def counts_as_turn(self, action: Action) -> bool:
        return True

    def standings(self, position: Heap) -> Sequence[SideScore]:
        return self._scores({side: sheet["won"] for side, sheet in self.figures(position).items()})

    def _scores(self, won: Mapping[str, int]) -> Sequence[SideScore]:
        return [SideScore(seat, (seat,), count, (count,)) for seat, count in won.items()]

    def tally_fields(self, setup: Setup) -> Sequence[TallyField]:
        return (TallyField("won", "Took the last one", 0, 1, "tick", True, rule="2"),)

    def figures(self, position: Heap) -> Sheets:
        seats = position.setup.seats
        winner = seats[(len(position.taken) - 1) % len(seats)] if position.is_over else ""
        return {seat: {"won": int(seat == winner)} for seat in seats}

    def tally(
        self, setup: Setup, sheets: Sheets, *, termination: str = "normal"
    ) -> Sequence[SideScore] | Fault:
        read = read_sheets(self, setup, sheets, termination=termination)
        if isinstance(read, Fault):
            return read
        return self._scores(
            {seat: each["won"] for seat, each in zip(setup.seats, read, strict=True)}
        )

    def lawful(self, position: Heap) -> Iterator[Action]:
        for count in range(1, min(MOST, position.pebbles) + 1):
            yield Action(position.turn, "take", (count,))

    def why_not(self, position: Heap, action: Action) -> Fault | None:
        step = self.step(position, action)
        return step if isinstance(step, Fault) else None

    def random_game(self, seed: int, *, players: int | None, variant: str | None) -> str:
        random = Random(seed)
        position = self.start(Setup(players or random.choice((2, 3))))
        lines = ['[Game "pebbles"]', f'[Players "{position.setup.players}"]']
        while not position.is_over:
            action = random.choice(list(self.lawful(position)))
            position = position.after(action)
            lines.append(f"{action.seat} {self.write(action)} ={position.pebbles}")
        return "\n".join(lines) + "\n"

    def league_keys(self, games: Sequence[SideScore]) -> tuple[int, ...]:
        return (sum(game.score for game in games),)

    def right_claim(self, position: Heap, action: Action, *, after: Heap) -> str | None:
        return str(after.pebbles)

    def draw(
        self,
        position: Heap,
        *,
        last: Action | None,
        coordinates: bool,
        attempted: Action | None = None,
    ) -> str:
        stones = [shape("circle", cx=10 * n + 5, cy=5, r=4) for n in range(position.pebbles)]
        if attempted and attempted.kind == "take":
            taken = stones[-attempted.what[0] :] if attempted.what[0] else []
            stones.append(
                marks.attempted(marks.dashed("circle", line=1, **one.attributes) for one in taken)
            )
        return drawing(
            stones, width=300, height=10, title="Pebbles", description=self.describe(position)
        )

    def describe(self, position: Heap) -> str:
        return f"{position.pebbles} pebbles are left."

    def pad(self, position: Heap, *, last: Action | None) -> Pad:
        seats, turn = position.setup.seats, position.turn
        most = min(MOST, position.pebbles)
        part = Part("count", Said("How many?"), "number", least=1, most=most)
        take = Entry("take", Said("Take pebbles"), turn, (part,), "take {count}")
        first = max(seats.find(turn), 0)
        return Pad(
            board=self.draw(position, last=last, coordinates=False),
            panels={},
            spots={},
            order=seats[first:] + seats[:first],
            entries=() if position.is_over else (take,),
            size=8,
        )

    def hints(self, position: Heap, begun: str) -> Sequence[str]:
        return ()

    def set_up(self, setup: Setup) -> SetUp | None:
        return None

    def shuffled(self, seed: int, *, players: int) -> Mapping[str, str]:
        return {"Heap": str(Random(seed).choice(HEAPS))}

    def key_names(self, setup: Setup) -> Sequence[str]:
        return ("took the last one",)


RULES = Pebbles()
