"""What was handed in for a match: the verdict on one version, the history, two side by side."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.events.queries.events import entry_names
from league.events.queries.sides import sides_beside
from league.models import Match, Submission
from league.permissions import may
from league.web.access import PageRequest, permitted
from league.web.addresses import match_named, submission_named
from league.web.frames import event_frame
from league.web.paging import page_of
from league.web.table.history import VersionShown
from league.web.table.history_shown import History, history_of
from league.web.table.verdicts import VerdictShown, changes_in, compared, verdict_shown


@permitted("see_submission", of=submission_named, hidden=True)
def submission(request: PageRequest, submission: Submission) -> HttpResponse:
    shown = _verdict(submission)
    context = {
        **event_frame(request, submission.match.event, tab="event"),
        "heading": _("Table %(table)d, version %(number)d")
        % {"table": submission.match.table, "number": shown.shown.number},
        "match": submission.match,
        "verdict": shown,
    }
    return render(request, "results/submission.html", context)


@permitted("see_submission", of=submission_named, hidden=True)
def verdict(request: PageRequest, submission: Submission) -> HttpResponse:
    """The part that is asked for until the rules have looked at the record."""
    shown = _verdict(submission)
    context = {"event": submission.match.event, "match": submission.match, "verdict": shown}
    response = render(request, "results/_verdict.html", context)
    if not shown.is_pending:
        response["HX-Trigger"] = "verdict-arrived"
    return response


@permitted("see_submission", of=submission_named, hidden=True)
def record(request: PageRequest, submission: Submission) -> HttpResponse:
    """The record as a file; never shown by the browser as anything but text."""
    if not submission.record:
        raise Http404
    response = HttpResponse(submission.record, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="record-{submission.pk}.txt"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


@permitted("see_match", of=match_named, hidden=True)
def history(request: PageRequest, match: Match) -> HttpResponse:
    is_official = may(request.actor, "see_as_official", match)
    found = history_of(match, names=entry_names(match.event), with_private=is_official)
    page = page_of(found.acts, request)
    context = {
        **event_frame(request, match.event, tab="event"),
        "heading": _("History of table %(number)d") % {"number": match.table},
        "match": match,
        "history": found,
        "page_obj": page,
        "acts": [_act(found, each) for each in page],
    }
    return render(request, "results/history.html", context)


@permitted("see_match", of=match_named, hidden=True)
def compare(request: PageRequest, match: Match) -> HttpResponse:
    """`a` and `b` name two versions; without them, those that stand against each other."""
    found = history_of(match, names=entry_names(match.event))
    pair = _chosen(found, request.GET.get("a", ""), request.GET.get("b", ""))
    context = {
        **event_frame(request, match.event, tab="event"),
        "heading": _("Two versions of table %(number)d") % {"number": match.table},
        "match": match,
        "history": found,
        "pair": compared(*pair) if pair else None,
    }
    return render(request, "results/compare.html", context)


def _verdict(submission: Submission) -> VerdictShown:
    match = submission.match
    shown = history_of(match, names=entry_names(match.event)).version(submission.pk)
    assert shown is not None
    return verdict_shown(shown, game=match.round.game_here)


def _act(found: History, act: object) -> dict[str, object]:
    if not isinstance(act, VersionShown):
        return {"ruling": act}
    before = found.before(act)
    return {
        "version": act,
        "before": before,
        "sides": sides_beside(before.sides, act.sides) if before else [],
        "changes": changes_in(found, act),
        "result": found.grounds.get(act.submission.pk),
        "is_told_below": act.by is None and any(each.version == act for each in found.rulings),
    }


def _chosen(found: History, first: str, second: str) -> tuple[VersionShown, VersionShown] | None:
    if not first and not second:
        return found.opposed
    pair = found.version(first), found.version(second)
    if pair[0] is None or pair[1] is None:
        raise Http404
    return pair[0], pair[1]
