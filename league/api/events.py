"""Events: their settings and their life from draft to archive."""

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django_filters import CharFilter, ChoiceFilter, DateFilter, FilterSet
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.rows import (
    IdFilter,
    IdOrEmptyField,
    LocalMoment,
    MomentField,
    PublicRows,
    Rows,
    VersionField,
)
from league.events.queries.events import called_like, events_shown, is_played_out, playing
from league.events.services.lifecycle import move_event
from league.events.services.people import repeat_event
from league.events.services.removal import discard_event
from league.events.services.settings import create_event_once, edit_event
from league.events.settings_rules import EVENT_SETTINGS, STAGE_SETTINGS, template_of, templates
from league.models import Club, Event, Stage
from league.models.game_played import game_choices
from league.models.time_zones import validate_time_zone
from league.permissions import may
from league.standings.tiebreaks import TIEBREAKS

_TABLES = ("2", "3", "4")
_MOST_POINTS_12 = 12 * 1000
_LONGEST_SEARCH = 100
_YEARS = range(2000, 2101)


def validate_year(value: datetime) -> None:
    if value.year not in _YEARS:
        raise serializers.ValidationError(_("Choose a day of this century."))


class StageSerializer(serializers.ModelSerializer):
    """How an event is paired and counted. Points are in twelfths, but `own_points` in points."""

    chain = serializers.ListField(
        child=serializers.ChoiceField(choices=list(TIEBREAKS)), required=False
    )
    own_points = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=1000)),
        required=False,
        help_text="By the size of the table, the winner's first: {“3”: [5, 3, 1]}",
    )

    class Meta:
        model = Stage
        fields: tuple[str, ...] = STAGE_SETTINGS
        extra_kwargs = {
            name: {"max_value": _MOST_POINTS_12}
            for name in ("win_12", "draw_12", "loss_12", "bye_12")
        } | {"early_rounds": {"max_value": 60}}

    def validate_own_points(self, value: dict[str, list[int]]) -> dict[str, list[int]]:
        if not set(value) <= set(_TABLES):
            raise serializers.ValidationError(_("Tables have two, three or four seats."))
        return value


class EventSerializer(serializers.ModelSerializer):
    """An event with all its settings. `live_version` rises whenever anything public changes."""

    starts_at = LocalMoment()
    finished_at = LocalMoment(allow_null=True)
    practice_of = IdOrEmptyField(read_only=True, help_text="Of a rehearsal: its event")
    stage = serializers.SerializerMethodField()
    is_played_out = serializers.SerializerMethodField()

    class Meta:
        model = Event
        fields: tuple[str, ...] = (
            *("id", "club", "status", *EVENT_SETTINGS, "stage"),
            *("is_played_out", "finished_at", "practice_of", "version", "live_version"),
        )
        read_only_fields = fields

    def get_is_played_out(self, event: Event) -> bool:
        """All its rounds are closed, whether it is finished or not."""
        told: bool | None = getattr(event, "is_played_out", None)  # a list has read it
        return is_played_out(event) if told is None else told

    @cached_property
    def _stages(self) -> StageSerializer:
        """One for all rows of a list: its fields take far longer to make than to fill."""
        return StageSerializer()

    @extend_schema_field(StageSerializer)
    def get_stage(self, event: Event) -> object:
        # The first, which settings are about, among those that a list has read already.
        first = min(event.stages.all(), key=lambda stage: stage.order)
        return self._stages.to_representation(first)


class EventSettingsSerializer(serializers.ModelSerializer):
    """Any settings of an event; what is left out stays as it is."""

    starts_at = MomentField(required=False, validators=[validate_year])
    time_zone = serializers.CharField(required=False, validators=[validate_time_zone])
    stage = StageSerializer(required=False)

    class Meta:
        model = Event
        fields: tuple[str, ...] = (*EVENT_SETTINGS, "stage")
        extra_kwargs = {
            "name": {"required": False},
            "entry_limit": {"max_value": 10_000},
            "requested_byes": {"max_value": 60},
            "boards": {"max_value": 10_000},
        }

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """Of the event and of its stage side by side, as the services take them."""
        stage = attrs.pop("stage", {})
        assert isinstance(stage, dict)
        return attrs | {"changes": {k: v for k, v in attrs.items() if k in EVENT_SETTINGS} | stage}


class EventChangeSerializer(EventSettingsSerializer):
    """`is_confirmed`: rounds already played may be counted anew.

    `reason`: why tiebreaks change after the start; everybody can read it.
    """

    version = VersionField()
    is_confirmed = serializers.BooleanField(default=False)
    reason = serializers.CharField(max_length=300, required=False, default="")

    class Meta(EventSettingsSerializer.Meta):
        fields = (*EventSettingsSerializer.Meta.fields, "version", "is_confirmed", "reason")


