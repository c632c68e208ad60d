"""A player's own tables, now and before, in all events."""

from django.http import HttpResponse
from django.shortcuts import render

from league.web.access import PageRequest, permitted
from league.web.public.visitor import my_tables, tables_now


@permitted("keep_account")
def my_matches(request: PageRequest) -> HttpResponse:
    assert request.actor.user is not None
    tables = my_tables(request.actor.user)
    now = tables_now(tables)
    before = [mine for mine in tables if mine not in now]
    return render(request, "events/my_matches.html", {"now": now, "before": before})
