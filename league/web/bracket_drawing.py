"""A bracket as an SVG drawing: boxes with who plays, lines to where the winner goes.

Pure. Shapes carry classes; colours are the stylesheet's. Places come from `bracket_layout`, words
from whoever shows it. Names that do not fit are cut; the whole ones are in the box's title.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.scene import Attributes, Shape, group, shape
from league.web.bracket_layout import BracketLine, BracketPlan, ColumnHead, Measures, Placed

_NARROW = frozenset("fijlrtIíľŕť.,:;'’|!()[]- ")
_WIDE = frozenset("mwMWOQG@%—…")
_SEED = 1.6  # the room for a starting number, in letters
_PAD = 7


@dataclass(frozen=True, slots=True)
class RowWords:
    """One who plays, as written in a box."""

    name: str
    entry: str = ""  # empty: not known yet, and the name says where they come from
    seed: str = ""
    score: str = ""
    has_won: bool = False


@dataclass(frozen=True, slots=True)
class BoxWords:
    rows: tuple[RowWords, ...]
    number: str = ""
    caption: str = ""  # above it
    state: str = ""  # empty: nobody plays there yet
    url: str = ""  # of the match; empty: there is none
    said: str = ""  # all of it in a sentence


@dataclass(frozen=True, slots=True)
class BracketWords:
    """What is written into a picture. `boxes` by the keys of their slots."""

    boxes: Mapping[str, BoxWords]
    label: str  # the whole picture in a sentence
    icons: str = ""  # the address of the symbols of states
    followed: str = ""  # the entry whose way is marked


@dataclass(frozen=True, slots=True)
class Page:
    """The size of a picture in pixels; `scale`: how much larger than planned it is drawn."""

    width: int
    height: int
    scale: float = 1


def drawn_bracket(
    plan: BracketPlan,
    *,
    words: BracketWords,
    heads: Sequence[str],
    measures: Measures,
    page: Page | None = None,
    has_links: bool = False,
) -> str:
    """`heads`: a text for each of those of the plan.

    `page`: the size that it has there. A picture with links is a group of them, since what is
    inside an image cannot be reached.
    """
    page = page or Page(plan.width + 2, plan.height)
    ways = [drawn for way in plan.ways for drawn in _way(way, words)]
    titles = [
        _head(head, text, measures) for head, text in zip(plan.heads, heads, strict=True) if text
    ]
    boxes = [_box(at, words, measures, has_links=has_links) for at in plan.boxes]
    attributes: Attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"-1 0 {page.width / page.scale:.1f} {page.height / page.scale:.1f}",
        "width": page.width,
        "height": page.height,
        "preserveAspectRatio": "xMinYMin",
        "class": "bracket-drawing",
        "role": "group" if has_links else "img",
        "aria-label": words.label,
    }
    return Shape("svg", attributes, children=(*ways, *titles, *boxes)).svg()


def is_on_way(words: BoxWords, entry: str) -> bool:
    return bool(entry) and any(row.entry == entry for row in words.rows)


def _way(way: BracketLine, words: BracketWords) -> Iterator[Shape]:
    """Where those of one table part, the winner's way alone: more lines would only cross."""
    is_followed = all(is_on_way(words.boxes[key], words.followed) for key in (way.start, way.end))
    first, *others = [f"{x:g} {y:g}" for x, y in way.points]
    line = f"M{first}" + "".join(f"L{point}" for point in others)
    if is_followed or not way.is_second:
        yield shape("path", d=line, class_=_classes("bracket-way", is_followed=is_followed))


def _head(head: ColumnHead, text: str, measures: Measures) -> Shape:
    return shape(
        "text",
        fitted(text, width=measures.width, letters=measures.small),
        x=head.x,
        y=head.y + measures.small + 2,
        font_size=measures.small,
        class_="bracket-head",
    )


def _box(at: Placed, words: BracketWords, measures: Measures, *, has_links: bool) -> Shape:
    box = words.boxes[at.box.key]
    shapes = (
        shape("title", box.said),
        *_frame(at, box, measures),
        *_gutter(at, box, measures, icons=words.icons),
        *(
            each
            for number, row in enumerate(box.rows)
            for each in _row(at, row, number, measures, followed=words.followed)
        ),
    )
    attributes: Attributes = {
        "class": _classes(
            "bracket-box",
            is_followed=is_on_way(box, words.followed),
            is_needless=at.box.is_needless or at.box.is_bye,
        ),
        "data-key": at.box.key,
        "data-state": box.state,
    }
    if has_links and box.url:
        return Shape("a", {**attributes, "href": box.url, "aria-label": box.said}, children=shapes)
    return Shape("g", attributes, children=shapes)


