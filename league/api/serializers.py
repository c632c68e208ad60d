"""Rows as JSON. Names of people are those that the public sees."""

from typing import Any

from rest_framework import serializers

from league.models import Club, Event, Player, User


class ClubSerializer(serializers.ModelSerializer):
    player_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = Club
        fields = ["id", "name", "town", "country", "about", "website", "player_count", "version"]
        read_only_fields = ["id"]


class ClubChangeSerializer(serializers.ModelSerializer):
    """Any of a club's fields, with the version they were read at."""

    version = serializers.IntegerField(min_value=1)

    class Meta:
        model = Club
        fields = ["name", "town", "country", "about", "website", "version"]
        extra_kwargs = {"name": {"required": False}}


class PlayerSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="public_name", read_only=True)

    class Meta:
        model = Player
        fields = ["id", "name", "club"]


class EventSerializer(serializers.ModelSerializer):
    class Meta:
        model = Event
        fields = ["id", "club", "name", "about", "status", "starts_at", "time_zone", "language"]


class MeSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="__str__", read_only=True)
    scopes = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = ["id", "name", "language", "time_zone", "scopes"]

    def get_scopes(self, user: User) -> list[str] | None:
        """What the token may do; null in a browser, where nothing is narrowed."""
        auth: Any = self.context["request"].auth
        return list(auth.scopes) if auth else None
