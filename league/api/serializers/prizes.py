"""Categories, prizes and who gets them as JSON."""

from rest_framework import serializers

from league.models import Category, Prize, PrizeDecision
from league.models.public_id import LENGTH

_MOST = 10_000


def _ids() -> serializers.ListField:
    child = serializers.CharField(max_length=LENGTH)
    return serializers.ListField(child=child, max_length=_MOST)


class CategorySerializer(serializers.ModelSerializer):
    """Private ones (`is_shown` is false) are for officials alone."""

    class Meta:
        model = Category
        fields = ["id", "name", "order", "is_shown"]
        read_only_fields = fields


class NewCategorySerializer(serializers.ModelSerializer):
    class Meta:
        model = Category
        fields = ["name", "is_shown"]


class MembersSerializer(serializers.Serializer):
    """Entries to put in, or to take out."""

    entries = _ids()
    is_in = serializers.BooleanField(default=True)


class CategoryRowSerializer(serializers.Serializer):
    rank = serializers.IntegerField(help_text="In the category; of all it is in the standings")
    entry = serializers.CharField()
    name = serializers.CharField()
    points_12 = serializers.IntegerField()


class CategoryTableSerializer(serializers.Serializer):
    """The standings without the others, places numbered anew."""

    category = CategorySerializer()
    after_round = serializers.IntegerField()
    rows = CategoryRowSerializer(many=True)


class PrizeSerializer(serializers.ModelSerializer):
    """In the order of worth. `category` is null for the table of all."""

    class Meta:
        model = Prize
        fields = ["id", "category", "place", "what", "order"]
        read_only_fields = fields


class NewPrizeSerializer(serializers.Serializer):
    category = serializers.CharField(max_length=LENGTH, required=False, allow_null=True)
    place = serializers.IntegerField(min_value=1, max_value=200)
    what = serializers.CharField(max_length=120)


class PrizeChangeSerializer(serializers.Serializer):
    """What is left out stays as it is. `move`: by one in the order of worth."""

    what = serializers.CharField(max_length=120, required=False)
    move = serializers.ChoiceField(choices=["up", "down"], required=False)


class AwardSerializer(serializers.Serializer):
    """Who gets a prize. Several entries share it, or are tied for it while `is_open`."""

    prize = serializers.CharField(source="award.prize")
    entries = serializers.ListField(child=serializers.CharField(), source="award.entries")
    names = serializers.ListField(child=serializers.CharField())
    is_open = serializers.BooleanField(source="award.is_open")
    passed = serializers.ListField(
        child=serializers.CharField(),
        source="award.passed",
        help_text="Entries that stood higher and keep a better prize",
    )


class TieSerializer(serializers.Serializer):
    """Entries with equal points for whom prizes are at stake."""

    category = serializers.CharField(source="category.pk", allow_null=True, default=None)
    place = serializers.IntegerField(source="tie.place")
    entries = serializers.ListField(child=serializers.CharField(), source="tie.entries")
    prizes = serializers.ListField(child=serializers.CharField(), source="tie.prizes")
    is_open = serializers.BooleanField(source="tie.is_open")
    decision = serializers.CharField(source="decision.pk", allow_null=True, default=None)


class AwardsSerializer(serializers.Serializer):
    """`is_final` once the event is finished."""

    is_final = serializers.BooleanField()
    awards = AwardSerializer(many=True)
    ties = TieSerializer(many=True)


class PrizeDecisionSerializer(serializers.ModelSerializer):
    """`entries` in the order that was decided; where they share, by id."""

    entries = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = PrizeDecision
        fields = ["id", "category", "how", "entries", "decided_at"]
        read_only_fields = fields


class NewDecisionSerializer(serializers.Serializer):
    """Of a tie, named by its entries: after a deciding game in the order of its places."""

    category = serializers.CharField(max_length=LENGTH, required=False, allow_null=True)
    entries = _ids()
    how = serializers.ChoiceField(choices=PrizeDecision.How.choices)
