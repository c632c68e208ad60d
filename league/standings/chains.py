"""Which keys of a chain mean nothing in a stage, and the chains that formats start with or offer.

Nothing is forbidden here: a key that means nothing gives everybody the same, or nobody a value.
Anyone who edits a chain is told so before. The texts are English and marked for translation.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.values import gettext_noop
from league.standings.tiebreak import Traits
from league.standings.tiebreaks import TIEBREAKS


@dataclass(frozen=True, slots=True)
class Misfit:
    """A key of a chain that means nothing in a format, and why, in a sentence."""

    key: str
    why: str


def misfits(chain: Sequence[str], *, of: Traits) -> tuple[Misfit, ...]:
    """The keys of a chain that tell nobody apart, in its order."""
    return tuple(Misfit(key, why) for key in chain if (why := TIEBREAKS[key].fit.against(of)))


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
