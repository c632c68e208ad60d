"""Rounds at the desk: their tables, who sits there, what was handed in, what came of it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Prefetch
from django.utils.safestring import SafeString

from league.events.queries.entries import entries_of, names_of_entries
from league.events.queries.forfeits import ForfeitShown, forfeits_shown
from league.events.queries.namesakes import told_by_notes
from league.events.queries.tables import Sides, places_in, results_in, score_said
from league.models import Bye, Entry, Job, Match, Round, Seat, Stage, Submission
from league.permissions import Actor
from league.standings.queries import points_after
from league.web.desk.attention import HandedIn, handed_in_at
from league.web.desk.concerns import late_tables
from league.web.desk.draft_cost import cost_in_words, cost_of
from league.web.remarks import Choice, Saying, choices_of, reasons, refusal_of, sayings


@dataclass(frozen=True)
class Person:
    """An entry in a round: at a table, or sitting out."""

    entry: str
    name: str
    letters: str
    points_12: int
    seed: int
    is_late: bool  # its table of an earlier round is still playing
    is_gone: bool  # withdrawn since the draw
    group: str = ""  # empty where there are none
    scores: tuple[str, ...] = ()  # one for each game with a result
    place: int | None = None  # at the table, once its match is over


@dataclass(frozen=True)
class TableAtDesk:
    match: Match
    people: list[Person]
    why: list[SafeString]
    handed_in: Sequence[HandedIn] = ()
    is_late: bool = False

    @property
    def group(self) -> str:
        return next((person.group for person in self.people), "")

    @property
    def added_minutes(self) -> int:
        return self.match.added_s // 60


@dataclass(frozen=True)
class RoundAtDesk:
    """A round with its tables, as the desk needs it."""

    round: Round
    tables: list[TableAtDesk]
    sitting_out: list[Person]  # may be swapped with somebody at a table
    away: list[tuple[str, str]]  # names, and why they do not play
    warnings: list[Saying]
    here: list[tuple[str, str]]  # entries that could play, with their names
    names: dict[str, str]
    has_results: bool
    stuck: str  # why the job that draws it gave up
    forfeits: Sequence[ForfeitShown] = ()  # won without a game, the opponent being away

    @property
    def free(self) -> list[Person]:
        """Who sits out, and does not win by that."""
        winners = {forfeit.winner for forfeit in self.forfeits}
        return [person for person in self.sitting_out if person.entry not in winners]

    def late(self, *, newest: int) -> list[int]:
        """Tables from which nothing came in time; `newest`: the last published round."""
        tables = ((t.match.table, t.match.state, t.match.added_s) for t in self.tables)
        return late_tables(self.round, tables, newest=newest)

    @property
    def missing(self) -> list[int]:
        """Tables without a result."""
        return sorted(t.match.table for t in self.tables if t.match.state != Match.State.ACCEPTED)

    @property
    def unconfirmed(self) -> list[TableAtDesk]:
        """Handed in and not contested: closing the round accepts them."""
        return [
            table
            for table in self.tables
            if table.match.state == Match.State.HANDED_IN
            and not table.match.is_contested
            and all(game.submission for game in table.handed_in)
        ]

    @property
    def blocking(self) -> list[TableAtDesk]:
        """What has to be settled or come in before the round can be closed."""
        open_ones = [
            table
            for table in self.tables
            if table.match.state != Match.State.ACCEPTED or table.match.is_contested
        ]
        closable = {table.match.pk for table in self.unconfirmed}
        return [table for table in open_ones if table.match.pk not in closable]

    @property
    def unconfirmed_tables(self) -> list[int]:
        return sorted(table.match.table for table in self.unconfirmed)

    @property
    def nothing_from(self) -> list[int]:
        """Tables that handed in nothing."""
        quiet = (table.match for table in self.tables if table.match.state in Match.NOTHING_IN)
        return sorted(match.table for match in quiet)

    @property
    def done(self) -> int:
        return len(self.tables) - len(self.missing)

    @property
    def people(self) -> int:
        return sum(len(table.people) for table in self.tables)

    @property
    def cost(self) -> list[str]:
        return cost_in_words(cost_of(self.round.remarks))

    @property
    def refusal(self) -> SafeString:
        return refusal_of(self.round.refusal, self.names)

    @property
    def choices(self) -> list[Choice]:
        return choices_of(self.round.refusal)


def shown_at_desk(stage: Stage, rounds: Sequence[Round], *, reader: Actor) -> list[RoundAtDesk]:
    if not rounds:
        return []
    for round_ in rounds:
        round_.stage = stage
    entries = {entry.pk: entry for entry in entries_of(stage.event).order_by("created_at", "pk")}
    names = told_by_notes(
        stage.event, names_of_entries(entries.values(), in_full=True), reader=reader
    )
    matches, byes = _matches(rounds), _byes(rounds)
    handed_in = _handed_in(matches, rounds, names=names)
    points, results = _points_before(rounds), results_in(rounds)
    forfeits = forfeits_shown(stage, rounds, names=names)
    entered = set(
        Submission.objects.filter(match__round__in=rounds).values_list("match__round", flat=True)
    )
    shown = [
        _Showing(round_, entries, names, points[round_.number], handed_in, results).round(
            matches[round_.pk], byes[round_.pk], has_results=round_.pk in entered
        )
        for round_ in rounds
    ]
    return [replace(each, forfeits=forfeits[each.round.pk]) for each in shown]


def _matches(rounds: Iterable[Round]) -> dict[str, list[Match]]:
    matches: dict[str, list[Match]] = defaultdict(list)
    seats = Prefetch("seats", Seat.objects.order_by("letter"))
    for match in Match.objects.filter(round__in=rounds).order_by("table").prefetch_related(seats):
        matches[match.round_id].append(match)
    return matches


def _handed_in(
    matches: Mapping[str, Sequence[Match]], rounds: Iterable[Round], *, names: Mapping[str, str]
) -> dict[str, list[HandedIn]]:
    """What players say, by match; rounds know their stage and event."""
    by_match: dict[str, list[HandedIn]] = defaultdict(list)
    for round_ in rounds:
        for match in matches[round_.pk]:
            match.round, match.event = round_, round_.stage.event
    asked = [match for round_ in rounds for match in matches[round_.pk]]
    for game in handed_in_at(asked, names=names):
        by_match[game.match.pk].append(game)
    return by_match


def _byes(rounds: Iterable[Round]) -> dict[str, list[Bye]]:
    byes: dict[str, list[Bye]] = defaultdict(list)
    for bye in Bye.objects.filter(round__in=rounds).order_by("pk"):
        byes[bye.round_id].append(bye)
    return byes


def _points_before(rounds: Sequence[Round]) -> dict[int, dict[str, int]]:
    """Points with which entries come into each round, as last published."""
    points = points_after(rounds[0].stage, rounds=[round_.number - 1 for round_ in rounds])
    return {round_.number: points.get(round_.number - 1, {}) for round_ in rounds}


class _Showing:
    """One round, seen with the names and points of its entries."""

    def __init__(
        self,
        round_: Round,
        entries: dict[str, Entry],
        names: dict[str, str],
        points: dict[str, int],
        handed_in: Mapping[str, Sequence[HandedIn]],
        results: Mapping[str, Sequence[Sides]],
    ) -> None:
        self.round_ = round_
        self.entries = entries
        self.names = names
        self.points = points
        self.handed_in = handed_in
        self.results = results
        self.late = {
            entry
            for remark in round_.remarks
            if remark["code"] == "late_table"
            for entry in remark["entries"]
        }

    def round(self, matches: list[Match], byes: list[Bye], *, has_results: bool) -> RoundAtDesk:
        out = [bye for bye in byes if bye.kind == Bye.Kind.PAIRING]
        tables = [self.table(match) for match in matches]
        return RoundAtDesk(
            round=self.round_,
            tables=tables,
            sitting_out=[self.person(bye.entry_id) for bye in out],
            away=[
                (self.names[bye.entry_id], str(bye.get_kind_display()))
                for bye in byes
                if bye.kind != Bye.Kind.PAIRING
            ],
            warnings=self.warnings(tables),
            here=self.here(),
            names=self.names,
            has_results=has_results,
            stuck=self.stuck(),
        )

    def table(self, match: Match) -> TableAtDesk:
        letters: dict[str, str] = defaultdict(str)
        for seat in match.seats.all():
            letters[seat.entry_id] += seat.letter
        people = [self.person(entry, letters=held) for entry, held in letters.items()]
        if results := self.results.get(match.pk):
            people = self.with_scores(people, results, is_over=not match.is_open)
        return TableAtDesk(
            match=match,
            people=people,
            why=reasons(match, people, round_=self.round_, names=self.names),
            handed_in=self.handed_in.get(match.pk, ()),
        )

    def person(self, entry: str, *, letters: str = "") -> Person:
        known = self.entries[entry]
        return Person(
            entry=entry,
            name=self.names[entry],
            letters=letters,
            points_12=self.points.get(entry, 0),
            seed=known.seed or 0,
            is_late=entry in self.late,
            is_gone=known.status != Entry.Status.CHECKED_IN,
            group=self.round_.stage.groups.get(entry, ""),
        )

    def with_scores(
        self, people: Iterable[Person], results: Sequence[Sides], *, is_over: bool
    ) -> list[Person]:
        scoring = self.round_.game_here.scoring
        places = places_in(results) if is_over else {}
        by_entry: dict[str, list[str]] = defaultdict(list)
        for sides in results:
            for side in sides:
                by_entry[side["entry"]].append(score_said(side, scoring=scoring))
        return [
            replace(person, scores=tuple(by_entry[person.entry]), place=places.get(person.entry))
            for person in people
        ]

    def warnings(self, tables: Iterable[TableAtDesk]) -> list[Saying]:
        """What was remarked, and who left since."""
        gone = [person.entry for t in tables for person in t.people if person.is_gone]
        left = [{"code": "gone", "entries": gone, "gaps": {}}] if gone else []
        is_draft = self.round_.status == Round.Status.DRAFT
        return sayings([*left, *self.round_.remarks], self.names) if is_draft else []

    def here(self) -> list[tuple[str, str]]:
        present = (e for e in self.entries.values() if e.status == Entry.Status.CHECKED_IN)
        by_name = sorted(present, key=lambda entry: entry.player.sort_key)
        return [(entry.pk, self.names[entry.pk]) for entry in by_name]

    def stuck(self) -> str:
        if self.round_.status != Round.Status.DRAFT or self.round_.draw != Round.Draw.WANTED:
            return ""
        jobs = Job.objects.filter(kind=Job.Kind.PAIR_ROUND, object_id=self.round_.pk)
        last = jobs.order_by("-created_at").first()
        return last.reason if last and last.state == Job.State.PARKED else ""
