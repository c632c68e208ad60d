"""All tables of a round for those who type their results: fields, what is stored, places."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from league.events.queries.namesakes import official_names
from league.events.queries.steps import undoable_results
from league.models import Event, Match, MatchGame, Result, Round, Seat, Submission
from league.models.public_id import new_public_id
from league.permissions import Actor
from league.results.services.counted_results import why_guarded
from league.results.sides import Claim, Mark, claims_of, sides_claimed, write_mark
from league.web.desk.attention import HandedIn, handed_in_at
from league.web.desk.forms import MarksForm
from league.web.desk.slips import Replacing, Wanted, example_at, place_said, wanted_at
from league.web.figures import typed_figures


@dataclass(frozen=True)
class FieldShown:
    """Somebody at the table, in one game."""

    entry: str
    name: str
    letters: str
    typed: str = ""  # what stands in the field
    stored: str = ""  # the mark that counts
    place: str = ""
    error: str = ""

    @property
    def has_changed(self) -> bool:
        return bool(self.stored) and self.typed != self.stored


@dataclass(frozen=True)
class GameShown:
    match: Match
    number: int
    fields: list[FieldShown]
    saved_at: datetime | None
    wanted: Wanted
    is_needed: bool = True  # not: a best-of match is decided already
    handed_in: HandedIn | None = None  # what players say, while nothing counts
    is_guarded: bool = False  # what counts is replaced with a reason only
    is_by_time: bool = False
    slip: MarksForm | None = None  # with the figures of the game, where they are open
    replacing: Replacing | None = None  # asked before what is typed replaces what counts
    figures_stored: Mapping[str, object] = field(default_factory=dict)  # as they would be typed
    undo: int | None = None  # the step whose undoing brings an earlier result back
    error: str = ""
    # By which the same form sent twice is known; a page with JavaScript makes its own.
    client_key: str = field(default_factory=new_public_id)

    @property
    def key(self) -> str:
        return f"{self.match.pk}-{self.number}"

    @property
    def changes(self) -> list[FieldShown]:
        return [shown for shown in self.fields if shown.has_changed]

    @property
    def has_fault(self) -> bool:
        wrong = any(shown.error for shown in self.fields) or bool(self.slip and self.slip.errors)
        return bool(self.error or self.replacing) or wrong


@dataclass(frozen=True)
class ScoreRow:
    match: Match
    games: list[GameShown]

    @property
    def names(self) -> dict[str, str]:
        """By entry, in the order of the seats, which is that of the fields."""
        return {shown.entry: shown.name for shown in self.games[0].fields}

    @property
    def next_game(self) -> GameShown:
        """The first one without a result; the last where all have one."""
        return next((game for game in self.games if game.saved_at is None), self.games[-1])

    def game(self, number: int) -> GameShown:
        return self.games[min(max(number, 1), len(self.games)) - 1]

    def with_game(self, shown: GameShown) -> "ScoreRow":
        games = [shown if game.number == shown.number else game for game in self.games]
        return replace(self, games=games)


@dataclass(frozen=True)
class Progress:
    """How far a round is."""

    tables: int
    missing: list[int]
    version: int  # of two answers that cross on their way, the higher is the newer

    @property
    def done(self) -> int:
        return self.tables - len(self.missing)


@dataclass(frozen=True)
class ScorePage:
    """A round with its rows."""

    round: Round
    rows: list[ScoreRow]

    @property
    def progress(self) -> Progress:
        return _progress([row.match for row in self.rows])

    @property
    def wanted(self) -> Wanted:
        return self.rows[0].games[0].wanted

    @property
    def example(self) -> str:
        return example_at(self.rows[0].match)

    def row_of(self, table: int) -> ScoreRow | None:
        return next((row for row in self.rows if row.match.table == table), None)


def score_page(round_: Round, *, actor: Actor) -> ScorePage:
    event = round_.stage.event
    names = official_names(event, reader=actor)
    matches = list(_matches().filter(round=round_).order_by("table"))
    for match in matches:
        match.round, match.event = round_, event
    return ScorePage(round_, _rows(matches, names, event=event, actor=actor))


def score_row(match: Match, *, actor: Actor) -> ScoreRow:
    """One table alone, as it is stored now."""
    names = official_names(match.event, reader=actor)
    stored = _matches().get(pk=match.pk)
    stored.round, stored.event = match.round, match.event
    [row] = _rows([stored], names, event=match.event, actor=actor)
    return row


def progress_of(round_: Round) -> Progress:
    return _progress(round_.matches.order_by("table").only("table", "state", "version"))


def _progress(matches: Collection[Match]) -> Progress:
    missing = [match.table for match in matches if match.state != Match.State.ACCEPTED]
    return Progress(len(matches), missing, version=sum(match.version for match in matches))


def typed_into(game: GameShown, form: MarksForm, *, error: str = "") -> GameShown:
    """A game with what is typed now, the places that would come of it, and what is wrong."""
    places = _places_typed(game, form)
    fields = [
        replace(
            shown,
            typed=form.typed.get(shown.entry, ""),
            place=places.get(shown.entry, ""),
            error=form.mark_errors.get(shown.entry, ""),
        )
        for shown in game.fields
    ]
    return replace(
        game,
        fields=fields,
        is_by_time=form.is_by_time_typed,
        slip=form if form.asks_for_figures else None,
        error=error,
    )


def _places_typed(game: GameShown, form: MarksForm) -> dict[str, str]:
    """What counts may have been decided by more than the marks; typed again, it stays."""
    is_as_stored = all(form.typed.get(each.entry, "") == each.stored for each in game.fields)
    if game.saved_at and is_as_stored and not form.asks_for_figures:
        return {each.entry: each.place for each in game.fields}
    return places_in_words(form.marks, scoring=game.match.round.game_here.scoring)


def places_in_words(marks: Mapping[str, Mark], *, scoring: str) -> dict[str, str]:
    """“1.”, or “2.–3.” where two share; a word for those who did not come."""
    claims = {entry: Claim(mark) for entry, mark in marks.items()}
    return _places_of(sides_claimed(claims, scoring=scoring, seating={}))


def _places_of(sides: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    ranks = [side["rank"] for side in sides]
    return {
        side["entry"]: _("no-show")
        if side["forfeited"]
        else place_said(side["rank"], sharing=ranks.count(side["rank"]))
        for side in sides
    }


def _matches() -> QuerySet[Match]:
    games = MatchGame.objects.filter(result__isnull=False).select_related("result__submission")
    return Match.objects.prefetch_related(
        Prefetch("seats", Seat.objects.order_by("letter")),
        Prefetch("games", games.order_by("number")),
    )


def _rows(
    matches: Sequence[Match], names: Mapping[str, str], *, event: Event, actor: Actor
) -> list[ScoreRow]:
    handed_in = {(game.match.pk, game.game): game for game in handed_in_at(matches, names=names)}
    undo = undoable_results(matches, event=event, actor=actor)
    rows = [_row(match, names, planned=match.round.stage.games_here) for match in matches]
    return [
        replace(
            row,
            games=[
                replace(
                    game,
                    handed_in=handed_in.get((row.match.pk, game.number)),
                    undo=undo.get((row.match.pk, game.number)),
                )
                for game in row.games
            ],
        )
        for row in rows
    ]


def _row(match: Match, names: Mapping[str, str], *, planned: int) -> ScoreRow:
    letters: dict[str, str] = defaultdict(str)
    for seat in match.seats.all():
        letters[seat.entry_id] += seat.letter
    entered = {game.number: game for game in match.games.all()}
    wanted = wanted_at(match)
    return ScoreRow(
        match,
        [
            _game(match, number, entered.get(number), _people(letters, names), wanted)
            for number in range(1, planned + 1)
        ],
    )


def _people(letters: Mapping[str, str], names: Mapping[str, str]) -> list[FieldShown]:
    return [FieldShown(entry, names[entry], held) for entry, held in letters.items()]


def _game(
    match: Match,
    number: int,
    entered: MatchGame | None,
    people: Sequence[FieldShown],
    wanted: Wanted,
) -> GameShown:
    result = entered.result if entered else None
    marks = {entry: write_mark(mark) for entry, mark in _marks(result).items()}
    places = _places_of(result.sides) if result else {}
    submission = result.submission if result else None
    return GameShown(
        match=match,
        number=number,
        fields=[
            replace(
                person,
                typed=marks.get(person.entry, ""),
                stored=marks.get(person.entry, ""),
                place=places.get(person.entry, ""),
            )
            for person in people
        ],
        saved_at=result.at if result else None,
        wanted=wanted,
        is_needed=bool(entered) or match.state != Match.State.ACCEPTED,
        is_guarded=bool(why_guarded(match, result)),
        figures_stored=typed_figures(wanted.figures, claims_of(submission.claims))
        if submission
        else {},
        is_by_time=bool(submission and submission.termination == Submission.Termination.TIME),
    )


def _marks(result: Result | None) -> dict[str, Mark]:
    """What was typed for the result that counts."""
    submission = result.submission if result else None
    above = submission.claims if submission else {}
    return {
        side["entry"]: Mark(
            side["score"], is_above_equals=above.get(side["entry"], {}).get("above_equals", False)
        )
        for side in (result.sides if result else ())
    }
