"""Verdicts as JSON, and what the rules say about a record that is not stored."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.record import MAX_BYTES
from league.api.access import caller_of
from league.api.frame import Endpoint
from league.api.protocol import JSONParser, RecordParser
from league.api.schema import RECORD, VERDICT
from league.errors import TooLarge
from league.results.queries import verdict_told
from league.results.services.verification import verdict_on, verdict_stored
from league.throttle import count


class RecordField(serializers.CharField):
    """The bytes of a record: of a text within JSON, or of a body that is nothing else."""

    def to_internal_value(self, data: Any) -> Any:
        return data if isinstance(data, bytes) else super().to_internal_value(data)


class RecordSerializer(serializers.Serializer):
    record = RecordField(trim_whitespace=False, allow_blank=True)

    def validate_record(self, record: str | bytes) -> bytes:
        return record if isinstance(record, bytes) else record.encode()


class VerdictSideSerializer(serializers.Serializer):
    """Who competes; a game may report more of a side than these."""

    side = serializers.CharField()
    seats = serializers.ListField(child=serializers.CharField())
    rank = serializers.IntegerField()
    score = serializers.IntegerField()
    keys = serializers.ListField(
        child=serializers.IntegerField(), help_text="In their order; higher is better"
    )


class FindingSerializer(serializers.Serializer):
    """Decide by `code`; `message` is for people, in the language asked for."""

    line = serializers.IntegerField()
    seat = serializers.CharField(allow_null=True)
    code = serializers.CharField()
    severity = serializers.CharField(help_text="error, warning")
    message = serializers.CharField()
    rule = serializers.CharField()


class VerdictSerializer(serializers.Serializer):
    """What the rules say about a record."""

    game = serializers.CharField(allow_null=True)
    variant = serializers.CharField(allow_null=True)
    edition = serializers.CharField(allow_null=True)
    players = serializers.IntegerField(allow_null=True)
    rules_version = serializers.IntegerField(allow_null=True)
    status = serializers.CharField(help_text="complete, unfinished, illegal, unreadable")
    termination = serializers.CharField(allow_null=True)
    claims = serializers.CharField(help_text="match, mismatch, none")
    turns = serializers.IntegerField()
    sides = VerdictSideSerializer(many=True)
    findings = FindingSerializer(many=True)
    digest = serializers.CharField(allow_null=True)


class Verify(Endpoint, APIView):
    """The referee by itself."""

    takes_large_bodies = True
    permissions = {"post": "verify_record"}
    parser_classes = [JSONParser, RecordParser]

    @extend_schema(
        operation_id="verify",
        request={"application/json": RecordSerializer, "text/plain": str},
        responses=VerdictSerializer,
        examples=[
            OpenApiExample("As text", RECORD, media_type="text/plain", request_only=True),
            OpenApiExample(
                "As JSON", {"record": RECORD}, media_type="application/json", request_only=True
            ),
            OpenApiExample("The verdict", VERDICT, response_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """Verify a record without storing it.

        As text or within JSON, without an account; 413 above 256 KiB. A record that breaks the
        rules, or cannot be read, is answered with 200: see `status` and `findings`.
        """
        count("verify", who=caller_of(request))
        record: bytes = self.body(RecordSerializer)["record"]
        if len(record) > MAX_BYTES:
            limit = {"limit": MAX_BYTES // 1024}
            raise TooLarge(_("The record is larger than %(limit)d KiB.") % limit)
        return Response(verdict_told(verdict_stored(verdict_on(record))))
