"""How parts of live pages answer, which phones and projectors ask for every few seconds.

They are the same for every viewer: no session, no account, the language in the address
(`league.web.middleware.Impersonal` sees to it). What has not changed costs one look into the
cache. What is personal stands outside of them. Each room has its own parts.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotFound
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from league.live import live_version
from league.models import Event
from league.web.access import open_to_all

Contents = Callable[..., Mapping[str, object]]
View = Callable[..., HttpResponseBase]


def fragment(template: str, *, asks: bool = False) -> Callable[[Contents], View]:
    """A view that shows what the function gives for an event that is public.

    `asks`: it is also given what the address asks for, as `asked`.
    """

    def decorate(contents: Contents) -> View:
        @open_to_all
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
    if event.status == Event.Status.DRAFT or event.wiped_at:
        return HttpResponseNotFound()
    with translation.override(language), timezone.override(ZoneInfo(event.time_zone)):
        try:
            context = contents(event, **parts)
        except Http404:
            return HttpResponseNotFound()
        return HttpResponse(render_to_string(template, {"event": event, **context}))
