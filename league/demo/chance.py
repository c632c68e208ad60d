"""What chance decides in a made-up event, people among it: the same seed, the same evening.

Final scores are those of random lawful games where the rules are known, so that they look like
real ones. Who gets which of them is decided by strength and luck.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TypeVar

from games.registry import rules_of
from games.tallies import scored, side_name
from games.values import Fault, Setup
from games.verify import verify
from league.results.sides import Mark

T = TypeVar("T")
_GAMES_KNOWN = 6  # played for each size of table; a table's scores are those of one of them
_GAMES = 1_000_000  # to choose from where no two tables should be alike
_TRIES = 20  # to find such scores: some games have few
_LUCK = 300  # against ratings from 600 to 2600
_BEST_SCORE = 60
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


class Luck(Random):
    """Lots that are drawn again from the same seed."""

    def happens(self, share: float) -> bool:
        return self.random() < share

    def some(self, among: Sequence[T], *, share: float, at_most: int) -> list[T]:
        return [item for item in among if self.happens(share)][: max(0, at_most)]


class Scores:
    """The final scores of tables at which one game is played.

    `seen`: those that other tables have, the lowest first, and that no table should have again.
    Without them a few games are enough for all tables, which takes less time.
    """

    def __init__(
        self,
        luck: Luck,
        *,
        game: str,
        variant: str,
        scoring: str,
        team_size: int,
        seen: set[tuple[int, ...]] | None = None,
    ) -> None:
        self.luck = luck
        self.game = game
        self.variant = variant
        self.scoring = scoring
        self.team_size = team_size
        self.seen = seen
        self.seeds = range(_GAMES_KNOWN if seen is None else _GAMES)

    def at_table(self, strengths: Sequence[int]) -> list[Mark]:
        """What each side gets; the stronger ones more often the better scores."""
        marks = self._by_strength(strengths)
        if self.seen is None:
            return marks
        for _ in range(_TRIES):
            if _lowest_first(marks) not in self.seen:
                break
            marks = self._by_strength(strengths)
        self.seen.add(_lowest_first(marks))
        return marks

    def _by_strength(self, strengths: Sequence[int]) -> list[Mark]:
        forms = [strength + self.luck.gauss(0, _LUCK) for strength in strengths]
        best_first = sorted(range(len(forms)), key=lambda side: -forms[side])
        for _ in range(_GAMES_KNOWN):
            scores = dict(zip(best_first, self._final(len(forms)), strict=True))
            marks = [scores[side] for side in range(len(forms))]
            if self._is_possible(marks):
                return marks
        return [Mark(score) for score in self._example(len(forms))]

    def _final(self, sides: int) -> list[Mark]:
        """The scores of a table, the winner's first."""
        if rules_of(self.game) is None:
            return self._made_up(sides)
        players = sides * self.team_size
        seed = self.luck.choice(self.seeds)
        return _played(self.game, seed=seed, variant=self.variant, players=players)

    def _is_possible(self, marks: Sequence[Mark]) -> bool:
        """Not every seat can come to every score in every game."""
        rules = rules_of(self.game)
        if rules is None:
            return True
        setup = Setup(len(marks) * self.team_size, self.variant)
        by_side = dict(zip(map(side_name, rules.play.sides(setup)), marks, strict=True))
        scores = {side: mark.score or 0 for side, mark in by_side.items()}
        ahead = {side for side, mark in by_side.items() if mark.is_above_equals}
        return not isinstance(scored(rules, setup, scores, ahead=ahead), Fault)

    def _example(self, sides: int) -> Sequence[int]:
        rules = rules_of(self.game)
        assert rules is not None
        return rules.figures.example(Setup(sides * self.team_size, self.variant))

    def _made_up(self, sides: int) -> list[Mark]:
        if self.scoring == "places":
            return [Mark(place) for place in range(1, sides + 1)]
        scores = [self.luck.randrange(_BEST_SCORE + 1) for _ in range(sides)]
        return [Mark(score) for score in sorted(scores, reverse=self.scoring == "higher")]


@lru_cache(maxsize=200)
def _played(game: str, *, seed: int, variant: str, players: int) -> list[Mark]:
    """The final scores of a game, the winner's first."""
    rules = rules_of(game)
    assert rules is not None
    played = verify(rules.random_play.game(seed, players=players, variant=variant).encode())
    ranked = [(side.rank, side.standing.score) for side in played.sides]
    return [_mark(rank, score, ranked) for rank, score in ranked]


def _lowest_first(marks: Sequence[Mark]) -> tuple[int, ...]:
    return tuple(sorted(mark.score or 0 for mark in marks))


def _mark(rank: int, score: int, ranked: Sequence[tuple[int, int]]) -> Mark:
    equals = [other for other, equal in ranked if equal == score]
    return Mark(score, is_above_equals=rank == min(equals) < max(equals))


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
