"""Tournament reports (TRF): an event as other programs read it, and one that they wrote."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventRows, EventSerializer, validate_year
from league.api.rows import MomentField, Rows, asked
from league.api.standings import AfterSerializer
from league.clubs.spreadsheets import MAX_BYTES
from league.errors import LeagueError
from league.exchange.import_plan import ImportAs
from league.exchange.queries.reports import (
    plan_in,
    problem_told,
    report_text,
    stage_to_report,
)
from league.exchange.services import ImportWishes, import_report
from league.models import Club
from league.permissions import may


class ReportQuerySerializer(AfterSerializer):
    names = serializers.ChoiceField(
        choices=["public", "full"],
        default="public",
        help_text="`full` is for officials; others get public names",
    )


class Reports(EventRows):
    """An event for two at a table as a tournament report."""

    permissions = {"report": "see_event"}

    @extend_schema(
        parameters=[ReportQuerySerializer], responses={(200, "text/plain"): OpenApiTypes.STR}
    )
    @action(detail=True, url_name="detail", pagination_class=None, filter_backends=[])
    def report(self, request: Request, **kwargs: Any) -> HttpResponse:
        """TRF-2026 with the older lines, after the last closed round or an earlier one.

        Of several stages, the one with that round; without one, the last with two at a table.
        """
        event = self.get_object()
        wanted = asked(ReportQuerySerializer, request)
        in_full = wanted["names"] == "full" and may(self.actor, "see_as_official", event)
        after = wanted.get("after")
        stage = stage_to_report(event, after_round=after)
        text = report_text(stage, after_round=after, in_full=in_full)
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class ReportSentSerializer(serializers.Serializer):
    report = serializers.CharField(
        max_length=MAX_BYTES, trim_whitespace=False, help_text="The text of the file"
    )


class ReportProblemSerializer(serializers.Serializer):
    line = serializers.IntegerField(help_text="From 1; 0: the report as a whole")
    is_fatal = serializers.BooleanField(help_text="The report cannot be taken over")
    text = serializers.CharField(help_text="In the language asked for")


class ReportReadSerializer(serializers.Serializer):
    """What a report would become. `as_what`: in which ways, the likely one first."""

    name = serializers.CharField()
    format = serializers.CharField()
    is_accelerated = serializers.BooleanField(help_text="Baku acceleration")
    players = serializers.IntegerField()
    rounds = serializers.IntegerField()
    rounds_planned = serializers.IntegerField()
    chain = serializers.ListField(child=serializers.CharField())
    left_out = serializers.ListField(child=serializers.CharField(), help_text="Tiebreaks")
    as_what = serializers.ListField(child=serializers.ChoiceField(choices=list(ImportAs)))
    problems = ReportProblemSerializer(many=True)


class TakeOverSerializer(ReportSentSerializer):
    name = serializers.CharField(max_length=200)
    game_name = serializers.CharField(max_length=100)
    starts_at = MomentField(validators=[validate_year])
    as_what = serializers.ChoiceField(choices=list(ImportAs))


class ReportImports(Rows):
    """Events of other programs, taken over from their reports."""

    queryset = Club.objects.all()
    serializer_class = EventSerializer
    takes_large_bodies = True
    permissions = {"read_report": "import_event", "take_over": "import_event"}

    @extend_schema(request=ReportSentSerializer, responses=ReportReadSerializer)
    @action(detail=True, methods=["post"], url_path="reports/read", url_name="read")
    def read_report(self, request: Request, **kwargs: Any) -> Response:
        """What would be made of a report, and what is wrong with it, by line. Writes nothing."""
        self.get_object()
        plan = plan_in(self.body(ReportSentSerializer)["report"].encode())
        told = {
            "name": plan.event.name,
            "format": plan.format.key,
            "is_accelerated": plan.is_accelerated,
            "players": len(plan.event.players),
            "rounds": plan.rounds,
            "rounds_planned": plan.event.rounds_planned,
            "chain": plan.chain,
            "left_out": plan.left_out,
            "as_what": plan.as_what,
            "problems": [
                {"line": one.line, "is_fatal": one.is_fatal, "text": gettext(one.text) % one.gaps}
                for one in plan.problems
            ],
        }
        return Response(ReportReadSerializer(told).data)

    @extend_schema(request=TakeOverSerializer, responses={201: EventSerializer})
    @action(detail=True, methods=["post"], url_path="reports", url_name="take-over")
    def take_over(self, request: Request, **kwargs: Any) -> Response:
        """Make an event of a report of another program.

        `as_what` is one of the ways that `reports/read` gives; another is refused, and so is a
        report with a fatal problem. People are the members of that name, or new guests of the
        club. Sent again without the `client_key` it makes another event.
        """
        club = self.get_object()
        body = self.body(TakeOverSerializer)
        plan = plan_in(body.pop("report").encode())
        if plan.is_hindered:
            raise LeagueError(" ".join(problem_told(one) for one in plan.problems if one.is_fatal))
        wishes = ImportWishes(**body | {"as_what": ImportAs(body["as_what"])})
        event, _is_new = import_report(club, plan, wishes=wishes, actor=self.actor)
        return Response(EventSerializer(event).data, status=201)
