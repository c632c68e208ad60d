"""A club as one file: taken along from here, and a club made of the file of another server."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache

from league.archive.queries.club_imports import ClubOutlook, club_outlook, club_sent
from league.archive.queries.club_rows import club_in_numbers
from league.archive.services.club_files import take_club
from league.archive.services.club_imports import import_club
from league.archive.services.sent_files import keep_sent_file, sent_file
from league.exchange.table_files import FileSent
from league.exchange.zips import ZIP
from league.models import Club
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named
from league.web.bodies import large_bodies
from league.web.errors import refusals_on, refusals_to
from league.web.files import file_answer
from league.web.frames import form_page


class ClubFileForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy(
            "The file of a club (.club.arbitr.zip) from another server, up to 12 MiB."
        ),
    )

    def sent(self) -> bytes:
        file: UploadedFile = self.cleaned_data["file"]
        sent: bytes = file.read(settings.LARGEST_BODY)
        return sent


class TakeClubForm(forms.Form):
    """Who runs the club here; the file is kept until then."""

    sent = forms.CharField(widget=forms.HiddenInput, max_length=10)
    admin = forms.CharField(
        label=gettext_lazy("First admin"),
        max_length=254,
        help_text=gettext_lazy("A login name, or a confirmed e-mail address. They invite others."),
    )


@permitted("take_club", of=club_named)
@never_cache
def club_take(request: PageRequest, club: Club) -> HttpResponseBase:
    """What is in the file; sent by POST, since it is written down who took it."""
    if request.method == "POST":
        with refusals_to(request):
            file = take_club(club, actor=request.actor, source=request.build_absolute_uri("/"))
            name = f"{slugify(club.name) or club.pk}.club.arbitr.zip"
            return file_answer(FileSent(name, ZIP, file, is_personal=True, is_long=True))
        return redirect("club-take", club.pk)
    return render(
        request, "clubs/moving/take.html", {"club": club, "numbers": club_in_numbers(club)}
    )


@permitted("import_club")
@never_cache
@large_bodies
def club_from_file(request: PageRequest) -> HttpResponse:
    user = request.actor.user
    assert user is not None  # import_club let the request in
    is_sent = request.method == "POST"
    form = ClubFileForm(request.POST if is_sent else None, request.FILES if is_sent else None)
    if "sent" in request.POST:
        with refusals_on(form):
            return _take_over(request)
    elif is_sent and form.is_valid():
        with refusals_on(form):
            data = form.sent()
            outlook = club_outlook(club_sent(data))
            is_wanted = not (outlook.problems or outlook.here)
            kept = keep_sent_file(data, user=request.actor.user) if is_wanted else ""
            initial = {"sent": kept, "admin": user.username}
            return _shown(request, outlook, TakeClubForm(initial=initial))
    return form_page(request, "clubs/moving/from_file.html", {"form": form})


def _take_over(request: PageRequest) -> HttpResponse:
    form = TakeClubForm(request.POST)
    plan = club_sent(sent_file(request.POST["sent"], user=request.actor.user))
    if form.is_valid():
        with refusals_on(form, "admin"):
            admin = form.cleaned_data["admin"]
            club, is_new = import_club(plan, actor=request.actor, admin=admin)
            told = _("The club is here now.") if is_new else _("This club is here already.")
            messages.success(request, told)
            return redirect(club)
    return _shown(request, club_outlook(plan), form)


def _shown(request: PageRequest, outlook: ClubOutlook, form: TakeClubForm) -> HttpResponse:
    """Everything that would be made, and everything that is wrong; nothing is written."""
    status = 422 if form.errors or outlook.problems else 200
    context = {"outlook": outlook, "form": form}
    return render(request, "clubs/moving/preview.html", context, status=status)
