"""Beside the rounds themselves: the last steps with their way back, and the sizes of tables."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.serializers.desk import PlanChoiceSerializer, PlansSerializer, StepSerializer
from league.api.views.events import EventRows
from league.events.queries.events import current_stage
from league.events.queries.plans import plans_of, players_to_plan_for
from league.events.queries.steps import last_steps
from league.events.services.drafts import choose_plan
from league.events.services.undo import undo_step
from league.models import AuditEntry, Event

_NUMBER = "[1-9][0-9]{0,17}"  # what a database can look for
_STEP = OpenApiParameter("step", int, OpenApiParameter.PATH, description="The id of the step")


class Steps(EventRows):
    """The last steps at the desk of an event, newest first, for officials."""

    permissions = {
        "steps": "work_desk",
        "undo": "undo_step",
    }

    @extend_schema(responses=StepSerializer(many=True))
    @action(detail=True, url_name="list", pagination_class=None, filter_backends=[])
    def steps(self, request: Request, **kwargs: Any) -> Response:
        return self._shown(self.get_object())

    @extend_schema(parameters=[_STEP], request=None, responses=StepSerializer(many=True))
    @action(
        detail=True,
        methods=["post"],
        url_path=f"steps/(?P<step>{_NUMBER})/undo",
        pagination_class=None,
        filter_backends=[],
    )
    def undo(self, request: Request, step: str, **kwargs: Any) -> Response:
        """Take a step back, where nothing is lost by it. That is a step of its own."""
        event = self.get_object()
        taken = get_object_or_404(AuditEntry.objects.filter(event=event.pk), pk=step)
        undo_step(taken, actor=self.actor)
        return self._shown(event)

    def _shown(self, event: Event) -> Response:
        steps = last_steps(event, actor=self.actor)
        return Response(StepSerializer(steps, many=True).data)


class Plans(EventRows):
    """Sizes of tables side by side, for all rounds of an event, before its first."""

    permissions = {
        "plans": "choose_plan",
        "choose": "choose_plan",
    }

    @extend_schema(responses=PlansSerializer)
    @action(detail=True, url_name="list", pagination_class=None, filter_backends=[])
    def plans(self, request: Request, **kwargs: Any) -> Response:
        return self._shown(self.get_object())

    @extend_schema(request=PlanChoiceSerializer, responses=PlansSerializer)
    @plans.mapping.post
    def choose(self, request: Request, **kwargs: Any) -> Response:
        """Seat people at tables of this size from the first round on."""
        event = self.get_object()
        choose_plan(current_stage(event), actor=self.actor, **self.given(PlanChoiceSerializer))
        return self._shown(event)

    def _shown(self, event: Event) -> Response:
        stage = current_stage(event)
        stage.event = event
        players = players_to_plan_for(stage)
        shown = {
            "players": players,
            "rounds": stage.rounds_planned,
            "plans": plans_of(stage, players=players),
        }
        return Response(PlansSerializer(shown).data)
