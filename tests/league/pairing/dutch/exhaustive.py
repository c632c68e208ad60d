"""Swiss rounds by trying everything: an independent reading of the rules, for small fields.

Lists every complete lawful pairing and keeps the best of each bracket by C5, C6 to C21 and then the
order of the rules, as plain sort keys. No matching, no weights, and nothing of the engine's code;
it reads positions of the corpus (README.md) by itself. With `without`, a criterion is left out: so
it is seen whether a position puts it to the test.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Case = dict[str, Any]
Pairs = dict[int, int]  # everybody's opponent; 0 is the bye
Key = Callable[[Pairs], Any]
BYE = 0
PLAYED = "1=0"
LETTER_WORTH = {**dict.fromkeys("1+F", "W"), **dict.fromkeys("=H", "D"), "0": "L", "-": "F"}


@dataclass
class Person:
    number: int
    counted: int  # over those who were ever paired
    score: Fraction
    met: set[int]
    colours: list[str]
    is_top: bool
    may_bye: bool
    floats: tuple[str, str]  # last round, and the one before: d, u or nothing

    @property
    def games(self) -> int:
        return len(self.colours)

    @property
    def difference(self) -> int:
        return self.colours.count("w") - self.colours.count("b")

    @property
    def double(self) -> str:
        """The colour of the last two games, if it was one."""
        last = self.colours[-2:]
        return last[0] if len(last) == 2 and last[0] == last[1] else ""

    @property
    def preference(self) -> tuple[str, int]:
        """The colour wanted, and 3 absolutely, 2 strongly, 1 mildly, 0 not at all."""
        due = "b" if self.difference > 0 else "w"
        if abs(self.difference) > 1:
            return due, 3
        if self.double:
            return other(self.double), 3
        if self.difference:
            return due, 2
        return (other(self.colours[-1]), 1) if self.colours else ("", 0)


def other(colour: str) -> str:
    return "b" if colour == "w" else "w"


def tokens(history: str) -> list[tuple[int, str, str]]:
    """12w1 as (12, w, 1), and U as (0, "", U)."""
    return [
        (int(token[:-2]), token[-2], token[-1]) if token[0].isdigit() else (0, "", token)
        for token in history.split()
    ]


def worth(result: str, case: Case) -> Fraction:
    key = {"U": "P", "Z": "Z"}.get(result) or LETTER_WORTH[result]
    return Fraction(case["points"][key])


def score_before(case: Case, number: int, round_number: int) -> Fraction:
    told = tokens(case["history"][number - 1])[: round_number - 1]
    accel = case.get("accel") or {"last": 0, "points": []}
    virtual = accel["points"][round_number - 1 : round_number] if number <= accel["last"] else []
    return sum((worth(result, case) for *_, result in told), Fraction(0)) + sum(
        map(Fraction, virtual)
    )


def float_of(case: Case, number: int, round_number: int) -> str:
    if round_number < 1:
        return ""
    opponent, _, result = tokens(case["history"][number - 1])[round_number - 1]
    if not opponent or result not in PLAYED:
        gained = worth(result, case) > Fraction(case["points"]["L"])
        return "d" if gained or result == "U" else ""
    own = score_before(case, number, round_number)
    theirs = score_before(case, opponent, round_number)
    return "d" if own > theirs else "u" if own < theirs else ""


def people(case: Case) -> list[Person]:
    """Who is to be paired, by score and number."""
    here, counted, now = [], 0, case["round"]
    for number, history in enumerate(case["history"], start=1):
        told = tokens(history)
        is_away = str(number) in case.get("out", {})
        if is_away and not any(opponent or result == "U" for opponent, _, result in told):
            continue
        counted += 1
        if is_away:
            continue
        played = [each for each in told if each[0] and each[2] in PLAYED]
        score = score_before(case, number, now)
        half = Fraction(case["points"]["W"]) * (now - 1) / 2
        here.append(
            Person(
                number,
                counted,
                score,
                met={opponent for opponent, _, _ in played},
                colours=[colour for _, colour, _ in played],
                is_top=now == case["rounds"] and score > half,
                may_bye=not any(result in "UF+" for *_, result in told),
                floats=(float_of(case, number, now - 1), float_of(case, number, now - 2)),
            )
        )
    return sorted(here, key=lambda person: (-person.score, person.number))


def may_meet(one: Person, two: Person, case: Case) -> bool:
    apart = any({one.number, two.number} <= set(group) for group in case.get("forbidden", []))
    if apart or two.number in one.met:
        return False
    both = one.preference[1] == two.preference[1] == 3 and one.preference == two.preference
    return not both or one.is_top or two.is_top


def complete_pairings(
    left: Sequence[int], lawful: Collection[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int], ...]]:
    if not left:
        yield ()
        return
    first, *rest = left
    for at, second in enumerate(rest):
        if (first, second) in lawful:
            for more in complete_pairings([*rest[:at], *rest[at + 1 :]], lawful):
                yield ((first, second), *more)


def all_pairings(field: Sequence[Person], case: Case) -> list[Pairs]:
    numbers = [person.number for person in field]
    lawful = {
        (one.number, two.number)
        for at, one in enumerate(field)
        for two in field[at + 1 :]
        if may_meet(one, two, case)
    }
    if len(field) % 2:
        numbers.append(BYE)
        lawful |= {(person.number, BYE) for person in field if person.may_bye}
    # Turned round, so that the order of listing never stands in for a rule.
    found = [dict(pairing) for pairing in complete_pairings(numbers, lawful)][::-1]
    return [pairs | {two: one for one, two in pairs.items()} for pairs in found]


class Bracket:
    """One score group with those moved down to it."""

    def __init__(self, field: Sequence[Person], score: Fraction, done: Collection[int]) -> None:
        self.who = {person.number: person for person in field}
        self.rank = {person.number: rank for rank, person in enumerate(field)} | {BYE: len(field)}
        self.score = score
        self.residents = [p.number for p in field if p.score == score]
        self.moved = [p.number for p in field if p.score > score and p.number not in done]
        below = [p.score for p in field if p.score < score]
        self.next = [p.number for p in field if below and p.score == max(below)]

    def is_inside(self, pairs: Pairs, number: int) -> bool:
        mate = pairs[number]
        return mate in self.residents or (
            number in self.residents and mate in (*self.moved, *self.residents)
        )

    def floaters(self, pairs: Pairs) -> list[int]:
        return [n for n in (*self.moved, *self.residents) if not self.is_inside(pairs, n)]

    def pairs_in(self, pairs: Pairs) -> list[tuple[Person, Person]]:
        return [
            (self.who[number], self.who[pairs[number]])
            for number in (*self.moved, *self.residents)
            if self.is_inside(pairs, number) and self.rank[number] < self.rank[pairs[number]]
        ]

    def scores(self, numbers: Collection[int]) -> list[Fraction]:
        return sorted((self.who[number].score for number in numbers), reverse=True)

    def left_below(self, pairs: Pairs) -> list[int]:
        """Of the floaters and the next score group: who is not paired there."""
        down, group = set(self.floaters(pairs)), set(self.next)
        return [
            number
            for number in (*down, *group)
            if not (pairs[number] in group or (number in group and pairs[number] in down))
        ]


def clash(one: Person, two: Person) -> bool:
    return bool(one.preference[0]) and one.preference[0] == two.preference[0]


def third_time(one: Person, two: Person) -> bool:
    if not clash(one, two) or one.preference[1] != 3 or two.preference[1] != 3:
        return False
    if abs(one.difference) == abs(two.difference):
        return bool(one.double) and one.double == two.double
    less = one if abs(one.difference) < abs(two.difference) else two
    return bool(less.double) and less.double != less.preference[0]


def both_strong(one: Person, two: Person) -> bool:
    strengths = {one.preference[1], two.preference[1]}
    return clash(one, two) and strengths <= {2, 3} and strengths != {3}


COLOUR_FAULTS: dict[str, Callable[[Person, Person], bool]] = {
    "C10": lambda a, b: clash(a, b) and min(abs(a.difference), abs(b.difference)) > 1,
    "C11": third_time,
    "C12": clash,
    "C13": both_strong,
}


def quality_keys(b: Bracket) -> Iterator[tuple[str, Key]]:
    """C10 to C21; smaller is better."""

    def fault(test: Callable[[Person, Person], bool]) -> Key:
        return lambda pairs: sum(test(one, two) for one, two in b.pairs_in(pairs))

    def downs(ago: int, group: Collection[int]) -> Key:
        return lambda pairs: b.scores(
            [n for n in b.floaters(pairs) if n in group and b.who[n].floats[ago] == "d"]
        )

    def ups(ago: int) -> Key:
        return lambda pairs: sorted(
            (
                one.score
                for one, two in b.pairs_in(pairs)
                if one.number in b.moved and two.floats[ago] == "u"
            ),
            reverse=True,
        )

    for name, test in COLOUR_FAULTS.items():
        yield name, fault(test)
    for ago in (0, 1):
        yield f"C{14 + 2 * ago}", counted(downs(ago, b.residents))
        yield f"C{15 + 2 * ago}", counted(ups(ago))
    for ago in (0, 1):
        yield f"C{18 + 2 * ago}", downs(ago, b.moved)
        yield f"C{19 + 2 * ago}", ups(ago)


def counted(key: Key) -> Key:
    return lambda pairs: len(key(pairs))


def order_keys(b: Bracket, survivor: Pairs) -> Iterator[tuple[str, Key]]:
    """The order of equally good pairings, once it is known who moved down is paired to whom."""
    rest = [n for n in b.residents if survivor[n] not in b.moved]
    place = {number: at for at, number in enumerate(rest)}

    def uppers(pairs: Pairs) -> set[int]:
        return {n for n in rest if pairs[n] in place and place[n] < place[pairs[n]]}

    half = len(uppers(survivor))
    upper, lower = rest[:half], rest[half:]
    yield "exchanges", lambda pairs: len(uppers(pairs) & set(lower))
    yield "sum", lambda pairs: sum(place[n] for n in uppers(pairs))
    yield "S1 out", lambda pairs: [n in uppers(pairs) for n in reversed(upper)]
    yield "S2 in", lambda pairs: [n not in uppers(pairs) for n in lower]
    yield "transposition", lambda pairs: [place[pairs[n]] for n in rest if n in uppers(pairs)]


class Search:
    """All pairings that are left, fewer with every criterion."""

    def __init__(self, case: Case, without: Collection[str]) -> None:
        self.case = case
        self.without = without
        self.field = people(case)
        self.left = all_pairings(self.field, case)

    def keep_best(self, name: str, key: Key) -> None:
        if name in self.without or len(self.left) < 2:
            return
        best = min(map(key, self.left))
        self.left = [pairs for pairs in self.left if key(pairs) == best]

    def run(self) -> Pairs | None:
        if not self.left:
            return None
        who = {person.number: person for person in self.field}
        self.is_odd = BYE in self.left[0]
        if self.is_odd:
            self.keep_best("C5", lambda pairs: who[pairs[BYE]].score)
        done: set[int] = set()
        for score in sorted({person.score for person in self.field}, reverse=True):
            bracket = Bracket(self.field, score, done)
            self.settle(bracket)
            pairs = self.left[0]
            done |= {p.number for pair in bracket.pairs_in(pairs) for p in pair}
            self.left = [each for each in self.left if all(each[n] == pairs[n] for n in done)]
        return self.left[0]

    def settle(self, b: Bracket) -> None:
        self.keep_best("C6", counted(b.floaters))
        self.keep_best("C7", lambda pairs: b.scores(b.floaters(pairs)))
        if b.next:
            self.keep_best("C8a", counted(b.left_below))
            self.keep_best("C8b", lambda pairs: b.scores(b.left_below(pairs)))
        if self.is_odd and all(
            len(b.floaters(pairs)) == 1 and pairs[b.floaters(pairs)[0]] == BYE
            for pairs in self.left
        ):
            self.keep_best("C9", lambda pairs: -b.who[pairs[BYE]].games)
        for name, key in quality_keys(b):
            self.keep_best(name, key)
        self.keep_best("moved set", lambda pairs: [not b.is_inside(pairs, n) for n in b.moved])
        self.keep_best(
            "moved opponents",
            lambda pairs: [b.rank[pairs[n]] for n in b.moved if b.is_inside(pairs, n)],
        )
        for name, key in order_keys(b, self.left[0]):
            self.keep_best(name, key)


def higher_is_white(high: Person, low: Person, case: Case) -> bool:
    (wants, strength), (theirs, other_strength) = high.preference, low.preference
    if wants != theirs:
        return wants == "w" or theirs == "b"
    if not wants:
        return (case["first"] == "w") == (high.counted % 2 == 1)
    if strength != other_strength:
        return (wants == "w") == (strength > other_strength)
    if strength == 3 and abs(high.difference) != abs(low.difference):
        return (wants == "w") == (abs(high.difference) > abs(low.difference))
    for own, their in zip(reversed(high.colours), reversed(low.colours), strict=False):
        if own != their:
            return own == "b"
    return wants == "w"


def pair_by_trying(
    case: Case, *, without: Collection[str] = ()
) -> tuple[set[tuple[int, int]], int | None] | None:
    """Pairs, white first, and the bye; None when there is no lawful round."""
    search = Search(case, without)
    found = search.run()
    if found is None:
        return None
    who = {person.number: person for person in search.field}
    ranked = [person.number for person in search.field]
    highs = [n for n in ranked if found[n] and ranked.index(n) < ranked.index(found[n])]
    pairs = {
        (n, found[n]) if higher_is_white(who[n], who[found[n]], case) else (found[n], n)
        for n in highs
    }
    return pairs, found.get(BYE)
