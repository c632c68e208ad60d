"""A tiny fifth game with tags, claims, figures and looks of its own; not registered for users.

Pebbles: a heap of 7 (or what `Heap` says, 5 to 30). In turn, take 1 to 3; whoever takes the last
one wins. A claim is the number of pebbles left.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from games import marks
from games.contract import FinalFigures, Play, RandomPlay, Tags
from games.defaults import plain_looks, random_choices, rule_module
from games.pads import InputForm, InputPart, Pad, Said
from games.record import number
from games.scene import drawing, shape
from games.turns import after_end, wrong_seat
from games.values import (
    Action,
    Advance,
    Fault,
    FiguresBySide,
    Setup,
    SideFigures,
    SideScore,
    TagFault,
    TallyField,
    Unreadable,
)

MOST = 3
HEAPS = range(5, 31)
VARIANTS = {"base": (2, 3)}


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


def read_tag(tag: str, value: str, *, players: int) -> Unreadable | None:
    return None if number(value) is not None else Unreadable("Heap is a number.")


def wrong_tags(setup: Setup) -> Sequence[TagFault]:
    if int(setup.own.get("Heap", "7")) in HEAPS:
        return ()
    return (TagFault("Heap", Fault("set-up", "1", "A heap has 5 to 30 pebbles.")),)


def read(seat: str, words: Sequence[str], claim: str | None) -> Action | Unreadable:
    if len(words) != 2 or words[0] != "take" or number(words[1]) is None:
        return Unreadable("Write: take, and how many.")
    if claim is not None and number(claim) is None:
        return Unreadable("A claim is a number.")
    return Action(seat, "take", (int(words[1]),), None if claim is None else int(claim))


def write(action: Action) -> str:
    claim = "" if action.claim is None else f" ={action.claim}"
    return f"take {action.what[0]}{claim}"


def start(setup: Setup) -> Heap:
    return Heap(setup, int(setup.own.get("Heap", "7")))


def step(position: Heap, action: Action) -> Advance[Heap] | Fault:
    if position.is_over:
        return after_end()
    if fault := wrong_seat(action, turn=position.turn, seats=position.setup.seats):
        return fault
    taken = action.what[0]
    if not 1 <= taken <= min(MOST, position.pebbles):
        return Fault("count", "2", "{seat} takes {taken}.", {"seat": action.seat, "taken": taken})
    left = position.pebbles - taken
    seats = position.setup.seats
    turn = "" if not left else seats[(seats.index(action.seat) + 1) % len(seats)]
    after = Heap(position.setup, left, turn, (*position.taken, taken))
    if action.claim in (None, left):
        return after, None
    gaps = {"claimed": action.claim, "left": left}
    return after, Fault("claim-differs", "3", "Claimed {claimed}, left {left}.", gaps)


def lawful(position: Heap) -> Iterator[Action]:
    for count in range(1, min(MOST, position.pebbles) + 1):
        yield Action(position.turn, "take", (count,))


def standings(position: Heap) -> Sequence[SideScore]:
    return scores({side: own["won"] for side, own in figures(position).items()})


def right_claim(position: Heap, action: Action, *, after: Heap) -> str | None:
    return str(after.pebbles)


def scores(won: Mapping[str, int]) -> Sequence[SideScore]:
    return [SideScore(seat, (seat,), count, (count,)) for seat, count in won.items()]


def figures(position: Heap) -> FiguresBySide:
    seats = position.setup.seats
    winner = seats[(len(position.taken) - 1) % len(seats)] if position.is_over else ""
    return {seat: {"won": int(seat == winner)} for seat in seats}


def tally(
    setup: Setup, by_side: Sequence[SideFigures], *, termination: str
) -> Sequence[SideScore] | Fault:
    return scores({seat: own["won"] for seat, own in zip(setup.seats, by_side, strict=True)})


def describe(position: Heap) -> list[Said]:
    return [Said("{count} pebbles are left.", {"count": position.pebbles})]


def draw(
    position: Heap, *, last: Action | None, coordinates: bool, attempted: Action | None = None
) -> str:
    stones = [shape("circle", cx=10 * n + 5, cy=5, r=4) for n in range(position.pebbles)]
    if attempted and attempted.kind == "take":
        taken = stones[-attempted.what[0] :] if attempted.what[0] else []
        stones.append(
            marks.attempted(marks.dashed("circle", line=1, **stone.attributes) for stone in taken)
        )
    return drawing(stones, width=300, height=10, title="Pebbles", description=describe(position))


def pad(position: Heap, *, last: Action | None) -> Pad:
    seats, turn = position.setup.seats, position.turn
    most = min(MOST, position.pebbles)
    part = InputPart("count", Said("How many?"), "number", least=1, most=most)
    take = InputForm("take", Said("Take pebbles"), turn, (part,), "take {count}")
    first = max(seats.find(turn), 0)
    return Pad(
        board=draw(position, last=last, coordinates=False),
        panels={},
        spots={},
        order=seats[first:] + seats[:first],
        entries=() if position.is_over else (take,),
        size=8,
    )


def random_tags(seed: int, *, players: int) -> Mapping[str, str]:
    return {"Heap": str(Random(seed).choice(HEAPS))}


PLAY = Play(
    read=read,
    write=write,
    start=start,
    step=step,
    lawful=lawful,
    standings=standings,
    right_claim=right_claim,
    key_names=lambda setup: ("took the last one",),
)
WON = TallyField("won", "Took the last one", 0, 1, "tick", True, rule="2")

RULES = rule_module(
    key="pebbles",
    name="Pebbles",
    variants=VARIANTS,
    play=PLAY,
    tags=Tags(
        names=lambda players: ("Heap",),
        read=read_tag,
        default=lambda tag, setup: "7",
        wrong=wrong_tags,
    ),
    figures=FinalFigures(
        fields=lambda setup: (WON,),
        of=figures,
        tally=tally,
        score=lambda setup: WON,
        example=lambda setup: (1, 0, 0, 0)[: setup.players],
    ),
    looks=plain_looks("Pebbles", PLAY, describe=describe, draw=draw, pad=pad),
    random_play=RandomPlay(game=random_choices("pebbles", PLAY, VARIANTS).game, tags=random_tags),
)
