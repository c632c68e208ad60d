"""Entries as JSON: by public names, for officials by full names as well."""

from collections.abc import Mapping

from rest_framework import serializers

from league.models import ByeRequest, Entry


class EntrySerializer(serializers.ModelSerializer):
    """Needs `names` and `categories` by entry in its context; for officials `full_names`, too."""

    name = serializers.SerializerMethodField()
    full_name = serializers.SerializerMethodField(help_text="For officials; null for others.")
    categories = serializers.SerializerMethodField(
        help_text="Ids; private categories for officials alone."
    )

    class Meta:
        model = Entry
        fields = [
            *("id", "event", "name", "full_name", "player", "partner", "team_name"),
            *("status", "categories", "rating", "seed", "first_round"),
        ]
        read_only_fields = fields

    def get_name(self, entry: Entry) -> str:
        names: Mapping[str, str] = self.context["names"]
        return names[entry.pk]

    def get_full_name(self, entry: Entry) -> str | None:
        names: Mapping[str, str] = self.context["full_names"]
        return names.get(entry.pk)

    def get_categories(self, entry: Entry) -> list[str]:
        return [each.pk for each in self.context["categories"].get(entry.pk, ())]


class EntryQuerySerializer(serializers.Serializer):
    """What the list of entries is narrowed by."""

    status = serializers.ChoiceField(choices=Entry.Status.choices, required=False)
    name = serializers.CharField(required=False, max_length=200, help_text="Words of the name")


class SignUpSerializer(serializers.Serializer):
    """`full_name` is needed from accounts that were never a player before."""

    full_name = serializers.CharField(max_length=200, required=False)
    partner_name = serializers.CharField(max_length=200, required=False)
    team_name = serializers.CharField(max_length=60, required=False)
    categories = serializers.ListField(
        child=serializers.CharField(max_length=10), max_length=20, required=False
    )


class NewEntrySerializer(SignUpSerializer):
    """Somebody new by name, or a player of the club by id. `is_here`: checked in at once."""

    player = serializers.CharField(max_length=10, required=False)
    partner = serializers.CharField(max_length=10, required=False)
    rating = serializers.IntegerField(min_value=0, max_value=9999, required=False, allow_null=True)
    is_here = serializers.BooleanField(default=False)


class EntryChangeSerializer(serializers.Serializer):
    """What is left out stays as it is."""

    rating = serializers.IntegerField(min_value=0, max_value=9999, required=False, allow_null=True)
    team_name = serializers.CharField(max_length=60, required=False, allow_blank=True)
    categories = serializers.ListField(
        child=serializers.CharField(max_length=10), max_length=20, required=False
    )


class ApprovalSerializer(serializers.Serializer):
    """`player`: whom the club knows the guest as."""

    player = serializers.CharField(max_length=10, required=False)


class ByeRequestSerializer(serializers.ModelSerializer):
    round = serializers.IntegerField(source="round_number", read_only=True)

    class Meta:
        model = ByeRequest
        fields = ["round", "kind"]
        read_only_fields = fields


class NewByeSerializer(serializers.Serializer):
    round = serializers.IntegerField(min_value=1, max_value=60)
    kind = serializers.ChoiceField(
        choices=[ByeRequest.Kind.HALF.value, ByeRequest.Kind.ZERO.value],
        default=ByeRequest.Kind.HALF,
    )
