"""A stage that began with others than the results name now: who, and what an official decides."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventRows
from league.api.rows import IdField, IdOrEmptyField
from league.api.stages import ONE_STAGE, STAGE_ORDER
from league.events.queries.changed_fields import ChangedField, changed_field
from league.events.queries.entries import entry_names
from league.events.services.changed_fields import LET_STAND, PUT_RIGHT, decide_field
from league.models import Stage


class FieldSwapSerializer(serializers.Serializer):
    """`comes` would have gone on instead of `leaves`; empty: nobody else."""

    leaves = IdOrEmptyField()
    leaves_name = serializers.CharField(allow_blank=True)
    comes = IdOrEmptyField()
    comes_name = serializers.CharField(allow_blank=True)


class ChangedFieldSerializer(serializers.Serializer):
    """`renumbered`: entries that came from another place, so that starting numbers differ."""

    mark = serializers.CharField(help_text="Of this case as it stands, to be sent with a decision")
    can_be_put_right = serializers.BooleanField(help_text="Nothing of the stage is handed in")
    swaps = FieldSwapSerializer(many=True)
    renumbered = serializers.ListField(child=IdField())


class FieldDecisionSerializer(serializers.Serializer):
    """`put_right`: its rounds are taken back, and the right ones are in the stage. `stand`: those
    who play stay, with a public `reason`.
    """

    choice = serializers.ChoiceField(choices=[PUT_RIGHT, LET_STAND])
    mark = serializers.CharField(max_length=40)
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class ChangedFields(EventRows):
    """Who plays in a stage after a result of the one before was corrected."""

    permissions = {"changed": "decide_field", "decide": "decide_field"}

    @extend_schema(parameters=[STAGE_ORDER], responses=ChangedFieldSerializer)
    @action(
        detail=True,
        url_path=f"{ONE_STAGE}/changed",
        url_name="detail",
        pagination_class=None,
        filter_backends=[],
    )
    def changed(self, request: Request, order: str, **kwargs: Any) -> Response:
        """Read who belongs in a stage after results were corrected.

        Send the `mark` with the decision. 404 if those who play in the stage belong there, or if
        an official let it stand.
        """
        case = changed_field(self._stage(order))
        if case is None:
            raise Http404
        return Response(ChangedFieldSerializer(_told(case)).data)

    @extend_schema(parameters=[STAGE_ORDER], request=FieldDecisionSerializer, responses={204: None})
    @changed.mapping.post
    def decide(self, request: Request, order: str, **kwargs: Any) -> Response:
        """Decide who plays in a stage after results were corrected.

        409 where it is another case by now. `POST /events/{id}/steps/{step}/undo` takes it back.
        """
        stage = self._stage(order)
        decide_field(stage, actor=self.actor, **self.body(FieldDecisionSerializer))
        return Response(status=204)

    def _stage(self, order: str) -> Stage:
        event = self.get_object()
        stage: Stage = get_object_or_404(event.stages, order=int(order), order__gt=1)
        stage.event = event
        return stage


def _told(case: ChangedField) -> dict[str, Any]:
    names = entry_names(case.stage.event)
    return {
        "mark": case.mark,
        "can_be_put_right": case.can_be_put_right,
        "swaps": [
            {
                "leaves": swap.leaves,
                "leaves_name": names.get(swap.leaves, ""),
                "comes": swap.comes,
                "comes_name": names.get(swap.comes, ""),
            }
            for swap in case.swaps
        ],
        "renumbered": case.renumbered,
    }
