"""A bracket cut to pages of paper and of a big screen: as few as its letters allow.

Pure. The whole on one page if that can be read; else winners' and losers' matches apart; else each
of these by halves or quarters, with the matches that follow them on a page of their own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from league.events.bracket_boxes import BracketBox
from league.standings.bracket import Side
from league.web.bracket_layout import BIG_SCREEN, OVERVIEW, SCREEN, BracketPlan, Measures, laid_out

_CUTS = (2, 4)  # so many trees, the fewest that can be read
_WIDEST = 280  # of a box: wider ones are only emptier
_PAGE_WIDTH = 5 * SCREEN.step - SCREEN.between


class PartKind(StrEnum):
    WHOLE = "whole"
    WINNERS = "winners"
    LOSERS = "losers"
    PLACES = "places"
    TREE = "tree"  # `number`, of the side before
    AFTER = "after"  # the matches that follow the trees


@dataclass(frozen=True, slots=True)
class PageSize:
    """What a page has for the picture, in pixels, and the least height of letters there."""

    width: int
    height: int
    letters: float = 11
    is_facing: bool = False
    largest: float = 1.5  # more than this nothing is magnified


# A big screen of 1920 by 1080 pixels, below the name of the event and the heading of the page.
_ROOM = PageSize(1800, 860, letters=20, largest=2)
_FAR = PageSize(
    1800, 860, letters=12, is_facing=True
)  # the overview: to be read from the first rows


@dataclass(frozen=True, slots=True)
class BracketPart:
    kind: PartKind
    boxes: tuple[BracketBox, ...]
    side: Side = Side.WINNERS
    number: int = 0


@dataclass(frozen=True, slots=True)
class BracketSheet:
    """A part on its page."""

    part: BracketPart
    plan: BracketPlan
    measures: Measures
    scale: float
    size: PageSize

    @property
    def letters(self) -> float:
        """The height of the smallest, on the page."""
        return round(self.measures.small * self.scale, 2)

    @property
    def is_open(self) -> bool:
        """Somebody plays here, and not all is decided."""
        return any(not box.order and any(box.entries) for box in self.part.boxes)


def sheets_of(
    boxes: Sequence[BracketBox], *, size: PageSize, measures: Measures
) -> list[BracketSheet]:
    whole = BracketPart(PartKind.WHOLE, tuple(boxes))
    return list(_sheets(whole, size=size, measures=measures))


def screens_of(boxes: Sequence[BracketBox]) -> list[BracketSheet]:
    """For a big screen: large enough for the room; where that takes parts, all in small before.

    Parts in which nobody is known yet, or all is decided, are left to the overview.
    """
    large = sheets_of(boxes, size=_ROOM, measures=BIG_SCREEN)
    if len(large) == 1:
        return large
    overview = sheets_of(boxes, size=_FAR, measures=OVERVIEW)
    if min(sheet.letters for sheet in overview) >= _ROOM.letters:
        return overview
    return [*overview, *(sheet for sheet in large if sheet.is_open)]


def sheet_of(part: BracketPart, *, size: PageSize, measures: Measures) -> BracketSheet:
    """On one page, however small that makes it; boxes as wide as there is room."""
    narrow = laid_out(part.boxes, measures=measures, is_facing=size.is_facing)
    columns = _columns(narrow, measures)
    most = min(size.width / (narrow.width + 2), size.height / narrow.height, size.largest)
    for_names = size.width / (columns * (measures.comfortable + measures.between))
    scale = min(most, max(for_names, size.letters / measures.small))
    room = int((size.width / scale - 2 + measures.between) / columns) - measures.between
    widened = replace(measures, width=max(measures.width, min(room, _WIDEST)))
    plan = laid_out(part.boxes, measures=widened, is_facing=size.is_facing)
    return BracketSheet(part, plan, widened, scale, size)


def whole_of(boxes: Sequence[BracketBox]) -> tuple[BracketPlan, Measures]:
    """As the page of an event shows it: where few columns leave room, the boxes take it."""
    narrow = laid_out(boxes, measures=SCREEN)
    room = (_PAGE_WIDTH + SCREEN.between) // max(_columns(narrow, SCREEN), 1) - SCREEN.between
    widened = replace(SCREEN, width=max(SCREEN.width, min(room, _WIDEST)))
    return laid_out(boxes, measures=widened), widened


def _columns(plan: BracketPlan, measures: Measures) -> int:
    return round((plan.width + measures.between) / measures.step)


def _sheets(part: BracketPart, *, size: PageSize, measures: Measures) -> Iterator[BracketSheet]:
    def is_read(each: BracketPart) -> bool:
        return sheet_of(each, size=size, measures=measures).letters >= size.letters

    cuts = [] if is_read(part) else [cut for cut in _cuts_of(part) if len(cut) > 1]
    if not cuts:
        yield sheet_of(part, size=size, measures=measures)
        return
    for each in next((cut for cut in cuts if all(map(is_read, cut))), cuts[-1]):
        yield from _sheets(each, size=size, measures=measures)


def _cuts_of(part: BracketPart) -> Iterator[list[BracketPart]]:
    """Ways to take a part to pieces, the fewest first."""
    if part.kind is PartKind.WHOLE and _is_mixed(part.boxes):
        yield list(_sides(part.boxes))
    elif part.kind in (PartKind.WHOLE, PartKind.WINNERS, PartKind.LOSERS):
        for number in _CUTS:
            yield list(trees_of(part, number=number))
    elif part.kind is PartKind.PLACES:
        half = len(part.boxes) // 2
        yield [replace(part, boxes=boxes) for boxes in (part.boxes[:half], part.boxes[half:])]


def _is_mixed(boxes: Sequence[BracketBox]) -> bool:
    """It has more than a tree, the final and the match for the third place."""
    return any(
        box.slot.side is Side.LOSERS or (box.slot.side is Side.PLACES and box.slot.best_place != 3)
        for box in boxes
    )


def _sides(boxes: Sequence[BracketBox]) -> Iterator[BracketPart]:
    """The final stays with the tree that leads to it, or with the losers' matches."""
    losers = tuple(box for box in boxes if box.slot.side is Side.LOSERS)
    places = tuple(
        box for box in boxes if box.slot.side is Side.PLACES and box.slot.best_place != 3
    )
    rest = tuple(box for box in boxes if box not in losers and box not in places)
    if not losers:
        yield BracketPart(PartKind.WHOLE, rest)
    else:
        yield BracketPart(
            PartKind.WINNERS, tuple(box for box in rest if box.slot.side is Side.WINNERS)
        )
        finals = tuple(box for box in rest if box.slot.side is not Side.WINNERS)
        yield BracketPart(PartKind.LOSERS, (*losers, *finals), side=Side.LOSERS)
    if places:
        yield BracketPart(PartKind.PLACES, places, side=Side.PLACES)


