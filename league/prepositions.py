"""Letters that a number decides: prepositions in Czech and Slovak, ordinals in English.

Whether a vowel is added depends on how the number is spoken, which a translator cannot know. The
translation says `z(e) %(total)s`, in Slovak `z(o) %(total)s`; once the number is in its place,
`spoken` leaves `z 5` or `ze 6`. Numbers are read tens first: 21 is dvacet jedna. English says
`%(place)s(th)`, which becomes `1st`, `2nd` or `11th`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_MARKED: Final = re.compile(
    r"(?P<letter>[zsvk])\((?P<vowel>[eou])\)"
    r"(?P<between>(?:\s|<[^>]*>)*)"
    r"(?P<number>\d{1,3}(?:[\u00a0\u202f]\d{3})+|\d+)?",
    re.IGNORECASE,
)

_ORDINAL: Final = re.compile(r"(?P<number>\d+)\(th\)")


@dataclass(frozen=True, slots=True)
class _Language:
    words: tuple[str, ...]  # 0 to 19
    tens: tuple[str, ...]  # 20 to 90
    hundred: str
    thousand: str  # a million begins with m: no preposition minds
    vowel_before: Mapping[str, tuple[str, ...]]  # beginnings of the next word

    def first_word(self, number: int) -> str:
        """What is said first: 213 is dvě stě třináct, 1 500 tisíc pět set."""
        while number >= 1_000:
            number //= 1_000
            if number == 1:
                return self.thousand
        if number >= 200:
            number //= 100
        if number >= 100:
            return self.hundred
        return self.tens[number // 10 - 2] if number >= 20 else self.words[number]


_CZECH: Final = _Language(
    words=(
        *("nula", "jedna", "dva", "tři", "čtyři", "pět", "šest", "sedm", "osm", "devět"),
        *("deset", "jedenáct", "dvanáct", "třináct", "čtrnáct"),
        *("patnáct", "šestnáct", "sedmnáct", "osmnáct", "devatenáct"),
    ),
    tens=(
        *("dvacet", "třicet", "čtyřicet", "padesát"),
        *("šedesát", "sedmdesát", "osmdesát", "devadesát"),
    ),
    hundred="sto",
    thousand="tisíc",
    vowel_before={
        "z": ("dv", "tř", "čt", "s", "š"),
        "s": ("dv", "tř", "čt", "s", "š"),
        "v": ("dv", "tř", "čt", "st"),
        "k": ("dv", "tř", "čt", "st"),
    },
)
_SLOVAK: Final = _Language(
    words=(
        *("nula", "jeden", "dva", "tri", "štyri", "päť", "šesť", "sedem", "osem", "deväť"),
        *("desať", "jedenásť", "dvanásť", "trinásť", "štrnásť"),
        *("pätnásť", "šestnásť", "sedemnásť", "osemnásť", "devätnásť"),
    ),
    tens=(
        *("dvadsať", "tridsať", "štyridsať", "päťdesiat"),
        *("šesťdesiat", "sedemdesiat", "osemdesiat", "deväťdesiat"),
    ),
    hundred="sto",
    thousand="tisíc",
    vowel_before={"z": ("s", "š"), "s": ("s", "š"), "v": ("št",), "k": ()},
)
_BY_VOWEL: Final = {"e": _CZECH, "o": _SLOVAK, "u": _SLOVAK}


def spoken(text: str) -> str:
    """The text with `z(e) 6` as `ze 6`, `z(e) 5` as `z 5`; before anything else without vowel."""
    return _ORDINAL.sub(_ordinal, _MARKED.sub(_settled, text))


def _settled(match: re.Match[str]) -> str:
    language = _BY_VOWEL[match["vowel"].lower()]
    digits = re.sub(r"\D", "", match["number"] or "")
    beginnings = language.vowel_before[match["letter"].lower()]
    has_vowel = bool(digits) and language.first_word(int(digits)).startswith(beginnings)
    vowel = match["vowel"] if has_vowel else ""
    return match["letter"] + vowel + match["between"] + (match["number"] or "")


def _ordinal(match: re.Match[str]) -> str:
    number = int(match["number"])
    is_teen = 10 < number % 100 < 20
    ending = "th" if is_teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
