"""What an official is asked for at a table: which figure, and why a result is to be replaced.

Which figure is the score, and what it can be, the game says.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from games.values import Setup
from league.events.queries.namesakes import official_names
from league.events.services.previews import Moved, RulingPreview, preview_ruling
from league.models import Match, Result, Ruling, Submission
from league.models.game_played import Scoring
from league.permissions import Actor
from league.results.queries import entries_at, expected_of
from league.results.services.entered_scores import TypedSlip
from league.results.services.rulings import Decision
from league.web.figures import FigureField, figure_fields

# One tap each; what is said most often.
REASONS = (
    gettext_lazy("Both sides agreed at the desk."),
    gettext_lazy("The slip on paper says so."),
    gettext_lazy("Counted again at the table."),
    gettext_lazy("A typing error in the record."),
    gettext_lazy("Did not come within the time allowed."),
)
_TELLING = 99  # a wider range of scores says nothing
_PLACES = (1, 2, 2, 4)
_SCORES = (40, 35, 20, 18)


@dataclass(frozen=True)
class Wanted:
    """The figure that a field asks for."""

    label: str
    least: int | None = None
    most: int | None = None
    figures: Sequence[FigureField] = ()  # all of the game, where the score is not all

    @property
    def has_bounds(self) -> bool:
        return self.least is not None


def wanted_at(match: Match) -> Wanted:
    game = match.round.game_here
    if game.rules is None:
        is_places = game.scoring == Scoring.PLACES
        return Wanted(_("Place") if is_places else _("Score"))
    setup = _setup(match)
    score = game.rules.figures.score(setup)
    fields = figure_fields(match, players=setup.players)
    is_telling = score.most - score.least <= _TELLING
    return Wanted(
        label=_(score.label),
        least=score.least if is_telling else None,
        most=score.most if is_telling else None,
        figures=fields if [field.name for field in fields] != [score.name] else (),
    )


def example_at(match: Match) -> str:
    """A line that could be typed for this table."""
    game = match.round.game_here
    sides = len(entries_at(match))
    if game.rules is not None:
        scores: Sequence[int] = game.rules.figures.example(_setup(match))
    elif game.scoring == Scoring.PLACES:
        scores = _PLACES
    else:
        scores = sorted(_SCORES[:sides], reverse=game.scoring == Scoring.HIGHER)
    return " ".join(map(str, (match.table, *scores[:sides])))


def _setup(match: Match) -> Setup:
    rules = match.round.game_here.rules
    assert rules is not None
    expected = expected_of(match)
    numbers = rules.variants[expected.variant]
    players = len(match.seats.all())
    return Setup(
        players if players in numbers else max(numbers),
        variant=expected.variant,
        edition=expected.edition,
    )


@dataclass(frozen=True)
class SideReplaced:
    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Replacing:
    """What is shown before a result is replaced."""

    why: str  # it is asked at all
    sides: Sequence[SideReplaced]
    moved: Sequence[tuple[str, Moved]]
    preview: RulingPreview
    reason: str = ""  # as typed
    error: str = ""


def replacing(
    match: Match, slip: TypedSlip, *, counts: Result, why: str, reader: Actor
) -> Replacing:
    """`counts`: what would count no more."""
    names = official_names(match.event, reader=reader)
    preview = preview_ruling(match, _decision(slip))
    before = {str(side["entry"]): side for side in counts.sides}
    after: dict[str, Mapping[str, Any]] = {
        str(side["entry"]): side for side in preview.outlook.sides or ()
    }
    return Replacing(
        why=why,
        sides=[
            SideReplaced(names[entry], _score(entry, before), _score(entry, after))
            for entry in entries_at(match)
        ],
        moved=[(names[moved.entry], moved) for moved in preview.moved],
        preview=preview,
    )


def _decision(slip: TypedSlip) -> Decision:
    is_time = slip.termination == Submission.Termination.TIME
    marks = {e: mark for e, mark in slip.marks.items() if mark.is_forfeit or not slip.figures}
    return Decision(
        Ruling.Kind.TIME if is_time else Ruling.Kind.SCORES,
        game=slip.game,
        marks=marks,
        figures=slip.figures,
    )


def _score(entry: str, sides: Mapping[str, Mapping[str, Any]]) -> str:
    if entry not in sides:
        return "–"
    side = sides[entry]
    sharing = [other["rank"] for other in sides.values()].count(side["rank"])
    place = place_said(side["rank"], sharing=sharing)
    return "x" if side["forfeited"] else f"{side['score']} ({place})"


def place_said(rank: int, *, sharing: int) -> str:
    """“1.”, or “2.–3.” where two share."""
    return f"{rank}." if sharing == 1 else f"{rank}.–{rank + sharing - 1}."
