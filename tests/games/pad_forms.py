"""What the entries of a pad can write, as patterns; and what words of an action name."""

import re
from collections.abc import Iterable, Iterator

from games.pads import InputForm, InputPart, Pad, composed
from games.values import Action

_FIELD = re.compile(r"(?<![A-Za-z0-9])[a-z]\d{1,2}")


def writes(pad: Pad, action: Action, words: str) -> bool:
    """Whether an entry of the pad gives these words to this seat."""
    return any(
        entry.kind == action.kind and action.seat in entry.seats and _matches(pad, entry, words)
        for entry in pad.entries
    )


def names_of(pattern: str) -> list[str]:
    return re.findall(r"{(\w+)}", pattern)


def fields_in(words: str) -> list[tuple[int, str]]:
    """The fields that words name, each with the place where it begins."""
    return [(found.start(), found[0]) for found in _FIELD.finditer(words)]


def tokens_of(words: str) -> set[str]:
    return {token for token in re.split(r"[ ,>-]|x(?=[A-D])", words) if token}


def _matches(pad: Pad, entry: InputForm, words: str) -> bool:
    found = re.fullmatch(_regex(pad, entry), words)
    if found is None:
        return False
    assert composed(entry, found.groupdict("")) == words
    return all(
        _is_allowed(part, found[part.name]) for part in entry.parts if found[part.name] is not None
    )


def _is_allowed(part: InputPart, text: str) -> bool:
    """Whether there are as many as the part asks for, and no more of each than are left."""
    if part.kind == "number":
        return part.least <= int(text) <= part.most
    if part.kind in ("option", "field"):
        return True
    chosen = text.split(part.joiner)
    lefts = {option.value: option.left for option in part.options if option.left is not None}
    return part.least <= len(chosen) <= part.most and all(
        chosen.count(value) <= left for value, left in lefts.items()
    )


def _regex(pad: Pad, entry: InputForm) -> str:
    """`{name}` is a part, and square brackets hold what may be left out."""
    parts = {part.name: part for part in entry.parts}
    return "".join(_pieces(pad, parts, re.split(r"({\w+}|\[|\])", entry.pattern)))


def _pieces(pad: Pad, parts: dict[str, InputPart], pieces: Iterable[str]) -> Iterator[str]:
    brackets = {"[": "(?:", "]": ")?"}
    for piece in pieces:
        if piece.startswith("{"):
            name = piece[1:-1]
            yield f"(?P<{name}>{_written(pad, parts[name])})"
        else:
            yield brackets.get(piece, re.escape(piece))


def _written(pad: Pad, part: InputPart) -> str:
    options = _any(option.value for option in part.options)
    free = [name for name, spot in pad.spots.items() if spot.is_free]
    fields = _any(free if part.fields is None else part.fields)
    one = {
        "option": options,
        "options": options,
        "field": fields,
        "fields": fields,
        "pairs": f"{fields}={options}",
        "number": "[0-9]+",
    }[part.kind]
    is_list = part.kind in ("options", "fields", "pairs")
    return f"{one}(?:{re.escape(part.joiner)}{one})*" if is_list else one


def _any(values: Iterable[str]) -> str:
    return f"(?:{'|'.join(re.escape(value) for value in values)})"
