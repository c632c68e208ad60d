"""An event that another computer runs meanwhile: taken along, brought back, the lock taken off."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.archives import OCTETS, sent_file
from league.api.events import EventRows
from league.api.protocol import FileParser
from league.api.rows import asked
from league.archive.canonical import canonical
from league.archive.queries.imports import archive_sent
from league.archive.queries.returns import return_plan
from league.archive.queries.taken import handovers_of
from league.archive.services.handovers import (
    file_for_other,
    lock_again,
    take_along,
    take_lock_off,
)
from league.archive.services.returns import bring_back
from league.models import Event, Handover


class HandoverSerializer(serializers.ModelSerializer):
    """`who` has the event, since `at`; `state_at`: when it was last heard of."""

    class Meta:
        model = Handover
        fields = ["id", "who", "at", "state_at", "ended", "ended_at"]
        read_only_fields = fields


class NewHandoverSerializer(serializers.Serializer):
    who = serializers.CharField(max_length=80, help_text="Everybody reads it: “Laptop of Jana”")


class LastQuerySerializer(serializers.Serializer):
    last = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The event goes on here; as the file says if left out",
    )


class ReturnedSerializer(serializers.Serializer):
    """`is_new`: false where this state had been brought before. `added`: new rows, by kind."""

    handover = HandoverSerializer()
    is_new = serializers.BooleanField()
    added = serializers.DictField(child=serializers.IntegerField())


class ReturnProblemsSerializer(serializers.Serializer):
    added = serializers.DictField(child=serializers.IntegerField())
    problems = serializers.ListField(child=serializers.CharField(), help_text="Empty: none")


class Handovers(EventRows):
    """Who has an event, for those who run it."""

    permissions = {
        "handovers": "take_along",
        "take": "take_along",
        "taken": "take_along",
        "take_lock_off": "take_along",
        "lock_again": "take_along",
    }

    @extend_schema(responses=HandoverSerializer(many=True))
    @action(detail=True, url_path="handovers", url_name="list", filter_backends=[])
    def handovers(self, request: Request, **kwargs: Any) -> Response:
        """List who had the event, the newest first."""
        return self.paged(handovers_of(self.get_object()), HandoverSerializer)

    @extend_schema(request=NewHandoverSerializer, responses={201: HandoverSerializer})
    @handovers.mapping.post
    def take(self, request: Request, **kwargs: Any) -> Response:
        """Let another computer run the event; nothing of it is changed here meanwhile."""
        event = self.get_object()
        body = self.body(NewHandoverSerializer)
        made = take_along(event, actor=self.actor, who=body["who"])
        return Response(HandoverSerializer(made).data, status=201)

    @extend_schema(responses={(200, "application/json"): OpenApiTypes.OBJECT})
    @action(detail=True, url_path="handovers/file", pagination_class=None, filter_backends=[])
    def taken(self, request: Request, **kwargs: Any) -> HttpResponse:
        """Read the file for the other computer. It has names, and its key if it has the event.

        Where an event is with nobody and at home here, it is one to show it on another service.
        """
        document = file_for_other(self.get_object(), address=settings.SITE_URL)
        return HttpResponse(canonical(document), content_type="application/json")

    @extend_schema(request=None, responses=HandoverSerializer)
    @action(detail=True, methods=["post"], url_path="handovers/lock-off")
    def take_lock_off(self, request: Request, **kwargs: Any) -> Response:
        """Let the event go on here, though another computer has it."""
        ended = take_lock_off(self.get_object(), actor=self.actor)
        return Response(HandoverSerializer(ended).data)

    @extend_schema(request=None, responses=HandoverSerializer)
    @action(detail=True, methods=["post"], url_path="handovers/lock-again")
    def lock_again(self, request: Request, **kwargs: Any) -> Response:
        """Undo that, as long as nothing was changed here since."""
        locked = lock_again(self.get_object(), actor=self.actor)
        return Response(HandoverSerializer(locked).data)


class Returns(EventRows):
    """States of an event from the computer that has it: the file as the body."""

    takes_large_bodies = True
    parser_classes = [FileParser]
    permissions = {"read_return": "bring_back", "bring_back": "bring_back"}

    @extend_schema(request=OCTETS, responses=ReturnProblemsSerializer)
    @action(detail=True, methods=["post"], url_path="return/read", url_name="read")
    def read_return(self, request: Request, **kwargs: Any) -> Response:
        """What the file would add, and what stands in its way. Writes nothing."""
        event: Event = self.get_object()
        seen = return_plan(event, archive_sent(sent_file(request)))
        problems = [conflict.text for conflict in seen.conflicts]
        return Response({"added": seen.counts(), "problems": problems})

    @extend_schema(request=OCTETS, parameters=[LastQuerySerializer], responses=ReturnedSerializer)
    @action(detail=True, methods=["post"], url_path="return", url_name="take")
    def bring_back(self, request: Request, **kwargs: Any) -> Response:
        """Bring a state of the event back; nothing is written where something stands in its way.

        The same state again is answered as the first time.
        """
        event: Event = self.get_object()
        plan = archive_sent(sent_file(request))
        last = asked(LastQuerySerializer, request)["last"]
        told = plan.taken.is_last if plan.taken else False
        returned = bring_back(event, plan, actor=self.actor, is_last=told if last is None else last)
        return Response(
            {
                "handover": HandoverSerializer(returned.handover).data,
                "is_new": returned.is_new,
                "added": returned.counts,
            }
        )
