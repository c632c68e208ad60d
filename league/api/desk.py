"""At the desk of an event, beside its rounds: officials, pairs kept apart, the last steps with
their way back, the sizes of tables, flags, and work that gave up.
"""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventRows
from league.api.rows import ID, asked
from league.events.queries.events import current_stage, stopped_work
from league.events.queries.plans import caution_of, plans_of, players_to_plan_for
from league.events.queries.steps import DeskStep, last_steps
from league.events.services.drafts import allow_together, choose_plan, keep_apart
from league.events.services.lifecycle import add_official, remove_official, retry_work
from league.events.services.undo import undo_step
from league.models import AuditEntry, Event, Flag, Job, KeepApart, Official
from league.results.services.verification import mark_flag_seen
from league.standings.queries import rounds_to_play

_NUMBER = "[1-9][0-9]{0,17}"  # what a database can look for
_STEP = OpenApiParameter("step", int, OpenApiParameter.PATH, description="The id of the step")
_USER = OpenApiParameter("user", str, OpenApiParameter.PATH, pattern=f"^{ID}$")
_PAIR = OpenApiParameter("pair", str, OpenApiParameter.PATH, pattern=f"^{ID}$")
_JOB = OpenApiParameter("job", str, OpenApiParameter.PATH, description="The id of the job")
_FLAG = OpenApiParameter("flag", str, OpenApiParameter.PATH, description="The id of the flag")


class StepSerializer(serializers.Serializer):
    """A step at the desk. `hindrance`: why it cannot be undone; null if it can."""

    id = serializers.IntegerField(source="entry.pk")
    at = serializers.DateTimeField(source="entry.at")
    action = serializers.CharField(source="entry.action", help_text="The same in all languages")
    text = serializers.CharField(help_text="What was done to whom, in the language asked for")
    by = serializers.CharField(help_text="Whose step it was; empty: the service's own")
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    moved_to = serializers.SerializerMethodField(help_text="The event's status then")
    can_undo = serializers.SerializerMethodField()
    hindrance = serializers.CharField(allow_null=True)

    def get_moved_to(self, step: DeskStep) -> str | None:
        status: str | None = step.entry.details.get("to")
        return status

    def get_can_undo(self, step: DeskStep) -> bool:
        return step.hindrance is None


class TablesSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    size = serializers.IntegerField()

    def to_representation(self, instance: tuple[int, int]) -> dict[str, Any]:
        return dict(zip(("number", "size"), instance, strict=True))


class PlanSerializer(serializers.Serializer):
    """Sizes of tables for all rounds, and what they lead to. Send the first two to choose it."""

    table_size = serializers.IntegerField()
    keeps_schedule = serializers.BooleanField(source="plan.is_fixed")
    tables = TablesSerializer(many=True)
    boards = serializers.IntegerField(source="plan.mix.boards")
    byes = serializers.IntegerField(source="plan.mix.byes", help_text="In each round")
    repeats = serializers.IntegerField(source="plan.repeats", help_text="Meetings again, in all")
    least_repeats = serializers.IntegerField(source="plan.least", help_text="Unavoidable ones")
    fewest_short = serializers.IntegerField(
        source="plan.fewest_short", help_text="Turns at a short table of whom has fewest, in all"
    )
    most_short = serializers.IntegerField(source="plan.most_short", help_text="And most")
    minutes = serializers.IntegerField(allow_null=True, help_text="Time of play, about")
    is_chosen = serializers.BooleanField()
    is_recommended = serializers.BooleanField()


class CautionSerializer(serializers.Serializer):
    """Why another format may be better; `offer` is the `kind` to set for the event's stage."""

    text = serializers.CharField()
    offer = serializers.CharField()
    effect = serializers.CharField(help_text="Of changing to it")


class PlansSerializer(serializers.Serializer):
    """The plans side by side, the recommended first; none where there is nothing to choose."""

    players = serializers.IntegerField()
    rounds = serializers.IntegerField()
    caution = CautionSerializer(allow_null=True)
    plans = PlanSerializer(many=True)


