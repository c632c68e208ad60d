"""The caller as JSON."""

from typing import Any

from rest_framework import serializers

from league.models import User


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
