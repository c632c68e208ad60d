"""Standings of an event after its rounds."""

from typing import Any

from django.http import Http404, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.serializers.standings import AfterSerializer, StandingsSerializer
from league.api.views.events import EventRows
from league.events.queries.events import first_stage
from league.exchange.queries import standings_told
from league.models import Event
from league.permissions import sees_event
from league.standings.queries import rounds_with_standings


class Standings(EventRows):
    """The table of an event, by the names that the public sees."""

    permissions = {"standings": sees_event}

    @extend_schema(parameters=[AfterSerializer], responses=StandingsSerializer)
    @action(detail=True, url_name="list", pagination_class=None, filter_backends=[])
    def standings(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """As last published, after the latest round or an earlier one."""
        event = self.get_object()
        tag = f'"{event.live_version}-{get_language()}"'
        if unchanged := get_conditional_response(request._request, etag=tag):
            return unchanged
        asked = AfterSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        answer = _standings(event, after=asked.validated_data.get("after"))
        return Response(StandingsSerializer(answer).data, headers={"ETag": tag})


def _standings(event: Event, *, after: int | None) -> dict[str, object]:
    stage = first_stage(event)
    stage.event = event
    rounds = rounds_with_standings(stage)
    rows = standings_told(stage, after_round=after)
    if after is not None and not rows:
        raise Http404
    return {
        "after_round": max(rounds, default=0) if after is None else after,
        "rounds": rounds,
        "chain": stage.chain,
        "is_current": stage.published_version >= stage.wanted_version,
        "rows": rows,
    }
