"""Which contributions a cut drops (FIDE C.07 articles 14 and 16.5).

The least significant value goes: that of the opponent with the lowest score. But a voluntary
unplayed round goes before it, the one that brought least, unless that is even less. For Buchholz
nothing can be less than the lowest score, so a voluntary round is always cut first; for
Sonneborn–Berger it can. Medians then drop the values of the highest scores as well.
"""

from collections.abc import Callable, Sequence

from league.standings.unplayed import Contribution
from league.standings.wording import Cut

Worth = Callable[[Contribution], int]


def score_of(one: Contribution) -> int:
    """What an opponent brings to Buchholz."""
    return one.score_12


def product_of(one: Contribution) -> int:
    """What an opponent brings to Sonneborn–Berger, in 144ths."""
    return one.score_12 * one.points_12


def cuts(given: Sequence[Contribution], *, worth: Worth, low: int, high: int = 0) -> dict[int, Cut]:
    """Why which of them, by their places, do not count."""
    kept = dict(enumerate(given))
    found: dict[int, Cut] = {}
    for _ in range(min(low, len(kept))):
        at, why = _lowest(kept, worth)
        found[at] = why
        del kept[at]
    for _ in range(min(high, len(kept))):
        at = max(kept, key=lambda each: (kept[each].score_12, worth(kept[each]), each))
        found[at] = Cut.HIGHEST
        del kept[at]
    return found


def _lowest(kept: dict[int, Contribution], worth: Worth) -> tuple[int, Cut]:
    least = min(kept, key=lambda at: (kept[at].score_12, worth(kept[at]), at))
    chosen = [at for at, one in kept.items() if one.is_voluntary]
    if chosen:
        first = min(chosen, key=lambda at: (worth(kept[at]), kept[at].score_12, at))
        if worth(kept[first]) >= worth(kept[least]):
            return first, Cut.VOLUNTARY
    return least, Cut.LOWEST


def sum_after_cuts(given: Sequence[Contribution], *, worth: Worth, low: int, high: int = 0) -> int:
    """What is left, added up."""
    if worth is score_of and not any(one.is_voluntary for one in given):
        scores = sorted(one.score_12 for one in given)
        return sum(scores[low : max(len(scores) - high, low)])
    if not low and not high:
        return sum(map(worth, given))
    dropped = cuts(given, worth=worth, low=low, high=high)
    return sum(worth(one) for at, one in enumerate(given) if at not in dropped)
