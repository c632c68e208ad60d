"""Charts as plain shapes for the templates in templates/charts/: what is drawn where.

Pure. Places are in percent of the drawing, so that a chart fills any width while its words and
lines keep their size. Every chart has a title and a sentence for those who do not see it, and its
numbers as a table behind it. Templates give classes; colours are the stylesheet's.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_MARGIN = 8.0  # percent above and below the line
_STEPS = (1, 2, 5)
MOST_DOTS = 120  # more of them cannot be told apart


@dataclass(frozen=True)
class Value:
    """A number of a chart, and what it is the number of."""

    label: str
    number: float
    text: str = ""  # as readers see it; empty: the number

    @property
    def shown(self) -> str:
        return self.text or f"{self.number:g}"


@dataclass(frozen=True)
class Dot:
    value: Value
    x: str
    y: str


@dataclass(frozen=True)
class Grid:
    """A horizontal line with its number."""

    label: str
    y: str


@dataclass(frozen=True)
class LineChart:
    key: str  # of its title and sentence on the page
    title: str
    description: str
    dots: tuple[Dot, ...]
    grid: tuple[Grid, ...]

    @property
    def points(self) -> str:
        """For a polyline in a square of 100 by 100."""
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)

    @property
    def last(self) -> Dot:
        return self.dots[-1]


@dataclass(frozen=True)
class ChartLine:
    """One of several lines in a chart, with its name."""

    label: str
    points: str  # for a polyline in a square of 100 by 100


@dataclass(frozen=True)
class ChartMark:
    """A step at which something happened."""

    x: str
    kind: str


@dataclass(frozen=True)
class LinesChart:
    key: str
    title: str
    description: str
    lines: tuple[ChartLine, ...]
    grid: tuple[Grid, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]  # the numbers: a label, one for each line
    marks: tuple[ChartMark, ...] = ()

    @property
    def first(self) -> str:
        return self.rows[0][0]

    @property
    def last(self) -> str:
        return self.rows[-1][0]


@dataclass(frozen=True)
class ChartBar:
    value: Value
    width: str


@dataclass(frozen=True)
class BarChart:
    key: str
    title: str
    description: str
    bars: tuple[ChartBar, ...]


def line_chart(values: Sequence[Value], *, key: str, title: str, description: str) -> LineChart:
    """From left to right at equal distances. Of very many, some are left out, never the ends."""
    chosen = thinned(values)
    low, high = _range([value.number for value in chosen])
    steps = max(len(chosen) - 1, 1)
    return LineChart(
        key=key,
        title=title,
        description=description,
        dots=tuple(
            Dot(value, _percent(100 * at / steps), _height(value.number, low, high))
            for at, value in enumerate(chosen)
        ),
        grid=_grid(low, high),
    )


def lines_chart(
    names: Sequence[str],
    rows: Sequence[tuple[str, Sequence[float]]],
    *,
    key: str,
    title: str,
    description: str,
    marks: Iterable[tuple[int, str]] = (),
) -> LinesChart:
    """Several lines over the same steps; each row has a label and a number for each line.

    `marks`: steps by their number, and what kind of thing happened there.
    """
    low, high = _range([number for _label, numbers in rows for number in numbers])
    steps = max(len(rows) - 1, 1)
    heights = [[_height(numbers[at], low, high) for _, numbers in rows] for at in range(len(names))]
    return LinesChart(
        key=key,
        title=title,
        description=description,
        lines=tuple(
            ChartLine(
                name, " ".join(f"{_percent(100 * at / steps)},{y}" for at, y in enumerate(line))
            )
            for name, line in zip(names, heights, strict=True)
        ),
        grid=_grid(low, high),
        rows=tuple((label, tuple(numbers)) for label, numbers in rows),
        marks=tuple(ChartMark(_percent(100 * at / steps), kind) for at, kind in marks),
    )


def bar_chart(values: Sequence[Value], *, key: str, title: str, description: str) -> BarChart:
    """One bar below another; the longest is as wide as there is room."""
    longest = max((value.number for value in values), default=0) or 1
    return BarChart(
        key=key,
        title=title,
        description=description,
        bars=tuple(ChartBar(value, _percent(100 * value.number / longest)) for value in values),
    )


def thinned(values: Sequence[Value], *, most: int = MOST_DOTS) -> list[Value]:
    if len(values) <= most:
        return list(values)
    last = len(values) - 1
    return [values[round(at * last / (most - 1))] for at in range(most)]


def round_numbers(low: float, high: float, *, most: int = 4) -> list[float]:
    """Some between the two that are easy to read."""
    size = 1
    while True:
        for step in _STEPS:
            width = step * size
            first = -(-low // width) * width
            numbers = [first + at * width for at in range(int((high - first) // width) + 1)]
            if len(numbers) <= most:
                return numbers
        size *= 10


def _grid(low: float, high: float) -> tuple[Grid, ...]:
    numbers = round_numbers(low, high)
    return tuple(Grid(f"{number:g}", _height(number, low, high)) for number in numbers)


def _range(numbers: Sequence[float]) -> tuple[float, float]:
    low, high = min(numbers), max(numbers)
    return (low, high) if low < high else (low - 1, high + 1)


def _height(number: float, low: float, high: float) -> str:
    share = (number - low) / (high - low)
    return _percent(100 - _MARGIN - share * (100 - 2 * _MARGIN))


def _percent(value: float) -> str:
    """With a decimal point in every language."""
    return f"{value:.2f}"