class TemplateField(serializers.ChoiceField):
    """A template of any registered format; every serializer makes its own, so it is up to date."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=[template.key for template in templates()], **kwargs)


class NewEventSerializer(EventSettingsSerializer):
    """A template, and the settings that differ from it."""

    club = serializers.PrimaryKeyRelatedField(queryset=Club.objects.all())
    template = TemplateField()
    starts_at = MomentField(validators=[validate_year])

    class Meta(EventSettingsSerializer.Meta):
        fields = ("club", "template", *EventSettingsSerializer.Meta.fields)
        extra_kwargs = {**EventSettingsSerializer.Meta.extra_kwargs, "name": {"required": True}}


class MoveSerializer(serializers.Serializer):
    to = serializers.ChoiceField(choices=Event.Status.choices)
    version = VersionField()


class CloneSerializer(serializers.Serializer):
    """`with_people`: everybody who took part is entered again, in a draft and not yet here."""

    name = serializers.CharField(max_length=200)
    starts_at = MomentField(validators=[validate_year])
    with_people = serializers.BooleanField(default=False)


class EventFilter(FilterSet):
    """Days are those of the service's own time zone, both included."""

    club = IdFilter(field_name="club_id", label="Of this club: its id")
    game = ChoiceFilter(
        method="with_game",
        choices=game_choices,
        label="In which this game is played, in one of its stages or at an evening, too",
    )
    starts_from = DateFilter(
        field_name="starts_at", lookup_expr="date__gte", label="That start on this day or later"
    )
    starts_to = DateFilter(
        field_name="starts_at", lookup_expr="date__lte", label="That start on this day or before"
    )
    q = CharFilter(
        method="called",
        max_length=_LONGEST_SEARCH,
        label="With these words in the name, the club or its town; accents do not matter",
    )

    class Meta:
        model = Event
        fields = ["club", "game", "status", "starts_from", "starts_to", "q"]

    def with_game(self, events: QuerySet[Event], name: str, game: str) -> QuerySet[Event]:
        return playing(events, game)

    def called(self, events: QuerySet[Event], name: str, words: str) -> QuerySet[Event]:
        return called_like(events, words)


class EventRows(Rows):
    """Whatever is addressed by the id of an event, or below it."""

    queryset = Event.objects.none()  # for the schema; the rows depend on who asks
    serializer_class = EventSerializer

    def get_queryset(self) -> QuerySet[Event]:
        if getattr(self, "swagger_fake_view", False):
            return Event.objects.none()
        return events_shown(self.actor)


class Events(EventRows, PublicRows):
    """Events; drafts only for those who run them."""

    filterset_class = EventFilter
    permissions = {
        "list": "visit",
        "retrieve": "see_event",
        "create": "start_event",
        "partial_update": "change_settings",
        "move": "move_event",
        "clone": "clone_event",
        "destroy": "discard_event",
    }

    def get_queryset(self) -> QuerySet[Event]:
        return super().get_queryset().prefetch_related("stages")

    @extend_schema(request=NewEventSerializer, responses={201: EventSerializer})
    def create(self, request: Request) -> Response:
        """Open an event as a draft, from a template.

        What is left out comes from the template; currency, time zone and language from the club,
        which must be yours (403). You are its organiser, and only those who run it see it. `POST
        /events/{id}/move` opens it for entries.
        """
        body = self.body(NewEventSerializer)
        if not may(self.actor, "open_event", body["club"]):
            raise PermissionDenied
        template = template_of(body["template"])
        assert template is not None  # one of the choices
        event, _is_new = create_event_once(
            body["club"],
            actor=self.actor,
            template=template,
            changes=body["changes"],
        )
        return Response(EventSerializer(event).data, status=201)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, **kwargs: Any) -> Response:
        """Throw a draft away.

        With its entries, categories and prizes, and with its rehearsal. Refused for events that
        are no draft, were started before, or belong to a season. For seven days `POST
        /clubs/{id}/removed-events/{removed}/restore` puts it back.
        """
        discard_event(self.get_object(), actor=self.actor)
        return Response(status=204)

    @extend_schema(request=EventChangeSerializer, responses=EventSerializer)
    def partial_update(self, request: Request, **kwargs: Any) -> Response:
        """Change settings."""
        event = self.get_object()
        body = self.body(EventChangeSerializer)
        edit_event(
            event,
            actor=self.actor,
            version=body["version"],
            changes=body["changes"],
            is_confirmed=body["is_confirmed"],
            reason=body["reason"],
        )
        return Response(EventSerializer(self.get_object()).data)

    @extend_schema(request=MoveSerializer, responses=EventSerializer)
    @action(detail=True, methods=["post"])
    def move(self, request: Request, **kwargs: Any) -> Response:
        """Take one step: open, start, finish, archive, and each of them back."""
        self.do(move_event, MoveSerializer)
        return Response(EventSerializer(self.get_object()).data)

    @extend_schema(request=CloneSerializer, responses={201: EventSerializer})
    @action(detail=True, methods=["post"])
    def clone(self, request: Request, **kwargs: Any) -> Response:
        """Open another event like this one.

        A draft with its settings, stages, officials, categories and prizes. `with_people` enters
        everybody who took part, not yet checked in; it is refused if nobody did.
        """
        event = self.get_object()
        body = self.body(CloneSerializer)
        copy, _is_new = repeat_event(event, actor=self.actor, **body)
        return Response(EventSerializer(copy).data, status=201)
