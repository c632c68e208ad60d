"""Parts of live pages, which phones and projectors ask for every few seconds.

They are the same for every viewer: no session, no account, the language in the address
(`league.web.middleware.LiveFragments` sees to it). What has not changed costs one look into the
cache. What is personal stands outside of them.
"""

from collections.abc import Callable, Mapping
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotFound
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from league.events.queries.entries import entry_names, public_names
from league.events.queries.events import current_stage
from league.events.queries.explained import row_explained
from league.events.queries.history import history_of
from league.events.queries.projector import slides_of
from league.events.queries.public import event_now, match_shown, round_shown, verified_in
from league.events.queries.seats import seats_step
from league.events.queries.standings import table_chosen, table_page
from league.live import live_version
from league.models import Entry, Event, Round
from league.standings.queries import rounds_with_standings

Contents = Callable[..., Mapping[str, object]]
View = Callable[..., HttpResponse]


def fragment(template: str, *, asks: bool = False) -> Callable[[Contents], View]:
    """A view that shows what the function gives for an event that is public.

    `asks`: it is also given what the address asks for, as `asked`.
    """

    def decorate(contents: Contents) -> View:
        @require_safe
        @wraps(contents)
        def view(request: HttpRequest, language: str, pk: str, **parts: object) -> HttpResponse:
            try:
                etag = etag_of(pk, language=language)
            except Event.DoesNotExist:
                return HttpResponseNotFound()
            response = get_conditional_response(request, etag=etag)
            if response is None:
                if asks:
                    parts["asked"] = request.GET.dict()
                response = _rendered(template, contents, pk, language=language, **parts)
            response["ETag"] = etag
            response["Cache-Control"] = "public, max-age=1"
            return response

        view.permission = "visit"  # type: ignore[attr-defined]
        return view

    return decorate


def etag_of(event_id: str, *, language: str) -> str:
    return f'W/"{live_version(event_id)}-{language}-{settings.VERSION}"'


def live_part(route: str, event: Event, **parts: object) -> dict[str, str]:
    """For the page that a fragment stands in: where to ask, and what it has already.

    To be taken before anything else is read, so that a change in between is not missed.
    """
    language = translation.get_language()[:2]
    return {
        "url": reverse(route, kwargs={"language": language, "pk": event.pk, **parts}),
        "etag": etag_of(event.pk, language=language),
    }


def _rendered(
    template: str, contents: Contents, pk: str, *, language: str, **parts: object
) -> HttpResponse:
    event = Event.objects.select_related("club").get(pk=pk)
    if event.status == Event.Status.DRAFT:
        return HttpResponseNotFound()
    with translation.override(language):
        try:
            given = contents(event, **parts)
        except Http404:
            return HttpResponseNotFound()
        return HttpResponse(render_to_string(template, {"event": event, **given}))


@fragment("events/_event_live.html")
def live_event(event: Event) -> Mapping[str, object]:
    return {"now": event_now(event), "verified": verified_in(event)}


@fragment("events/_round_live.html")
def live_round(event: Event, number: int) -> Mapping[str, object]:
    rounds = Round.objects.select_related("stage__event").filter(stage__event=event)
    given = get_object_or_404(rounds, number=number)
    if given.status == Round.Status.DRAFT and not given.withdrawn_at:
        raise Http404
    return round_contents(given)


def round_contents(given: Round) -> Mapping[str, object]:
    """A withdrawn round has only that to tell."""
    is_public = given.status != Round.Status.DRAFT
    return {"round": given, "shown": round_shown(given) if is_public else None}


@fragment("events/_clock.html")
def live_clock(event: Event, number: int) -> Mapping[str, object]:
    """The clock alone, for a page that is about something else."""
    rounds = Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT)
    return {"round": get_object_or_404(rounds, number=number)}


@fragment("events/_match_live.html")
def live_match(event: Event, match: str) -> Mapping[str, object]:
    matches = event.matches.select_related("event", "round__stage__event")
    found = get_object_or_404(matches.exclude(round__status=Round.Status.DRAFT), pk=match)
    names = entry_names(event)
    return {
        "shown": match_shown(found, names=names),
        "history": history_of(found, names=names),
        "round": found.round,
        "seats_step": seats_step(found),
    }


@fragment("standings/_table_live.html", asks=True)
def live_standings(event: Event, *, asked: Mapping[str, str]) -> Mapping[str, object]:
    """A page of them, as `table_chosen` reads the address."""
    stage = current_stage(event)
    choice = table_chosen(event, stage, rounds=rounds_with_standings(stage), wanted=asked)
    table = table_page(stage, names=public_names(event), choice=choice)
    return {"table": table, "verified": verified_in(event)}


@fragment("standings/_row_live.html")
def live_row(event: Event, entry: str, after: int) -> Mapping[str, object]:
    """Why a row of the standings stands where it stands."""
    found = get_object_or_404(Entry.objects.exclude(status=Entry.Status.APPLIED), pk=entry)
    if found.event_id != event.pk:
        raise Http404
    found.event = event
    stage = current_stage(event)
    stage.event = event
    names = public_names(event)
    return {"explained": row_explained(found, stage=stage, names=names, after_round=after)}


@fragment("projector/_slides_live.html")
def live_projector(event: Event) -> Mapping[str, object]:
    return {"slides": slides_of(event)}