def trees_of(part: BracketPart, *, number: int) -> Iterator[BracketPart]:
    """So many trees that lead to the last matches of a part, and those last ones."""
    by_key = {box.key: box for box in part.boxes}
    ends = [box for box in part.boxes if not any(lead.slot in by_key for lead in box.leads)]
    trees = [box for box in ends if box.slot.side is not Side.PLACES]
    while trees and len(trees) < number:
        below = [child for box in trees for child in _before(box, by_key)]
        if not below:
            return
        trees = below
    taken: set[str] = set()
    for at, root in enumerate(trees, start=1):
        keys = set(_keys_below(root, by_key))
        taken |= keys
        boxes = tuple(box for box in part.boxes if box.key in keys)
        yield BracketPart(PartKind.TREE, boxes, side=part.side, number=at)
    rest = tuple(box for box in part.boxes if box.key not in taken)
    if rest:
        yield BracketPart(PartKind.AFTER, rest, side=part.side)


def _before(box: BracketBox, by_key: dict[str, BracketBox]) -> Iterator[BracketBox]:
    for source in box.slot.sources:
        start = by_key.get(source.slot)
        if start is not None and source.place <= start.slot.advance:
            yield start


def _keys_below(box: BracketBox, by_key: dict[str, BracketBox]) -> Iterator[str]:
    yield box.key
    for start in _before(box, by_key):
        yield from _keys_below(start, by_key)
