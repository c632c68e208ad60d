"""What stands in the form of a ruling before anything is typed."""

from typing import Any

from league.results.sides import Mark, write_mark
from league.web.desk.cases import Case
from league.web.desk.ruling_form import BY_FIGURES, BY_RECORD, BY_SCORES
from league.web.figures import typed_figures


def initial_of(case: Case, *, kind: str = "", basis: str = "") -> dict[str, Any]:
    """What stands in the form at first: the version asked for, or the newest."""
    chosen = case.version(basis) or case.newest_with_record
    with_record = chosen if chosen and chosen.submission.record else None
    seated = (case.version(basis) or case.newest) if case.versions else None
    seating = seated.submission.seating if seated else case.seating
    claims = case.claims
    gone = [entry for entry, claim in claims.items() if claim.mark.is_forfeit]
    fields = case.figure_fields(gone=gone)
    return {
        "kind": kind,
        "submission": case.current[0].submission.pk if len(case.current) == 1 else "",
        "basis": with_record.submission.pk if with_record else "",
        "time_by": BY_RECORD if with_record else BY_SCORES,
        "record": with_record.submission.record if with_record else _blank(case),
        "scores_by": BY_FIGURES,
        "version": case.match.version,
        "game": case.game,
        **typed_figures(fields, claims),
        **{f"gone-{entry}": True for entry in gone if fields},
        **{f"mark-{entry}": mark for entry, mark in _marks_of(case).items()},
        **{f"seat-{letter}": entry for letter, entry in seating.items()},
    }


def _blank(case: Case) -> str:
    return case.blank_record if case.has_records else ""


def _marks_of(case: Case) -> dict[str, str]:
    """Of the result that counts, else of the newest version."""
    if case.counts is None:
        newest = case.newest
        return {side.entry: side.mark for side in newest.sides} if newest else {}
    claims = case.claims
    return {
        side["entry"]: write_mark(
            Mark(
                side["score"],
                is_above_equals=bool(
                    side["entry"] in claims and claims[side["entry"]].mark.is_above_equals
                ),
            )
        )
        for side in case.counts.sides
    }
