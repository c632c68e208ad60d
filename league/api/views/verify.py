"""What the rules say about a record. Nothing is stored."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.record import MAX_BYTES
from league.api.access import CountedView, caller_of
from league.api.examples import RECORD, VERDICT
from league.api.parsers import JSONParser, RecordParser
from league.api.verdicts import RecordSerializer, VerdictSerializer
from league.errors import TooLarge
from league.results.queries import verdict_told
from league.results.services.verification import verdict_on, verdict_stored
from league.throttle import count


class Verify(CountedView, APIView):
    """The referee by itself."""

    permissions = {
        "post": "verify_record",
    }
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
        """Verify a record without storing it: up to 256 KiB, as text or within JSON."""
        count("verify", who=caller_of(request))
        sent = RecordSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        record: bytes = sent.validated_data["record"]
        if len(record) > MAX_BYTES:
            limit = {"limit": MAX_BYTES // 1024}
            raise TooLarge(_("The record is larger than %(limit)d KiB.") % limit)
        return Response(verdict_told(verdict_stored(verdict_on(record))))
