"""The archive of an event, and the log of seals with its proofs."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventRows, EventSerializer
from league.api.protocol import FileParser
from league.api.rows import IdField, Rows, asked
from league.archive.canonical import canonical
from league.archive.import_plan import TakeAs
from league.archive.queries.imports import archive_sent, hindrances
from league.archive.queries.seal_log import (
    consistency,
    entries_shown,
    log_size,
    proof_for,
    root_at,
)
from league.archive.services.handovers import key_for
from league.archive.services.imports import import_archive
from league.archive.services.seals import archive_given
from league.archive.zipped import zipped
from league.exchange.zips import ZIP
from league.models import Club, Event, Handover, SealLogEntry, columns
from league.permissions import may


class ArchiveQuerySerializer(serializers.Serializer):
    names = serializers.ChoiceField(
        choices=["public", "full"],
        default="public",
        help_text="`full` is for officials; others get public names",
    )
    form = serializers.ChoiceField(
        choices=["json", "zip"],
        default="json",
        help_text="`zip`: with the records as files beside it",
    )


class ProofQuerySerializer(serializers.Serializer):
    size = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=columns.MOST,
        help_text="Of the log whose head was noted; the newest if left out",
    )


class LaterHeadSerializer(serializers.Serializer):
    """A newer head, and the way to it."""

    size = serializers.IntegerField()
    root = serializers.CharField()  # type: ignore[assignment]  # a field, not the property
    consistency = serializers.ListField(child=serializers.CharField())


class LogProofSerializer(serializers.Serializer):
    """A file for `verify_event --proof`. Hashes are SHA-256 as in RFC 9162, in hexadecimal."""

    schema = serializers.CharField()
    leaf = serializers.CharField(help_text="The text that is hashed")
    index = serializers.IntegerField(help_text="From 0")
    size = serializers.IntegerField()
    root = serializers.CharField(  # type: ignore[assignment]  # a field, not the property
        help_text="The head of the log at this size"
    )
    inclusion = serializers.ListField(child=serializers.CharField())
    later = LaterHeadSerializer(
        required=False, help_text="In archives: a newer head, which it leads on to"
    )


class Archives(EventRows):
    """An event as a file that anyone can verify, and the proof of its newest seal."""

    permissions = {"archive": "take_archive", "proof": "see_event"}

    @extend_schema(
        parameters=[ArchiveQuerySerializer],
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, ZIP): OpenApiTypes.BINARY,
        },
    )
    @action(detail=True, url_name="file", pagination_class=None, filter_backends=[])
    def archive(self, request: Request, **kwargs: Any) -> HttpResponse:
        """Download a whole event as an archive.

        A file that anyone can verify; `docs/developers/archive.md` says what stands where. Before
        the event is finished it is for its officials alone, then for everybody who sees the event.
        """
        event = self.get_object()
        wanted = asked(ArchiveQuerySerializer, request)
        in_full = wanted["names"] == "full" and may(self.actor, "see_as_official", event)
        document = archive_given(event, in_full=in_full, source=request.build_absolute_uri("/"))
        if wanted["form"] == "zip":
            return HttpResponse(zipped(document), content_type=ZIP)
        return HttpResponse(canonical(document), content_type="application/json")

    @extend_schema(parameters=[ProofQuerySerializer], responses=LogProofSerializer)
    @action(detail=True, url_name="proof", pagination_class=None, filter_backends=[])
    def proof(self, request: Request, **kwargs: Any) -> Response:
        """Prove that the newest seal of an event is in the log.

        For the head that the log had at this `size`. Refused if the log was never so long, or had
        no seal of the event then.
        """
        event = self.get_object()
        return Response(proof_for(event.pk, **asked(ProofQuerySerializer, request)).as_dict())


class SealLogEntrySerializer(serializers.Serializer):
    """One seal. Of an event that is not public, the hash alone."""

    index = serializers.IntegerField(help_text="From 0")
    at = serializers.DateTimeField()
    hash = serializers.CharField(source="leaf_hash", help_text="Of the leaf")
    root = serializers.CharField(  # type: ignore[assignment]  # a field, not the property
        help_text="The head of the log up to this entry"
    )
    event = serializers.SerializerMethodField()
    leaf = serializers.SerializerMethodField(help_text="The text that is hashed")

    @extend_schema_field(IdField(allow_null=True))
    def get_event(self, entry: SealLogEntry) -> str | None:
        return entry.event if self._is_told(entry) else None

    def get_leaf(self, entry: SealLogEntry) -> str | None:
        return entry.leaf if self._is_told(entry) else None

    def _is_told(self, entry: Any) -> bool:
        return entry.event_name is not None


class LogHeadSerializer(serializers.Serializer):
    size = serializers.IntegerField()
    root = serializers.CharField()  # type: ignore[assignment]  # a field, not the property


class ConsistencyQuerySerializer(serializers.Serializer):
    old = serializers.IntegerField(
        min_value=1, max_value=columns.MOST, help_text="The size of the log that was noted earlier"
    )
    new = serializers.IntegerField(
        min_value=1,
        max_value=columns.MOST,
        required=False,
        help_text="A later size; that of now if left out",
    )


class ConsistencySerializer(serializers.Serializer):
    """That the newer log begins with the older one (RFC 9162, 2.1.4)."""

    old = LogHeadSerializer()
    new = LogHeadSerializer()
    consistency = serializers.ListField(child=serializers.CharField())


class SealLog(Rows):
    """The public log of seals: only ever added to."""

    queryset = SealLogEntry.objects.all()
    serializer_class = SealLogEntrySerializer
    permissions = {"list": "visit", "head": "visit", "consistency": "visit"}

    @extend_schema(responses=SealLogEntrySerializer(many=True))
    def list(self, request: Request) -> Response:
        """List the log of seals, the newest first.

        Entries are only ever added. Of an event that is not public, `event` and `leaf` are null.
        """
        return self.paged(entries_shown(), SealLogEntrySerializer)

    @extend_schema(responses=LogHeadSerializer)
    @action(detail=False, pagination_class=None, filter_backends=[])
    def head(self, request: Request) -> Response:
        """Read the head of the log of seals.

        The number of entries, and the hash that stands for all of them. Note both:
        `seals/consistency` proves later that nothing before was changed.
        """
        return Response(_head(log_size()))

    @extend_schema(parameters=[ConsistencyQuerySerializer], responses=ConsistencySerializer)
    @action(detail=False, pagination_class=None, filter_backends=[])
    def consistency(self, request: Request) -> Response:
        """Prove that the log of seals was only added to.

        The hashes that lead from the head at the size `old` to that at `new`, or to the newest.
        Refused for sizes that the log never had.
        """
        wanted = asked(ConsistencyQuerySerializer, request)
        old, new = wanted["old"], wanted.get("new") or log_size()
        proof = consistency(old, new)
        return Response({"old": _head(old), "new": _head(new), "consistency": proof})


def _head(size: int) -> dict[str, object]:
    return {"size": size, "root": root_at(size)}


class ArchiveProblemsSerializer(serializers.Serializer):
    """What an archive would become. `ways`: in which, the likely one first."""

    name = serializers.CharField()
    status = serializers.CharField()
    digest = serializers.CharField(help_text="Of its content")
    head = serializers.CharField(help_text="Of the log that its proof leads to; empty: none")
    ways = serializers.ListField(child=serializers.ChoiceField(choices=list(TakeAs)))
    problems = serializers.ListField(child=serializers.CharField(), help_text="Empty: none")


class TakenOverSerializer(EventSerializer):
    """With what the computer needs that goes on running it; null in any other way."""

    handover = serializers.SerializerMethodField()
    return_key = serializers.SerializerMethodField(help_text="A token for this event alone")

    class Meta(EventSerializer.Meta):
        fields: tuple[str, ...] = (*EventSerializer.Meta.fields, "handover", "return_key")
        read_only_fields = fields

    @extend_schema_field(IdField(allow_null=True))
    def get_handover(self, event: Event) -> str | None:
        held = self._open(event)
        return held.pk if held else None

    def get_return_key(self, event: Event) -> str | None:
        held = self._open(event)
        return key_for(held) or None if held else None

    def _open(self, event: Event) -> Handover | None:
        return event.handovers.select_related("token").filter(ended_at=None).first()


class WayQuerySerializer(serializers.Serializer):
    way = serializers.ChoiceField(choices=list(TakeAs), default=TakeAs.READ_ONLY)


OCTETS = {"application/octet-stream": OpenApiTypes.BINARY}


class ArchiveImports(Rows):
    """Events of other machines, taken over from their archives: .json or .zip as the body."""

    queryset = Club.objects.all()
    serializer_class = EventSerializer
    takes_large_bodies = True
    parser_classes = [FileParser]
    permissions = {"read_archive": "import_event", "take_over": "import_event"}

    @extend_schema(request=OCTETS, responses=ArchiveProblemsSerializer)
    @action(detail=True, methods=["post"], url_path="archives/read", url_name="read")
    def read_archive(self, request: Request, **kwargs: Any) -> Response:
        """Check an archive before an event is made of it.

        What would become of it, and what is wrong with it. Writes nothing.
        """
        club = self.get_object()
        plan = archive_sent(sent_file(request))
        told = plan.document if not plan.is_hindered else _UNKNOWN
        return Response(
            {
                "name": told["people"]["event"].get("name", ""),
                "status": told["about"]["status"],
                "digest": plan.report.digest,
                "head": plan.report.head,
                "ways": plan.ways,
                "problems": hindrances(plan, club=club),
            }
        )

    @extend_schema(
        request=OCTETS,
        parameters=[WayQuerySerializer],
        responses={200: TakenOverSerializer, 201: TakenOverSerializer},
    )
    @action(detail=True, methods=["post"], url_path="archives", url_name="take-over")
    def take_over(self, request: Request, **kwargs: Any) -> Response:
        """Make an event of an archive. The same archive again is answered with 200.

        With `way=shown` another computer goes on running it, and sends its states with the key.
        """
        club = self.get_object()
        way = TakeAs(asked(WayQuerySerializer, request)["way"])
        plan = archive_sent(sent_file(request))
        event, is_new = import_archive(club, plan, way=way, actor=self.actor)
        return Response(TakenOverSerializer(event).data, status=201 if is_new else 200)


_UNKNOWN: dict[str, Any] = {"people": {"event": {}}, "about": {"status": ""}}


def sent_file(request: Request) -> bytes:
    sent = request.data
    return sent["file"] if isinstance(sent, dict) and "file" in sent else b""
