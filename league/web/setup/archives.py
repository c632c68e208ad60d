"""An event of another machine taken over from its archive: sent, looked at, taken."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from league.archive.import_plan import ArchivePlan, TakeAs
from league.archive.queries.imports import archive_sent, hindrances, people_matched
from league.archive.services.imports import import_archive
from league.archive.services.sent_files import keep_sent_file, sent_file
from league.models import Club
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named
from league.web.bodies import large_bodies
from league.web.errors import refusals_on, refusals_to
from league.web.frames import form_page

_MOST_SHOWN = 200  # people, one by one
_WAYS = {
    TakeAs.READ_ONLY: gettext_lazy("To be read: nothing of it can be changed here"),
    TakeAs.RUNNING: gettext_lazy("It goes on here: as a running event"),
    TakeAs.SHOWN: gettext_lazy("Another computer goes on running it: it is shown here, and locked"),
}
_WAYS_OVER = {TakeAs.RUNNING: gettext_lazy("It counts here: for ratings, and for series")}


class ArchiveForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("An archive of Arbitr (.arbitr.json or .arbitr.zip), up to 12 MiB."),
    )

    def sent(self) -> bytes:
        file: UploadedFile = self.cleaned_data["file"]
        sent: bytes = file.read(settings.LARGEST_BODY)
        return sent


class TakeArchiveForm(forms.Form):
    """In which way the event is taken over; the file is kept until then."""

    sent = forms.CharField(widget=forms.HiddenInput, max_length=10)
    way = forms.ChoiceField(label=gettext_lazy("What is it?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, plan: ArchivePlan, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ways: Any = self.fields["way"]
        words = _WAYS | _WAYS_OVER if plan.is_over else _WAYS
        ways.choices = [(way.value, words[way]) for way in plan.ways]


@permitted("import_event", of=club_named)
@large_bodies
def archive_import(request: PageRequest, club: Club) -> HttpResponse:
    if "sent" in request.POST:
        with refusals_to(request):
            data = sent_file(request.POST["sent"], user=request.actor.user)
            return _take(request, club, archive_sent(data))
        return redirect("event-archive-import", club.pk)
    is_sent = request.method == "POST"
    form = ArchiveForm(request.POST if is_sent else None, request.FILES if is_sent else None)
    if is_sent and form.is_valid():
        with refusals_on(form):
            data = form.sent()
            plan = archive_sent(data)
            kept = keep_sent_file(data, user=request.actor.user) if plan.ways else ""
            initial = {"sent": kept, "way": plan.ways[0].value if plan.ways else ""}
            return _shown(request, club, plan, TakeArchiveForm(initial=initial, plan=plan))
    return form_page(request, "setup/archives/import.html", {"form": form, "club": club})


def _take(request: PageRequest, club: Club, plan: ArchivePlan) -> HttpResponse:
    form = TakeArchiveForm(request.POST, plan=plan)
    if form.is_valid():
        way = TakeAs(form.cleaned_data["way"])
        with refusals_on(form):
            event, is_new = import_archive(club, plan, way=way, actor=request.actor)
            told = _("The event is taken over.") if is_new else _("This archive is here already.")
            messages.success(request, told)
            return redirect("event", event.pk)
    return _shown(request, club, plan, form)


def _shown(
    request: PageRequest, club: Club, plan: ArchivePlan, form: TakeArchiveForm
) -> HttpResponse:
    """Everything that would be made, and everything that is wrong; nothing is written."""
    reasons = hindrances(plan, club=club)
    names: dict[str, str] = {} if plan.is_hindered else plan.document["people"]["players"]
    known = people_matched(plan, club=club) if not reasons else {}
    people = [(name, known.get(pk)) for pk, name in sorted(names.items(), key=lambda row: row[1])]
    context = {
        "club": club,
        "form": form,
        "plan": plan,
        "name": "" if plan.is_hindered else plan.document["people"]["event"].get("name", ""),
        "about": {} if plan.is_hindered else plan.document["about"],
        "rounds": 0 if plan.is_hindered else len(plan.content.rows["rounds"]),
        "reasons": reasons,
        "people": people[:_MOST_SHOWN],
        "known": len(known),
        "left_off": max(len(people) - _MOST_SHOWN, 0),
    }
    status = 422 if form.errors or reasons else 200
    return render(request, "setup/archives/preview.html", context, status=status)
