"""The tables of rounds as people see them: who sits where, what each entry got, who sits out."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import Prefetch, QuerySet

from league.events.queries.forfeits import ForfeitShown, forfeits_shown
from league.events.queries.watched_boards import has_open_board
from league.models import Bye, Event, Match, MatchGame, Round, Seat
from league.models.game_played import Scoring
from league.results.deciding import KeySaid
from league.results.states import match_ranks
from league.standings.field import Cell
from league.statistics.proved import Proved, proved_among

FORFEIT = "×"


class FigureSaid(NamedTuple):
    """One of the game's own figures, in words."""

    label: str
    value: str  # empty: a tick, which has no number
    symbol: str = ""  # the sign that goes with it, of the game's own drawings
    game: str = ""  # whose drawings


Figures = tuple[FigureSaid, ...]
Cells = Mapping[tuple[str, int], Cell]  # by entry and number of the round
Sides = Sequence[Mapping[str, Any]]  # of a result


@dataclass(frozen=True)
class SideSaid:
    """What an entry is said to have got."""

    entry: str
    name: str
    letters: str  # where it sat
    score: str  # empty where only places count
    place: int | None
    figures: Figures = ()  # the game's own, by their labels
    keys: tuple[KeySaid, ...] = ()  # what was compared, where more than the score decided


@dataclass(frozen=True)
class SidesBeside:
    """An entry as claimed and as the rules give it."""

    name: str
    claimed: SideSaid | None
    replayed: SideSaid | None

    @property
    def differs(self) -> bool:
        if self.claimed is None or self.replayed is None:
            return True
        mine, theirs = self.claimed, self.replayed
        return (mine.score.rstrip("+"), mine.place) != (theirs.score, theirs.place)


def sides_said(
    sides: Iterable[Mapping[str, Any]],
    *,
    names: Mapping[str, str],
    scoring: str,
    figures: Mapping[str, Figures] = {},
    above: Collection[str] = (),
    keys: Mapping[str, tuple[KeySaid, ...]] = {},
) -> tuple[SideSaid, ...]:
    """The best first. `above` are entries that stand above others with the same score."""
    return tuple(
        SideSaid(
            entry=side["entry"],
            name=names[side["entry"]],
            letters=side["seats"],
            score=score_said(side, scoring=scoring) + ("+" if side["entry"] in above else ""),
            place=None if side["forfeited"] else side["rank"],
            figures=figures.get(side["entry"], ()),
            keys=keys.get(side["entry"], ()),
        )
        for side in sorted(sides, key=lambda side: (int(side["rank"]), str(side["seats"])))
    )


def score_said(side: Mapping[str, Any], *, scoring: str) -> str:
    if side["forfeited"]:
        return FORFEIT
    return "" if scoring == Scoring.PLACES else str(side["score"])


def sides_beside(claimed: Sequence[SideSaid], replayed: Sequence[SideSaid]) -> list[SidesBeside]:
    """Nothing where one of them is not known; the best first."""
    if not claimed or not replayed:
        return []
    mine = {side.entry: side for side in claimed}
    theirs = {side.entry: side for side in replayed}
    entries = dict.fromkeys([*theirs, *mine])
    names = {side.entry: side.name for side in (*claimed, *replayed)}
    return [SidesBeside(names[e], mine.get(e), theirs.get(e)) for e in entries]


@dataclass(frozen=True)
class SideAtTable:
    """An entry at a table."""

    entry: str
    name: str
    letters: str  # of its seats
    scores: tuple[str, ...]  # one for each game entered so far
    cell: Cell | None  # what the published standings have for it
    rank: int | None = None  # by the results alone, until the standings follow

    @property
    def place(self) -> int | None:
        return self.cell.place if self.cell and self.cell.place else self.rank

    @property
    def points_12(self) -> int | None:
        """Nothing before the match is decided."""
        return self.cell.points_12 if self.cell and self.cell.place else None


