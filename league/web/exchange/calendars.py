"""Calendars that people subscribe to: of events, clubs and seasons by open addresses, and of one's
own matches by a secret one, which can be taken back.
"""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _

from league.accounts import calendar_of, calendar_secret, close_calendar, open_calendar
from league.exchange.queries import calendars
from league.models import CalendarLink, Club, Event, Season
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named, event_named
from league.web.exchange.tables import season_named
from league.web.files import file_answer


@permitted("see_event", of=event_named, hidden=True)
def event_calendar(request: PageRequest, event: Event) -> HttpResponseBase:
    return file_answer(calendars.event_calendar(event))


@permitted("see_club", of=club_named)
def club_calendar(request: PageRequest, club: Club) -> HttpResponseBase:
    return file_answer(calendars.club_calendar(club))


@permitted("see_season", of=season_named, hidden=True)
def season_calendar(request: PageRequest, season: Season) -> HttpResponseBase:
    """The schedule: of everybody, or of one entry."""
    return file_answer(calendars.season_calendar(season, entry=request.GET.get("entry", "")))


@permitted("visit")
def own_calendar(request: PageRequest, key: str) -> HttpResponseBase:
    """Whoever knows the address reads it: calendars cannot log in."""
    link, _dash, secret = key.partition("-")
    user = calendar_of(secret, link=link)
    if user is None:
        raise Http404
    with translation.override(user.language or translation.get_language()):
        return file_answer(calendars.personal_calendar(user))


@permitted("keep_account")
def my_calendar(request: PageRequest) -> HttpResponse:
    user = request.actor.user
    assert user is not None  # keep_account let the request in
    if request.method == "POST":
        if request.POST.get("do") == "close":
            close_calendar(user, actor=request.actor)
            messages.success(request, _("The address works no longer."))
        else:
            open_calendar(user, actor=request.actor)
            messages.success(request, _("Here is the address of your calendar."))
        return redirect("my-calendar")
    link = CalendarLink.objects.filter(user=user).first()
    key = f"{link.pk}-{calendar_secret(link)}" if link else ""
    return render(request, "exchange/my_calendar.html", {"link": link, "key": key})
