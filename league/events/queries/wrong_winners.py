"""Wrong winners of a bracket: tables where others sit than those whom corrected results name.

Where nothing was handed in at any table that hangs together, the service seats the right ones by
itself. Everything else is a case for an official: what is told here before they decide.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from django.db.models import Exists, OuterRef, QuerySet

from league.events.bracket_boxes import SlotName, boxes_of
from league.events.queries.events import has_bracket
from league.models import Event, Match, Round, Seat, Sheet, Stage, Submission
from league.standings.bracket import SlotState, Stood
from league.standings.field import field_of
from league.standings.keys.bracket_places import states_in
from league.standings.misplaced import Misplaced, as_seated, hanging_together, misplaced
from league.standings.queries import inputs_as_played, scheme_of


@dataclass(frozen=True)
class SeatChange:
    """Somebody takes somebody's seat."""

    match: Match
    leaves: str
    comes: str


@dataclass(frozen=True)
class TableInQuestion:
    match: Match
    misplaced: Misplaced
    is_untouched: bool  # nothing was handed in, and nobody keeps a sheet

    @property
    def is_needless(self) -> bool:
        """A second final, after a first that was clear: nobody belongs there."""
        return self.misplaced.state.is_needless

    @property
    def changes(self) -> tuple[SeatChange, ...]:
        """Who would take whose seat, if it is played by those who belong there."""
        if self.is_needless:
            return ()
        pairs = zip(self.misplaced.wrong, self.misplaced.belonging, strict=True)
        return tuple(SeatChange(self.match, leaves, comes) for leaves, comes in pairs)


@dataclass(frozen=True)
class WrongWinner:
    """Tables that hang together and were drawn for others than those who belong there."""

    stage: Stage
    tables: tuple[TableInQuestion, ...]
    stands: Mapping[str, Stood]  # by match of the bracket, if all of it stands
    later: tuple[Match, ...]  # drawn already, and fed by these tables
    busy: frozenset[tuple[str, str]]  # round and entry of those who sit at tables that stay
    called: Mapping[str, SlotName]  # all matches of the bracket, by slot
    corrected: tuple[Match, ...]  # whose results name others now

    @property
    def changes(self) -> tuple[SeatChange, ...]:
        return tuple(change for table in self.tables for change in table.changes)

    @cached_property
    def follows_by_itself(self) -> bool:
        """Nothing is lost and nobody chose otherwise: no official is needed."""
        return self.can_be_seated and all(
            table.is_untouched
            and not table.is_needless
            and not table.match.round.is_edited  # there an official chose who sits where
            and not table.misplaced.gone
            for table in self.tables
        )

    @property
    def can_be_seated(self) -> bool:
        """Nobody would have to sit at two tables of a round."""
        return not any((each.match.round_id, each.comes) in self.busy for each in self.changes)

    @property
    def lead(self) -> Match:
        """By which officials are told: the first table where something was handed in."""
        touched = (table.match for table in self.tables if not table.is_untouched)
        return next(touched, self.tables[0].match)

    @property
    def mark(self) -> str:
        """Another one when it is another case, or something happened at one of its tables."""
        told = [
            (table.match.pk, table.match.version, table.misplaced.wrong, table.misplaced.belonging)
            for table in self.tables
        ]
        return sha256(repr(told).encode()).hexdigest()[:20]


def wrong_winners(stage: Stage) -> list[WrongWinner]:
    """In the order of the bracket; nothing where there is none."""
    if not stage.format.has_bracket:
        return []
    inputs = inputs_as_played(stage)
    states = states_in(field_of(inputs, scheme=scheme_of(stage)))
    gone = inputs.bracket.gone if inputs.bracket else frozenset()
    found = misplaced(states, gone=gone)
    if not found:
        return []
    matches = {match.slot: match for match in _matches(stage)}
    untouched = set(_untouched(stage).values_list("pk", flat=True))
    by_key = {state.slot.key: state for state in states}
    called = {box.key: box.name for box in boxes_of(states)}
    return [
        WrongWinner(
            stage=stage,
            tables=tuple(
                TableInQuestion(matches[one.slot], one, matches[one.slot].pk in untouched)
                for one in group
            ),
            stands=as_seated(group, states=by_key),
            later=tuple(matches[slot] for slot in _fed_by(group, states) if slot in matches),
            busy=_busy([matches[one.slot] for one in group]),
            called=called,
            corrected=tuple(matches[slot] for slot in _corrected(group) if slot in matches),
        )
        for group in hanging_together(found)
    ]


def wrong_winner_at(match: Match) -> WrongWinner | None:
    """The case that a table belongs to; None: those who belong there sit there."""
    if not match.slot:
        return None
    stage = Stage.objects.select_related("event").get(pk=match.round.stage_id)
    cases = (case for case in wrong_winners(stage) if not case.follows_by_itself)
    return next((c for c in cases if match.pk in {table.match.pk for table in c.tables}), None)


def misplaced_tables(event: Event) -> list[Match]:
    """About which an official has to decide, as last found out."""
    if not has_bracket(event):
        return []
    matches = Match.objects.filter(event=event, is_misplaced=True).select_related("round__stage")
    found = list(matches.order_by("round__number", "table"))
    for match in found:
        match.event = match.round.stage.event = event
    return found


def _matches(stage: Stage) -> QuerySet[Match]:
    published = Match.objects.filter(round__stage=stage).exclude(slot="")
    published = published.exclude(round__status=Round.Status.DRAFT)
    return published.select_related("round__stage__event").order_by("round__number", "table")


def _untouched(stage: Stage) -> QuerySet[Match]:
    """Matches whose people can get up without anything being lost."""
    return Match.objects.filter(
        ~Exists(Submission.objects.filter(match=OuterRef("pk"))),
        ~Exists(Sheet.objects.filter(match=OuterRef("pk"))),
        round__stage=stage,
        is_open=True,
        state__in=Match.NOTHING_IN,
    )


def _busy(matches: Sequence[Match]) -> frozenset[tuple[str, str]]:
    rounds = {match.round_id for match in matches}
    others = Seat.objects.filter(round__in=rounds).exclude(match__in=matches)
    return frozenset(others.values_list("round", "entry"))


def _corrected(group: Sequence[Misplaced]) -> list[str]:
    return sorted({slot for one in group for slot in one.feeders})


def _fed_by(group: Sequence[Misplaced], states: Sequence[SlotState]) -> list[str]:
    """Tables that were drawn and to which these lead, near and far."""
    leading = {one.slot for one in group}
    found = []
    for state in states:
        feeders = {source.slot for source in state.slot.sources}
        if state.slot.key not in leading and feeders & leading:
            leading.add(state.slot.key)
            if state.is_seated:
                found.append(state.slot.key)
    return found
