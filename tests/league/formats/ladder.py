"""A tiny fourth format, made by following docs/developers/add-a-format.md; no user sees it.

Ladder: neighbours in the table meet, round after round. The last of an odd field sits out, unless
they did so before.
"""

from collections import Counter
from collections.abc import Iterator

from league.formats.contract import (
    FormatForTwo,
    GameAtTable,
    Progress,
    RoundTerms,
    Sentence,
    StageSettings,
    Template,
)
from league.pairing.field import NoPairing, Pairing, PairingRemark, TableDrawn

_CHAIN = ("WON", "SEED")


class Ladder(FormatForTwo):
    key = "ladder"
    label = "ladder"
    usual_chain = _CHAIN
    avoids_repeats = False
    report_system = "Ladder"
    opening = "Round 1: neighbours by starting numbers."
    templates = (
        Template(
            "ladder",
            "Ladder, 3 rounds",
            "Two at a table; you meet your neighbour in the table.",
            {"round_minutes": 30},
            {"kind": "ladder", "chain": list(_CHAIN), "rounds_planned": 3},
        ),
    )

    def pair(self, terms: RoundTerms, *, progress: Progress | None = None) -> Pairing | NoPairing:
        situation = terms.situation
        locked = {entry for table in terms.locked for entry in table.entries}
        order = sorted(situation.entrants, key=lambda each: (-each.points_12, each.seed))
        rungs = [each.id for each in order if each.id not in locked]
        if len(situation.entrants) < 2:
            return NoPairing(PairingRemark("too_few"), ("finish_stage",))
        byes: tuple[str, ...] = ()
        if len(rungs) % 2:
            had = Counter(bye.entry for bye in situation.past.byes)
            byes = (min(reversed(rungs), key=lambda entry: had[entry]),)
            rungs.remove(byes[0])
        pairs = zip(rungs[::2], rungs[1::2], strict=True)
        return Pairing((*terms.locked, *(TableDrawn(pair) for pair in pairs)), byes)

    def words(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[Sentence]:
        yield Sentence("Ladder, rounds: %(rounds)d.", {"rounds": settings.rounds_planned})
        yield Sentence("You meet your neighbour in the table.")


LADDER = Ladder()