@dataclass(frozen=True)
class TableShown:
    match: Match
    sides: tuple[SideAtTable, ...]
    is_watched: bool = False  # everybody may look at its board now
    group: str = ""  # of those who sit there; empty where there are none

    def others(self, entry: str) -> list[str]:
        """The names of those who sit there with an entry."""
        return [side.name for side in self.sides if side.entry != entry]


@dataclass(frozen=True)
class SittingOut:
    entry: str
    name: str
    why: str


@dataclass(frozen=True)
class RoundShown:
    round: Round
    tables: tuple[TableShown, ...]
    sitting_out: tuple[SittingOut, ...]
    forfeits: tuple[ForfeitShown, ...] = ()

    @property
    def has_groups(self) -> bool:
        return any(table.group for table in self.tables)

    @property
    def left(self) -> int:
        """How many tables have no result that counts."""
        return sum(table.match.state != Match.State.ACCEPTED for table in self.tables)

    @property
    def proved(self) -> Proved:
        return proved_among(table.match.grade for table in self.tables)


def cells_of(rounds: Mapping[str, Iterable[Cell]]) -> Cells:
    """From what rounds gave, by entry."""
    return {(entry, cell.round): cell for entry, cells in rounds.items() for cell in cells}


def rounds_shown(
    rounds: Sequence[Round], *, event: Event, names: Mapping[str, str], cells: Cells
) -> list[RoundShown]:
    """With all their tables, by four queries however many they are."""
    if not rounds:
        return []
    tables = _tables_in(rounds, event=event, names=names, cells=cells)
    forfeits = forfeits_shown(rounds[0].stage, rounds, names=names)
    byes = _by_round(Bye.objects.filter(round__in=rounds).exclude(kind=Bye.Kind.ABSENT))
    return [
        RoundShown(
            round_,
            tuple(tables[round_.pk]),
            tuple(
                SittingOut(bye.entry_id, names[bye.entry_id], bye.get_kind_display())
                for bye in sorted(byes[round_.pk], key=lambda bye: names[bye.entry_id])
                if not any(bye.entry_id == each.winner for each in forfeits[round_.pk])
            ),
            forfeits[round_.pk],
        )
        for round_ in rounds
    ]


def side_by_side(rounds: Sequence[RoundShown]) -> list[RoundShown]:
    """Tables that are rounds of their own, as if they were of one: new ones first, then by number.

    Whoever looks for a table was seated just now.
    """
    if not rounds:
        return []
    found = [table for shown in rounds for table in shown.tables]
    is_begun = {table.match.pk: table.match.state != Match.State.WAITING for table in found}
    tables = tuple(sorted(found, key=lambda one: (is_begun[one.match.pk], one.match.table)))
    return [replace(rounds[-1], tables=tables, sitting_out=(), forfeits=())]


def _tables_in(
    rounds: Sequence[Round], *, event: Event, names: Mapping[str, str], cells: Cells
) -> Mapping[str, list[TableShown]]:
    """By round. Seats and results are read as plain values: as rows they take twice as long."""
    letters, results = _letters_in(rounds), results_in(rounds)
    by_id = {round_.pk: round_ for round_ in rounds}
    matches = Match.objects.filter(round__in=rounds).order_by("table")
    if event.shows_boards:
        matches = matches.annotate(has_board=has_open_board())
    tables: dict[str, list[TableShown]] = defaultdict(list)
    for match in matches:
        sides = _sides(
            letters[match.pk],
            results[match.pk],
            round_=by_id[match.round_id],
            event=event,
            names=names,
            cells=cells,
        )
        sides = _placed(sides, results[match.pk], match=match)
        is_watched = event.shows_boards and match.has_board  # type: ignore[attr-defined]
        group = _group_at(letters[match.pk], by_id[match.round_id])
        tables[match.round_id].append(TableShown(match, sides, is_watched=is_watched, group=group))
    return tables


