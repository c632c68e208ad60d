"""Chains of tiebreaks to start from, for each format."""

from dataclasses import dataclass

from games.contract import gettext_noop
from league.standings.chains import Format, usual_chain


@dataclass(frozen=True, slots=True)
class Preset:
    key: str
    label: str
    chain: tuple[str, ...]


def presets_of(given: Format) -> tuple[Preset, ...]:
    """What is usual, the same without shared places, and no tiebreaks at all."""
    usual = usual_chain(given)
    return (
        Preset("usual", gettext_noop("Usual for this format"), usual),
        Preset(
            "lots",
            gettext_noop("Usual, with lots at the end: nobody shares a place"),
            (*usual, "LOTS"),
        ),
        Preset("points", gettext_noop("Points alone: whoever is equal shares the place"), ()),
    )
