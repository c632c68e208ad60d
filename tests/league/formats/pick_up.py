"""A tiny format without rounds, made by following docs/developers/add-a-format.md; nobody sees it.

Pick-up games: whoever is free sits down.
"""

from collections.abc import Iterator

from league.formats.contract import GameAtTable, Sentence, StageSettings, Template
from league.formats.without_rounds import WithoutRounds
from league.standings.points import Scheme, by_place

_CHAIN = ("MIN", "MEAN", "PLACES", "OPP")


class PickUp(WithoutRounds):
    key = "pick_up"
    label = "pick-up games"
    table_sizes = range(1, 5)
    settings = frozenset({"least_games", "best_games", "table_size", "scheme"})
    usual_chain = _CHAIN
    opening = "They were free."
    templates = (
        Template(
            "pick_up",
            "Pick-up games",
            "Whoever is free sits down.",
            {},
            {"kind": "pick_up", "chain": list(_CHAIN)},
        ),
    )

    def scheme(self, settings: StageSettings, *, game: GameAtTable) -> Scheme:
        return by_place(settings.scheme, seats=settings.table_size)

    def words(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[Sentence]:
        yield Sentence("Whoever is free sits down.")
        yield from self.counting_words(settings)


PICK_UP = PickUp()
