"""The records of an event as one file."""

from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from league.exchange.queries.records import records_file
from league.models import Event
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.errors import refusals_to
from league.web.files import file_answer


@permitted("see_event", of=event_named, hidden=True)
def event_records(request: PageRequest, event: Event) -> HttpResponseBase:
    with refusals_to(request):
        return file_answer(records_file(event))
    return redirect("event", event.pk)
