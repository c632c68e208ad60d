"""An event as other programs read it: a tournament report, and its table as plain rows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from league.clubs.spreadsheets import MAX_BYTES, UnreadableFile, decoded
from league.errors import LeagueError
from league.events.queries.entries import entry_names
from league.events.queries.stages import stage_with_round, stages_begun
from league.events.queries.steps import OF_RESULTS
from league.exchange.import_plan import ImportPlan, plan_of
from league.formats.swiss import swiss_terms
from league.models import AuditEntry, ByeRequest, Entry, Event, KeepApart, Round, Stage
from league.pairing.queries import entrants_of, outcomes_of, past_of, starters_of
from league.pairing.swiss import swiss_event
from league.pairing.trf.event import Points, TrfEvent, TrfPlayer
from league.pairing.trf.lines import TrfProblem
from league.pairing.trf.reader import read_trf
from league.pairing.trf.writer import write_trf
from league.standings.across import one_order
from league.standings.field import field_of
from league.standings.inputs import Inputs, RoundOutcome
from league.standings.leavers import with_forfeits
from league.standings.parts import exact
from league.standings.points import WHOLE, Scheme
from league.standings.queries import (
    inputs_as_played,
    inputs_of,
    leavers_of,
    published_rows,
    ranked_entries,
    rounds_to_play,
    schedule_of,
    scheme_of,
)
from league.standings.table import Row, standings
from league.standings.tiebreaks import TIEBREAKS


def report_text(stage: Stage, *, after_round: int | None = None, in_full: bool = False) -> str:
    """A tournament report as a file: with line ends as the format wants them."""
    event = trf_event(stage, after_round=after_round, in_full=in_full)
    return write_trf(event).replace("\n", "\r\n")


def plan_in(data: bytes) -> ImportPlan:
    """What a report that was sent would become; refused where it is no text, or too large."""
    if len(data) > MAX_BYTES:
        raise LeagueError(_("The file is larger than 1 MiB. Leave out what is not needed."))
    try:
        text = decoded(data)
    except UnreadableFile:
        text = "\0"
    if "\0" in text:
        raise LeagueError(_("This is no tournament report: a report is plain text."))
    return plan_of(read_trf(text))


def problem_told(problem: TrfProblem) -> str:
    """In the reader's language, with its line."""
    text = _(problem.text) % problem.gaps
    return (
        _("Line %(line)d: %(text)s") % {"line": problem.line, "text": text}
        if problem.line
        else text
    )


def rounds_to_report(stage: Stage) -> list[int]:
    """After which rounds there can be a report; none where the format has none."""
    if not _system(stage):
        return []
    return [round_.number for round_ in _closed_rounds(stage)]


def stage_to_report(event: Event, *, after_round: int | None = None) -> Stage:
    """With this round; without one the last that a report can be made of, or else the last."""
    begun = stages_begun(event)
    if after_round is not None:
        return stage_with_round(begun, after_round)
    fit = [stage for stage in begun if _system(stage)]
    return (fit or begun)[-1]


def trf_event(stage: Stage, *, after_round: int | None = None, in_full: bool = False) -> TrfEvent:
    """A stage for two after its last closed round, or an earlier one, for write_trf.

    `after_round`: by its number in the event. In the report the rounds of a stage are numbered from
    1 on, as are those who started in it. Names are the public ones; `in_full` is for officials
    alone.
    """
    if not _system(stage):
        raise LeagueError(
            _("A tournament report tells rounds of two at a table. This is played otherwise.")
        )
    closed = list(_closed_rounds(stage))
    if after_round is not None:
        if after_round > stage.rounds_before + len(closed):
            raise LeagueError(_("This round is not closed yet, so there is no report after it."))
        closed = closed[: after_round - stage.rounds_before]
    last = stage.rounds_before + len(closed)
    inputs = _from_one(_inputs_told(stage, after_round=last), before=stage.rounds_before)
    known = field_of(inputs, scheme=scheme_of(stage))
    apart = KeepApart.objects.filter(event=stage.event_id).values_list("first", "second")
    entries = list(ranked_entries(stage).select_related("player"))
    terms = swiss_terms(
        stage.settings,
        round_number=len(closed) + 1,
        apart=apart,
        starters=starters_of(entries),
    )
    terms = replace(terms, points=_with_bye_of(scheme_of(stage), terms.points))
    exported = swiss_event(
        entrants_of(entries, known),
        terms=terms,
        past=past_of(inputs),
        outcomes=outcomes_of(known, pending=RoundOutcome.PENDING),
    )
    if not exported.fits_report:
        raise LeagueError(_("A tournament report knows whole and half points up to 99.5 only."))
    names = entry_names(stage.event, in_full=in_full)
    planned = max(rounds_to_play(stage), len(closed))  # the next one may not come
    resting, away = _coming(stage, last + 1) if len(closed) < planned else ((), ())
    numbers = {entry.pk: number for number, entry in enumerate(entries, start=1)}
    ranks = {row.entry: row.rank for row in one_order(_rows_after(stage, last if closed else 0))}
    return replace(
        exported,
        players=tuple(
            TrfPlayer(
                *(player.number, player.rounds, names[entry.pk]),
                rating=entry.rating or 0,
                rank=ranks.get(entry.pk, 0),
            )
            for player, entry in zip(exported.players, entries, strict=True)
        ),
        rounds_planned=planned,
        resting=frozenset(numbers[entry] for entry in resting),
        absent=frozenset(numbers[entry] for entry in away),
        edited_rounds=frozenset(n - stage.rounds_before for n in _edited_rounds(closed)),
        early_rounds=frozenset(n - stage.rounds_before for n in _early_rounds(stage, closed)),
        editions={
            key: first - stage.rounds_before
            for key, first in stage.editions.items()
            if first <= last
        },
        system=_system(stage),
        code=stage.format.report_code(stage.settings),
        tiebreaks=tuple(code_of(key, koya_draws=stage.koya_draws) for key in stage.chain),
        name=stage.event.name,
        city=stage.event.club.town,
        start=_day(stage, stage.event.starts_at),
        end=_day(stage, closed[-1].closed_at) if closed else None,
    )


