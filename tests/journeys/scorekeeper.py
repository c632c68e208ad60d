"""What happens at the tables, by dice, and what it brings, worked out on paper.

Knows nothing of the service: the journeys compare what the pages show with what is kept here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

ABSENT = "x"
# By place at a table of four, of three and of two, as an event of a template tells in its rules.
POINTS = {4: (11, 7, 4, 2), 3: (10, 6, 2), 2: (2, 0)}

Marks = Mapping[str, int | str]  # by person: a score, or ABSENT
Result = tuple["Table", Marks]


@dataclass(frozen=True)
class Table:
    number: int
    people: tuple[str, ...]  # in the order of the seats


class Scorekeeper:
    """Lets tables play by dice, and writes down what it brings, by other means than the service."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.results: dict[tuple[int, Table], Marks] = {}
        self.byes: Counter[str] = Counter()  # points without playing

    def play(self, number: int, tables: Sequence[Table], *, absent: str = "") -> list[Result]:
        """The results of tables of a round. For a table that played before, the new one counts."""
        played: list[Result] = []
        for table in tables:
            marks: dict[str, int | str] = {
                person: ABSENT if person == absent else self.dice.randint(2, 17)
                for person in table.people
            }
            self.results[number, table] = marks
            played.append((table, marks))
        return played

    def standings(self, people: Iterable[str]) -> dict[str, Fraction]:
        """Points, by the name that the public sees."""
        points = Counter(self.byes)
        for marks in self.results.values():
            points.update(points_at_table(marks))
        return {public_name(person): Fraction(points[person]) for person in people}


def points_at_table(marks: Marks) -> dict[str, Fraction]:
    """Equal scores share the points of their places; whoever did not come gets none."""
    row = POINTS[len(marks)]
    scores = sorted((mark for mark in marks.values() if isinstance(mark, int)), reverse=True)
    worth: dict[int | str, Fraction] = {
        score: Fraction(sum(row[at] for at, each in enumerate(scores) if each == score))
        / scores.count(score)
        for score in scores
    }
    return {person: worth.get(mark, Fraction()) for person, mark in marks.items()}


def public_name(full_name: str) -> str:
    first, last = full_name.split()
    return f"{first} {last[0]}."


def written(points: Fraction) -> str:
    """7, 5½, 6⅓."""
    whole, sixths = divmod(points * 6, 6)
    sign = ("", "⅙", "⅓", "½", "⅔", "⅚")[int(sixths)]
    return f"{whole or ''}{sign}" if sign else str(whole)
