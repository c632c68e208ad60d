"""An event as other programs read it: a tournament report, and its table as plain rows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from league.errors import LeagueError
from league.events.queries.events import entry_names
from league.events.queries.steps import OF_RESULTS
from league.formats.swiss import swiss_terms
from league.models import AuditEntry, KeepApart, Round, Stage
from league.pairing.queries import entrants_of, outcomes_of, past_of
from league.pairing.swiss import swiss_event
from league.pairing.trf import TrfEvent, TrfPlayer
from league.standings.field import field_of
from league.standings.inputs import RoundOutcome
from league.standings.parts import exact
from league.standings.points import WHOLE
from league.standings.queries import (
    inputs_of,
    planned_rounds,
    published_rows,
    ranked_entries,
    scheme_of,
)
from league.standings.table import Row, standings


def trf_event(stage: Stage, *, in_full: bool = False) -> TrfEvent:
    """A stage for two after its last closed round, for write_trf.

    Names are the public ones; `in_full` is for officials alone.
    """
    if not stage.format.report_system:
        raise LeagueError(
            _("A tournament report has two players at a table. This event is played at tables.")
        )
    closed = list(_closed_rounds(stage))
    inputs = inputs_of(stage, after_round=len(closed))
    known = field_of(inputs, scheme=scheme_of(stage))
    apart = KeepApart.objects.filter(event=stage.event_id).values_list("first", "second")
    entries = list(ranked_entries(stage.event).select_related("player"))
    try:
        terms = swiss_terms(stage.settings, round_number=len(closed) + 1, apart=apart)
    except ValueError:
        raise LeagueError(_("A tournament report knows whole and half points only.")) from None
    exported = swiss_event(
        entrants_of(entries, known),
        terms=terms,
        past=past_of(inputs),
        outcomes=outcomes_of(known, pending=RoundOutcome.PENDING),
    )
    names = entry_names(stage.event, in_full=in_full)
    ranks = {row.entry: row.rank for row in _rows_after(stage, len(closed))}
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
        rounds_planned=max(planned_rounds(stage), len(closed)),  # the next one may not come
        edited_rounds=frozenset(_edited_rounds(closed)),
        early_rounds=frozenset(_early_rounds(stage, closed)),
        system=stage.format.report_system,
        name=stage.event.name,
        city=stage.event.club.town,
        start=_day(stage, stage.event.starts_at),
        end=_day(stage, closed[-1].closed_at) if closed else None,
    )


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


def _rows_after(stage: Stage, closed: int) -> tuple[Row, ...]:
    """As published; where that is still being computed, as it will be."""
    if not closed:
        return ()
    return published_rows(stage, after_round=closed) or _rows_by(stage, stage.chain, closed)


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
