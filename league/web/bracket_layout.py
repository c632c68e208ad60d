"""Where the boxes of a bracket stand and how the lines between them run.

Pure. A match stands in the column of its round, halfway between the matches that lead to it; the
losers' matches stand below the winners', the final to the right of both, matches for places below.
Lengths are in pixels of the intended size.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from league.events.bracket_boxes import BracketBox, Called
from league.standings.bracket import Side

_MAIN = (Side.WINNERS, Side.FINAL)


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes of a picture."""

    width: int = 204  # of a box: five columns fit the page
    comfortable: int = 204  # wide enough for most names: before letters grow
    row: int = 24  # the height of a line in it
    gap: int = 14  # between boxes of a column
    between: int = 28  # columns, for the lines
    gutter: int = 26  # left of the names: the number of the match and its state
    letters: int = 14
    small: int = 12
    head: int = 30  # above a block, for the names of its columns
    is_plain: bool = False  # names and who won: an overview has no room for more

    @property
    def caption(self) -> int:
        """Above a match that has a name of its own."""
        return self.small + 8

    @property
    def step(self) -> int:
        return self.width + self.between


SCREEN = Measures()
# Close together, since a page has an end; boxes are widened to what it leaves.
PAPER = Measures(width=126, row=17, gap=4, between=18, gutter=22, letters=15, small=14, head=24)
BIG_SCREEN = Measures(
    width=150, comfortable=250, row=26, gap=9, between=20, gutter=26, letters=19, small=16
)
OVERVIEW = Measures(
    width=122,
    comfortable=146,
    row=21,
    gap=8,
    between=16,
    gutter=0,
    letters=17,
    small=14,
    is_plain=True,
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A box in the picture, its left upper corner."""

    box: BracketBox
    x: int
    y: float
    height: int
    leads_left: bool = False  # its winner goes on to the left

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class BracketLine:
    """A line from a match to the one where somebody goes on."""

    start: str
    end: str
    points: tuple[tuple[float, float], ...]
    is_second: bool = False  # of a table whose winner goes elsewhere


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """Above a column: all its matches are of one round."""

    x: int
    y: float
    side: Side
    first: BracketBox  # which says what its matches are called


@dataclass(frozen=True, slots=True)
class BracketPlan:
    width: int
    height: int
    boxes: tuple[Placed, ...] = ()
    ways: tuple[BracketLine, ...] = ()
    heads: tuple[ColumnHead, ...] = ()


@dataclass(slots=True)
class _Block:
    """Trees that stand below each other, while their places are found."""

    measures: Measures
    children: Mapping[str, Sequence[BracketBox]]
    columns: Mapping[str, int]  # by key
    tallest: int  # of all boxes: what follows a small one may be larger
    top: float = 0
    placed: dict[str, Placed] = field(default_factory=dict)

    def put(self, box: BracketBox) -> Placed:
        """After all that lead to it: halfway between them, or in the next free place."""
        before = [self.put(child) for child in self.children[box.key]]
        height = height_of(box, self.measures)
        if before:
            y = (before[0].middle + before[-1].middle - height) / 2
        else:
            top = self.top + (self.measures.caption if has_caption(box) else 0)
            y = top + (self.tallest - height) / 2
            self.top = top + self.tallest + self.measures.gap
        at = Placed(box, self.columns[box.key] * self.measures.step, y, height)
        self.placed[box.key] = at
        return at


def height_of(box: BracketBox, measures: Measures) -> int:
    return measures.row * len(box.entries)


def has_caption(box: BracketBox) -> bool:
    return box.name.called in (Called.FINAL, Called.SECOND_FINAL, Called.PLACE)


def laid_out(
    boxes: Sequence[BracketBox], *, measures: Measures, is_facing: bool = False
) -> BracketPlan:
    """All of a bracket, or any part of it; matches that are left out leave no gap.

    `is_facing`: where there are no losers' matches, the two halves lead to the middle.
    """
    children = _children(boxes)
    main = [box for box in boxes if box.slot.side in _MAIN]
    losers = [box for box in boxes if box.slot.side is Side.LOSERS]
    columns = _columns(boxes)
    tallest = max((height_of(box, measures) for box in boxes), default=0)
    block = _Block(measures, children, columns, tallest, top=measures.head)
    _put_trees(block, [box for box in main if box.slot.side is Side.WINNERS])
    if losers:
        block.top += measures.head + measures.gap if block.placed else 0
        _put_trees(block, losers)
    _put_finals(block, main)
    placed = block.placed
    if is_facing and not losers:
        placed = _faced(placed, main, children=children, measures=measures)
    placed = _with_places(placed, boxes, children=children, columns=columns, measures=measures)
    return _plan(list(placed.values()), children=children, measures=measures)


def _children(boxes: Sequence[BracketBox]) -> Mapping[str, list[BracketBox]]:
    """By key: the matches whose winner comes there, or at least somebody who goes on."""
    by_key = {box.key: box for box in boxes}
    goals: dict[str, tuple[int, str]] = {}
    for box in boxes:
        for start, place in _starts(box, by_key):
            goals[start.key] = min(goals.get(start.key, (place, box.key)), (place, box.key))
    children: dict[str, list[BracketBox]] = defaultdict(list)
    for box in boxes:
        if box.key in goals:
            children[goals[box.key][1]].append(box)
    return children


def _starts(box: BracketBox, by_key: Mapping[str, BracketBox]) -> Iterable[tuple[BracketBox, int]]:
    """The matches before, and which place there goes on to this one; who loses has no line."""
    for source in box.slot.sources:
        start = by_key.get(source.slot)
        if start is None or source.place > start.slot.advance:
            continue
        if start.slot.side is box.slot.side or _is_whole_final(box, by_key):
            yield start, source.place


def _is_whole_final(box: BracketBox, by_key: Mapping[str, BracketBox]) -> bool:
    """A final with both who lead to it; apart from one of them it stands for itself."""
    is_whole = all(not source.slot or source.slot in by_key for source in box.slot.sources)
    return box.slot.side is Side.FINAL and is_whole


def _columns(boxes: Sequence[BracketBox]) -> Mapping[str, int]:
    """By key. Each side counts its own rounds; the final follows the longer one.

    Without the winners' matches it stands below the losers', from the left on. Matches for places
    stand below the others of their round, where there are such.
    """
    columns: dict[str, int] = {}
    has_winners = any(box.slot.side is Side.WINNERS for box in boxes)
    widest = 0
    main = {box.slot.round for box in boxes if box.slot.side in _MAIN}
    for side in (Side.WINNERS, Side.LOSERS, Side.FINAL, Side.PLACES):
        of_side = [box for box in boxes if box.slot.side is side]
        rounds = sorted(
            {box.slot.round for box in of_side} | (main if side is Side.PLACES else set())
        )
        first = widest if side is Side.FINAL and has_winners else 0
        columns |= {box.key: first + rounds.index(box.slot.round) for box in of_side}
        if side in (Side.WINNERS, Side.LOSERS):
            widest = max(widest, len(rounds))
    return columns


def _put_trees(block: _Block, boxes: Sequence[BracketBox]) -> None:
    inner = {child.key for box in boxes for child in block.children[box.key]}
    for box in boxes:
        if box.key not in inner:
            block.put(box)


def _put_finals(block: _Block, boxes: Sequence[BracketBox]) -> None:
    """The final between those who lead to it, and the second one beside it."""
    measures = block.measures
    for box in boxes:
        if box.slot.side is not Side.FINAL:
            continue
        before = [block.placed[child.key] for child in block.children[box.key]]
        height = height_of(box, measures)
        if before:
            y = sum(at.middle for at in before) / len(before) - height / 2
        else:
            y = block.top + measures.caption
        block.placed[box.key] = Placed(box, block.columns[box.key] * measures.step, y, height)


def _faced(
    placed: Mapping[str, Placed],
    main: Sequence[BracketBox],
    *,
    children: Mapping[str, Sequence[BracketBox]],
    measures: Measures,
) -> dict[str, Placed]:
    """The lower half of the tree turned to the right side, up beside the upper one."""
    root = max(main, key=lambda box: box.slot.round, default=None)
    if root is None or len(children[root.key]) != 2:
        return dict(placed)
    middle = placed[root.key].x
    upper, lower = (_tree(child, children) for child in children[root.key])
    rise = _top(placed, lower) - _top(placed, upper)
    turned = {
        key: replace(placed[key], x=2 * middle - placed[key].x, y=placed[key].y - rise)
        for key in lower
    }
    turned = {key: replace(at, leads_left=True) for key, at in turned.items()}
    faced = {**placed, **turned}
    both = [faced[child.key].middle for child in children[root.key]]
    final = faced[root.key]
    faced[root.key] = replace(final, y=sum(both) / 2 - final.height / 2)
    return faced


def _tree(box: BracketBox, children: Mapping[str, Sequence[BracketBox]]) -> list[str]:
    below = [key for child in children[box.key] for key in _tree(child, children)]
    return [box.key, *below]


def _top(placed: Mapping[str, Placed], keys: Iterable[str]) -> float:
    return min(placed[key].y for key in keys)


def _with_places(
    placed: Mapping[str, Placed],
    boxes: Sequence[BracketBox],
    *,
    children: Mapping[str, Sequence[BracketBox]],
    columns: Mapping[str, int],
    measures: Measures,
) -> dict[str, Placed]:
    """Matches for places: below all others, the third place alone under the final."""
    all_placed = dict(placed)
    places = [box for box in boxes if box.slot.side is Side.PLACES]
    final = next((at for at in placed.values() if at.box.name.called is Called.FINAL), None)
    third = next((box for box in places if box.slot.best_place == 3), None)
    if final and third and not children[third.key]:
        y = final.y + final.height + 2 * measures.gap + measures.caption
        all_placed[third.key] = Placed(third, final.x, y, height_of(third, measures))
        places.remove(third)
    bottom = max((at.y + at.height for at in all_placed.values()), default=0.0)
    tallest = max((height_of(box, measures) for box in places), default=0)
    block = _Block(measures, children, columns, tallest, top=bottom + measures.gap)
    _put_trees(block, sorted(places, key=lambda box: box.slot.best_place or 999))
    return {**all_placed, **block.placed}


def _plan(
    placed: Sequence[Placed],
    *,
    children: Mapping[str, Sequence[BracketBox]],
    measures: Measures,
) -> BracketPlan:
    by_key = {at.box.key: at for at in placed}
    boxes = {key: at.box for key, at in by_key.items()}
    ways = [
        _way(by_key[start], at, measures, is_second=boxes[start] not in children[at.box.key])
        for at in placed
        for start in dict.fromkeys(start.key for start, _place in _starts(at.box, boxes))
    ]
    return BracketPlan(
        width=max((at.x + measures.width for at in placed), default=0),
        height=round(max((at.y + at.height for at in placed), default=0.0)) + 2,
        boxes=tuple(placed),
        ways=tuple(ways),
        heads=tuple(_heads(placed, measures)),
    )


def _way(start: Placed, end: Placed, measures: Measures, *, is_second: bool) -> BracketLine:
    """Out of the side, up or down close to the goal, and in."""
    out, into = (start.x, end.x + measures.width)
    turn = into + measures.between / 2
    if not start.leads_left:
        out, into = (start.x + measures.width, end.x)
        turn = into - measures.between / 2
    points = ((out, start.middle), (turn, start.middle), (turn, end.middle), (into, end.middle))
    return BracketLine(start.box.key, end.box.key, points, is_second=is_second)


def _heads(placed: Sequence[Placed], measures: Measures) -> Iterable[ColumnHead]:
    for side in (Side.WINNERS, Side.LOSERS):
        columns: dict[int, list[Placed]] = defaultdict(list)
        for at in placed:
            if at.box.slot.side is side:
                columns[at.x].append(at)
        if not columns:
            continue
        top = min(at.y for of_column in columns.values() for at in of_column)
        for x, of_column in columns.items():
            yield ColumnHead(x, top - measures.head, side, of_column[0].box)
