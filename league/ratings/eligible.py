"""Which part of a result counts for ratings: those who came and played, if they were two or more.

Whoever forfeited did not play. Scores that an official set instead of those played are awarded:
they decide the match, and say nothing about strength. A ruling that accepts, corrects or closes a
game that was played counts like any other result.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from league.ratings.skill import RatedSide

AWARDED = frozenset({"scores"})  # kinds of rulings


def rated_sides(
    sides: Sequence[Mapping[str, Any]], *, players: Mapping[str, Sequence[str]], ruling: str
) -> tuple[RatedSide, ...]:
    """In the order of the seats; nothing if the game does not count.

    `players`: by entry, as they sat. `ruling`: the kind of the one that it rests on, if any.
    """
    if ruling in AWARDED:
        return ()
    ranks = {side["entry"]: side["rank"] for side in sides if not side["forfeited"]}
    came = tuple(
        RatedSide(entry, tuple(sat), ranks[entry])
        for entry, sat in players.items()
        if entry in ranks
    )
    return came if len(came) > 1 else ()
