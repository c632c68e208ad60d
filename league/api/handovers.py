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
from league.api.rows import ID, IdField, asked
from league.archive.canonical import canonical
from league.archive.queries.imports import archive_sent
from league.archive.queries.returns import ReturnPlan, return_plan
from league.archive.queries.taken import handovers_of
from league.archive.services.handovers import lock_again, take_along, take_lock_off, travel_file
from league.archive.services.returns import Agreed, bring_back
from league.archive.zipped import zipped_alone
from league.exchange.zips import ZIP
from league.models import Event, Handover, Player

_NEW = "new"  # in place of an id: somebody who was not here before
_PEOPLE = f"^{ID}:({ID}|{_NEW})(,{ID}:({ID}|{_NEW}))*$"


class HandoverSerializer(serializers.ModelSerializer):
    """`who` has the event, since `at`; `state_at`: when it was last heard of."""

    class Meta:
        model = Handover
        fields = ["id", "who", "at", "state_at", "ended", "ended_at"]
        read_only_fields = fields


class NewHandoverSerializer(serializers.Serializer):
    who = serializers.CharField(max_length=80, help_text="Everybody reads it: “Laptop of Jana”")


class TravelQuerySerializer(serializers.Serializer):
    form = serializers.ChoiceField(
        choices=["json", "zip"], default="json", help_text="`zip` is a tenth of the size"
    )


class AgreedQuerySerializer(serializers.Serializer):
    people = serializers.RegexField(
        _PEOPLE,
        required=False,
        help_text="Who people of the file are here, as `asks` lists them: "
        "`id-there:id-here,id-there:new`",
    )

    def validate_people(self, written: str) -> dict[str, str]:
        """Empty: somebody new."""
        pairs = (pair.split(":") for pair in written.split(","))
        return {there: "" if here == _NEW else here for there, here in pairs}


class ReturnQuerySerializer(AgreedQuerySerializer):
    last = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The event goes on here; as the file says if left out",
    )
    overrules = serializers.BooleanField(
        default=False, help_text="What was changed here meanwhile is lost, where `may_overrule`"
    )


class ReturnedSerializer(serializers.Serializer):
    """`is_new`: false where this state had been brought before. `added`: new rows, by kind."""

    handover = HandoverSerializer()
    is_new = serializers.BooleanField()
    added = serializers.DictField(child=serializers.IntegerField())


class CandidateSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="full_name")

    class Meta:
        model = Player
        fields = ["id", "name"]
        read_only_fields = fields


class AskedSerializer(serializers.Serializer):
    """Somebody of the file; several of the club have this name."""

    id = IdField(source="pk", help_text="In the file")
    name = serializers.CharField()
    candidates = CandidateSerializer(many=True)


class ReturnProblemsSerializer(serializers.Serializer):
    added = serializers.DictField(source="counts", child=serializers.IntegerField())
    problems = serializers.SerializerMethodField(help_text="Empty: none")
    asks = AskedSerializer(source="asks_about", many=True)
    may_overrule = serializers.BooleanField(
        help_text="An official may say that the file counts, whatever was changed here"
    )

    def get_problems(self, seen: ReturnPlan) -> list[str]:
        return [conflict.text for conflict in seen.conflicts]


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
        """List which computers had an event, the newest first.

        Where `ended_at` is null, the event is there now. `ended` tells how the others came to an
        end.
        """
        return self.paged(handovers_of(self.get_object()), HandoverSerializer)

    @extend_schema(request=NewHandoverSerializer, responses={201: HandoverSerializer})
    @handovers.mapping.post
    def take(self, request: Request, **kwargs: Any) -> Response:
        """Let another computer run an event.

        From now on changes here are refused with 409 `played-elsewhere`; `handovers/file` is the
        file for the other computer. The event must be open for entries or running, with nothing
        half done: no drafted round, open score sheet or entry that waits for approval.
        `handovers/lock-off` takes it back.
        """
        event = self.get_object()
        body = self.body(NewHandoverSerializer)
        made = take_along(event, actor=self.actor, who=body["who"])
        return Response(HandoverSerializer(made).data, status=201)

    @extend_schema(
        parameters=[TravelQuerySerializer],
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, ZIP): OpenApiTypes.BINARY,
        },
    )
    @action(detail=True, url_path="handovers/file", pagination_class=None, filter_backends=[])
    def taken(self, request: Request, **kwargs: Any) -> HttpResponse:
        """Read the file with which the event travels. It has names, and on its way out a key.

        For the computer that takes it along; there, for the service where it is at home; else for
        one that will show it.
        """
        event = self.get_object()
        wanted = asked(TravelQuerySerializer, request)
        document = travel_file(event, address=settings.SITE_URL)
        if wanted["form"] == "zip":
            return HttpResponse(zipped_alone(document), content_type=ZIP)
        return HttpResponse(canonical(document), content_type="application/json")

    @extend_schema(request=None, responses=HandoverSerializer)
    @action(detail=True, methods=["post"], url_path="handovers/lock-off")
    def take_lock_off(self, request: Request, **kwargs: Any) -> Response:
        """Let an event go on here though another computer has it.

        What was played there and not brought back is not here. Refused if no other computer has
        the event. `handovers/lock-again` undoes it until something is changed here.
        """
        ended = take_lock_off(self.get_object(), actor=self.actor)
        return Response(HandoverSerializer(ended).data)

    @extend_schema(request=None, responses=HandoverSerializer)
    @action(detail=True, methods=["post"], url_path="handovers/lock-again")
    def lock_again(self, request: Request, **kwargs: Any) -> Response:
        """Lock an event again that another computer has.

        Undoes `handovers/lock-off`. Refused if no lock was taken off, or if something was changed
        here since: then let the event be taken along anew.
        """
        locked = lock_again(self.get_object(), actor=self.actor)
        return Response(HandoverSerializer(locked).data)


class Returns(EventRows):
    """States of an event from the computer that has it: the file as the body."""

    takes_large_bodies = True
    parser_classes = [FileParser]
    permissions = {"read_return": "bring_back", "bring_back": "bring_back"}

    @extend_schema(
        request=OCTETS, parameters=[AgreedQuerySerializer], responses=ReturnProblemsSerializer
    )
    @action(detail=True, methods=["post"], url_path="return/read", url_name="read")
    def read_return(self, request: Request, **kwargs: Any) -> Response:
        """Check a state of an event before it is brought back.

        What the file would add, and what stands in its way. Writes nothing.
        """
        event: Event = self.get_object()
        choices = asked(AgreedQuerySerializer, request).get("people", {})
        seen = return_plan(event, archive_sent(sent_file(request)), choices=choices)
        return Response(ReturnProblemsSerializer(seen).data)

    @extend_schema(request=OCTETS, parameters=[ReturnQuerySerializer], responses=ReturnedSerializer)
    @action(detail=True, methods=["post"], url_path="return", url_name="take")
    def bring_back(self, request: Request, **kwargs: Any) -> Response:
        """Bring a state of an event back.

        Nothing is written where something stands in its way. The same state again is answered as
        the first time.
        """
        event: Event = self.get_object()
        plan = archive_sent(sent_file(request))
        said = asked(ReturnQuerySerializer, request)
        told = plan.taken.is_last if plan.taken else False
        returned = bring_back(
            event,
            plan,
            actor=self.actor,
            is_last=told if said["last"] is None else said["last"],
            agreed=Agreed(said.get("people", {}), overrules=said["overrules"]),
        )
        return Response(
            {
                "handover": HandoverSerializer(returned.handover).data,
                "is_new": returned.is_new,
                "added": returned.counts,
            }
        )
