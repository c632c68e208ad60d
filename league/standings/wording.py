"""The sentence for each kind of part of a tiebreak's value, for each cut, and for the whole.

The texts are English and marked for translation. They have gaps to be filled:
`round`, `opponent` (a name), `amount`, and whatever stands in the part's own `gaps`. Of a whole
number of points there is a sentence for one and for many.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.contract import gettext_noop


class PartReason(StrEnum):
    """Why a part is what it is."""

    OPPONENT = "opponent"
    ADJUSTED = "adjusted"
    DUMMY = "dummy"
    CAPPED_BY_OPPONENT = "capped_by_opponent"
    CAPPED_BY_DRAWS = "capped_by_draws"
    VIRTUAL = "virtual"
    LAST_DRAWN = "last_drawn"
    OPPONENT_BUCHHOLZ = "opponent_buchholz"
    TIMES_OWN = "times_own"
    TIMES_DUMMY = "times_dummy"
    STRONG = "strong"
    WEAK = "weak"
    RATING = "rating"
    UNRATED = "unrated"
    PER_ROUND = "per_round"
    RUNNING = "running"
    WIN_POINTS = "win_points"
    WON = "won"
    MET = "met"
    MET_PLACES = "met_places"
    FORFEIT_MET = "forfeit_met"
    NOT_MET = "not_met"
    RELATIVE = "relative"
    ALL_EQUAL = "all_equal"
    SPREAD = "spread"
    SPREAD_CAPPED = "spread_capped"
    GAME_KEYS = "game_keys"
    GAME_SCORE = "game_score"
    PLACE = "place"
    SEED = "seed"
    LOT = "lot"


class Cut(StrEnum):
    """Why a part does not count."""

    NONE = ""
    LOWEST = "lowest"
    VOLUNTARY = "voluntary"
    HIGHEST = "highest"
    FIRST_ROUND = "first_round"


class Combination(StrEnum):
    """How the parts that are not cut make the value."""

    SUM = "sum"
    MEAN = "mean"
    GAME = "game"  # by the game's own rules: sums, and for some a best game
    COMPARED = "compared"  # their sum is compared within the tied; the value is the place there
    VOID = "void"
    GIVEN = "given"


def ngettext(one: str, many: str) -> tuple[str, str]:
    """Marks both forms of a sentence for translation, by the name that the extraction knows."""
    return one, many


@dataclass(frozen=True, slots=True)
class CountedWords:
    """A sentence about a whole number: its forms for one and for many."""

    forms: tuple[str, str]
    gap: str = "amount"  # whose number it is


PART_WORDS: Mapping[PartReason, str] = {
    PartReason.OPPONENT: gettext_noop("%(opponent)s has %(amount)s points."),
    PartReason.ADJUSTED: gettext_noop(
        "%(opponent)s has %(points)s points; rounds missed at the end count as draws: %(amount)s."
    ),
    PartReason.DUMMY: gettext_noop(
        "Not played: the player's own %(amount)s points count as the opponent's."
    ),
    PartReason.CAPPED_BY_OPPONENT: gettext_noop(
        "Not played: the player's own points count, but no more than those of %(opponent)s: "
        "%(amount)s."
    ),
    PartReason.CAPPED_BY_DRAWS: gettext_noop(
        "Not played: the player's own points count, but no more than a draw in every round: "
        "%(amount)s."
    ),
    PartReason.VIRTUAL: gettext_noop(
        "Not played: an imaginary opponent, as strong as the player at that time, who draws from "
        "then on: %(amount)s."
    ),
    PartReason.LAST_DRAWN: gettext_noop(
        "%(opponent)s would have %(amount)s points if the last round had been drawn."
    ),
    PartReason.OPPONENT_BUCHHOLZ: gettext_noop("%(opponent)s has a Buchholz of %(amount)s."),
    PartReason.TIMES_OWN: gettext_noop(
        "%(score)s of %(opponent)s × %(points)s scored against them: %(amount)s."
    ),
    PartReason.TIMES_DUMMY: gettext_noop(
        "Not played: %(score)s of an imaginary opponent × %(points)s scored: %(amount)s."
    ),
    PartReason.STRONG: gettext_noop(
        "%(opponent)s has %(score)s, at least half of what can be had: %(amount)s scored."
    ),
    PartReason.WEAK: gettext_noop("%(opponent)s has %(score)s, less than half: does not count."),
    PartReason.RATING: gettext_noop("%(opponent)s has a rating of %(amount)s."),
    PartReason.UNRATED: gettext_noop("%(opponent)s has no rating."),
    PartReason.PER_ROUND: gettext_noop("%(opponent)s has %(amount)s points for each round."),
    PartReason.RUNNING: gettext_noop("%(amount)s points after round %(round)s."),
    PartReason.WIN_POINTS: gettext_noop("A win's points in round %(round)s."),
    PartReason.WON: gettext_noop("Won in round %(round)s."),
    PartReason.MET: gettext_noop("%(amount)s against %(opponent)s in round %(round)s."),
    PartReason.MET_PLACES: gettext_noop(
        "Place %(place)s, %(opponent)s place %(other)s, in round %(round)s: %(amount)s."
    ),
    PartReason.FORFEIT_MET: gettext_noop(
        "%(amount)s against %(opponent)s in round %(round)s, without a game."
    ),
    PartReason.NOT_MET: gettext_noop("%(opponent)s was not met."),
    PartReason.RELATIVE: gettext_noop(
        "%(score)s points, the table's mean was %(mean)s, and all were %(apart)s away from it: "
        "%(amount)s."
    ),
    PartReason.ALL_EQUAL: gettext_noop("All at the table had %(score)s."),
    PartReason.SPREAD: gettext_noop("%(score)s against %(other)s: %(amount)s."),
    PartReason.SPREAD_CAPPED: gettext_noop(
        "%(score)s against %(other)s, of which at most %(cap)s count: %(amount)s."
    ),
    PartReason.GAME_KEYS: gettext_noop("%(amount)s in the game of round %(round)s."),
    PartReason.GAME_SCORE: gettext_noop("A score of %(amount)s in round %(round)s."),
    PartReason.PLACE: gettext_noop("Place %(place)s in the game of round %(round)s."),
    PartReason.SEED: gettext_noop("Starting number %(amount)s."),
    PartReason.LOT: gettext_noop("Lot number %(amount)s."),
}

COUNTED_WORDS: Mapping[PartReason, CountedWords] = {
    PartReason.OPPONENT: CountedWords(
        ngettext("%(opponent)s has %(amount)s point.", "%(opponent)s has %(amount)s points.")
    ),
    PartReason.ADJUSTED: CountedWords(
        ngettext(
            "%(opponent)s has %(points)s point; rounds missed at the end count as draws: "
            "%(amount)s.",
            "%(opponent)s has %(points)s points; rounds missed at the end count as draws: "
            "%(amount)s.",
        ),
        gap="points",
    ),
    PartReason.DUMMY: CountedWords(
        ngettext(
            "Not played: the player's own %(amount)s point counts as the opponent's.",
            "Not played: the player's own %(amount)s points count as the opponent's.",
        )
    ),
    PartReason.LAST_DRAWN: CountedWords(
        ngettext(
            "%(opponent)s would have %(amount)s point if the last round had been drawn.",
            "%(opponent)s would have %(amount)s points if the last round had been drawn.",
        )
    ),
    PartReason.PER_ROUND: CountedWords(
        ngettext(
            "%(opponent)s has %(amount)s point for each round.",
            "%(opponent)s has %(amount)s points for each round.",
        )
    ),
    PartReason.RUNNING: CountedWords(
        ngettext(
            "%(amount)s point after round %(round)s.", "%(amount)s points after round %(round)s."
        )
    ),
    PartReason.RELATIVE: CountedWords(
        ngettext(
            "%(score)s point, the table's mean was %(mean)s, and all were %(apart)s away from it: "
            "%(amount)s.",
            "%(score)s points, the table's mean was %(mean)s, and all were %(apart)s away from it: "
            "%(amount)s.",
        ),
        gap="score",
    ),
}

CUT_WORDS: Mapping[Cut, str] = {
    Cut.NONE: "",
    Cut.LOWEST: gettext_noop("The lowest is cut."),
    Cut.VOLUNTARY: gettext_noop("Cut first, since this round was missed by choice."),
    Cut.HIGHEST: gettext_noop("The highest is cut."),
    Cut.FIRST_ROUND: gettext_noop("The first round is cut."),
}

HOW_WORDS: Mapping[Combination, str] = {
    Combination.SUM: gettext_noop("The sum of everything that is not cut."),
    Combination.MEAN: gettext_noop("The sum divided by %(divisor)s."),
    Combination.GAME: gettext_noop("Taken together as the game counts it."),
    Combination.COMPARED: gettext_noop("The place among those who are equal so far."),
    Combination.VOID: gettext_noop("There is no value; anyone who has one is ahead."),
    Combination.GIVEN: gettext_noop("As it was given."),
}
