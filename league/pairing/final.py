"""The last round: the leaders sit together as far as repeats and short tables allow.

Decided here: what is told about it. That leaders belong together is one of the numbers of `cost`;
what it costs is the difference to the same round drawn without it, and where they sit apart, what
it would cost to seat them all at one table.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from league.pairing.cost import Situation, cost_of
from league.pairing.field import NoPairing, Pairing, PairingRemark, TableDrawn
from league.pairing.remarks import remarks_on
from league.pairing.sizes import SizeMix
from league.pairing.tables import pair_tables


def pair_final(
    situation: Situation,
    *,
    mix: SizeMix,
    seed: int,
    locked: tuple[TableDrawn, ...] = (),
    progress: Callable[[float], None] | None = None,
) -> Pairing | NoPairing:
    """The round, with a remark on its leaders if there are any."""

    def draw(asked: Situation) -> Pairing | NoPairing:
        return pair_tables(asked, mix=mix, seed=seed, locked=locked)

    drawn = pair_tables(situation, mix=mix, seed=seed, locked=locked, progress=progress)
    if isinstance(drawn, NoPairing) or not situation.leaders:
        return drawn
    if cost_of(drawn.tables, situation=situation).leaders:
        parted = {frozenset((a, b)) for a in situation.leaders for b in situation.outsiders}
        other = draw(replace(situation, forbidden=situation.forbidden | parted))
        return _told(drawn, more=other, less=drawn, situation=situation)
    other = draw(replace(situation, final_seats=0))
    return _told(drawn, more=drawn, less=other, situation=situation)


def _told(
    drawn: Pairing, *, more: Pairing | NoPairing, less: Pairing | NoPairing, situation: Situation
) -> Pairing:
    """With the remark on the leaders completed by what one draw gives up more than another."""
    if isinstance(more, NoPairing) or isinstance(less, NoPairing):
        return drawn
    gaps = dict(_given_up(more, situation) - _given_up(less, situation))

    def completed(remark: PairingRemark) -> PairingRemark:
        is_asked = remark.code in ("leaders", "leaders_apart")
        return replace(remark, gaps={"is_priced": 1, **gaps}) if is_asked else remark

    return replace(drawn, remarks=tuple(map(completed, drawn.remarks)))


def _given_up(pairing: Pairing, situation: Situation) -> Counter[str]:
    remarks = remarks_on(pairing.tables, situation=situation)
    counts = Counter(remark.code for remark in remarks)
    widest = max((r.gaps["points_12"] for r in remarks if r.code == "spread"), default=0)
    return Counter(
        repeats=counts["repeat"],
        short=counts["short_again"],
        points_12=widest,
        club_mates=counts["club_mates"],
    )
