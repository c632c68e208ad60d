"""Names of people and clubs: how the public sees them, their Czech and Slovak order, namesakes.

The functions are pure. The order is stored as a key with the row, because databases disagree
about collation; the key is made of hexadecimal digits, which every collation sorts alike.
"""

import unicodedata
from collections.abc import Callable
from typing import Any

from django.db import models

# Letters with a place of their own (ČSN 97 6030 and STN 97 6030). All other accents only break
# ties between words that are otherwise equal.
_LETTERS = (
    *("a", "ä", "b", "c", "č", "d", "e", "f", "g", "h", "ch", "i", "j", "k", "l", "m", "n"),
    *("o", "ô", "p", "q", "r", "ř", "s", "š", "t", "u", "v", "w", "x", "y", "z", "ž"),
    *"0123456789",
)
_SPACE = 1
_WEIGHT = {letter: weight for weight, letter in enumerate(_LETTERS, start=_SPACE + 1)}
_FOREIGN = 0xF0  # other scripts and signs come last, by code point
_KEYED_LETTERS = 60
KEY_LENGTH = _KEYED_LETTERS * 2 * 6 + 2
MATCH_KEY_LENGTH = 200


def shown_name(full_name: str, *, in_full: bool) -> str:
    """The name for public pages: "Jana Nováková" is "Jana N." unless shown in full."""
    words = full_name.split()
    if in_full or len(words) < 2:
        return " ".join(words)
    surname = words[-1]
    initial = surname[:2] if surname.casefold().startswith("ch") else surname[0]  # Ch is a letter
    return f"{words[0]} {initial}."


def name_key(name: str) -> str:
    """A key that sorts names in Czech and Slovak order."""
    text = unicodedata.normalize("NFC", " ".join(name.casefold().split()))[:_KEYED_LETTERS]
    primary: list[str] = []
    accents: list[str] = []
    position = 0
    while position < len(text):
        step = 2 if text.startswith("ch", position) else 1
        weight, accent = _weigh(text[position : position + step])
        primary.append(weight)
        accents.append(accent)
        position += step
    return "".join(primary) + "00" + "".join(accents)


def person_key(full_name: str) -> str:
    """People are listed by surname, taken to be the last word."""
    first_names, _, surname = " ".join(full_name.split()).rpartition(" ")
    return name_key(f"{surname} {first_names}")


def match_key(full_name: str) -> str:
    """Equal for names that people take for the same: "Jana Nováková", "NOVAKOVA Jana".

    Words without accents and case, in the order of the alphabet. Empty for a name of signs alone.
    """
    plain = unicodedata.normalize("NFKD", full_name.casefold())
    letters = (sign if sign.isalnum() else " " for sign in plain if not unicodedata.combining(sign))
    return " ".join(sorted("".join(letters).split()))[:MATCH_KEY_LENGTH]


def _weigh(letter: str) -> tuple[str, str]:
    if letter == " ":
        return f"{_SPACE:02x}", "00"
    if letter in _WEIGHT:
        return f"{_WEIGHT[letter]:02x}", "00"
    base, *marks = list(unicodedata.normalize("NFD", letter))
    if base in _WEIGHT:
        return f"{_WEIGHT[base]:02x}", f"{sum(map(ord, marks)) & 0xFF:02x}"
    return f"{_FOREIGN:02x}{ord(base):06x}", "00"


class _KeyField(models.CharField):
    """A column derived from a name at every write, as `auto_now` is from the clock."""

    def __init__(
        self, *, of: str, length: int, key_of: Callable[[str], str], **kwargs: Any
    ) -> None:
        self.of = of
        self.key_of = key_of
        kwargs |= {"max_length": length, "editable": False, "db_index": True, "default": ""}
        super().__init__(**kwargs)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, path, args, kwargs = super().deconstruct()
        for derived in ("max_length", "editable", "db_index", "default"):
            kwargs.pop(derived, None)
        return name, path, args, kwargs | {"of": self.of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: FBT001
        key = self.key_of(getattr(model_instance, self.of))
        setattr(model_instance, self.attname, key)
        return key


class SortKeyField(_KeyField):
    """The place of a name in Czech and Slovak order."""

    def __init__(self, *, of: str, person: bool = False, **kwargs: Any) -> None:
        self.person = person
        key_of = person_key if person else name_key
        super().__init__(of=of, length=KEY_LENGTH, key_of=key_of, **kwargs)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, kwargs | {"person": self.person}


class MatchKeyField(_KeyField):
    """By which people of the same name are found."""

    def __init__(self, *, of: str, **kwargs: Any) -> None:
        super().__init__(of=of, length=MATCH_KEY_LENGTH, key_of=match_key, **kwargs)
