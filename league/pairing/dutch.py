"""The pairing engine for two-seat Swiss: py4swiss, and nothing else here knows of it.

Decided here: how a report reaches the engine, and what stood in the way when it finds nothing.
The engine decides who meets and who starts, by FIDE's Dutch system C.04.3 as in force to January
2026. Another edition or a faster engine is another module with the same function. Left to swiss:
whose report it is, and what to tell the organiser.

The engine is loaded at the first pairing (0.3 to 0.7 s), not when the service starts.
"""

from enum import StrEnum
from typing import Any

from league.pairing.trf import TrfEvent, write_trf

EDITION = "FIDE Dutch, to January 2026"


class Hindrance(StrEnum):
    """Why nobody can pair this round: the first reason that alone would be enough to lift."""

    BYE = "bye"  # an odd field, and everybody has had a bye or a forfeit win
    APART = "apart"  # pairs kept apart
    STARTS = "starts"  # entries that may not start, or may not follow, once more
    MET = "met"  # too many have met already


def pair_dutch(event: TrfEvent) -> tuple[tuple[int, int], ...] | Hindrance:
    """Pairs of starting numbers, the one that starts first; the bye is paired with 0."""
    if all(player.number in event.absent for player in event.players):
        return ()  # the engine cannot count the rounds of nobody
    from py4swiss.engines import DutchEngine  # type: ignore[import-untyped]
    from py4swiss.engines.common import PairingError  # type: ignore[import-untyped]

    report = _engine_report(event)
    try:
        pairs = DutchEngine.generate_pairings(report)
    except PairingError:
        return _hindrance(report)
    return tuple((pair.white, pair.black) for pair in pairs)


def _engine_report(event: TrfEvent) -> Any:
    """What the engine's own parser makes of our text.

    Not by its TrfParser, which wants a file; nor with its validation, which takes two losses in
    one match (a lawful ruling) for a mistake.
    """
    from py4swiss.trf.parsed_trf import ParsedTrf  # type: ignore[import-untyped]
    from py4swiss.trf.sections import PlayerSection, XSection  # type: ignore[import-untyped]
    from py4swiss.trf.trf_line import TrfLine  # type: ignore[import-untyped]

    lines = list(enumerate(write_trf(event).splitlines()))
    return ParsedTrf(
        player_sections=[PlayerSection.from_string(line) for _, line in lines if line[:3] == "001"],
        x_section=XSection.from_lines(
            [TrfLine(at, line) for at, line in lines if line[:2] == "XX"]
        ),
    )


def _hindrance(report: Any) -> Hindrance:
    """The engine says only that there is no pairing: ask its own first check without each rule."""
    from py4swiss.engines.common import (
        ColorPreference,
        ColorPreferenceSide,
        ColorPreferenceStrength,
    )
    from py4swiss.engines.dutch.player import (  # type: ignore[import-untyped]
        get_player_infos_from_trf,
    )
    from py4swiss.engines.dutch.validity_matcher import (  # type: ignore[import-untyped]
        ValidityMatcher,
    )

    players, apart = get_player_infos_from_trf(report), report.x_section.forbidden_pairs
    if len(players) % 2 and all(player.bye_received for player in players):
        return Hindrance.BYE
    if ValidityMatcher(players, set()).is_valid_matching():
        return Hindrance.APART
    none = ColorPreference(side=ColorPreferenceSide.NONE, strength=ColorPreferenceStrength.NONE)
    easy = [player.model_copy(update={"color_preference": none}) for player in players]
    if ValidityMatcher(easy, apart).is_valid_matching():
        return Hindrance.STARTS
    return Hindrance.MET
