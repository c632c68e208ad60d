"""Double elimination: who loses once plays on in the losers' bracket; who loses twice is out."""

from collections.abc import Iterator

from games.values import gettext_noop
from league.formats.bracket_names import double_round_name
from league.formats.contract import (
    FormatForTwo,
    GameAtTable,
    Sentence,
    StageSettings,
    Template,
)
from league.formats.knockout import BracketFormat, bracket_in_words, one_for_a_win
from league.pairing.brackets import double_elimination
from league.standings.bracket import Bracket
from league.standings.points import Scheme


class DoubleElimination(BracketFormat, FormatForTwo):
    key = "double_elimination"
    label = gettext_noop("double elimination")
    settings = frozenset({"bracket_drawn", "has_reset"})
    misfit = FormatForTwo.misfit
    seats_in_words = FormatForTwo.seats_in_words
    report_system = "Double-Elimination"
    templates = (
        Template(
            "double_elimination",
            gettext_noop("Double elimination: out after two losses"),
            gettext_noop(
                "Two at a table; who loses once plays on in the losers' bracket, and its winner "
                "comes to the final. 8 players in six or seven rounds, 16 in eight or nine."
            ),
            {"round_minutes": 40},
            {
                "kind": "double_elimination",
                "chain": list(BracketFormat.usual_chain),
                "has_reset": True,
            },
            order=70,
        ),
    )

    def made_for(self, entries: int, *, settings: StageSettings) -> Bracket:
        return double_elimination(
            entries,
            has_reset=settings.has_reset,
            neighbours=settings.bracket_drawn == "order",
        )

    def round_name(self, number: int, *, entries: int, settings: StageSettings) -> Sentence | None:
        if entries < 2:
            return None
        return double_round_name(self.made_for(entries, settings=settings), number)

    def scheme(self, settings: StageSettings, *, game: GameAtTable) -> Scheme:
        """Points only inform: a match won is one."""
        return one_for_a_win()

    def words(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[Sentence]:
        yield Sentence(
            gettext_noop(
                "Double elimination: two meet. Who loses once plays on in the losers' bracket; who "
                "loses twice is out."
            )
        )
        yield Sentence(gettext_noop("You meet the same opponent again as late as possible."))
        if settings.has_reset:
            yield Sentence(
                gettext_noop(
                    "If the final is lost by who had not lost before, both meet in a second final."
                )
            )
        else:
            yield Sentence(
                gettext_noop("One final decides, even if its loser had not lost before.")
            )
        yield from bracket_in_words(settings)


DOUBLE_ELIMINATION = DoubleElimination()
