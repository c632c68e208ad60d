"""A round's terms, read from the database for the pure modules that pair it."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from league.formats.contract import RoundTerms
from league.models import Bye, ByeRequest, Entry, KeepApart, Match, Round, Seat, Stage
from league.pairing.cost import Situation, Weights
from league.pairing.field import Entrant, Meeting, Pairing, Past, PastBye, TableDrawn
from league.pairing.outlook import RoundTables
from league.standings.field import Field, field_of
from league.standings.inputs import Inputs, MatchInput, RoundOutcome
from league.standings.keys.bracket_places import course_of
from league.standings.queries import inputs_as_played, ranked_entries, scheme_of

if TYPE_CHECKING:
    from league.standings.queries import RankedEntry

_BYE_KINDS = {
    RoundOutcome.PAIRING_BYE: "pairing",
    RoundOutcome.HALF_BYE: "half",
    RoundOutcome.ZERO_BYE: "zero",
    RoundOutcome.ABSENT: "absent",
}


def terms_of(draft: Round) -> RoundTerms:
    """Everything that the drawing of a round depends on."""
    stage = draft.stage
    inputs = numbered_in_stage(stage, inputs_as_played(stage, after_round=draft.number - 1))
    known = field_of(inputs, scheme=scheme_of(stage))
    entries = [
        entry
        for entry in ranked_entries(stage).select_related("player")
        if _is_scheduled(entry, stage)
    ]
    away = _away(stage)
    last_planned = stage.rounds_before + stage.rounds_planned
    to_pair, *coming = (
        [e for e in entries if e.pk not in away[number] and _plays(e, number)]
        for number in range(draft.number, max(draft.number, last_planned) + 1)
    )
    here = {entry.pk for entry in to_pair}
    terms = RoundTerms(
        situation=Situation(
            entrants=entrants_of(to_pair, known),
            round_number=draft.number_in_stage,
            past=_past_here(stage, inputs),
            forbidden=_kept_apart(stage),
            early_rounds=stage.early_rounds,
            weights=Weights(stage.repeat_weight, stage.short_weight, stage.two_weight),
        ),
        settings=stage.settings,
        sizes=stage.format.sizes(stage.settings, game=draft.game_here, boards=stage.event.boards),
        seed=draft.seed,
        locked=_locked(draft, here),
        allowances=frozenset(draft.allowances),
        # Who still plays is paired by what is there: as if the game gave nothing.
        outcomes=outcomes_of(known, pending=RoundOutcome.LOSS),
        starters=starters_of(entries),
        others=entrants_of([entry for entry in entries if entry.pk not in here], known),
        coming=tuple(entrants_of(field, known) for field in coming),
        earlier=_planned_before(draft),
        bracket=inputs.bracket,
        course=course_of(known) if inputs.bracket else None,
    )
    if not stage.format.gathers_leaders(draft.number_in_stage, settings=stage.settings):
        return terms
    return replace(terms, situation=replace(terms.situation, final_seats=terms.mix.full))


def numbered_in_stage(stage: Stage, inputs: Inputs) -> Inputs:
    """Rounds of an event are numbered through; pairings count those of the stage alone."""
    if not (before := stage.rounds_before):
        return inputs
    rounds = (replace(round_, number=round_.number - before) for round_ in inputs.rounds)
    bracket = inputs.bracket and replace(inputs.bracket, rounds_before=0)
    return replace(inputs, rounds=tuple(rounds), bracket=bracket)


def division_of(stage: Stage) -> dict[str, str]:
    """The group of each entry by what is known now; empty where the format has none."""
    field = ranked_entries(stage).select_related("player")
    entrants = [_entrant(entry) for entry in field if _is_scheduled(entry, stage)]
    met = [meeting.entries for meeting in tables_before(stage)]
    return stage.format.division(
        entrants, apart=_kept_apart(stage), met=met, settings=stage.settings
    )


def starters_of(entries: Iterable[Entry]) -> int:
    """How many had a starting number before round 1; who came later has one behind them."""
    return sum(entry.first_round == 1 for entry in entries)


def past_of(inputs: Inputs) -> Past:
    """What was before: tables as they were played, and who sat out."""
    meetings = [_meeting(match, r.number) for r in inputs.rounds for match in r.matches]
    byes = [
        PastBye(round_.number, entry, _BYE_KINDS[outcome])
        for round_ in inputs.rounds
        for entry, outcome in round_.byes.items()
    ]
    return Past(tuple(meetings), tuple(byes))


def _past_here(stage: Stage, inputs: Inputs) -> Past:
    """With the tables of earlier stages, where these count."""
    past = past_of(inputs)
    if not stage.format.counts_earlier_stages(stage.settings):
        return past
    return replace(past, meetings=(*tables_before(stage), *past.meetings))


def tables_before(stage: Stage) -> tuple[Meeting, ...]:
    """Who sat where in earlier stages, in rounds counted back from 0, the last one before this."""
    if stage.is_first:
        return ()
    earlier = Stage.objects.filter(event=stage.event_id, order__lt=stage.order)
    seats = Seat.objects.filter(round__stage__in=earlier, match__is_open=False)
    sat = _tables_of(seats.exclude(round__status=Round.Status.DRAFT))
    return tuple(replace(each, round=each.round - stage.rounds_before) for each in sat)


def tables_sat(stage: Stage, *, entries: Collection[str] | None = None) -> Past:
    """Who sat where so far, whatever came of it; of all tables, or of those of some entries."""
    seats = Seat.objects.filter(round__stage=stage)
    if entries is not None:
        seats = seats.filter(match__seats__entry__in=entries).distinct()
    return Past(_tables_of(seats))


def _tables_of(seats: QuerySet[Seat]) -> tuple[Meeting, ...]:
    sat: dict[tuple[int, str], list[str]] = defaultdict(list)
    in_order = seats.order_by("round__number", "match", "letter")
    for number, match, entry, _letter in in_order.values_list(
        "round__number", "match", "entry", "letter"
    ):
        if entry not in sat[number, match]:
            sat[number, match].append(entry)
    return tuple(Meeting(number, tuple(each)) for (number, _match), each in sat.items())


def outcomes_of(known: Field, *, pending: RoundOutcome) -> dict[tuple[int, str], RoundOutcome]:
    """Of every match of two, with another word for those that are still being played."""
    return {
        (cell.round, entry): pending if cell.outcome is RoundOutcome.PENDING else cell.outcome
        for entry, cells in known.cells.items()
        for cell in cells
        if len(cell.opponents) == 1
    }


def pairing_of(draft: Round) -> Pairing:
    """A draft as it is stored, tables in the order of their numbers."""
    matches = draft.matches.order_by("table").prefetch_related("seats")
    return Pairing(
        tables=tuple(
            TableDrawn(_entries_at(match), is_locked=match.is_locked, slot=match.slot)
            for match in matches
        ),
        byes=tuple(
            draft.byes.filter(kind=Bye.Kind.PAIRING).order_by("pk").values_list("entry", flat=True)
        ),
        ahead=_as_tables(draft.ahead),
        out=_without_part_in(draft) if draft.stage.format.has_bracket else (),
    )


def _without_part_in(draft: Round) -> tuple[str, ...]:
    """Who neither sits in it nor sits it out."""
    here = {
        *draft.seats.values_list("entry", flat=True),
        *draft.byes.values_list("entry", flat=True),
    }
    field = ranked_entries(draft.stage).values_list("pk", flat=True)
    return tuple(entry for entry in field if entry not in here)


def late_entries(draft: Round) -> set[str]:
    """Entries whose table of an earlier round is still playing."""
    open_matches = Match.objects.filter(
        round__stage=draft.stage_id, round__number__lt=draft.number, is_open=True
    )
    return set(Seat.objects.filter(match__in=open_matches).values_list("entry", flat=True))


def entrants_of(entries: "Iterable[RankedEntry]", known: Field) -> tuple[Entrant, ...]:
    return tuple(replace(_entrant(entry), points_12=known.points_12[entry.pk]) for entry in entries)


def _entrant(entry: "RankedEntry") -> Entrant:
    return Entrant(id=entry.pk, seed=entry.number, club=entry.player.club_id or "")


def _kept_apart(stage: Stage) -> frozenset[frozenset[str]]:
    pairs = KeepApart.objects.filter(event=stage.event_id).values_list("first", "second")
    return frozenset(frozenset(pair) for pair in pairs)


def _plays(entry: Entry, round_number: int) -> bool:
    return entry.status == Entry.Status.CHECKED_IN and entry.first_round <= round_number


def _is_scheduled(entry: Entry, stage: Stage) -> bool:
    """Where nobody may come late, the schedule is made of those who were there at its start."""
    is_late = stage.is_first and entry.first_round > 1
    return stage.format.takes_late_entries or not is_late


def _away(stage: Stage) -> defaultdict[int, set[str]]:
    """Who asked for which round off, or was given it."""
    asked = ByeRequest.objects.filter(entry__event=stage.event_id)
    away: defaultdict[int, set[str]] = defaultdict(set)
    for number, entry in asked.values_list("round_number", "entry"):
        away[number].add(entry)
    return away


def _planned_before(draft: Round) -> tuple[RoundTables, ...]:
    """What the round before was drawn with: a plan for this round and those after it."""
    before = Round.objects.filter(stage=draft.stage_id, number=draft.number - 1)
    return _as_tables(before.values_list("ahead", flat=True).first() or [])


def _as_tables(stored: list[list[list[str]]]) -> tuple[RoundTables, ...]:
    return tuple(tuple(map(tuple, tables)) for tables in stored)


def _locked(draft: Round, here: set[str]) -> tuple[TableDrawn, ...]:
    """Tables that stay as they are, as long as everybody at them still plays."""
    matches = draft.matches.filter(is_locked=True).order_by("table").prefetch_related("seats")
    tables = [(_entries_at(match), match.slot) for match in matches]
    return tuple(
        TableDrawn(table, is_locked=True, slot=slot)
        for table, slot in tables
        if here.issuperset(table)
    )


def _entries_at(match: Match) -> tuple[str, ...]:
    seats = sorted(match.seats.all(), key=lambda seat: seat.letter)
    return tuple(dict.fromkeys(seat.entry_id for seat in seats))


def _meeting(match: MatchInput, round_number: int) -> Meeting:
    came = tuple(entry for entry in match.entries if entry not in match.forfeited)
    if len(came) > 1:
        return Meeting(round_number, came)
    return Meeting(round_number, match.entries, was_played=len(match.entries) == 1)
