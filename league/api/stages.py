"""The stages of an event: which there are, who goes on, and the order over all."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.core.validators import RegexValidator
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventRows, StageSerializer
from league.api.rows import ID, IdField, asked
from league.events.queries.changed_fields import field_stood
from league.events.queries.entries import entry_names
from league.events.queries.stages import FieldProposed, field_proposed, final_order, stages_of
from league.events.services import stages as services
from league.events.settings_rules import LATER_STAGE_SETTINGS
from league.models import Event, Stage, StageEntry
from league.results.queries import field_size

ONE_STAGE = r"stages/(?P<order>[1-9])"
STAGE_ORDER = OpenApiParameter("order", int, OpenApiParameter.PATH, description="From 1 on")


class LaterStageSerializer(StageSerializer):
    """A stage after the first: who comes to it, how it is played, and what.

    What is left out is as for a new stage, or stays as it is.
    """

    class Meta(StageSerializer.Meta):
        fields: tuple[str, ...] = LATER_STAGE_SETTINGS
        extra_kwargs = {
            **StageSerializer.Meta.extra_kwargs,
            "takes_places": {"max_value": 1000},
            "takes_next": {"max_value": 1000},
            "games_per_match": {"allow_null": True, "required": False},
        }


class StageChangeSerializer(LaterStageSerializer):
    """`is_confirmed`: rounds already played in it may be counted anew.

    `reason`: why its tiebreaks change after it has begun; everybody can read it.
    """

    is_confirmed = serializers.BooleanField(default=False)
    reason = serializers.CharField(max_length=300, required=False, default="")

    class Meta(LaterStageSerializer.Meta):
        fields = (*LATER_STAGE_SETTINGS, "is_confirmed", "reason")


class FieldStoodSerializer(serializers.Serializer):
    """Who would have gone on (`comes`) instead of whom (`leaves`) by corrected results, and why
    an official let it stand.
    """

    at = serializers.DateTimeField()
    reason = serializers.CharField()
    swaps = serializers.ListField(child=serializers.DictField(child=serializers.CharField()))


class StageShownSerializer(LaterStageSerializer):
    entries = serializers.SerializerMethodField()
    stands = serializers.SerializerMethodField()

    class Meta(LaterStageSerializer.Meta):
        fields = (
            "order",
            "begun_at",
            "closed_at",
            "rounds_before",
            "entries",
            "stands",
            *LATER_STAGE_SETTINGS,
        )
        read_only_fields = fields

    @extend_schema_field(FieldStoodSerializer(allow_null=True))
    def get_stands(self, stage: Stage) -> dict[str, Any] | None:
        stood = field_stood(stage)
        return asdict(stood) if stood else None

    def get_entries(self, stage: Stage) -> int:
        """That start in it, or are expected to."""
        return field_size(stage)


class StartSerializer(serializers.Serializer):
    """`place` and `group` are those of the stage before; 0 and empty: it has none."""

    number = serializers.IntegerField()
    entry = IdField()
    name = serializers.CharField()
    origin = serializers.ChoiceField(choices=StageEntry.Origin.choices)
    place = serializers.IntegerField()
    group = serializers.CharField()


class AcrossValueSerializer(serializers.Serializer):
    """`value`: exact, per match where it is a sum; `total`: as in the table of the group."""

    key = serializers.CharField(help_text="POINTS, a tiebreak, or LOTS")
    value = serializers.ListField(child=serializers.CharField())
    total = serializers.ListField(child=serializers.CharField())
    matches = serializers.IntegerField()


class AcrossRowSerializer(serializers.Serializer):
    """An entry among those of the same place in other groups. `parted_by`: by what it stands below
    the one before; LOTS: they are equal.
    """

    rank = serializers.IntegerField()
    entry = IdField()
    group = serializers.CharField()
    values = AcrossValueSerializer(many=True)
    parted_by = serializers.CharField(allow_blank=True)


class FieldSerializer(serializers.Serializer):
    """`tied`: left out, although equal to the last who goes on. `meetings`: numbers of those who
    sit together first, where that is known; `repeats`: of these, who have met before.
    """

    is_due = serializers.BooleanField(help_text="The stage before is played out")
    field = StartSerializer(many=True, source="places")
    tied = serializers.ListField(child=IdField())
    others = serializers.ListField(child=IdField())
    meetings = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    repeats = serializers.ListField(child=serializers.ListField(child=IdField()))
    met = serializers.ListField(
        child=serializers.ListField(child=IdField()),
        help_text="Everybody of the field who sat together in the stages before, in pairs",
    )
    compared = serializers.ListField(
        child=AcrossRowSerializer(many=True),
        help_text="For each place in the groups, the better ones first",
    )


class StageBeginSerializer(serializers.Serializer):
    """`entries` by their starting numbers; without them, as the settings of the stage say."""

    entries = serializers.ListField(child=IdField(), required=False, max_length=2000)


class FieldQuerySerializer(serializers.Serializer):
    """What the field is looked at with."""

    entries = serializers.CharField(
        required=False,
        validators=[RegexValidator(f"^{ID}(,{ID})*$")],
        help_text="These by their starting numbers, with commas between; by the settings if "
        "left out",
    )

    def validate_entries(self, written: str) -> list[str]:
        entries = written.split(",")
        for entry in entries:
            if entries.count(entry) > 1:
                raise serializers.ValidationError(
                    _("%(entry)s stands there twice.") % {"entry": entry}
                )
        return entries


class FinalPlaceSerializer(serializers.Serializer):
    place = serializers.IntegerField()
    entry = IdField()
    name = serializers.CharField()
    stage = serializers.IntegerField(source="came_to", help_text="To which it came, from 1 on")


class Stages(EventRows):
    """What is played one after the other. The settings of the first are those of the event."""

    permissions = {
        "stages": "see_event",
        "add": "change_settings",
        "change": "change_settings",
        "remove": "change_settings",
        "field": "begin_stage",
        "begin": "begin_stage",
        "take_back": "begin_stage",
        "close": "close_stage",
        "reopen": "close_stage",
        "overall": "see_event",
    }

    @extend_schema(responses=StageShownSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def stages(self, request: Request, **kwargs: Any) -> Response:
        return self._shown(self.get_object())

    @extend_schema(request=LaterStageSerializer, responses={201: StageShownSerializer})
    @stages.mapping.post
    def add(self, request: Request, **kwargs: Any) -> Response:
        """One more, after all that there are."""
        event = self.get_object()
        stage = services.add_stage(event, actor=self.actor, values=self.body(LaterStageSerializer))
        return Response(StageShownSerializer(stage).data, status=201)

    @extend_schema(
        parameters=[STAGE_ORDER], request=StageChangeSerializer, responses=StageShownSerializer
    )
    @action(
        detail=True, methods=["patch"], url_path=ONE_STAGE, url_name="detail", pagination_class=None
    )
    def change(self, request: Request, order: str, **kwargs: Any) -> Response:
        """Once it has begun, who plays in it and how they are paired stays as it is."""
        stage = self._stage(order)
        values = self.body(StageChangeSerializer)
        told = {name: values.pop(name) for name in ("is_confirmed", "reason")}
        changed = services.change_stage(stage, actor=self.actor, values=values, **told)
        return Response(StageShownSerializer(changed).data)

    @extend_schema(parameters=[STAGE_ORDER], responses={204: None})
    @change.mapping.delete
    def remove(self, request: Request, order: str, **kwargs: Any) -> Response:
        """While it has not begun; those after it move up."""
        services.remove_stage(self._stage(order), actor=self.actor)
        return Response(status=204)

    @extend_schema(parameters=[STAGE_ORDER, FieldQuerySerializer], responses=FieldSerializer)
    @action(
        detail=True,
        url_path=f"{ONE_STAGE}/field",
        url_name="field",
        pagination_class=None,
        filter_backends=[],
    )
    def field(self, request: Request, order: str, **kwargs: Any) -> Response:
        """Who would go on, by their starting numbers.

        With `entries`: how it would be if the stage began with these. Refused if one of them is not
        here.
        """
        stage = self._stage(order)
        entries = asked(FieldQuerySerializer, request).get("entries")
        return Response(_field(_proposed(stage, entries), stage.event))

    @extend_schema(
        parameters=[STAGE_ORDER], request=StageBeginSerializer, responses=StageShownSerializer
    )
    @field.mapping.post
    def begin(self, request: Request, order: str, **kwargs: Any) -> Response:
        """Give it its field. The stage before must be over.

        Refused if one of `entries` is not here.
        """
        stage = self._stage(order)
        if entries := self.body(StageBeginSerializer).get("entries"):
            _proposed(stage, entries)
        begun = services.begin_stage(stage, actor=self.actor, entries=entries)
        return Response(StageShownSerializer(begun).data)

    @extend_schema(parameters=[STAGE_ORDER], responses={204: None})
    @field.mapping.delete
    def take_back(self, request: Request, order: str, **kwargs: Any) -> Response:
        """As if it had not begun, while none of its rounds is published."""
        services.take_back_stage(self._stage(order), actor=self.actor)
        return Response(status=204)

    @extend_schema(parameters=[STAGE_ORDER], request=None, responses=StageShownSerializer)
    @action(
        detail=True,
        methods=["post"],
        url_path=f"{ONE_STAGE}/close",
        url_name="close",
        filter_backends=[],
    )
    def close(self, request: Request, order: str, **kwargs: Any) -> Response:
        """End a stage without rounds, so that the next can begin. What was handed in counts."""
        closed = services.close_stage(self._any_stage(order), actor=self.actor)
        return Response(StageShownSerializer(closed).data)

    @extend_schema(parameters=[STAGE_ORDER], responses={204: None})
    @close.mapping.delete
    def reopen(self, request: Request, order: str, **kwargs: Any) -> Response:
        """Reopen a stage that was closed.

        People play on in it. Refused if it is not closed, or if the next stage has begun: first
        take that back by DELETE `stages/{order}/field`.
        """
        services.reopen_stage(self._any_stage(order), actor=self.actor)
        return Response(status=204)

    @extend_schema(responses=FinalPlaceSerializer(many=True))
    @action(
        detail=True,
        url_path="standings/all",
        url_name="overall",
        filter_backends=[],
    )
    def overall(self, request: Request, **kwargs: Any) -> Response:
        """The order over all stages: whoever came further stands above whoever did not."""
        event = self.get_object()
        names = entry_names(event)
        rows = [
            {
                "place": final.place,
                "entry": final.entry,
                "name": names[final.entry],
                "came_to": final.came_to,
            }
            for final in final_order(event)
        ]
        return self.paged(rows, FinalPlaceSerializer)

    def _stage(self, order: str) -> Stage:
        """One after the first."""
        stage = self._any_stage(order)
        if stage.is_first:
            raise Http404
        return stage

    def _any_stage(self, order: str) -> Stage:
        event = self.get_object()
        stage: Stage = get_object_or_404(event.stages, order=int(order))
        stage.event = event
        return stage

    def _shown(self, event: Event) -> Response:
        return self.paged(stages_of(event), StageShownSerializer)


def _proposed(stage: Stage, entries: Sequence[str] | None) -> FieldProposed:
    """As it would begin with these; each must be here."""
    proposed = field_proposed(stage, order=entries)
    for entry in set(entries or ()) - set(proposed.here):
        text = _("%(entry)s is no entry of this event that is here.") % {"entry": entry}
        raise serializers.ValidationError({"entries": [text]})
    return proposed


def _field(proposed: FieldProposed, event: Event) -> Any:
    names = entry_names(event)
    places = [
        {
            "number": number,
            "entry": one.entry,
            "name": names[one.entry],
            "origin": one.origin,
            "place": one.place,
            "group": one.group,
        }
        for number, one in enumerate(proposed.field, start=1)
    ]
    told = {
        "is_due": proposed.is_due,
        "places": places,
        "tied": proposed.tied,
        "others": proposed.others,
        "meetings": proposed.meetings,
        "compared": proposed.across,
        "repeats": [sorted(pair) for pair in proposed.repeats],
        "met": [sorted(pair) for pair in proposed.met],
    }
    return FieldSerializer(told).data
