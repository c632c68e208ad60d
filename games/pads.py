"""What a score sheet shows of a position, and what it asks for: drawn, named, ready to be tapped.

A pad is all that a phone needs until the next position: also without network, when it writes down
what lies on the table and cannot ask what the rules say. It lists what may be written here, never
what is wise or lawful; that is asked separately (`Looks.hints`), where the table wants help.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple


@dataclass(frozen=True, slots=True)
class Said:
    """Words marked for translation, with {gaps} to be filled; with other words, for instance."""

    text: str
    gaps: Mapping[str, object] = field(default_factory=dict)
    context: str = ""  # for those who translate: what a word is about that means several things
    many: str = ""  # the text when the gap {count} is not one, where that matters

    def __str__(self) -> str:
        """In English."""
        text = self.many if self.many and self.gaps["count"] != 1 else self.text
        return text.format(**self.gaps)


NOTHING = Said("")


@dataclass(frozen=True, slots=True)
class Told:
    """An action as people say it, the signs of what it lays (`Looks.signs`), by name, and where."""

    said: Said
    signs: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()  # of the board, as drawings and pads call them


class BoxPlace(NamedTuple):
    """A place of what lies in the box that may look otherwise: two of them change places."""

    x: float  # of its middle in the drawing
    y: float
    radius: float
    letter: str  # as the tag writes it
    name: Said


@dataclass(frozen=True, slots=True)
class Box:
    """What lies in the box, drawn, so that a club can see whether theirs looks like it.

    `tag` is the game's own tag that says what differs from box to box within an edition: the
    letters of its places, in their order.
    """

    drawing: str
    says: Said  # what to look at
    width: float = 0
    height: float = 0
    tag: str = ""
    places: tuple[BoxPlace, ...] = ()


class Gain(NamedTuple):
    """Points of an action: with the sign and the name of their colour, where they have one."""

    figure: str
    sign: str = ""
    name: Said = NOTHING


def listed(said: Sequence[Said]) -> Said:
    """One after the other, with commas."""
    names = [f"item{number}" for number in range(len(said))]
    return Said(", ".join(f"{{{name}}}" for name in names), dict(zip(names, said, strict=True)))


@dataclass(frozen=True, slots=True)
class Option:
    """One of the things to choose from."""

    value: str  # as it stands in the words of an action
    label: Said
    symbol: str = ""  # the id of its symbol
    left: int | None = None  # how many there still are; None: as many as one likes


@dataclass(frozen=True, slots=True)
class InputPart:
    """One thing that an entry asks for.

    `option` is one of the options, `options` a list of them; `field` and `fields` are fields of
    the board; `pairs` are fields with an option each, written `h8=7`; `number` lies between `least`
    and `most`. For lists these bound how many there are, and `joiner` stands between them in the
    words.
    """

    name: str
    label: Said
    kind: Literal["option", "options", "field", "fields", "pairs", "number"]
    options: tuple[Option, ...] = ()
    least: int = 1
    most: int = 1
    joiner: str = ","
    symbols: str = ""  # the option part whose symbol is laid on this field
    fields: tuple[str, ...] | None = None  # None: every free field


@dataclass(frozen=True, slots=True)
class InputForm:
    """A kind of action that can be entered now.

    The words of the action are the pattern with the parts filled in. What stands in square
    brackets is left out when none of the parts in it is given.
    """

    kind: str  # the action's
    label: Said
    seats: str  # whose action it may be; the first is proposed
    parts: tuple[InputPart, ...] = ()
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A field of the board: its middle in the units of the drawing, and what lies there."""

    x: float
    y: float
    is_free: bool
    neighbours: tuple[str, ...] = ()
    holds: Said = NOTHING  # for those who do not see it


@dataclass(frozen=True, slots=True)
class Pad:
    """A position as a sheet shows it."""

    board: str  # the drawing of the board alone, with every piece as a <symbol>
    panels: Mapping[str, str]  # seat -> drawing of what lies before it; empty if there is nothing
    spots: Mapping[str, Spot]  # by the names that fields have in the drawing's data-field
    order: str  # the seats, the one that is due first, then as they follow
    entries: tuple[InputForm, ...]  # the usual one first; none when the game is complete
    size: float  # of a symbol on a field, in the units of the drawing
    notices: tuple[Said, ...] = ()  # what the table should know: a bonus turn, the bag is empty
    own: Mapping[str, object] = field(default_factory=dict)  # for the game's own way of input


@dataclass(frozen=True, slots=True)
class SetUp:
    """What is to be laid out or agreed before the first action, as far as it is there."""

    board: str
    spots: Mapping[str, Spot]
    options: tuple[Option, ...]  # what lies on the fields
    size: float
    own: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PointKey:
    """What a turn often brings: written with one touch."""

    label: Said
    words: str
    sign: str = ""
    seat: str = ""  # whom else it is about


@dataclass(frozen=True, slots=True)
class PointRow:
    """A figure with the amounts that a turn often adds to it."""

    name: str
    label: Said
    amounts: tuple[int, ...]
    sign: str = ""


@dataclass(frozen=True, slots=True)
class PointPad:
    """How the points of a turn are entered where nothing else is kept."""

    keys: tuple[PointKey, ...] = ()
    rows: tuple[PointRow, ...] = ()  # touches add up
    digits: str = ""  # the figure whose change is typed; empty: none is
    has_minus: bool = False
    bounds: tuple[int, int] | None = None  # of what is typed: one more digit would be too much
    nothing: Said | None = None  # what a turn is called that brings nothing; None: each does
    says: Said = NOTHING  # what to do


def composed(entry: InputForm, values: Mapping[str, str]) -> str:
    """The words of an action from the values of its parts, by the entry's pattern."""
    filled = {part.name: values.get(part.name, "") for part in entry.parts}

    def optional(bracket: re.Match[str]) -> str:
        names = _NAME.findall(bracket[1])
        return bracket[1] if any(filled.get(name) for name in names) else ""

    pattern = _OPTIONAL.sub(optional, entry.pattern)
    return _NAME.sub(lambda gap: filled.get(gap[1], ""), pattern).strip()


_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_NAME = re.compile(r"\{(\w+)\}")
