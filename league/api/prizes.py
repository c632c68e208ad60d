"""Categories and prizes of an event, and how ties for prizes are decided."""

from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventRows
from league.api.rows import ID, IdField
from league.events.queries.entries import entry_names
from league.events.queries.events import current_stage
from league.events.queries.prizes import categories_of, category_table, prize_list
from league.events.services import categories, prizes
from league.models import Category, Event, Prize, PrizeDecision
from league.permissions import may
from league.player_notes import FIRST_YEAR

_MOST = 10_000
_CATEGORY = OpenApiParameter("category", str, OpenApiParameter.PATH, pattern=f"^{ID}$")
_ONE = f"categories/(?P<category>{ID})"
_PRIZE = OpenApiParameter("prize", str, OpenApiParameter.PATH, pattern=f"^{ID}$")
_DECISION = OpenApiParameter("decision", str, OpenApiParameter.PATH, pattern=f"^{ID}$")


def _ids() -> serializers.ListField:
    return serializers.ListField(child=IdField(), max_length=_MOST)


class CategorySerializer(serializers.ModelSerializer):
    """Private ones (`is_shown` is false) are for officials alone."""

    class Meta:
        model = Category
        fields = ["id", "name", "order", "is_shown", "born_from", "born_to"]
        read_only_fields = fields


class NewCategorySerializer(serializers.ModelSerializer):
    """`born_from`, `born_to`: players of these years are put in, where the club knows them."""

    class Meta:
        model = Category
        fields = ["name", "is_shown", "born_from", "born_to"]
        extra_kwargs = {
            name: {"min_value": FIRST_YEAR, "max_value": 2200} for name in ("born_from", "born_to")
        }


class MembersSerializer(serializers.Serializer):
    """Entries to put in, or to take out."""

    entries = _ids()
    is_in = serializers.BooleanField(default=True)


class CategoryRowSerializer(serializers.Serializer):
    rank = serializers.IntegerField(help_text="In the category; of all it is in the standings")
    entry = IdField()
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
    category = IdField(required=False, allow_null=True)
    place = serializers.IntegerField(min_value=1, max_value=200)
    what = serializers.CharField(max_length=120)


class PrizeChangeSerializer(serializers.Serializer):
    """What is left out stays as it is. `move`: by one in the order of worth."""

    what = serializers.CharField(max_length=120, required=False)
    move = serializers.ChoiceField(choices=["up", "down"], required=False)


class AwardSerializer(serializers.Serializer):
    """Who gets a prize. Several entries share it, or are tied for it while `is_open`."""

    prize = IdField(source="award.prize")
    entries = serializers.ListField(child=IdField(), source="award.entries")
    names = serializers.ListField(child=serializers.CharField())
    is_open = serializers.BooleanField(source="award.is_open")
    passed = serializers.ListField(
        child=IdField(),
        source="award.passed",
        help_text="Entries that stood higher and keep a better prize",
    )


class TieSerializer(serializers.Serializer):
    """Entries with equal points for whom prizes are at stake."""

    category = IdField(source="category.pk", allow_null=True, default=None)
    place = serializers.IntegerField(source="tie.place")
    entries = serializers.ListField(child=IdField(), source="tie.entries")
    prizes = serializers.ListField(child=IdField(), source="tie.prizes")
    is_open = serializers.BooleanField(source="tie.is_open")
    decision = IdField(source="decision.pk", allow_null=True, default=None)


class AwardsSerializer(serializers.Serializer):
    """`is_final` once the event is finished."""

    is_final = serializers.BooleanField()
    awards = AwardSerializer(many=True)
    ties = TieSerializer(many=True)


@extend_schema_serializer(component_name="Decision")  # as clients know it
class PrizeDecisionSerializer(serializers.ModelSerializer):
    """`entries` in the order that was decided; where they share, by id."""

    entries = serializers.ListField(child=IdField())

    class Meta:
        model = PrizeDecision
        fields = ["id", "category", "how", "entries", "decided_at"]
        read_only_fields = fields


