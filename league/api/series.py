"""Series as JSON. Points are whole numbers or fractions: "64/3"."""

from fractions import Fraction

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.models import Series
from league.series.inputs import EveningState
from league.series.table import By, Use
from league.standings.parts import exact


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string"}]})
class ExactField(serializers.Field):
    """A whole number, or a fraction as text."""

    def to_representation(self, value: Fraction) -> int | str:
        return exact(value)


class SeriesSerializer(serializers.ModelSerializer):
    own_points = serializers.ListField(child=serializers.IntegerField(), read_only=True)
    evening_count = serializers.IntegerField(read_only=True)
    finished_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = Series
        fields = (
            *("id", "club", "name", "about", "status", "scheme", "own_points", "best"),
            *("planned", "bonus", "guests", "counts_running"),
            *("evening_count", "finished_count", "version"),
        )
        read_only_fields = fields


class SeriesGameSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()


class EveningSerializer(serializers.Serializer):
    """An evening of the series; `came`: entries that played."""

    number = serializers.IntegerField()
    event = serializers.CharField(source="event.pk")
    name = serializers.CharField(source="event.name")
    starts_at = serializers.DateTimeField(source="event.starts_at")
    state = serializers.ChoiceField(choices=[state.value for state in EveningState])
    came = serializers.IntegerField()
    winners = serializers.ListField(
        child=serializers.CharField(), source="winning_entries", help_text="Ids of entries"
    )


class SeriesCellSerializer(serializers.Serializer):
    """An evening of a player: the place, what it brought, and whether it counts."""

    event = serializers.CharField(source="evening")
    entry = serializers.CharField(source="result.entry")
    place = serializers.IntegerField(source="result.place")
    shared_by = serializers.IntegerField(source="result.shared_by")
    of = serializers.IntegerField(source="result.of", help_text="Entries in the evening's table")
    own_points = ExactField(source="result.own")
    points = ExactField(source="result.points")
    use = serializers.ChoiceField(choices=[use.value for use in Use])


class ReachSerializer(serializers.Serializer):
    least = ExactField()
    most = ExactField()
    best = serializers.IntegerField()
    worst = serializers.IntegerField()
    newcomers_may_pass = serializers.BooleanField()


class SeriesRowSerializer(serializers.Serializer):
    """A player in the table. The rank is 0 for guests who are kept out of it."""

    rank = serializers.IntegerField(source="row.rank")
    player = serializers.CharField(source="row.player")
    name = serializers.CharField()
    total = ExactField(source="row.total")
    bonus = serializers.IntegerField(source="row.bonus")
    cells = SeriesCellSerializer(many=True, source="row.cells")
    reach = ReachSerializer(allow_null=True)


class SeriesTableSerializer(serializers.Serializer):
    """`is_current` is false while some evening's standings are being computed."""

    games = SeriesGameSerializer(many=True)
    game = serializers.CharField(help_text="Empty: of all games together")
    evenings = EveningSerializer(many=True)
    left = serializers.IntegerField(help_text="Evenings to come")
    is_current = serializers.BooleanField(source="counted.is_current")
    rows = SeriesRowSerializer(many=True)
    guests = SeriesRowSerializer(many=True)


class PartedSerializer(serializers.Serializer):
    """The first thing in which two neighbours differ, the upper one's value first."""

    decided_by = serializers.ChoiceField(choices=[by.value for by in By], source="by")
    place = serializers.IntegerField()
    upper = serializers.IntegerField()
    lower = serializers.IntegerField()


class SeriesNeighbourSerializer(serializers.Serializer):
    player = serializers.CharField()
    name = serializers.CharField()
    total = ExactField()
    parted = PartedSerializer()


class EveningExplainedSerializer(serializers.Serializer):
    """Without a cell: was not there. `places`: those that were shared."""

    evening = EveningSerializer()
    cell = SeriesCellSerializer(allow_null=True)
    places = serializers.ListField(child=serializers.IntegerField())


class RowExplainedSerializer(serializers.Serializer):
    row = SeriesRowSerializer(source="shown")
    is_guest = serializers.BooleanField()
    counted = serializers.IntegerField(help_text="Evenings that are in the total")
    of_evenings = ExactField(help_text="The total without the points for coming")
    evenings = EveningExplainedSerializer(many=True)
    above = SeriesNeighbourSerializer(allow_null=True)
    below = SeriesNeighbourSerializer(allow_null=True)


class OfGameSerializer(serializers.Serializer):
    game = serializers.CharField(
        required=False, max_length=120, help_text="A key of `games`; all games if left out"
    )
