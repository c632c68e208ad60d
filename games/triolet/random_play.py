"""Random lawful games, for tests, demos and benchmarks: dealt from a real bag, the same by seed."""

from random import Random

from games.triolet.board import HAND, JOKER, PLAYERS, SWAP_BAG, Laid, material, start
from games.triolet.lawful_slots import fillings, slots
from games.triolet.play import lay, step
from games.triolet.words import listing, placement, write
from games.values import STANDARD, Action, Fault, Setup, advanced

SWAPS_ONE_IN = 12
BLOCKED = 40  # exchanges in a row that show a blocked board
CLAIMS_ANOTHER_IN = 4  # of the placements that leave a choice


def random_game(
    seed: int, *, players: int | None, variant: str | None, edition: str = STANDARD
) -> str:
    """The record of a random game, played to its end with the tiles that were dealt."""
    random = Random(seed)  # noqa: S311 # games for tests, not secrets
    players = players or random.choice(PLAYERS)
    setup = Setup(players, edition=edition)
    while (record := _RandomTable(random, setup).play()) is None:
        pass  # the board was blocked with tiles in the bag: deal again
    return record


class _RandomTable:
    """Players with hands and a bag, who write down what they do."""

    def __init__(self, random: Random, setup: Setup) -> None:
        self.random = random
        box = material(setup.edition)
        tiles = [kind for kind, count in enumerate(box.counts) for _ in range(count)]
        random.shuffle(tiles)
        self.bag = tiles[: box.bag]
        self.hands = {seat: [self.bag.pop() for _ in range(HAND)] for seat in setup.seats}
        # Hands are closed in half of the games; in the others each is open or not.
        chance = random.choice((0, 0, 1, 2)) / 2
        self.open = [seat for seat in self.hands if random.random() < chance]
        self.claims = random.random() < 0.7
        # Who lays one low tile at a time keeps the high ones, and gets stuck more often.
        self.is_thrifty = random.random() < 0.4
        self.position = start(setup)
        self.swaps = 0  # in a row
        self.lines = ['[Game "triolet"]', f'[Players "{setup.players}"]']
        if setup.edition != STANDARD:
            self.lines.append(f'[Edition "{setup.edition}"]')

    def play(self) -> str | None:
        """The record; None if nobody can place any more and all would exchange for ever."""
        racks = [listing(seat, "rack", self.hands[seat]) for seat in self.open]
        self.random.shuffle(racks)
        for rack in racks:
            self._write(rack)
        while not self.position.is_over:
            self._take_turn()
            if self.swaps > BLOCKED:
                return None
        for seat in self.position.holders:
            self._write(listing(seat, "left", self.hands[seat]))
        return "\n".join(self.lines) + "\n"

    def _take_turn(self) -> None:
        seat = self.position.turn
        hand = self.hands[seat]
        can_swap = self.position.bag >= SWAP_BAG
        swaps = can_swap and self.random.randrange(SWAPS_ONE_IN) == 0
        tiles = None if swaps else self._some_placement(hand)
        if tiles is not None:
            kinds = [tile.kind for tile in tiles]
            self.swaps = 0
            self._write(self._claimed(placement(seat, tiles)))
            self._refill(seat, kinds)
        elif can_swap:
            self.swaps += 1
            given_up = self.random.sample(hand, self.random.randint(1, HAND))
            shown = given_up if seat in self.open else [len(given_up)]
            self._write(listing(seat, "swap", shown))
            self._refill(seat, given_up)
            self.bag += given_up
            self.random.shuffle(self.bag)
        else:
            self._write(Action(seat, "pass"))

    def _some_placement(self, hand: list[int]) -> tuple[Laid, ...] | None:
        """One lawful placement of tiles in the hand, or None if there is none."""
        position, random = self.position, self.random
        stock = [hand.count(kind) for kind in range(JOKER + 1)]
        sizes = list(range(1, len(hand) + 1))
        if not self.is_thrifty:
            random.shuffle(sizes)
        for size in sizes:
            places = list(slots(position.cells, size=size, is_first_turn=position.is_first_turn))
            random.shuffle(places)
            for slot in places:
                if ways := list(fillings(slot, stock)):
                    return ways[0] if self.is_thrifty else random.choice(ways)
        return None

    def _claimed(self, action: Action) -> Action:
        """With the points claimed, if this table writes them: sometimes not the best choice."""
        position, random = self.position, self.random
        if not self.claims:
            return action
        laying = lay(
            position.cells,
            action.what,
            special=position.material.special,
            is_first_turn=position.is_first_turn,
        )
        assert not isinstance(laying, Fault)
        _, points, _ = laying
        another = random.randrange(CLAIMS_ANOTHER_IN) == 0
        return action._replace(claim=random.choice(points) if another else points[0])

    def _refill(self, seat: str, gone: list[int]) -> None:
        hand = self.hands[seat]
        for kind in gone:
            hand.remove(kind)
        drawn = [self.bag.pop() for _ in range(min(len(gone), len(self.bag)))]
        hand += drawn
        if drawn and seat in self.open:
            self._write(listing(seat, "draw", drawn))

    def _write(self, action: Action) -> None:
        self.position = advanced(step(self.position, action))
        self.lines.append(f"{action.seat} {write(action)}")
