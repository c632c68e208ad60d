"""What pages show around their content: the event with its tabs, pages of a list, the service."""

from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation

from league.events.queries.events import has_bracket, has_rounds, has_tables
from league.events.queries.practice import practice_of, why_no_practice
from league.models import Event
from league.permissions import may
from league.web.access import PageRequest
from league.web.held import who_asks
from league.web.robots import may_be_listed

PER_PAGE = 50


def sheet_page(
    request: HttpRequest, template: str, *, language: str, contents: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """A page for paper: what is printed speaks its own language, the frame the reader's."""
    with translation.override(language):
        context = contents()
    return render(request, template, {**context, "paper_language": language})


def event_frame(request: PageRequest, event: Event, *, tab: str) -> dict[str, Any]:
    is_official = may(request.actor, "see_as_official", event)
    return {
        "event": event,
        "tab": tab,
        "is_official": is_official,
        "is_organiser": is_official and may(request.actor, "run_event", event),
        "finds_tables": event.status == Event.Status.RUNNING and has_tables(event),
        "shows_bracket": event.has_started and has_bracket(event),
        "has_rounds": has_rounds(event),
        "away": event.handovers.filter(ended_at=None).first() if event.away_since else None,
        "events_url": reverse("events"),
    }


def practice_offered(event: Event) -> dict[str, Any]:
    """Before the start: the rehearsal that is under way, or that there may be one."""
    is_offered = not why_no_practice(event)
    return {
        "offers_practice": is_offered,
        "practice": practice_of(event) if is_offered else None,
    }


def page_of(rows: QuerySet[Any] | Sequence[Any], request: HttpRequest) -> Page[Any]:
    return Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))


def form_page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page with a form; 422 where something in it is wrong."""
    status = 422 if context["form"].errors else 200
    return render(request, template, context, status=status)


def service(request: HttpRequest) -> dict[str, object]:
    return {
        "who": who_asks(request),
        "may_be_listed": may_be_listed(request),
        "service": {
            "mode": settings.MODE,
            "version": settings.VERSION,
            # A venue may have a mail server; without one nobody would see what is printed.
            "sends_mail": settings.MODE != "venue" or bool(settings.EMAIL_HOST),
        },
    }
