"""Who runs an event, and which entries they keep apart."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.rows import ID
from league.api.views.events import EventRows
from league.events.services.drafts import allow_together, keep_apart
from league.events.services.lifecycle import add_official, remove_official
from league.models import KeepApart, Official

_USER = OpenApiParameter("user", str, OpenApiParameter.PATH, pattern=f"^{ID}$")
_PAIR = OpenApiParameter("pair", str, OpenApiParameter.PATH, pattern=f"^{ID}$")


class KeptApartSerializer(serializers.ModelSerializer):
    class Meta:
        model = KeepApart
        fields = ["id", "first", "second"]
        read_only_fields = ["id"]
        validators: list[object] = []  # the service tells what is wrong


class OfficialSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="user.__str__", read_only=True)

    class Meta:
        model = Official
        fields = ["user", "name", "role"]
        read_only_fields = fields


class NewOfficialSerializer(serializers.ModelSerializer):
    """By login name, or by a confirmed e-mail address."""

    login = serializers.CharField(max_length=254)

    class Meta:
        model = Official
        fields = ["login", "role"]


class Officials(EventRows):
    """Organisers and arbiters of an event, for those who run it."""

    permissions = {
        "officials": "keep_officials",
        "add": "keep_officials",
        "remove": "keep_officials",
    }

    @extend_schema(responses=OfficialSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def officials(self, request: Request, **kwargs: Any) -> Response:
        officials = self.get_object().official_set.select_related("user").order_by("role", "pk")
        page = self.paginate_queryset(officials)
        return self.get_paginated_response(OfficialSerializer(page, many=True).data)

    @extend_schema(request=NewOfficialSerializer, responses={201: OfficialSerializer})
    @officials.mapping.post
    def add(self, request: Request, **kwargs: Any) -> Response:
        """Whoever is an official already gets the new role."""
        event = self.get_object()
        official = add_official(event, actor=self.actor, **self.given(NewOfficialSerializer))
        return Response(OfficialSerializer(official).data, status=201)

    @extend_schema(parameters=[_USER], responses={204: None})
    @action(detail=True, methods=["delete"], url_path=f"officials/(?P<user>{ID})")
    def remove(self, request: Request, user: str, **kwargs: Any) -> Response:
        official = get_object_or_404(self.get_object().official_set, user=user)
        remove_official(official, actor=self.actor)
        return Response(status=204)


class KeptApart(EventRows):
    """Pairs of entries that should not meet, for officials."""

    permissions = {
        "kept_apart": "keep_apart",
        "keep": "keep_apart",
        "let_meet": "keep_apart",
    }

    @extend_schema(responses=KeptApartSerializer(many=True))
    @action(detail=True, url_path="kept-apart", url_name="list", filter_backends=[])
    def kept_apart(self, request: Request, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_object().kept_apart.order_by("pk"))
        return self.get_paginated_response(KeptApartSerializer(page, many=True).data)

    @extend_schema(request=KeptApartSerializer, responses={201: KeptApartSerializer})
    @kept_apart.mapping.post
    def keep(self, request: Request, **kwargs: Any) -> Response:
        event = self.get_object()
        pair = keep_apart(event, actor=self.actor, **self.given(KeptApartSerializer))
        return Response(KeptApartSerializer(pair).data, status=201)

    @extend_schema(parameters=[_PAIR], responses={204: None})
    @action(detail=True, methods=["delete"], url_path=f"kept-apart/(?P<pair>{ID})")
    def let_meet(self, request: Request, pair: str, **kwargs: Any) -> Response:
        allow_together(get_object_or_404(self.get_object().kept_apart, pk=pair), actor=self.actor)
        return Response(status=204)
