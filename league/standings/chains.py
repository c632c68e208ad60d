"""Where each tiebreak means something, and the chains that formats start with or offer.

Nothing is forbidden here: a key that means nothing gives everybody the same, or nobody a value.
Anyone who edits a chain is told so before. The texts are English and marked for translation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.contract import gettext_noop


class Seats(StrEnum):
    """How many entries meet in a match."""

    TWO = "two"
    TABLES = "tables"
    SOLO = "solo"


class Need(StrEnum):
    """What a key cannot do without."""

    RATINGS = "ratings"
    SCORES = "scores"
    ONE_GAME = "one game"  # all rounds are of one game, with a rule module or scores


@dataclass(frozen=True, slots=True)
class Traits:
    """As much of a stage as decides which keys mean something."""

    seats: Seats
    all_meet: bool = False  # at the end everybody has met everybody
    has_ratings: bool = False  # every entry has one
    has_scores: bool = True  # not: places only
    plays_one_game: bool = True


@dataclass(frozen=True, slots=True)
class Fit:
    """The stages in which a key tells entries apart by how they played."""

    seats: frozenset[Seats]
    needs: frozenset[Need] = frozenset()


_TWO = frozenset({Seats.TWO})
_TABLES = frozenset({Seats.TABLES})
_MET = _TWO | _TABLES
_ALL = frozenset(Seats)

FITS: Mapping[str, Fit] = {
    "DE": Fit(_MET),
    "WIN": Fit(_MET),
    "WON": Fit(_MET),
    **dict.fromkeys(("PS", "PS-C1"), Fit(_ALL)),
    **dict.fromkeys(("BH", "BH-C1", "BH-C2", "BH-M1", "BH-M2", "FB", "AOB"), Fit(_TWO)),
    **dict.fromkeys(("SB", "SB-C1", "KS"), Fit(_TWO)),
    "ARO": Fit(_MET, frozenset({Need.RATINGS})),
    "OPP": Fit(_TABLES),
    "REL": Fit(_TABLES, frozenset({Need.SCORES})),
    "SPREAD": Fit(_MET, frozenset({Need.SCORES})),
    "GAME": Fit(_ALL, frozenset({Need.SCORES, Need.ONE_GAME})),
    "PLACES": Fit(_TABLES),
    "SEED": Fit(_ALL),
    "LOTS": Fit(_ALL),
}
# Where all meet, all have the same opponents, so that what these add up is the same for equals.
_SAME_OPPONENTS = frozenset({"BH", "FB", "AOB", "OPP", "ARO"})

_TOO_MANY_SEATS = gettext_noop("It is made for two at a table.")
_TOO_FEW_SEATS = gettext_noop("It is made for tables of three and four.")
_ALONE = gettext_noop("Nobody meets anybody here.")
_ALL_MEET = gettext_noop("Everybody meets everybody, so it is the same for all who are equal.")
_UNMET: Mapping[Need, str] = {
    Need.RATINGS: gettext_noop("Not everybody has a rating."),
    Need.SCORES: gettext_noop("This game has places only, no scores."),
    Need.ONE_GAME: gettext_noop("The rounds are of different games, which do not add up."),
}


@dataclass(frozen=True, slots=True)
class Misfit:
    """A key of a chain that means nothing in a format, and why, in a sentence."""

    key: str
    why: str


def misfits(chain: Sequence[str], *, of: Traits) -> tuple[Misfit, ...]:
    """The keys of a chain that tell nobody apart, in its order."""
    return tuple(Misfit(key, why) for key in chain if (why := _against(key, of)))


def _against(key: str, of: Traits) -> str:
    fit = FITS[key]
    if of.seats not in fit.seats:
        if of.seats is Seats.SOLO:
            return _ALONE
        return _TOO_MANY_SEATS if of.seats is Seats.TABLES else _TOO_FEW_SEATS
    if of.all_meet and key in _SAME_OPPONENTS:
        return _ALL_MEET
    has = {
        Need.RATINGS: of.has_ratings,
        Need.SCORES: of.has_scores,
        Need.ONE_GAME: of.plays_one_game,
    }
    return next((_UNMET[need] for need in Need if need in fit.needs and not has[need]), "")


@dataclass(frozen=True, slots=True)
class Preset:
    key: str
    label: str
    chain: tuple[str, ...]


def presets_of(usual: tuple[str, ...]) -> tuple[Preset, ...]:
    """What is usual, the same without shared places, and no tiebreaks at all."""
    return (
        Preset("usual", gettext_noop("Usual for this format"), usual),
        Preset(
            "lots",
            gettext_noop("Usual, with lots at the end: nobody shares a place"),
            (*usual, "LOTS"),
        ),
        Preset("points", gettext_noop("Points alone: players who are equal share the place"), ()),
    )
