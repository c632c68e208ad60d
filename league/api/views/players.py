"""Players."""

from typing import Any

from django_filters import CharFilter, FilterSet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.rows import PublicRows
from league.api.serializers.players import (
    MemberChangeSerializer,
    MemberSerializer,
    PlayerSerializer,
)
from league.clubs.queries import players_shown
from league.clubs.services import edit_player
from league.models import Player
from league.permissions import actor_of


class PlayerFilter(FilterSet):
    club = CharFilter(field_name="club_id")

    class Meta:
        model = Player
        fields = ["club"]


class Players(PublicRows):
    """Players, by the names that the public sees; admins of their club may change them."""

    queryset = players_shown()
    serializer_class = PlayerSerializer
    filterset_class = PlayerFilter
    permissions = {
        "list": "visit",
        "retrieve": "see_player",
        "partial_update": "keep_player",
    }

    @extend_schema(request=MemberChangeSerializer, responses=MemberSerializer)
    def partial_update(self, request: Request, **kwargs: Any) -> Response:
        changes = MemberChangeSerializer(data=request.data)
        player = self.get_object()
        changes.is_valid(raise_exception=True)
        edited = edit_player(player, actor=actor_of(request), **changes.validated_data)
        return Response(MemberSerializer(edited).data)
