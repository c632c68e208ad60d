"""A second, slow referee for Polyssimo, written from the rules with plain sets of squares.

It shares nothing with games/polyssimo: pieces are typed again, every placement is tried by walking
the whole board, and who stands is found anew each time. Only records that can be read come here.
"""

from functools import cache

COLUMNS, ROWS = "abcdefghijkl", range(1, 12)
SHAPES = {
    "F": ".XX/XX./.X.", "I": "XXXXX", "L": "XXXX/X...", "N": "XXX./..XX",
    "P": "XX/XX/X.", "T": "XXX/.X./.X.", "U": "X.X/XXX", "V": "X../X../XXX",
    "W": "X../XX./.XX", "X": ".X./XXX/.X.", "Y": "XXXX/.X..", "Z": "XX./.X./.XX",
    "C0": "XXXX/X..X", "D0": "XXXX/.XX.", "X0": "..X./XXXX/.X..", "C1": "XXX./X.XX",
    "W0": "X.../XXX./..XX", "Z0": "XXX./..X./..XX", "F0": "XXXX/X.X.", "F1": ".X../XXXX/X...",
    "F2": "..X./XXXX/X...", "F3": ".XXX/XX../.X..", "F4": "XX../.XXX/.X..", "F5": "XX../.XXX/..X.",
}  # fmt: skip
LEAST = {2: 7, 3: 5, 4: 4}


@cache
def orientations(piece):
    """All turned and flipped forms, each moved to the corner."""
    rows = SHAPES[piece].split("/")
    found = set()
    for _flip in range(2):
        rows = [row[::-1] for row in rows]
        for _turn in range(4):
            rows = ["".join(row[x] for row in reversed(rows)) for x in range(len(rows[0]))]
            found.add(
                frozenset(
                    (x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "X"
                )
            )
    return found


def cell(square):
    return COLUMNS.index(square[0]), int(square[1:]) - 1


def forms(piece, squares):
    cells = {cell(square) for square in squares}
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    return len(squares) == len(cells) and any(
        {(x - left, y - low) for x, y in cells} == form for form in orientations(piece)
    )


@cache
def all_placements(piece):
    return [
        frozenset((x + dx, y + dy) for x, y in form)
        for form in orientations(piece)
        for dx in range(12)
        for dy in range(11)
        if all(x + dx < 12 and y + dy < 11 for x, y in form)
    ]


class Table:
    """A game as it goes on; `play` gives the code of the rule that an action breaks, or None."""

    def __init__(self, players, numbers=None, draft=""):
        self.seats = "ABCD"[:players]
        self.numbers = numbers or dict.fromkeys(self.seats, 24 // players)
        self.taken = {seat: [] for seat in self.seats}
        self.covered = {}  # cell -> seat and piece
        self.order = []  # of placements: seat and piece
        self.draft = draft
        self.turn = draft[:1] or "A"

    @property
    def drafting(self):
        return any(len(self.taken[seat]) < self.numbers[seat] for seat in self.seats)

    def hand(self, seat):
        return [piece for piece in self.taken[seat] if (seat, piece) not in self.order]

    def can_place(self, seat):
        return any(
            not any(place in self.covered for place in placement)
            for piece in self.hand(seat)
            for placement in all_placements(piece)
        )

    @property
    def over(self):
        return not self.drafting and not any(self.can_place(seat) for seat in self.seats)

    def play(self, seat, *words):
        if words[0] == "pass":
            return self._pass(seat)
        if self.over:
            return "after-end"
        if seat != self.turn:
            return "wrong-seat"
        return self._take(words[1]) if words[0] == "take" else self._place(words[0], words[1:])

    def _pass(self, seat):
        if seat not in self.seats or (self.drafting and seat != self.turn):
            return "wrong-seat"
        if self.drafting:
            return "draft"
        return "can-place" if self.can_place(seat) else None

    def _take(self, piece):
        if not self.drafting:
            return "draft"
        if any(piece in taken for taken in self.taken.values()):
            return "taken"
        self.taken[self.turn].append(piece)
        if self.drafting and self.draft:
            self.turn = self.draft[sum(map(len, self.taken.values()))]
        elif self.drafting:
            self._go_on(1, lambda seat: len(self.taken[seat]) < self.numbers[seat])
        return None

    def _place(self, piece, squares):
        if self.drafting:
            return "draft"
        if piece not in self.hand(self.turn):
            return "not-own"
        if not forms(piece, squares):
            return "shape"
        if any(cell(square) in self.covered for square in squares):
            return "occupied"
        self.covered.update((cell(square), (self.turn, piece)) for square in squares)
        self.order.append((self.turn, piece))
        if not self.over:
            self._go_on(-1, self.can_place)
        return None

    def _go_on(self, direction, can_act):
        """The next seat that can act; the same one if no other can."""
        seat = self.seats.index(self.turn)
        while True:
            seat = (seat + direction) % len(self.seats)
            if can_act(self.seats[seat]):
                self.turn = self.seats[seat]
                return

    def sides(self, *, by_squares):
        """Seat -> score, keys, squares."""
        result = {}
        for seat in self.seats:
            placed = [index for index, (who, _piece) in enumerate(self.order) if who == seat]
            squares = sum(SHAPES[piece].count("X") for piece in self.hand(seat))
            score = squares if by_squares else self.numbers[seat] - len(placed)
            result[seat] = (score, [-score, max(placed, default=-1)], squares)
        return result


def judged(text):
    """The whole record: the first broken rule as (line, code) or None, and the table."""
    tags, table = {}, None
    for line, content in enumerate(text.splitlines(), start=1):
        if content.startswith("["):
            name, value = content[1:].split('"')[:2]
            tags[name.strip()] = value
            continue
        words = content.partition(";")[0].split()
        if not words:
            continue
        if table is None:
            table = Table(int(tags["Players"]), numbers_of(tags), tags.get("Draft", ""))
        if code := table.play(*words):
            return (line, code), table
    return None, table


def numbers_of(tags):
    if "Pieces" not in tags:
        return None
    return {word[0]: int(word[2:]) for word in tags["Pieces"].split(" ")}


def canonical(text):
    """The canonical form, by replacing and sorting words."""
    tags, actions = {}, []
    for content in text.splitlines():
        if content.startswith("["):
            name, value = content[1:].split('"')[:2]
            tags[name.strip()] = value
        elif words := content.partition(";")[0].split():
            if words[1] == "pass":
                continue
            if words[1] != "take":
                words[2:] = sorted(words[2:], key=cell)
            actions.append(" ".join(words))
    players = int(tags["Players"])
    numbers = numbers_of(tags) or dict.fromkeys("ABCD"[:players], 24 // players)
    lines = [
        '[Game "polyssimo"]',
        f'[Variant "{tags.get("Variant", "base")}"]',
        f'[Edition "{tags.get("Edition", "standard")}"]',
        f'[Players "{players}"]',
        f'[Termination "{tags.get("Termination", "normal")}"]',
        f'[Pieces "{" ".join(f"{seat}={numbers[seat]}" for seat in sorted(numbers))}"]',
    ]
    usual, left = "", dict(numbers)
    while any(left.values()):
        for seat in sorted(left):
            if left[seat]:
                usual, left[seat] = usual + seat, left[seat] - 1
    if tags.get("Draft", usual) != usual:
        lines.append(f'[Draft "{tags["Draft"]}"]')
    return "\n".join([*lines, *actions]) + "\n"
