"""Statistics as JSON. Shares are between 0 and 1."""

from rest_framework import serializers


class SeatFiguresSerializer(serializers.Serializer):
    """How often a seat wins; the true share is between low and high, 95 times of 100."""

    seat = serializers.CharField()
    games = serializers.IntegerField()
    share = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    mean_score = serializers.FloatField()


class SizeFiguresSerializer(serializers.Serializer):
    players = serializers.IntegerField()
    games = serializers.IntegerField()
    mean_score = serializers.FloatField()
    mean_winning_score = serializers.FloatField(allow_null=True)
    seats = SeatFiguresSerializer(many=True)


class BarSerializer(serializers.Serializer):
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    number = serializers.IntegerField()


class ListedSerializer(serializers.Serializer):
    match = serializers.CharField()
    submission = serializers.CharField(help_text="Whose record can be replayed; may be empty")
    entries = serializers.ListField(child=serializers.CharField())
    value = serializers.IntegerField()


class FiguresSerializer(serializers.Serializer):
    games = serializers.IntegerField()
    verified = serializers.IntegerField()
    mean_score = serializers.FloatField()
    median_score = serializers.FloatField()
    bars = BarSerializer(many=True)
    sizes = SizeFiguresSerializer(many=True)
    best = ListedSerializer(many=True)
    longest = ListedSerializer(many=True)
    closest = ListedSerializer(many=True)


class KindSerializer(serializers.Serializer):
    """Games that can be compared. `slug` is what `of` asks for."""

    slug = serializers.CharField()
    game = serializers.CharField()
    variant = serializers.CharField(allow_blank=True)
    scoring = serializers.CharField()


class StatisticsSerializer(serializers.Serializer):
    """Of one kind of games; null without any."""

    kind = KindSerializer(allow_null=True)
    kinds = serializers.SerializerMethodField()
    figures = FiguresSerializer(allow_null=True)

    def get_kinds(self, shown: object) -> list[str]:
        return [kind.slug for kind, _number in shown.kinds]  # type: ignore[attr-defined]


class KindAskedSerializer(serializers.Serializer):
    of = serializers.CharField(
        required=False, max_length=150, help_text="A kind's slug; the most played if left out"
    )
