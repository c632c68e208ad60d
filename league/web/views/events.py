"""Events."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from league.events.queries import events_shown
from league.models import Event
from league.permissions import anyone, referees_event, sees_event
from league.web.access import PageRequest, permitted
from league.web.paging import page_of


def event_named(pk: str) -> Event:
    return get_object_or_404(Event.objects.select_related("club"), pk=pk)


@permitted(anyone)
def events(request: PageRequest) -> HttpResponse:
    return render(
        request, "events/list.html", {"page_obj": page_of(events_shown(request.actor), request)}
    )


@permitted(sees_event, of=event_named, hidden=True)
def event(request: PageRequest, event: Event) -> HttpResponse:
    is_official = referees_event(request.actor, event)
    officials = event.official_set.select_related("user") if is_official else []
    return render(request, "events/detail.html", {"event": event, "officials": officials})
