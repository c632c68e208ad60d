"""The service's addresses and two more: a view that does nothing, as the baseline, and a clock."""

import time

from django.http import HttpResponse
from django.urls import path

from league.config.urls import handler400, handler403, handler404, handler500, urlpatterns
from league.web.access import PageRequest, permitted


@permitted("visit")
def empty(request: PageRequest) -> HttpResponse:
    return HttpResponse("")


@permitted("visit")
def cpu(request: PageRequest) -> HttpResponse:
    """Seconds of the processor that this server has used so far."""
    return HttpResponse(str(time.process_time()))


urlpatterns = [*urlpatterns, path("bench/empty", empty), path("bench/cpu", cpu)]

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]
