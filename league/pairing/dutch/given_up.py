"""What a round had to give up: criteria that its brackets do not keep in full, and whose they are.

Decided here: which facts are told. Of several criteria about one fact the gravest is named. C6 to
C8 are seen in who meets across score groups, C19 and C21 in C15 and C17; they are not told twice.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from league.pairing.dutch.brackets import Paired
from league.pairing.dutch.criteria import COLOUR_CRITERIA
from league.pairing.dutch.players import Float, PairingPlayer

# Two who are strongly due the same colour are both counted by C12, too: the stronger word is told.
_COLOURS = tuple(sorted(COLOUR_CRITERIA, key=lambda told: told[0] == "C12"))


class GivenUp(NamedTuple):
    criterion: str  # C5, C9 to C18, C20
    numbers: tuple[int, ...]


def given_up(players: Sequence[PairingPlayer], brackets: Iterable[Paired]) -> Iterator[GivenUp]:
    """In the order of the brackets, the highest first."""
    paired: set[int] = set()
    for bracket in brackets:
        paired |= {place for pair in bracket.pairs for place in pair}
        yield from _colours(players, bracket)
        yield from _floats_down(bracket)
        yield from _floats_up(players, bracket)
    yield from _bye(players, [player for player in players if player.place not in paired])


def _bye(players: Sequence[PairingPlayer], byes: Sequence[PairingPlayer]) -> Iterator[GivenUp]:
    """Above the lowest score; or who has missed more games than another of that score could."""
    for out in byes:
        alike = (p for p in players if p.score == out.score and p.may_have_bye)
        if out.score > players[-1].score:
            yield GivenUp("C5", (out.number,))
        elif any(other.games > out.games for other in alike):
            yield GivenUp("C9", (out.number,))


def _colours(players: Sequence[PairingPlayer], paired: Paired) -> Iterator[GivenUp]:
    for places in paired.pairs:
        high, low = (players[place] for place in places)
        told = next((key for key, breaks in _COLOURS if breaks(high, low)), None)
        if told:
            yield GivenUp(told, (high.number, low.number))


def _floats_down(paired: Paired) -> Iterator[GivenUp]:
    """Residents that float, and those moved down that float on, who did so lately."""
    for player in paired.floaters:
        keys = ("C18", "C20") if paired.bracket.is_moved_down(player) else ("C14", "C16")
        yield from _again(player, Float.DOWN, keys)


def _floats_up(players: Sequence[PairingPlayer], paired: Paired) -> Iterator[GivenUp]:
    for high, low in paired.pairs:
        if paired.bracket.is_moved_down(players[high]):
            yield from _again(players[low], Float.UP, ("C15", "C17"))


def _again(player: PairingPlayer, way: Float, keys: tuple[str, str]) -> Iterator[GivenUp]:
    for told, key in zip(player.floats, keys, strict=True):
        if told is way:
            yield GivenUp(key, (player.number,))
            return
