"""Standings as JSON."""

from rest_framework import serializers

from league.standings.inputs import RoundOutcome


class CellSerializer(serializers.Serializer):
    """A round of an entry."""

    round = serializers.IntegerField()
    outcome = serializers.ChoiceField(choices=[outcome.value for outcome in RoundOutcome])
    points_12 = serializers.IntegerField()
    match = serializers.CharField(allow_null=True)
    opponents = serializers.ListField(child=serializers.CharField())
    place = serializers.IntegerField(allow_null=True)


class StandingSerializer(serializers.Serializer):
    """An entry in the table. Numbers that are no integers are fractions: "22/3"."""

    rank = serializers.IntegerField()
    entry = serializers.CharField()
    name = serializers.CharField()
    points = serializers.JSONField()
    points_12 = serializers.IntegerField()
    values = serializers.DictField(child=serializers.ListField())
    cells = CellSerializer(many=True)


class StandingsSerializer(serializers.Serializer):
    """The table after a round. `is_current` is false while a newer one is being computed."""

    after_round = serializers.IntegerField()
    rounds = serializers.ListField(child=serializers.IntegerField())
    chain = serializers.ListField(child=serializers.CharField())
    is_current = serializers.BooleanField()
    rows = StandingSerializer(many=True)


class AfterSerializer(serializers.Serializer):
    after = serializers.IntegerField(
        required=False, min_value=0, max_value=60, help_text="The round; the latest if left out"
    )
