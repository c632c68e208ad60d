"""What the desk did last, and what it may choose before the first round, as JSON."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from league.events.queries.steps import Step


class StepSerializer(serializers.Serializer):
    """A step at the desk. `hindrance`: why it cannot be undone; null if it can."""

    id = serializers.IntegerField(source="entry.pk")
    at = serializers.DateTimeField(source="entry.at")
    action = serializers.CharField(source="entry.action", help_text="The same in all languages")
    text = serializers.SerializerMethodField(help_text="The action in the language asked for")
    by = serializers.CharField(help_text="Whose step it was; empty: the service's own")
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    moved_to = serializers.SerializerMethodField(help_text="The event's status then")
    can_undo = serializers.SerializerMethodField()
    hindrance = serializers.CharField(allow_null=True)

    def get_text(self, step: Step) -> str:
        return _(step.entry.action)

    def get_moved_to(self, step: Step) -> str | None:
        status: str | None = step.entry.details.get("to")
        return status

    def get_can_undo(self, step: Step) -> bool:
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
    minutes = serializers.IntegerField(allow_null=True, help_text="Time of play, about")
    is_chosen = serializers.BooleanField()
    is_recommended = serializers.BooleanField()


class PlansSerializer(serializers.Serializer):
    """The plans side by side, the recommended first; none where there is nothing to choose."""

    players = serializers.IntegerField()
    rounds = serializers.IntegerField()
    plans = PlanSerializer(many=True)


class PlanChoiceSerializer(serializers.Serializer):
    table_size = serializers.IntegerField(min_value=2, max_value=4)
    keeps_schedule = serializers.BooleanField(default=False)