class PlanChoiceSerializer(serializers.Serializer):
    table_size = serializers.IntegerField(min_value=2, max_value=4)
    keeps_schedule = serializers.BooleanField(default=False)


class Steps(EventRows):
    """The last steps at the desk of an event, newest first, for officials."""

    permissions = {"steps": "work_desk", "undo": "undo_step"}

    @extend_schema(responses=StepSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def steps(self, request: Request, **kwargs: Any) -> Response:
        return self._shown(self.get_object())

    @extend_schema(parameters=[_STEP], request=None, responses=StepSerializer(many=True))
    @action(
        detail=True,
        methods=["post"],
        url_path=f"steps/(?P<step>{_NUMBER})/undo",
        filter_backends=[],
    )
    def undo(self, request: Request, step: str, **kwargs: Any) -> Response:
        """Take a step back, where nothing is lost by it. That is a step of its own."""
        event = self.get_object()
        taken = get_object_or_404(AuditEntry.objects.filter(event=event.pk), pk=step)
        undo_step(taken, actor=self.actor)
        return self._shown(event)

    def _shown(self, event: Event) -> Response:
        return self.paged(last_steps(event, actor=self.actor), StepSerializer)


class Plans(EventRows):
    """Sizes of tables side by side, for all rounds of an event, before its first."""

    permissions = {"plans": "choose_plan", "choose": "choose_plan"}

    @extend_schema(responses=PlansSerializer)
    @action(detail=True, url_name="list", pagination_class=None, filter_backends=[])
    def plans(self, request: Request, **kwargs: Any) -> Response:
        return self._shown(self.get_object())

    @extend_schema(request=PlanChoiceSerializer, responses=PlansSerializer)
    @plans.mapping.post
    def choose(self, request: Request, **kwargs: Any) -> Response:
        """Seat people at tables of this size from the first round on."""
        event = self.get_object()
        choose_plan(current_stage(event), actor=self.actor, **self.body(PlanChoiceSerializer))
        return self._shown(event)

    def _shown(self, event: Event) -> Response:
        stage = current_stage(event)
        stage.event = event
        players = players_to_plan_for(stage)
        shown = {
            "players": players,
            "rounds": rounds_to_play(stage),
            "caution": caution_of(stage, players=players),
            "plans": plans_of(stage, players=players),
        }
        return Response(PlansSerializer(shown).data)


class KeptApartSerializer(serializers.ModelSerializer):
    class Meta:
        model = KeepApart
        fields = ["id", "first", "second"]
        read_only_fields = ["id"]
        validators: list[object] = []  # the service tells what is wrong


class OfficialSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="user.__str__", read_only=True)

    class Meta:
        model = Official
        fields = ["user", "name", "role"]
        read_only_fields = fields


class NewOfficialSerializer(serializers.ModelSerializer):
    """By login name, or by a confirmed e-mail address."""

    login = serializers.CharField(max_length=254)

    class Meta:
        model = Official
        fields = ["login", "role"]


