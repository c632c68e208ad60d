"""The service's addresses and one more: a view that does nothing, as the baseline."""

from django.http import HttpResponse
from django.urls import path

from league.config.urls import handler400, handler403, handler404, handler500, urlpatterns
from league.web.access import PageRequest, permitted


@permitted("visit")
def empty(request: PageRequest) -> HttpResponse:
    return HttpResponse("")


urlpatterns = [*urlpatterns, path("bench/empty", empty)]

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]
