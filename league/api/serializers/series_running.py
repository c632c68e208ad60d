"""What programs send to run a series."""

from rest_framework import serializers

from league.api.versions import VersionField
from league.models import Club, Series
from league.series.services import MOST_NUMBERS, MOST_POINTS, SETTINGS


class SeriesSettingsSerializer(serializers.ModelSerializer):
    own_points = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_POINTS),
        required=False,
        max_length=MOST_NUMBERS,
    )

    class Meta:
        model = Series
        fields: tuple[str, ...] = SETTINGS


class NewSeriesSerializer(SeriesSettingsSerializer):
    club = serializers.PrimaryKeyRelatedField(queryset=Club.objects.all())

    class Meta(SeriesSettingsSerializer.Meta):
        fields = ("club", *SETTINGS)


class SeriesChangeSerializer(SeriesSettingsSerializer):
    version = VersionField()

    class Meta(SeriesSettingsSerializer.Meta):
        fields = (*SETTINGS, "version")
        extra_kwargs = {"name": {"required": False}}


class ChosenEveningSerializer(serializers.Serializer):
    event = serializers.CharField(max_length=10, help_text="The id of an event")


class EveningMoveSerializer(serializers.Serializer):
    by = serializers.IntegerField(min_value=-1, max_value=1, help_text="Earlier −1, later 1")


class GuestSerializer(serializers.Serializer):
    is_guest = serializers.BooleanField()