def matches_of(rounds: Sequence[Round] | QuerySet[Round]) -> QuerySet[Match]:
    """With seats and the results that count."""
    games = MatchGame.objects.filter(result__isnull=False).select_related("result")
    return (
        Match.objects.filter(round__in=rounds)
        .annotate(has_board=has_open_board())
        .order_by("table")
        .prefetch_related(
            Prefetch("seats", Seat.objects.order_by("letter")),
            Prefetch("games", games.order_by("number")),
        )
    )


def table_shown(
    match: Match, *, round_: Round, event: Event, names: Mapping[str, str], cells: Cells
) -> TableShown:
    """`match` as `matches_of` reads it."""
    results = [entered.result.sides for entered in match.games.all() if entered.result]
    letters: dict[str, str] = defaultdict(str)
    for seat in match.seats.all():
        letters[seat.entry_id] += seat.letter
    sides = _sides(letters, results, round_=round_, event=event, names=names, cells=cells)
    return TableShown(
        match,
        _placed(sides, results, match=match),
        is_watched=event.shows_boards and match.has_board,  # type: ignore[attr-defined]
        group=_group_at(letters, round_),
    )


def _group_at(entries: Iterable[str], round_: Round) -> str:
    return next((round_.stage.groups.get(entry, "") for entry in entries), "")


def _sides(
    letters: Mapping[str, str],
    results: Iterable[Sides],
    *,
    round_: Round,
    event: Event,
    names: Mapping[str, str],
    cells: Cells,
) -> tuple[SideAtTable, ...]:
    """By the letters of the seats of every entry, and what counts of every game."""
    scoring = (round_ if round_.plays_own_game else event).game_played.scoring
    return tuple(
        SideAtTable(
            entry=entry,
            name=names[entry],
            letters=held,
            scores=tuple(_score(sides, entry, scoring=scoring) for sides in results),
            cell=cells.get((entry, round_.number)),
        )
        for entry, held in letters.items()
    )


def _placed(
    sides: tuple[SideAtTable, ...], results: Sequence[Sides], *, match: Match
) -> tuple[SideAtTable, ...]:
    """With the places of a decided table, which need not wait for the standings."""
    if match.state != Match.State.ACCEPTED or not results:
        return sides
    places = places_in(results)
    return tuple(replace(side, rank=places.get(side.entry)) for side in sides)


def _letters_in(rounds: Sequence[Round]) -> Mapping[str, Mapping[str, str]]:
    """By match and entry."""
    letters: dict[str, dict[str, str]] = defaultdict(lambda: defaultdict(str))
    seats = Seat.objects.filter(round__in=rounds).order_by("letter")
    for match, entry, letter in seats.values_list("match_id", "entry_id", "letter"):
        letters[match][entry] += letter
    return letters


def places_in(results: Sequence[Sides]) -> dict[str, int]:
    """Places in a match by the results of its games; those who did not come have none."""
    absent = {side["entry"] for sides in results for side in sides if side["forfeited"]}
    present = [side["entry"] for side in results[0] if side["entry"] not in absent]
    ranks = [{side["entry"]: int(side["rank"]) for side in sides} for sides in results]
    games = [tuple(of_game[entry] for entry in present) for of_game in ranks]
    return dict(zip(present, match_ranks(games), strict=True))


def results_in(rounds: Sequence[Round]) -> Mapping[str, list[Sides]]:
    """By match: what counts of its games."""
    results: dict[str, list[Sides]] = defaultdict(list)
    games = MatchGame.objects.filter(match__round__in=rounds, result__isnull=False)
    for match, sides in games.order_by("number").values_list("match_id", "result__sides"):
        results[match].append(sides)
    return results


def _score(sides: Sides, entry: str, *, scoring: str) -> str:
    side = next(side for side in sides if side["entry"] == entry)
    return score_said(side, scoring=scoring)


def _by_round(rows: Iterable[Any]) -> dict[str, list[Any]]:
    grouped: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        grouped[row.round_id].append(row)
    return grouped
