"""Replays: of a version that was handed in, and of a record that somebody pastes."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from games.anonymous import names_in
from games.record import MAX_BYTES
from league.events.queries import replays
from league.events.queries.entries import public_names
from league.models import Submission
from league.models.columns import number_in
from league.results.record_text import NoText, is_text
from league.results.services.analysis import ask_analysis
from league.throttle import address_of, count
from league.web.access import PageRequest, permitted
from league.web.addresses import submission_named
from league.web.bodies import large_bodies
from league.web.errors import Refusals
from league.web.forms import text_of_file, why_no_record
from league.web.frames import event_frame
from league.web.games import drawing_file, packed, scores_chart

_KEPT_S = 86_400


class ViewerForm(forms.Form):
    record = forms.CharField(
        label=gettext_lazy("Record"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "off"}),
    )
    file = forms.FileField(label=gettext_lazy("File"), required=False, allow_empty_file=True)

    def clean(self) -> dict[str, Any]:
        """`record` is the text, wherever it came from."""
        values = super().clean() or {}
        file = values.get("file")
        sent = text_of_file(file) if file is not None else values.get("record") or ""
        text = sent if isinstance(sent, NoText) else _checked(sent)
        if isinstance(text, NoText):
            self.add_error("record" if file is None else "file", why_no_record(text))
        elif not text.strip():
            self.add_error("record", _("Paste the record, or choose a file."))
        else:
            values["record"] = text.replace("\r\n", "\n")
        return values

    def shown_again(self) -> None:
        """The text of a file that was read stands in the field from now on."""
        assert isinstance(self.data, QueryDict)
        data = self.data.copy()
        data["record"] = self.cleaned_data["record"]
        self.data = data


def _checked(text: str) -> str | NoText:
    if not is_text(text):
        return NoText("not_text")
    return NoText("too_large") if len(text.encode()) > MAX_BYTES else text


@permitted("see_submission", of=submission_named, hidden=True)
def submission_replay(request: PageRequest, submission: Submission) -> HttpResponse:
    match = submission.match
    analysis = replays.analysis_shown(submission)
    shown = _replayed(request, submission, analysis=analysis)
    address = reverse("submission-replay", args=[submission.pk])
    context = {
        **event_frame(request, match.event, tab="event"),
        "heading": _("Replay of table %(table)d") % {"table": match.table},
        "match": match,
        "submission": submission,
        "replay": shown,
        "chart": scores_chart(shown),
        "analysis": analysis,
        "analysed_sides": analysis.sides(shown.told.turns),
        "address": address,
        "drawings": reverse("submission-drawings", args=[submission.pk, 0]),
        "drawings_tag": replays.drawings_tag(submission.record, better=analysis.better),
    }
    return render(request, "public/replays/submission.html", context)


@permitted("see_submission", of=submission_named, hidden=True)
def submission_drawings(request: PageRequest, submission: Submission, number: int) -> HttpResponse:
    """Several boards at once, for the browser that plays the game through."""
    better = replays.analysis_shown(submission).better
    etag = f'"{replays.drawings_tag(_record(submission), better=better)}-{number}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = packed(request, submission.record, number=number, better=better)
    response["ETag"] = etag
    response["Cache-Control"] = f"private, max-age={_KEPT_S}"
    return response


@permitted("see_submission", of=submission_named, hidden=True)
def submission_drawing(request: PageRequest, submission: Submission, move: int) -> HttpResponse:
    """One board as a file."""
    record = _record(submission)
    if move > replays.told_of(record).last:
        raise Http404
    etag = f'"{replays.drawings_tag(record)}-{move}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = drawing_file(record, move=move, name=submission.pk)
    response["ETag"] = etag
    response["Cache-Control"] = f"private, max-age={_KEPT_S}"
    return response


@permitted("see_submission", of=submission_named, hidden=True)
def submission_analysis(request: PageRequest, submission: Submission) -> HttpResponse:
    """The part of the replay that is asked for until the analysis is there; POST wishes for it."""
    refused = _ask(request, submission) if request.method == "POST" else ""
    if request.method == "POST" and not request.htmx:
        if refused:
            messages.error(request, refused)
        return redirect("submission-replay", submission.pk)
    analysis = replays.analysis_shown(submission)
    context = {
        "refused": refused,
        "analysis": analysis,
        "analysed_sides": [],
        "submission": submission,
        "match": submission.match,
    }
    response = render(request, "public/replays/_analysis.html", context)
    if analysis.state == "done":
        response["HX-Refresh"] = "true"  # the whole list has more to say now
    return response


@permitted("visit")
@large_bodies
def viewer(request: PageRequest) -> HttpResponse:
    """Any record, without an account. Nothing is stored."""
    if request.method != "POST":
        return render(request, "public/replays/viewer.html", {"form": ViewerForm()})
    count("viewer", who=_caller(request))
    form = ViewerForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "public/replays/viewer.html", {"form": form}, status=422)
    record: str = form.cleaned_data["record"]
    if (svg := number_in(request.POST.get("svg", ""))) is not None:
        return drawing_file(record, move=svg, name="record")
    form.shown_again()
    move = number_in(request.POST.get("move", ""))
    shown = replays.replay_shown(record, names=names_in(record), move=move)
    context = {
        "form": form,
        "replay": shown,
        "chart": scores_chart(shown),
        "drawings": reverse("viewer-drawings", args=[0]),
    }
    return render(request, "public/replays/viewer.html", context)


@permitted("visit")
@require_POST
@large_bodies
def viewer_drawings(request: PageRequest, number: int) -> HttpResponse:
    count("viewer", who=_caller(request))
    form = ViewerForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=422)
    return packed(request, form.cleaned_data["record"], number=number)


def _ask(request: PageRequest, submission: Submission) -> str:
    """Why it is refused; empty: it is not."""
    with Refusals() as refused:
        count("analysis", who=_caller(request))
        ask_analysis(submission, actor=request.actor)
    return str(refused)


def _replayed(
    request: PageRequest, submission: Submission, *, analysis: replays.AnalysisShown
) -> replays.ReplayShown:
    names = public_names(submission.match.event)
    return replays.replay_shown(
        _record(submission),
        names={letter: names[entry] for letter, entry in submission.seating.items()},
        move=number_in(request.GET.get("move", "")),
        analysed=analysis.by_move,
    )


def _record(submission: Submission) -> str:
    if not submission.record:
        raise Http404
    return submission.record


def _caller(request: PageRequest) -> str:
    user = request.actor.user
    return f"user:{user.pk}" if user else address_of(request)
