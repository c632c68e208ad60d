"""Chains of tiebreaks to start from, for each format."""

from dataclasses import dataclass

from games.contract import gettext_noop


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
        Preset("points", gettext_noop("Points alone: whoever is equal shares the place"), ()),
    )
