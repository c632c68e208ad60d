"""When a match of several games is decided, and what its places are.

A match is one game, two with the start exchanged, or best of three or five. Games won decide; the
scores of games are added nowhere here, since their sum is a tiebreak of the event.
"""

from collections.abc import Sequence

from games.ranking import shared_ranks

Ranks = Sequence[int]  # of one game, in the order of the seats


def match_ranks(games: Sequence[Ranks]) -> tuple[int, ...]:
    """The ranks of a match: more firsts are better, then more seconds, and so on; equal ones share.

    At two seats that is games won: after one game each, or two draws, the match is a draw.
    """
    by_seat = list(zip(*map(dense_places, games), strict=True))
    keys = [tuple(places.count(place) for place in range(1, len(by_seat))) for places in by_seat]
    return tuple(shared_ranks(keys))


def is_decided(games: Sequence[Ranks], *, planned: int) -> bool:
    """All games are played; or, at two seats, those to come cannot change who wins."""
    to_come = planned - len(games)
    if to_come <= 0:
        return True
    if any(len(ranks) != 2 for ranks in games):
        return False
    lead = sum((first < second) - (second < first) for first, second in games)
    return abs(lead) > to_come


def dense_places(ranks: Ranks) -> list[int]:
    """Ranks without gaps: where those of some seats were left out, the others move up."""
    return shared_ranks([(-rank,) for rank in ranks])