def _frame(at: Placed, box: BoxWords, measures: Measures) -> Iterator[Shape]:
    if box.caption:
        yield shape(
            "text",
            fitted(box.caption, width=measures.width, letters=measures.small),
            x=at.x,
            y=at.y - 6,
            font_size=measures.small,
            class_="bracket-head",
        )
    place = {"x": at.x, "y": at.y, "width": measures.width, "height": at.height}
    yield shape("rect", **place, rx=5, class_="bracket-frame")


def _gutter(at: Placed, box: BoxWords, measures: Measures, *, icons: str) -> Iterator[Shape]:
    """The number of the match, its state below."""
    if measures.is_plain:
        return
    right = at.x + measures.gutter
    yield shape("path", d=f"M{right} {at.y:g}V{at.y + at.height:g}", class_="bracket-rule")
    has_icon = bool(box.state and icons)
    middle = at.x + measures.gutter / 2
    baseline = at.middle - 4 if has_icon else at.middle + measures.small * 0.35
    if box.number:
        yield shape(
            "text",
            box.number,
            x=middle,
            y=baseline,
            font_size=measures.small,
            text_anchor="middle",
            class_="bracket-number",
        )
    if has_icon:
        size = measures.small + 1
        yield shape(
            "use",
            href=f"{icons}#{box.state}",
            x=middle - size / 2,
            y=at.middle + 1,
            width=size,
            height=size,
            class_="bracket-state",
        )


def _row(
    at: Placed, row: RowWords, number: int, measures: Measures, *, followed: str
) -> Iterator[Shape]:
    top = at.y + number * measures.row
    left, right = float(at.x + measures.gutter), float(at.x + measures.width - _PAD)
    baseline = top + measures.row / 2 + measures.letters * 0.35
    if number:
        yield shape("path", d=f"M{left} {top:g}H{at.x + measures.width}", class_="bracket-rule")
    if row.score and not measures.is_plain:
        yield shape(
            "text",
            row.score,
            x=right,
            y=baseline,
            font_size=measures.letters,
            text_anchor="end",
            class_="bracket-score",
        )
        right -= text_width(row.score, letters=measures.letters) + 4
    if row.has_won:
        size = measures.letters * 0.8
        right -= size
        yield _tick(right, top + (measures.row - size) / 2, size)
        right -= 2
    yield from _name(row, left, right, baseline, measures, is_followed=row.entry == followed)


def _name(
    row: RowWords,
    left: float,
    right: float,
    baseline: float,
    measures: Measures,
    *,
    is_followed: bool,
) -> Iterator[Shape]:
    start = left + _PAD
    if measures.is_plain and not row.entry:
        return
    if row.seed and not measures.is_plain:
        start = left + 3 + _SEED * measures.small
        yield shape(
            "text",
            row.seed,
            x=start,
            y=baseline,
            font_size=measures.small,
            text_anchor="end",
            class_="bracket-seed",
        )
        start += 5
    size = measures.letters if row.entry else measures.small
    widened = size * 1.12 if row.has_won else size
    classes = _classes(
        "bracket-name",
        has_won=row.has_won,
        is_unknown=not row.entry,
        is_followed=bool(row.entry) and is_followed,
    )
    name = fitted(row.name, width=right - start, letters=widened)
    place: dict[str, str | int | float] = {"x": start, "y": baseline, "font_size": size}
    if row.entry:
        place["data_entry"] = row.entry
    yield shape("text", name, **place, class_=classes)


def _tick(x: float, y: float, size: float) -> Shape:
    unit = size / 12
    steps = f"M{x + unit:g} {y + 6.5 * unit:g}l{3.5 * unit:g} {3.5 * unit:g}"
    line = f"{steps}l{6.5 * unit:g} {-8 * unit:g}"
    return group((shape("path", d=line),), class_="bracket-tick")


def text_width(text: str, *, letters: float) -> float:
    """About as wide as in the fonts of systems: a name must not run over its box."""
    return letters * sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    if letter in _NARROW:
        return 0.36
    if letter in _WIDE:
        return 0.88
    return 0.7 if letter.isupper() else 0.59


def fitted(text: str, *, width: float, letters: float) -> str:
    if text_width(text, letters=letters) <= width:
        return text
    kept = text
    while kept and text_width(kept + "…", letters=letters) > width:
        kept = kept[:-1]
    return kept.rstrip(" .,–") + "…"


def _classes(name: str, **marks: bool) -> str:
    return " ".join([name, *(mark.replace("_", "-") for mark, is_set in marks.items() if is_set)])
