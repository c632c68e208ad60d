"""Clubs as JSON."""

from rest_framework import serializers

from league.api.versions import VersionField
from league.models import Club


class ClubSerializer(serializers.ModelSerializer):
    player_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = Club
        fields = ["id", "name", "town", "country", "about", "website", "player_count", "version"]
        read_only_fields = ["id"]


class ClubChangeSerializer(serializers.ModelSerializer):
    """Any of a club's fields, with the version they were read at."""

    version = VersionField()

    class Meta:
        model = Club
        fields = ["name", "town", "country", "about", "website", "version"]
        extra_kwargs = {"name": {"required": False}}