class NewDecisionSerializer(serializers.Serializer):
    """Of a tie, named by its entries: after a deciding game in the order of its places."""

    category = IdField(required=False, allow_null=True)
    entries = _ids()
    how = serializers.ChoiceField(choices=PrizeDecision.How.choices)


class Categories(EventRows):
    """Groups of entries that are ranked among themselves as well."""

    permissions = {
        "categories": "see_event",
        "add": "keep_categories",
        "category": "see_event",
        "change": "keep_categories",
        "remove": "keep_categories",
        "members": "assign_category",
    }

    @extend_schema(responses=CategorySerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def categories(self, request: Request, **kwargs: Any) -> Response:
        event = self.get_object()
        return self.paged(self._known(event), CategorySerializer)

    @extend_schema(request=NewCategorySerializer, responses={201: CategorySerializer})
    @categories.mapping.post
    def add(self, request: Request, **kwargs: Any) -> Response:
        """Private unless said otherwise."""
        event = self.get_object()
        category = categories.add_category(
            event, actor=self.actor, **self.body(NewCategorySerializer)
        )
        return Response(CategorySerializer(category).data, status=201)

    @extend_schema(parameters=[_CATEGORY], responses=CategoryTableSerializer)
    @action(detail=True, url_path=_ONE, url_name="detail", pagination_class=None)
    def category(self, request: Request, category: str, **kwargs: Any) -> HttpResponseBase:
        """The table of the category."""
        event = self.get_object()
        row = get_object_or_404(self._known(event), pk=category)
        tag = f'"{event.live_version}-{row.pk}"'
        if unchanged := get_conditional_response(request._request, etag=tag):
            return unchanged
        table = category_table(row, stage=current_stage(event), names=entry_names(event))
        rows = [
            {
                "rank": shown.place,
                "entry": shown.row.entry,
                "name": shown.name,
                "points_12": shown.row.points_12,
            }
            for shown in table.rows
        ]
        answer = {"category": row, "after_round": table.after_round, "rows": rows}
        return Response(CategoryTableSerializer(answer).data, headers={"ETag": tag})

    @extend_schema(
        parameters=[_CATEGORY], request=NewCategorySerializer, responses=CategorySerializer
    )
    @category.mapping.patch
    def change(self, request: Request, category: str, **kwargs: Any) -> Response:
        """Renamed, it keeps its members."""
        row = get_object_or_404(self.get_object().categories, pk=category)
        stored = {name: getattr(row, name) for name in NewCategorySerializer.Meta.fields}
        wanted = {**stored, **self.body(NewCategorySerializer, row=row)}
        return Response(
            CategorySerializer(categories.edit_category(row, actor=self.actor, **wanted)).data
        )

    @extend_schema(parameters=[_CATEGORY], responses={204: None})
    @category.mapping.delete
    def remove(self, request: Request, category: str, **kwargs: Any) -> Response:
        """With its prizes."""
        row = get_object_or_404(self.get_object().categories, pk=category)
        categories.remove_category(row, actor=self.actor)
        return Response(status=204)

    @extend_schema(parameters=[_CATEGORY], request=MembersSerializer, responses={204: None})
    @action(detail=True, methods=["post"], url_path=f"{_ONE}/members")
    def members(self, request: Request, category: str, **kwargs: Any) -> Response:
        """Put entries in, or take them out."""
        row = get_object_or_404(self.get_object().categories, pk=category)
        categories.put_in_category(row, actor=self.actor, **self.body(MembersSerializer))
        return Response(status=204)

    def _known(self, event: Event) -> Any:
        return categories_of(event, is_official=may(self.actor, "see_as_official", event))


def category_of(event: Event, pk: str | None) -> Category | None:
    return get_object_or_404(event.categories, pk=pk) if pk else None


class Prizes(EventRows):
    """What can be won, and by whom."""

    permissions = {
        "prizes": "see_event",
        "add": "keep_prizes",
        "change": "keep_prizes",
        "remove": "keep_prizes",
        "awards": "decide_prizes",
        "decisions": "decide_prizes",
        "decide": "decide_prizes",
        "undo": "decide_prizes",
    }

    @extend_schema(responses=PrizeSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def prizes(self, request: Request, **kwargs: Any) -> Response:
        """In the order of worth; those of private categories for officials alone."""
        return self.paged(self._known(self.get_object()), PrizeSerializer)

    @extend_schema(request=NewPrizeSerializer, responses={201: PrizeSerializer})
    @prizes.mapping.post
    def add(self, request: Request, **kwargs: Any) -> Response:
        """At the end of the list, but above worse places of the same table."""
        event = self.get_object()
        body = self.body(NewPrizeSerializer)
        body["category"] = category_of(event, body.get("category"))
        prize = prizes.add_prize(event, actor=self.actor, **body)
        return Response(PrizeSerializer(prize).data, status=201)

    @extend_schema(parameters=[_PRIZE], request=PrizeChangeSerializer, responses=PrizeSerializer)
    @action(detail=True, methods=["patch"], url_path=f"prizes/(?P<prize>{ID})", url_name="detail")
    def change(self, request: Request, prize: str, **kwargs: Any) -> Response:
        row = get_object_or_404(self.get_object().prizes, pk=prize)
        body = self.body(PrizeChangeSerializer)
        if "what" in body:
            prizes.edit_prize(row, actor=self.actor, what=body["what"])
        if "move" in body:
            prizes.move_prize(row, actor=self.actor, by=-1 if body["move"] == "up" else 1)
        return Response(PrizeSerializer(Prize.objects.get(pk=row.pk)).data)

    @extend_schema(parameters=[_PRIZE], responses={204: None})
    @change.mapping.delete
    def remove(self, request: Request, prize: str, **kwargs: Any) -> Response:
        prizes.remove_prize(get_object_or_404(self.get_object().prizes, pk=prize), actor=self.actor)
        return Response(status=204)

    @extend_schema(responses=AwardsSerializer)
    @action(detail=True, url_path="awards", pagination_class=None, filter_backends=[])
    def awards(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Who gets what by the standings as they are published now, and the ties."""
        event = self.get_object()
        tag = f'"{event.live_version}-{get_language()}"'
        if unchanged := get_conditional_response(request._request, etag=tag):
            return unchanged
        listed = prize_list(event, names=entry_names(event, in_full=True))
        return Response(AwardsSerializer(listed).data, headers={"ETag": tag})

    @extend_schema(responses=PrizeDecisionSerializer(many=True))
    @action(detail=True, url_path="prize-decisions", filter_backends=[])
    def decisions(self, request: Request, **kwargs: Any) -> Response:
        made = self.get_object().prize_decisions.order_by("decided_at", "pk")
        return self.paged(made, PrizeDecisionSerializer)

    @extend_schema(request=NewDecisionSerializer, responses={201: PrizeDecisionSerializer})
    @decisions.mapping.post
    def decide(self, request: Request, **kwargs: Any) -> Response:
        """Settle a tie."""
        event = self.get_object()
        body = self.body(NewDecisionSerializer)
        decision = prizes.decide_tie(
            event,
            actor=self.actor,
            category=category_of(event, body.get("category")),
            entries=body["entries"],
            how=body["how"],
            order=body["entries"],
        )
        return Response(PrizeDecisionSerializer(decision).data, status=201)

    @extend_schema(parameters=[_DECISION], responses={204: None})
    @action(
        detail=True,
        methods=["delete"],
        url_path=f"prize-decisions/(?P<decision>{ID})",
        url_name="undo",
    )
    def undo(self, request: Request, decision: str, **kwargs: Any) -> Response:
        made = get_object_or_404(self.get_object().prize_decisions, pk=decision)
        prizes.undo_decision(made, actor=self.actor)
        return Response(status=204)

    def _known(self, event: Event) -> QuerySet[Prize]:
        listed = event.prizes.order_by("order", "pk")
        if may(self.actor, "see_as_official", event):
            return listed
        return listed.filter(Q(category__isnull=True) | Q(category__is_shown=True))
