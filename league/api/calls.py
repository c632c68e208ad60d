"""Tables call an official; officials say that they are coming, and that it is settled."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventRows
from league.api.matches import MatchRows
from league.api.rows import ID
from league.models import Call, Match
from league.results.services.calls import answer_call, call_official, cancel_call, open_call
from league.throttle import count

_CALL = OpenApiParameter("call", str, OpenApiParameter.PATH, description="The id of the call")


class CallSerializer(serializers.ModelSerializer):
    """A table that waits for an official. `coming_at`: when one said that they are on the way."""

    table = serializers.IntegerField(source="match.table", read_only=True)

    class Meta:
        model = Call
        fields = ["id", "match", "table", "cause", "at", "coming_at"]
        read_only_fields = fields


class MatchCallSerializer(serializers.Serializer):
    """Null: nobody has called."""

    call = CallSerializer(allow_null=True)


class MatchCalls(MatchRows):
    """The call of a table, for those who play there."""

    permissions = {"call": "call_official", "start": "call_official", "cancel": "call_official"}

    @extend_schema(responses=MatchCallSerializer)
    @action(detail=True, pagination_class=None, filter_backends=[])
    def call(self, request: Request, **kwargs: Any) -> Response:
        """Whether somebody was called, and is coming."""
        return _shown(self.get_object())

    @extend_schema(request=None, responses=MatchCallSerializer)
    @call.mapping.post
    def start(self, request: Request, **kwargs: Any) -> Response:
        """Call an official. The same again changes nothing."""
        match = self.get_object()
        count("call", who=f"match:{match.pk}")
        call_official(match, actor=self.actor)
        return _shown(match)

    @extend_schema(responses={204: None})
    @call.mapping.delete
    def cancel(self, request: Request, **kwargs: Any) -> Response:
        """Nobody is needed any more."""
        match = self.get_object()
        count("call", who=f"match:{match.pk}")
        cancel_call(match, actor=self.actor)
        return Response(status=204)


class EventCalls(EventRows):
    """Tables that wait for an official, for officials."""

    permissions = {"calls": "answer_call", "coming": "answer_call", "settled": "answer_call"}

    @extend_schema(responses=CallSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def calls(self, request: Request, **kwargs: Any) -> Response:
        """The longest wait first."""
        event = self.get_object()
        waiting = Call.objects.filter(match__event=event, ended_at=None).select_related("match")
        return self.paged(waiting.order_by("at", "pk"), CallSerializer)

    @extend_schema(parameters=[_CALL], request=None, responses={204: None})
    @action(detail=True, methods=["post"], url_path=f"calls/(?P<call>{ID})/coming")
    def coming(self, request: Request, call: str, **kwargs: Any) -> Response:
        """Say that an official is on the way to a table.

        The table sees it. Said again, it changes nothing; 409 once the call is over.
        """
        return self._answer(call, is_settled=False)

    @extend_schema(parameters=[_CALL], request=None, responses={204: None})
    @action(detail=True, methods=["post"], url_path=f"calls/(?P<call>{ID})/settled")
    def settled(self, request: Request, call: str, **kwargs: Any) -> Response:
        """Say that it is settled."""
        return self._answer(call, is_settled=True)

    def _answer(self, call: str, *, is_settled: bool) -> Response:
        calls = Call.objects.filter(match__event=self.get_object()).select_related("match")
        answer_call(get_object_or_404(calls, pk=call), actor=self.actor, is_settled=is_settled)
        return Response(status=204)


def _shown(match: Match) -> Response:
    return Response(MatchCallSerializer({"call": open_call(match)}).data)
