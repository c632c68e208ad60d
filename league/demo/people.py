"""Made-up people of Czech and Slovak clubs, the same for the same seed; and names that hurt."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

_CZECH_MEN = (
    "Jan Petr Tomáš Jakub Lukáš Ondřej Vojtěch Matěj Adam Filip Marek Jiří Šimon Daniel Štěpán"
)
_CZECH_WOMEN = "Jana Eva Tereza Anna Lucie Kateřina Barbora Markéta Eliška Zuzana Klára Veronika Hana Ludmila Žaneta"
_CZECH_SURNAMES = (
    "Novák/Nováková Svoboda/Svobodová Dvořák/Dvořáková Černý/Černá Procházka/Procházková Kučera/Kučerová "
    "Veselý/Veselá Horák/Horáková Němec/Němcová Pokorný/Pokorná Marek/Marková Pospíšil/Pospíšilová "
    "Hájek/Hájková Jelínek/Jelínková Král/Králová Růžička/Růžičková Beneš/Benešová Fiala/Fialová "
    "Sedláček/Sedláčková Chalupa/Chalupová Zeman/Zemanová Kolář/Kolářová Řezníček/Řezníčková Šťastný/Šťastná"
)
_SLOVAK_MEN = "Ján Peter Tomáš Jakub Michal Martin Samuel Matúš Juraj Ľuboš Richard Šimon"
_SLOVAK_WOMEN = "Zuzana Katarína Lucia Mária Ema Nina Viktória Simona Ľudmila Natália Soňa Jana"
_SLOVAK_SURNAMES = (
    "Kováč/Kováčová Horváth/Horváthová Varga/Vargová Tóth/Tóthová Nagy/Nagyová Baláž/Balážová "
    "Molnár/Molnárová Hudák/Hudáková Ďurica/Ďuricová Kráľ/Kráľová Šimko/Šimková Polák/Poláková Ľalík/Ľalíková"
)

HOSTILE_NAMES = (
    "<script>alert('Jana')</script> <b>Nováková",
    '"><img src=x onerror=alert(1)> Malá',
    "{{ 7|add:7 }} {% debug %}",
    "\u202eváčabul nevatO",  # right-to-left override
    "שלום עולם مرحبا",
    "🎲 Kostka 👩‍👩‍👧‍👦 Veselá 🏆",
    "Přenejneobhospodařovávatelnější" * 6 + "Jméno bez mezer"[:14],
    "=cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd Nula",
    "O'Brien; DROP TABLE league_player;--",
    "Ž̷̢a̸l̶g̴o̵ Z̸͖͝",
)


@dataclass(frozen=True)
class _Names:
    men: list[str]
    women: list[str]
    surnames: list[tuple[str, str]]


def _names(men: str, women: str, surnames: str) -> _Names:
    pairs = [(man, woman) for man, _, woman in (pair.partition("/") for pair in surnames.split())]
    return _Names(men=men.split(), women=women.split(), surnames=pairs)


_BY_COUNTRY = {
    "CZ": _names(_CZECH_MEN, _CZECH_WOMEN, _CZECH_SURNAMES),
    "SK": _names(_SLOVAK_MEN, _SLOVAK_WOMEN, _SLOVAK_SURNAMES),
}


def people(country: str, *, seed: int) -> Iterator[str]:
    """Full names without end, none twice in a row of a few hundred."""
    names = _BY_COUNTRY[country]
    random = Random(seed)  # noqa: S311  made-up names, not secrets
    everybody = [
        f"{first} {surname[is_woman]}"
        for is_woman, firsts in enumerate((names.men, names.women))
        for first in firsts
        for surname in names.surnames
    ]
    while True:
        random.shuffle(everybody)
        yield from everybody
