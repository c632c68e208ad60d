"""After the last round: the steps that lead an event to its archive."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventRows
from league.events.queries.wrap_up import wrap_up_of
from league.events.services.lifecycle import mark_wrap_up
from league.events.wrap_up_rules import MAY_SKIP, ORDER, STATES
from league.models import Event


class WrapUpStepSerializer(serializers.Serializer):
    """A step after the last round. Those that the event has no use for are left out."""

    step = serializers.ChoiceField(source="key", choices=ORDER)
    state = serializers.ChoiceField(choices=STATES)


class WrapUpMarkSerializer(serializers.Serializer):
    """`done`: a step that only a person can tell of; `to_do` takes either of the others back."""

    step = serializers.ChoiceField(choices=MAY_SKIP)
    state = serializers.ChoiceField(choices=STATES)


class LastSteps(EventRows):
    """What is left to do after the last round, for officials, in its order."""

    permissions = {"wrap_up": "wrap_up", "mark": "wrap_up"}

    @extend_schema(responses=WrapUpStepSerializer(many=True))
    @action(detail=True, url_path="wrap-up", url_name="list", filter_backends=[])
    def wrap_up(self, request: Request, **kwargs: Any) -> Response:
        return self._shown(self.get_object())

    @extend_schema(request=WrapUpMarkSerializer, responses=WrapUpStepSerializer(many=True))
    @wrap_up.mapping.post
    def mark(self, request: Request, **kwargs: Any) -> Response:
        """Say that a step is done, leave it out, or take that back."""
        event = self.get_object()
        return self._shown(mark_wrap_up(event, actor=self.actor, **self.body(WrapUpMarkSerializer)))

    def _shown(self, event: Event) -> Response:
        return self.paged(wrap_up_of(event).steps, WrapUpStepSerializer)
