"""The sentence for each cut, and for how parts make a value; and what a sentence of a part is.

The texts are English and marked for translation. Those of parts have gaps to be filled: `round`,
`opponent` (a name), `amount`, and whatever stands in the part's own `gaps`. Of a whole number of
points there is a sentence for one and for many. They stand with the tiebreaks that say them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.values import gettext_noop


def ngettext(one: str, many: str) -> tuple[str, str]:
    """Marks both forms of a sentence for translation, by the name that the extraction knows."""
    return one, many


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a part is what it is."""

    key: str
    words: str
    forms: tuple[str, str] | None = None  # about a whole number: for one and for many
    counts: str = "amount"  # the gap whose number that is
    # The same where there are no rounds: `round` is then the number of the game.
    of_game: str = ""


class Cut(StrEnum):
    """Why a part does not count."""

    NONE = ""
    LOWEST = "lowest"
    VOLUNTARY = "voluntary"
    HIGHEST = "highest"
    FIRST_ROUND = "first_round"
    NOT_BEST = "not_best"


class Combination(StrEnum):
    """How the parts that are not cut make the value."""

    SUM = "sum"
    MEAN = "mean"
    MEAN_WHOLE = "mean_whole"
    MEAN_HUNDREDTHS = "mean_hundredths"
    GAME = "game"  # by the game's own rules: sums, and for some a best game
    COMPARED = "compared"  # their sum is compared within the tied; the value is the place there
    EXPECTED = "expected"  # the lowest rating at which the parts reach the points scored
    VOID = "void"
    GIVEN = "given"
    LED = "led"  # matches of a bracket led there


CUT_WORDS: Mapping[Cut, str] = {
    Cut.NONE: "",
    Cut.LOWEST: gettext_noop("The lowest is cut."),
    Cut.VOLUNTARY: gettext_noop("Cut first, since this round was missed by choice."),
    Cut.HIGHEST: gettext_noop("The highest is cut."),
    Cut.FIRST_ROUND: gettext_noop("The first rounds are cut."),
    Cut.NOT_BEST: gettext_noop("Not one of the best games that count."),
}

HOW_WORDS: Mapping[Combination, str] = {
    Combination.SUM: gettext_noop("The sum of everything that is not cut."),
    Combination.MEAN: gettext_noop("The sum divided by %(divisor)s."),
    Combination.MEAN_WHOLE: gettext_noop(
        "The sum divided by %(divisor)s, rounded to a whole number."
    ),
    Combination.MEAN_HUNDREDTHS: gettext_noop(
        "The sum divided by %(divisor)s, rounded to two decimals."
    ),
    Combination.GAME: gettext_noop("Taken together as the game counts it."),
    Combination.COMPARED: gettext_noop("The place among those who are equal so far."),
    Combination.EXPECTED: gettext_noop(
        "The lowest rating that would have let a player expect as many points as were scored."
    ),
    Combination.VOID: gettext_noop("There is no value; anyone who has one is ahead."),
    Combination.GIVEN: gettext_noop("As it was given."),
    Combination.LED: gettext_noop("The place to which these matches led."),
}