def _system(stage: Stage) -> str:
    return stage.format.system_reported(stage.settings)


def _with_bye_of(scheme: Scheme, points: Points) -> Points:
    """A free round is worth what the format says: nothing in a round robin."""
    return replace(points, bye_12=None if scheme.bye_12 == points.win_12 else scheme.bye_12)


def _from_one(inputs: Inputs, *, before: int) -> Inputs:
    """With the rounds of a later stage numbered from 1 on."""
    if not before:
        return inputs
    rounds = tuple(replace(each, number=each.number - before) for each in inputs.rounds)
    bracket = inputs.bracket and replace(inputs.bracket, rounds_before=0)
    return replace(inputs, rounds=rounds, bracket=bracket)


def _inputs_told(stage: Stage, *, after_round: int) -> Inputs:
    """Every game as it was played, and those that nobody played because somebody was away."""
    played = inputs_as_played(stage, after_round=after_round)
    if not stage.format.strikes_leavers:
        return played
    return with_forfeits(played, leavers=leavers_of(stage), schedule=schedule_of(stage))


def _coming(stage: Stage, number: int) -> tuple[list[str], list[str]]:
    """Who rests in the next round for half a point, and who will not be there."""
    field = list(ranked_entries(stage).values_list("pk", "status"))
    asked = ByeRequest.objects.filter(entry__event=stage.event_id, round_number=number)
    wishes = dict(asked.values_list("entry", "kind"))
    here = [pk for pk, status in field if status == Entry.Status.CHECKED_IN]
    away = [pk for pk, status in field if status != Entry.Status.CHECKED_IN]
    resting = [pk for pk in here if wishes.get(pk) == ByeRequest.Kind.HALF]
    return resting, away + [pk for pk in here if pk in wishes and pk not in resting]


def code_of(key: str, *, koya_draws: int = 0) -> str:
    """A tiebreak as reports name it: FIDE's code, or one of our own."""
    code = TIEBREAKS[key].fide or f"OTHER_{key}"
    return f"{code}/L{koya_draws:+d}" if key == "KS" and koya_draws else code


def standings_told(
    stage: Stage,
    *,
    after_round: int | None = None,
    in_full: bool = False,
    chain: Sequence[str] | None = None,
) -> list[dict[str, object]]:
    """The rows as last published, with names. Points are whole numbers or fractions ("22/3").

    With a chain: as they would be by these tiebreaks, from the results as they are now.
    """
    names = entry_names(stage.event, in_full=in_full)
    if chain is None:
        rows = published_rows(stage, after_round=after_round)
    else:
        rows = _rows_by(stage, chain, after_round)
    return [
        {**row.as_dict(), "name": names[row.entry], "points": exact(Fraction(row.points_12, WHOLE))}
        for row in rows
    ]


def _rows_after(stage: Stage, number: int) -> tuple[Row, ...]:
    """As published; where that is still being computed, as it will be. 0: before the first."""
    if not number:
        return ()
    return published_rows(stage, after_round=number) or _rows_by(stage, stage.chain, number)


def _rows_by(stage: Stage, chain: Sequence[str], after_round: int | None) -> tuple[Row, ...]:
    """Nothing after a round that was not played."""
    inputs = inputs_of(stage, after_round=after_round)
    if after_round and after_round not in {round_.number for round_ in inputs.rounds}:
        return ()
    return standings(inputs, chain=chain, scheme=scheme_of(stage))


def _day(stage: Stage, at: datetime | None) -> date | None:
    return at.astimezone(ZoneInfo(stage.event.time_zone)).date() if at else None


def _closed_rounds(stage: Stage) -> Iterator[Round]:
    """From the first on, up to one that is still being played."""
    for round_ in stage.rounds.order_by("number").prefetch_related("matches"):
        if round_.status != Round.Status.CLOSED:
            return
        yield round_


def _edited_rounds(rounds: list[Round]) -> Iterator[int]:
    """Those that the engine alone would not have paired so."""
    for round_ in rounds:
        by_hand = round_.is_edited or any(match.is_locked for match in round_.matches.all())
        if by_hand or round_.allowances:
            yield round_.number


def _early_rounds(stage: Stage, rounds: list[Round]) -> Iterator[int]:
    """Those that were paired with late tables, or before a result of an earlier round changed."""
    numbers = {match.pk: round_.number for round_ in rounds for match in round_.matches.all()}
    changes = AuditEntry.objects.filter(
        event=stage.event_id, action__in=OF_RESULTS, object_id__in=numbers
    ).values_list("object_id", "at")
    changed = [(numbers[match], at) for match, at in changes]
    for round_ in rounds:
        was_late = any(remark["code"] == "late_table" for remark in round_.remarks)
        since = round_.published_at
        corrected = (at for number, at in changed if number < round_.number)
        if was_late or any(since and at > since for at in corrected):
            yield round_.number
