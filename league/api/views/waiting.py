"""What waits for officials: flags, and work that gave up."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.rows import ID
from league.api.views.events import EventRows
from league.events.queries.stopped_work import stopped_work
from league.events.services.lifecycle import retry_work
from league.models import Flag, Job
from league.results.services.verification import mark_flag_seen

_JOB = OpenApiParameter("job", str, OpenApiParameter.PATH, description="The id of the job")
_FLAG = OpenApiParameter("flag", str, OpenApiParameter.PATH, description="The id of the flag")


class FlagSerializer(serializers.ModelSerializer):
    """Something that officials may want to look at; nobody is punished by it."""

    text = serializers.CharField(source="get_code_display", read_only=True)
    table = serializers.IntegerField(source="match.table", read_only=True)

    class Meta:
        model = Flag
        fields = ["id", "match", "table", "submission", "code", "text", "other", "at", "seen_at"]
        read_only_fields = fields


class FlagQuerySerializer(serializers.Serializer):
    """What the list of flags is narrowed by."""

    seen = serializers.BooleanField(required=False, allow_null=True, default=None)


class JobSerializer(serializers.ModelSerializer):
    """Work for an event that gave up after its tries."""

    text = serializers.CharField(source="get_kind_display", read_only=True)

    class Meta:
        model = Job
        fields = ["id", "kind", "text", "object_id", "attempts", "reason", "created_at"]
        read_only_fields = fields


class Flags(EventRows):
    """Flags of an event's records, for officials."""

    permissions = {
        "flags": "dismiss_flag",
        "see": "dismiss_flag",
    }

    @extend_schema(parameters=[FlagQuerySerializer], responses=FlagSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def flags(self, request: Request, **kwargs: Any) -> Response:
        """Newest first."""
        event = self.get_object()
        asked = FlagQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        flags = Flag.objects.filter(match__event=event).select_related("match")
        if (seen := asked.validated_data["seen"]) is not None:
            flags = flags.filter(seen_at__isnull=not seen)
        page = self.paginate_queryset(flags.order_by("-at", "pk"))
        return self.get_paginated_response(FlagSerializer(page, many=True).data)

    @extend_schema(parameters=[_FLAG], request=None, responses=FlagSerializer)
    @action(detail=True, methods=["post"], url_path=f"flags/(?P<flag>{ID})/seen")
    def see(self, request: Request, flag: str, **kwargs: Any) -> Response:
        """Say that it was looked at."""
        flags = Flag.objects.filter(match__event=self.get_object()).select_related("match")
        mark_flag_seen(get_object_or_404(flags, pk=flag), actor=self.actor)
        return Response(FlagSerializer(flags.get(pk=flag)).data)


class StoppedWork(EventRows):
    """Work for an event that gave up, for its officials."""

    permissions = {
        "jobs": "retry_work",
        "retry": "retry_work",
    }

    @extend_schema(responses=JobSerializer(many=True))
    @action(
        detail=True,
        url_path="parked-jobs",
        url_name="list",
        pagination_class=None,
        filter_backends=[],
    )
    def jobs(self, request: Request, **kwargs: Any) -> Response:
        """The oldest first; with the reason."""
        return Response(JobSerializer(stopped_work(self.get_object()), many=True).data)

    @extend_schema(parameters=[_JOB], request=None, responses={204: None})
    @action(detail=True, methods=["post"], url_path=f"parked-jobs/(?P<job>{ID})/retry")
    def retry(self, request: Request, job: str, **kwargs: Any) -> Response:
        """Let it try again."""
        retry_work(self.get_object(), job_id=job, actor=self.actor)
        return Response(status=204)
