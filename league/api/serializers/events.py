"""Events as JSON: their settings, how they change, and who runs them."""

from datetime import datetime

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.versions import VersionField
from league.events.settings_rules import EVENT_SETTINGS, STAGE_SETTINGS
from league.events.templates import TEMPLATES
from league.models import Club, Event, Official, Stage
from league.models.time_zones import validate_time_zone
from league.standings.tiebreaks import TIEBREAKS

_TABLES = ("2", "3", "4")
_MOST_POINTS_12 = 12 * 1000
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
        fields = STAGE_SETTINGS
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

    stage = serializers.SerializerMethodField()

    class Meta:
        model = Event
        fields = (
            *("id", "club", "status", *EVENT_SETTINGS, "stage"),
            *("finished_at", "version", "live_version"),
        )
        read_only_fields = fields

    @cached_property
    def _stages(self) -> StageSerializer:
        """One for all rows of a list: making its fields takes far longer than filling them."""
        return StageSerializer()

    @extend_schema_field(StageSerializer)
    def get_stage(self, event: Event) -> object:
        return self._stages.to_representation(event.stages.all()[0])


class EventSettingsSerializer(serializers.ModelSerializer):
    """Any settings of an event; what is left out stays as it is."""

    starts_at = serializers.DateTimeField(required=False, validators=[validate_year])
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


class NewEventSerializer(EventSettingsSerializer):
    """A template, and the settings that differ from it."""

    club = serializers.PrimaryKeyRelatedField(queryset=Club.objects.all())
    template = serializers.ChoiceField(choices=[template.key for template in TEMPLATES])
    starts_at = serializers.DateTimeField(validators=[validate_year])

    class Meta(EventSettingsSerializer.Meta):
        fields = ("club", "template", *EventSettingsSerializer.Meta.fields)
        extra_kwargs = {
            **EventSettingsSerializer.Meta.extra_kwargs,
            "name": {"required": True},
        }


class MoveSerializer(serializers.Serializer):
    to = serializers.ChoiceField(choices=Event.Status.choices)
    version = VersionField()


class CloneSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=200)
    starts_at = serializers.DateTimeField(validators=[validate_year])


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
