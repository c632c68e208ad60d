"""Shapes, and how they become an SVG drawing that a page can style and react to.

No `style=` and no script: shapes carry classes and presentation attributes, so that a strict
content policy holds. Colours are given twice: as attributes for those who open the file alone, and
as classes that a page may restyle, for instance in the dark.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from html import escape

from games.pads import Said

Attributes = Mapping[str, str | int | float]
_WORDS = re.compile("<title>[^<]*</title><desc>[^<]*</desc>")


@dataclass(frozen=True, slots=True)
class Shape:
    """An element: its name, attributes, text and children."""

    element: str
    attributes: Attributes = field(default_factory=dict)
    text: str = ""
    children: tuple["Shape", ...] = ()

    def svg(self) -> str:
        attributes = "".join([_attribute(name, value) for name, value in self.attributes.items()])
        inner = escape(self.text) + "".join([child.svg() for child in self.children])
        return (
            f"<{self.element}{attributes}>{inner}</{self.element}>"
            if inner
            else (f"<{self.element}{attributes}/>")
        )


@dataclass(frozen=True, slots=True)
class Ready(Shape):
    """A shape that was written once, for drawings that have it in common."""

    written: str = ""

    @classmethod
    def of(cls, shape: Shape) -> "Ready":
        return cls(shape.element, written=shape.svg())

    def svg(self) -> str:
        return self.written


def group(children: Iterable[Shape], **attributes: str | int | float) -> Shape:
    return Shape("g", _attributes(attributes), children=tuple(children))


def shape(element: str, text: str = "", /, **attributes: str | int | float) -> Shape:
    """`shape("circle", cx=1, cy=2, r=3, class_="peg", data_field="h8")`"""
    return Shape(element, _attributes(attributes), text)


def drawing(
    shapes: Iterable[Shape], *, width: float, height: float, title: str, description: Iterable[Said]
) -> str:
    """A whole drawing, as wide as its place, with English words for those who do not see it.

    A page that speaks another language says it itself, and leaves these out (`without_words`).
    """
    sentences = " ".join(map(str, description))
    words = (Shape("title", text=title), Shape("desc", text=sentences))
    return Shape(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {_number(width)} {_number(height)}",
            "role": "img",
            "class": "board",
        },
        children=(*words, *shapes),
    ).svg()


def without_words(drawn: str) -> str:
    return _WORDS.sub("", drawn, count=1)


def sprite(symbols: Iterable[Shape]) -> str:
    """A file of symbols, from which pages take one by its id."""
    content = "\n".join(symbol.svg() for symbol in symbols)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{content}\n</svg>'


def _attributes(given: Mapping[str, str | int | float]) -> Attributes:
    return {_dashed(name): value for name, value in given.items()}


@cache
def _dashed(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


@lru_cache(maxsize=16_384, typed=True)  # the same thousands in every drawing of a game
def _attribute(name: str, value: str | int | float) -> str:
    return f' {name}="{escape(_number(value))}"'


def _number(value: str | int | float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
