"""An official settles a game: looks at the versions, decides, sees what it changes, applies it."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import LeagueError, Stale
from league.events.services.previews import preview_ruling
from league.models import Match, Remark, Ruling
from league.models.columns import number_in
from league.results.services.rulings import (
    Decision,
    accept_handed_in,
    blank_remark,
    outlook_of,
    rule as settle,
)
from league.web.access import PageRequest, permitted
from league.web.addresses import match_named
from league.web.bodies import large_bodies
from league.web.desk.cases import Case, case_of, changes_since, lines_of, moves_of, record_seen
from league.web.desk.desk import checked
from league.web.desk.forms import VersionForm
from league.web.desk.ruling_form import RulingForm, initial_of
from league.web.desk.slips import REASONS
from league.web.errors import Refusals, refusals_to
from league.web.frames import event_frame

_LONGEST_REASON = 500


@permitted("rule_match", of=match_named)
@large_bodies
def rule(request: PageRequest, match: Match) -> HttpResponse:
    """Three steps of one form: written, looked at with its effect, applied."""
    case = case_of(match, game=_game(request, match), reader=request.actor)
    if request.method != "POST":
        asked = request.GET
        initial = initial_of(case, kind=asked.get("kind", ""), basis=asked.get("basis", ""))
        return _page(request, case, RulingForm(None, case=case, initial=initial))
    if request.POST.get("step") == "accept":
        return _accept(request, case)
    form = RulingForm(request.POST, case=case, initial={})
    if request.POST.get("step") == "change":
        return _page(request, case, _as_typed(form))
    if not form.is_valid():
        return _page(request, case, form, status=422)
    if request.POST.get("step") == "apply":
        return _apply(request, case, form)
    return _look(request, case, form)


@permitted("rule_match", of=match_named)
@require_POST
@large_bodies
def rule_verdict(request: PageRequest, match: Match) -> HttpResponse:
    """A piece of the page while a record is typed: what the rules say about it now."""
    case = case_of(match, game=_game(request, match), reader=request.actor)
    form = RulingForm(request.POST, case=case, initial={})
    context: dict[str, Any] = {"case": case}
    with Refusals() as refused:
        outlook = outlook_of(match, form.record_decision)
        context["seen"] = record_seen(case, outlook)
    context["error"] = str(refused)
    return render(request, "desk/ruling/_verdict.html", context)


@permitted("rule_match", of=match_named)
@require_POST
def rule_keep(request: PageRequest, match: Match) -> HttpResponse:
    """A contested result stands as it is, with a reason."""
    game = _game(request, match)
    with refusals_to(request) as refused:
        settle(
            match,
            Decision(Ruling.Kind.KEEP, game=game),
            actor=request.actor,
            reason=request.POST.get("reason", "")[:_LONGEST_REASON],
            version=checked(VersionForm(request.POST))["version"],
        )
        messages.success(request, _("The result stands. Everybody at the table can read why."))
    return redirect(_address(match, game=game)) if refused else redirect("match", match.pk)


@permitted("blank_remark", of=match_named)
@require_POST
def rule_blank(request: PageRequest, match: Match) -> HttpResponse:
    """Take the words of a ruling away."""
    remark = Remark.objects.filter(pk=request.POST.get("remark", ""), match=match).first()
    if remark is None:
        messages.error(request, str(Stale().message))
    else:
        blank_remark(remark, actor=request.actor)
        messages.success(request, _("The words have been removed. That there was a ruling stays."))
    return redirect(_address(match, game=_game(request, match)))


def _accept(request: PageRequest, case: Case) -> HttpResponse:
    """One tap on the card of a version: it counts as it was handed in."""
    with refusals_to(request) as refused:
        accept_handed_in(
            case.match,
            submission_id=request.POST.get("submission", ""),
            actor=request.actor,
            version=checked(VersionForm(request.POST))["version"],
        )
        messages.success(request, _("The version is accepted. The standings follow in a moment."))
        return redirect("match", case.match.pk)
    newer = case_of(match_named(case.match.pk), game=case.game, reader=request.actor)
    form = RulingForm(None, case=newer, initial=initial_of(newer))
    return _page(request, newer, form, status=refused.status)


def _look(
    request: PageRequest,
    case: Case,
    form: RulingForm,
    *,
    refused: str = "",
    changes: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """What it would change; nothing is written."""
    with Refusals(form.refuse) as refusal:
        preview = preview_ruling(case.match, form.decision)
    if refusal:
        return _page(request, case, form, status=refusal.status)
    if preview.is_refused:
        form.add_error("record", _("The rules do not allow this record: see below."))
        return _page(request, case, form, status=422, seen=record_seen(case, preview.outlook))
    context = {
        "preview": preview,
        "lines": lines_of(case, preview.outlook),
        "moved": moves_of(case, preview),
        "refused": refused,
        "changes": changes or [],
        "kind_label": dict(form.fields["kind"].choices)[form.decision.kind],  # type: ignore[attr-defined]
    }
    return _page(request, case, form, status=status, template="desk/ruling/preview.html", **context)


def _apply(request: PageRequest, case: Case, form: RulingForm) -> HttpResponse:
    values = form.cleaned_data
    try:
        settle(
            case.match,
            form.decision,
            actor=request.actor,
            reason=values["reason"],
            private=values["private"],
            version=values["version"],
        )
    except Stale as stale:
        now = match_named(case.match.pk)
        changes = changes_since(now, version=values["version"], names=case.names)
        newer = case_of(now, game=case.game, reader=request.actor)
        form.case = newer
        return _look(
            request, newer, form, refused=str(stale.message), changes=changes, status=stale.status
        )
    except LeagueError as error:
        form.refuse(error)
        return _page(request, case, form, status=error.status)
    messages.success(request, _("The ruling is applied. The standings follow in a moment."))
    return redirect("match", case.match.pk)


def _page(
    request: PageRequest,
    case: Case,
    form: RulingForm,
    *,
    status: int = 200,
    template: str = "desk/ruling/rule.html",
    **more: Any,
) -> HttpResponse:
    match = case.match
    context = {
        **event_frame(request, match.event, tab="desk"),
        "heading": _("Settle table %(table)d") % {"table": match.table},
        "case": case,
        "match": match,
        "round": match.round,
        "form": form,
        "reasons": REASONS,
        **more,
    }
    return render(request, template, context, status=status)


def _as_typed(form: RulingForm) -> RulingForm:
    """Back from the preview: the same words, no complaints."""
    initial = {name: form[name].value() for name in form.fields}
    return RulingForm(None, case=form.case, initial=initial)


def _game(request: PageRequest, match: Match) -> int:
    asked = request.POST.get("game") or request.GET.get("game") or "1"
    return min(max(number_in(asked) or 1, 1), match.round.stage.games_here)


def _address(match: Match, *, game: int) -> str:
    return f"{reverse('match-rule', args=[match.pk])}?game={game}"
