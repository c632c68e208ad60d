"""Players as JSON: by public names for everybody, by full names for those who look after them."""

from rest_framework import serializers

from league.api.versions import VersionField
from league.models import Player


class PlayerSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="public_name", read_only=True)

    class Meta:
        model = Player
        fields = ["id", "name", "club"]


class MemberSerializer(serializers.ModelSerializer):
    """For the admins of the player's club."""

    name = serializers.CharField(source="public_name", read_only=True)
    has_account = serializers.SerializerMethodField()

    class Meta:
        model = Player
        fields = ["id", "name", "full_name", "privacy", "club", "has_account", "version"]
        read_only_fields = fields

    def get_has_account(self, player: Player) -> bool:
        return player.user_id is not None


class NewMemberSerializer(serializers.ModelSerializer):
    """A player to add; `is_namesake` says that a member of the same name is another person."""

    is_namesake = serializers.BooleanField(default=False)

    class Meta:
        model = Player
        fields = ["full_name", "privacy", "is_namesake"]


class MemberChangeSerializer(serializers.ModelSerializer):
    """Any of the fields, with the version they were read at."""

    version = VersionField()

    class Meta:
        model = Player
        fields = ["full_name", "privacy", "version"]
        extra_kwargs = {"full_name": {"required": False}}
