"""Categories of an event: for the public those that are shown."""

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.rows import ID
from league.api.serializers.prizes import (
    CategorySerializer,
    CategoryTableSerializer,
    MembersSerializer,
    NewCategorySerializer,
)
from league.api.views.events import EventRows
from league.events.queries.categories import categories_of, category_table
from league.events.queries.entries import entry_names
from league.events.queries.events import current_stage
from league.events.services.categories import (
    add_category,
    edit_category,
    put_in_category,
    remove_category,
)
from league.models import Category, Event
from league.permissions import may

_CATEGORY = OpenApiParameter("category", str, OpenApiParameter.PATH, pattern=f"^{ID}$")
_ONE = f"categories/(?P<category>{ID})"


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
        page = self.paginate_queryset(self._known(event))
        return self.get_paginated_response(CategorySerializer(page, many=True).data)

    @extend_schema(request=NewCategorySerializer, responses={201: CategorySerializer})
    @categories.mapping.post
    def add(self, request: Request, **kwargs: Any) -> Response:
        """Private unless said otherwise."""
        event = self.get_object()
        category = add_category(event, actor=self.actor, **self.given(NewCategorySerializer))
        return Response(CategorySerializer(category).data, status=201)

    @extend_schema(parameters=[_CATEGORY], responses=CategoryTableSerializer)
    @action(detail=True, url_path=_ONE, url_name="detail", pagination_class=None)
    def category(self, request: Request, category: str, **kwargs: Any) -> HttpResponseBase:
        """The table of the category."""
        event = self.get_object()
        given = get_object_or_404(self._known(event), pk=category)
        tag = f'"{event.live_version}-{given.pk}"'
        if unchanged := get_conditional_response(request._request, etag=tag):
            return unchanged
        table = category_table(given, stage=current_stage(event), names=entry_names(event))
        rows = [
            {
                "rank": shown.place,
                "entry": shown.row.entry,
                "name": shown.name,
                "points_12": shown.row.points_12,
            }
            for shown in table.rows
        ]
        answer = {"category": given, "after_round": table.after_round, "rows": rows}
        return Response(CategoryTableSerializer(answer).data, headers={"ETag": tag})

    @extend_schema(
        parameters=[_CATEGORY], request=NewCategorySerializer, responses=CategorySerializer
    )
    @category.mapping.patch
    def change(self, request: Request, category: str, **kwargs: Any) -> Response:
        """Renamed, it keeps its members."""
        given = get_object_or_404(self.get_object().categories, pk=category)
        sent = NewCategorySerializer(given, data=request.data, partial=True)
        sent.is_valid(raise_exception=True)
        wanted = {"name": given.name, "is_shown": given.is_shown, **sent.validated_data}
        return Response(CategorySerializer(edit_category(given, actor=self.actor, **wanted)).data)

    @extend_schema(parameters=[_CATEGORY], responses={204: None})
    @category.mapping.delete
    def remove(self, request: Request, category: str, **kwargs: Any) -> Response:
        """With its prizes."""
        given = get_object_or_404(self.get_object().categories, pk=category)
        remove_category(given, actor=self.actor)
        return Response(status=204)

    @extend_schema(parameters=[_CATEGORY], request=MembersSerializer, responses={204: None})
    @action(detail=True, methods=["post"], url_path=f"{_ONE}/members")
    def members(self, request: Request, category: str, **kwargs: Any) -> Response:
        """Put entries in, or take them out."""
        given = get_object_or_404(self.get_object().categories, pk=category)
        put_in_category(given, actor=self.actor, **self.given(MembersSerializer))
        return Response(status=204)

    def _known(self, event: Event) -> Any:
        return categories_of(event, is_official=may(self.actor, "see_as_official", event))


def category_of(event: Event, pk: str | None) -> Category | None:
    return get_object_or_404(event.categories, pk=pk) if pk else None
