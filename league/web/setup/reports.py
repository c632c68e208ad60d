"""An event of another program taken over from its tournament report: sent, looked at, taken."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from league.clubs.spreadsheets import MAX_BYTES, decoded
from league.exchange.import_plan import ImportAs, ImportPlan
from league.exchange.queries.reports import plan_in, problem_told
from league.exchange.services import ImportWishes, import_report, members_named, person_name
from league.models import Club
from league.models.names import match_key
from league.standings.points import written_12
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named
from league.web.bodies import large_bodies
from league.web.errors import refusals_on
from league.web.forms import KeyedForm, WhenForm
from league.web.frames import form_page
from league.web.rules import labels_of

_MOST_SHOWN = 200  # players, one by one
_WAYS = {
    ImportAs.FINISHED: gettext_lazy("It is over: as a finished event"),
    ImportAs.RUNNING: gettext_lazy("It goes on here: as a running event"),
}


class ReportForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        help_text=gettext_lazy("A tournament report (TRF), up to 1 MiB and 2,000 players."),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste the report"),
        required=False,
        max_length=MAX_BYTES,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not self.errors and not values.get("file") and not values.get("text", "").strip():
            raise forms.ValidationError(_("Choose a file, or paste the report."))
        return values

    def sent(self) -> bytes:
        file: UploadedFile | None = self.cleaned_data["file"]
        sent: bytes = file.read(MAX_BYTES + 1) if file else self.cleaned_data["text"].encode()
        return sent


class TakeOverForm(KeyedForm, WhenForm):
    """What a report does not say, and in which way the event is taken over."""

    report = forms.CharField(widget=forms.HiddenInput, strip=False, max_length=MAX_BYTES)
    game_name = forms.CharField(
        label=gettext_lazy("Name of the game"),
        max_length=100,
        help_text=gettext_lazy("A report knows who won, not the scores: places count."),
    )
    as_what = forms.ChoiceField(label=gettext_lazy("What is it?"), widget=forms.RadioSelect)
    field_order = ("name", "game_name", "date", "time", "as_what")

    def __init__(self, *args: Any, plan: ImportPlan, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ways: Any = self.fields["as_what"]
        ways.choices = [(way.value, _WAYS[way]) for way in plan.as_what]

    def wishes(self, club: Club) -> ImportWishes:
        return ImportWishes(
            name=self.cleaned_data["name"],
            game_name=self.cleaned_data["game_name"],
            starts_at=self.moment_in(club.zone),
            as_what=ImportAs(self.cleaned_data["as_what"]),
        )


@permitted("import_event", of=club_named)
@large_bodies
def report_import(request: PageRequest, club: Club) -> HttpResponse:
    if "report" in request.POST:
        return _take_over(request, club)
    is_sent = request.method == "POST"
    form = ReportForm(request.POST if is_sent else None, request.FILES if is_sent else None)
    if is_sent and form.is_valid():
        with refusals_on(form):
            sent = form.sent()
            return _preview(request, club, plan_in(sent), decoded(sent))
    return form_page(request, "setup/reports/import.html", {"form": form, "club": club})


def _preview(request: PageRequest, club: Club, plan: ImportPlan, text: str) -> HttpResponse:
    """Everything that would be made, and everything that is wrong; nothing is written."""
    event = plan.event
    initial = {
        "report": text,
        "name": event.name,
        "date": event.start,
        "time": "09:00",
        "as_what": plan.as_what[0] if plan.as_what else "",
    }
    return _shown(request, club, plan, TakeOverForm(initial=initial, plan=plan))


def _take_over(request: PageRequest, club: Club) -> HttpResponse:
    plan = plan_in(request.POST["report"].encode())
    form = TakeOverForm(request.POST, plan=plan)
    if form.is_valid():
        with refusals_on(form):
            event, is_new = import_report(
                club,
                plan,
                wishes=form.wishes(club),
                actor=request.actor,
                client_key=form.cleaned_data["client_key"],
            )
            if is_new:
                messages.success(request, _("The event is taken over. Compare the standings."))
            else:
                messages.info(request, _("This report has already been taken over."))
            return redirect("event-standings", event.pk)
    return _shown(request, club, plan, form)


def _shown(request: PageRequest, club: Club, plan: ImportPlan, form: TakeOverForm) -> HttpResponse:
    event = plan.event
    members = members_named(club, event)
    people = [
        {
            "told": player,
            "name": person_name(player),
            "is_member": match_key(person_name(player)) in members,
            "points": written_12(event.total_12(player)),
        }
        for player in event.players
    ]
    context = {
        "club": club,
        "form": form,
        "plan": plan,
        "event": event,
        "hindrances": [problem_told(one) for one in plan.problems if one.is_fatal],
        "notes": [problem_told(one) for one in plan.problems if not one.is_fatal],
        "people": people[:_MOST_SHOWN],
        "members": len(members),
        "left_off": max(len(people) - _MOST_SHOWN, 0),
        "order": labels_of(plan.chain),
        "points": [written_12(worth) for worth in _worths(plan)],
    }
    status = 422 if form.errors or plan.is_hindered else 200
    return render(request, "setup/reports/preview.html", context, status=status)


def _worths(plan: ImportPlan) -> tuple[int, int, int]:
    points = plan.event.points
    return points.win_12, points.draw_12, points.loss_12
