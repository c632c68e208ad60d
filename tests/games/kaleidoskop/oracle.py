"""A second, slow referee for Kaleidoskop, written from the spec alone and sharing no code.

Fields are coordinates, the board is a dict, hands are counters. It reads only records that are of
their form, and answers with what can be compared: the line and code of the first broken rule,
the tracks, whether the game is over, and the lines whose claims differ.
"""

from collections import Counter
from dataclasses import dataclass, field

COLOURS = "RGBOYP"
PRINTED = {"R": "m8", "G": "m13", "B": "h13", "O": "c8", "Y": "c3", "P": "h3"}
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))
SIDES = {1: 6, 2: 6, 3: 7, 4: 8}


class Broken(Exception):
    """A rule is broken: its code."""


def xy(name):
    return int(name[1:]) - 8, "abcdefghijklmno".index(name[0]) - 7


def is_in(at, side):
    x, y = at
    return max(abs(x), abs(y), abs(x - y)) <= side - 1


def beside(at):
    return [(at[0] + dx, at[1] + dy) for dx, dy in DIRECTIONS]


def kind(tile):
    return "".join(sorted(tile, key=COLOURS.index))


def copies(tile):
    return 5 if tile[0] == tile[1] else 6


@dataclass
class Game:
    players: int
    variant: str
    corners: str = ""
    board: dict = field(default_factory=dict)
    laid: Counter = field(default_factory=Counter)
    hands: dict = field(default_factory=dict)
    firsts: dict = field(default_factory=dict)  # seat -> printed symbol that its first tile touched
    turn: int = 0
    in_turn: int = 0
    bonus: int = 0
    awaiting: str = ""  # "": placement; "end": placements done; "draw": an exchange's draw
    aside: Counter = field(default_factory=Counter)
    is_over: bool = False
    has_begun: bool = False

    def __post_init__(self):
        self.seats = "ABCD"[: self.players]
        self.sides = ["AC", "BD"] if self.variant == "teams" else list(self.seats)
        self.tracks = {side: dict.fromkeys(COLOURS, 0) for side in self.sides}
        self.top = 36 if self.variant in ("teams", "solo") else 18
        self.rack = 1 if self.variant == "solo" else 6
        self.side = SIDES[self.players]
        self.printed = dict(zip(self.corners or PRINTED, PRINTED.values(), strict=True))
        for colour, name in self.printed.items():
            self.board[xy(name)] = colour

    @property
    def seat(self):
        return self.seats[self.turn % self.players]

    def track_of(self, seat):
        return self.tracks[next(side for side in self.sides if seat in side)]

    def check_supply(self, more):
        shown = self.laid + self.aside + Counter(more)
        for hand in self.hands.values():
            shown += hand
        if any(count > copies(tile) for tile, count in shown.items()):
            raise Broken("supply")

    def act(self, seat, words, claim):
        """Play a line; whether its claim is right (None without one)."""
        if self.is_over:
            raise Broken("after-end")
        is_drawing = self.awaiting in ("end", "draw") and self.seat in self.hands
        if words[0] == "draw":
            self.draw(seat, words[1].split(","), is_drawing)
            return None
        may_swap = (
            words[0] == "swap"
            and seat == self.seat
            and self.awaiting == "end"
            and self.variant != "solo"
        )
        if is_drawing and not may_swap:
            raise Broken("draw")
        if words == ["pass"]:
            self.decline(seat)
            return None
        if words[0] == "rack":
            self.give_rack(seat, words[1].split(","))
            return None
        if words[0] == "swap":
            self.swap(seat, words[1].split(","), may_swap)
            return None
        if self.awaiting == "end":
            self.pass_on()
        return self.place(seat, words, claim)

    def pass_on(self):
        self.turn, self.in_turn, self.bonus, self.awaiting = self.turn + 1, 0, 0, ""

    def due(self):
        """Whose placement is next."""
        return self.seats[(self.turn + (self.awaiting == "end")) % self.players]

    def draw(self, seat, tiles, is_drawing):
        count = self.rack if self.awaiting == "draw" else self.in_turn
        if not is_drawing or seat != self.seat or len(tiles) != count:
            raise Broken("draw")
        drawn = Counter(map(kind, tiles))
        self.check_supply(drawn)
        self.hands[seat] += drawn
        self.aside = Counter()
        self.pass_on()

    def give_rack(self, seat, tiles):
        if seat not in self.seats:
            raise Broken("wrong-seat")
        if self.has_begun or seat in self.hands or len(tiles) != self.rack:
            raise Broken("rack")
        self.check_supply(map(kind, tiles))
        self.hands[seat] = Counter(map(kind, tiles))

    def swap(self, seat, tiles, may_swap):
        if not may_swap and seat != self.due():
            raise Broken("wrong-seat")
        if not may_swap:
            raise Broken("exchange-time")
        if len(tiles) != 6 - self.in_turn:
            raise Broken("exchange-size")
        shown = Counter(map(kind, tiles))
        if seat in self.hands:
            if shown - self.hands[seat]:
                raise Broken("not-in-hand")
        else:
            self.check_supply(shown)
        track = self.track_of(seat)
        if any(track[colour] == min(track.values()) for tile in tiles for colour in tile):
            raise Broken("exchange-colour")
        if seat in self.hands:
            self.hands[seat] -= shown
            self.aside = shown
            self.awaiting = "draw"
        else:
            self.pass_on()

    def decline(self, seat):
        if seat != self.due():
            raise Broken("wrong-seat")
        if self.variant != "teams" or self.awaiting or not self.bonus:
            raise Broken("pass-time")
        self.bonus, self.awaiting = 0, "end"

    def place(self, seat, words, claim):
        if seat != self.seat:
            raise Broken("wrong-seat")
        tile = kind(words[0])
        ends = [xy(name) for name in words[1].split("-")]
        if not all(is_in(at, self.side) for at in ends):
            raise Broken("field")
        if ends[1] not in beside(ends[0]):
            raise Broken("not-adjacent")
        if any(at in self.board for at in ends):
            raise Broken("occupied")
        if seat in self.hands and not self.hands[seat][tile]:
            raise Broken("not-in-hand")
        if seat not in self.hands:
            self.check_supply([tile])
        self.check_first(seat, ends)
        self.has_begun = True
        points = self.points(words[0], ends)
        if seat in self.hands:
            self.hands[seat] -= Counter([tile])
        self.laid[tile] += 1
        for colour, at in zip(words[0], ends, strict=True):
            self.board[at] = colour
        self.in_turn += 1
        self.bonus = max(self.bonus - 1, 0) + self.score(seat, words[0], points)
        self.finish_placement(seat)
        if claim is None:
            return None
        summed = Counter()
        for colour, count in zip(words[0], points, strict=True):
            summed[colour] += count
        claimed = {} if claim == "0" else {part[0]: int(part[1:]) for part in claim.split(",")}
        return all(summed[colour] == claimed.get(colour, 0) for colour in COLOURS)

    def check_first(self, seat, ends):
        if seat in self.firsts:
            return
        touched = {
            colour
            for colour, name in self.printed.items()
            if any(xy(name) in beside(at) for at in ends)
        } - set(self.firsts.values())
        if not touched:
            raise Broken("first-tile")
        self.firsts[seat] = touched.pop()

    def points(self, tile, ends):
        counts = []
        for colour, at, other in zip(tile, ends, ends[::-1], strict=True):
            count = 0
            for dx, dy in DIRECTIONS:
                if (at[0] + dx, at[1] + dy) == other:
                    continue
                x, y = at[0] + dx, at[1] + dy
                while self.board.get((x, y)) == colour:
                    count += 1
                    x, y = x + dx, y + dy
            counts.append(count)
        return counts

    def score(self, seat, tile, points):
        """Move the pegs, one half after the other; how many colours came to a stop."""
        track = self.track_of(seat)
        stopped = set()
        for colour, count in zip(tile, points, strict=True):
            for _ in range(count):
                if colour in stopped or track[colour] == self.top:
                    break
                track[colour] += 1
                if track[colour] in (18, self.top):
                    stopped.add(colour)
        return len(stopped)

    def finish_placement(self, seat):
        free_pair = any(
            at not in self.board and to not in self.board and is_in(at, self.side)
            for at in ((x, y) for x in range(-7, 8) for y in range(-7, 8))
            for to in beside(at)
            if is_in(to, self.side)
        )
        if not free_pair or all(count == self.top for count in self.track_of(seat).values()):
            self.is_over = True
        elif not self.bonus or self.in_turn == 6 or self.variant == "solo":
            self.awaiting = "end"


def game_of(tags):
    return Game(int(tags["Players"]), tags.get("Variant", "base"), tags.get("Corners", ""))


def replay(text):
    """(line, code) of the first broken rule or None, the tracks, over or not, false claims."""
    tags, broken, false_claims, game = {}, None, [], None
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.partition(";")[0].split()
        if not content:
            continue
        if content[0][0] == "[":
            tags[content[0][1:]] = content[1].strip('"]')
            continue
        game = game or game_of(tags)
        claim = content.pop()[1:] if content[-1][0] == "=" else None
        try:
            if game.act(content[0], content[1:], claim) is False:
                false_claims.append(number)
        except Broken as rule:
            broken = (number, str(rule))
            break
    game = game or game_of(tags)
    tracks = [sorted(track.values()) for track in game.tracks.values()]
    return broken, tracks, game.is_over, false_claims