class Officials(EventRows):
    """Organisers and arbiters of an event, for those who run it."""

    permissions = {
        "officials": "keep_officials",
        "add": "keep_officials",
        "remove": "keep_officials",
    }

    @extend_schema(responses=OfficialSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def officials(self, request: Request, **kwargs: Any) -> Response:
        officials = self.get_object().official_set.select_related("user").order_by("role", "pk")
        return self.paged(officials, OfficialSerializer)

    @extend_schema(request=NewOfficialSerializer, responses={201: OfficialSerializer})
    @officials.mapping.post
    def add(self, request: Request, **kwargs: Any) -> Response:
        """Whoever is an official already gets the new role."""
        event = self.get_object()
        official = add_official(event, actor=self.actor, **self.body(NewOfficialSerializer))
        return Response(OfficialSerializer(official).data, status=201)

    @extend_schema(parameters=[_USER], responses={204: None})
    @action(detail=True, methods=["delete"], url_path=f"officials/(?P<user>{ID})")
    def remove(self, request: Request, user: str, **kwargs: Any) -> Response:
        official = get_object_or_404(self.get_object().official_set, user=user)
        remove_official(official, actor=self.actor)
        return Response(status=204)


class KeptApart(EventRows):
    """Pairs of entries that should not meet, for officials."""

    permissions = {"kept_apart": "keep_apart", "keep": "keep_apart", "let_meet": "keep_apart"}

    @extend_schema(responses=KeptApartSerializer(many=True))
    @action(detail=True, url_path="kept-apart", url_name="list", filter_backends=[])
    def kept_apart(self, request: Request, **kwargs: Any) -> Response:
        return self.paged(self.get_object().kept_apart.order_by("pk"), KeptApartSerializer)

    @extend_schema(request=KeptApartSerializer, responses={201: KeptApartSerializer})
    @kept_apart.mapping.post
    def keep(self, request: Request, **kwargs: Any) -> Response:
        event = self.get_object()
        pair = keep_apart(event, actor=self.actor, **self.body(KeptApartSerializer))
        return Response(KeptApartSerializer(pair).data, status=201)

    @extend_schema(parameters=[_PAIR], responses={204: None})
    @action(detail=True, methods=["delete"], url_path=f"kept-apart/(?P<pair>{ID})")
    def let_meet(self, request: Request, pair: str, **kwargs: Any) -> Response:
        allow_together(get_object_or_404(self.get_object().kept_apart, pk=pair), actor=self.actor)
        return Response(status=204)


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

    seen = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Only those that an official has seen, or has not; all if left out",
    )


class JobSerializer(serializers.ModelSerializer):
    """Work for an event that gave up after its tries."""

    text = serializers.CharField(source="get_kind_display", read_only=True)

    class Meta:
        model = Job
        fields = ["id", "kind", "text", "object_id", "attempts", "reason", "created_at"]
        read_only_fields = fields


class Flags(EventRows):
    """Flags of an event's records, for officials."""

    permissions = {"flags": "dismiss_flag", "see": "dismiss_flag"}

    @extend_schema(parameters=[FlagQuerySerializer], responses=FlagSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def flags(self, request: Request, **kwargs: Any) -> Response:
        """Newest first."""
        event = self.get_object()
        seen = asked(FlagQuerySerializer, request)["seen"]
        flags = Flag.objects.filter(match__event=event).select_related("match")
        if seen is not None:
            flags = flags.filter(seen_at__isnull=not seen)
        return self.paged(flags.order_by("-at", "pk"), FlagSerializer)

    @extend_schema(parameters=[_FLAG], request=None, responses=FlagSerializer)
    @action(detail=True, methods=["post"], url_path=f"flags/(?P<flag>{ID})/seen")
    def see(self, request: Request, flag: str, **kwargs: Any) -> Response:
        """Say that it was looked at."""
        flags = Flag.objects.filter(match__event=self.get_object()).select_related("match")
        mark_flag_seen(get_object_or_404(flags, pk=flag), actor=self.actor)
        return Response(FlagSerializer(flags.get(pk=flag)).data)


class StoppedWork(EventRows):
    """Work for an event that gave up, for its officials."""

    permissions = {"jobs": "retry_work", "retry": "retry_work"}

    @extend_schema(responses=JobSerializer(many=True))
    @action(
        detail=True,
        url_path="parked-jobs",
        url_name="list",
        filter_backends=[],
    )
    def jobs(self, request: Request, **kwargs: Any) -> Response:
        """The oldest first; with the reason."""
        return self.paged(stopped_work(self.get_object()), JobSerializer)

    @extend_schema(parameters=[_JOB], request=None, responses={204: None})
    @action(detail=True, methods=["post"], url_path=f"parked-jobs/(?P<job>{ID})/retry")
    def retry(self, request: Request, job: str, **kwargs: Any) -> Response:
        """Let it try again."""
        retry_work(self.get_object(), job_id=job, actor=self.actor)
        return Response(status=204)
