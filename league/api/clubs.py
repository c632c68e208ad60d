"""Clubs, and their members for those who run them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.rows import PublicRows
from league.api.serializers.clubs import ClubChangeSerializer, ClubSerializer
from league.api.serializers.players import MemberSerializer, NewMemberSerializer
from league.clubs.queries import clubs_with_counts, players_of
from league.clubs.services import add_player, edit_club
from league.permissions import actor_of


class Clubs(PublicRows):
    """Clubs; their admins may change them."""

    queryset = clubs_with_counts()
    serializer_class = ClubSerializer
    filterset_fields = ["country", "town"]
    permissions = {
        "list": "visit",
        "retrieve": "see_club",
        "partial_update": "edit_club",
        "members": "keep_members",
        "add_member": "keep_members",
    }

    @extend_schema(request=ClubChangeSerializer, responses=ClubSerializer)
    def partial_update(self, request: Request, **kwargs: Any) -> Response:
        club = self.get_object()
        changes = ClubChangeSerializer(data=request.data)
        changes.is_valid(raise_exception=True)
        edit_club(
            club,
            actor=actor_of(request),
            version=changes.validated_data["version"],
            changes=changes.validated_data,
        )
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(responses=MemberSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def members(self, request: Request, **kwargs: Any) -> Response:
        """The club's players by full names, for its admins."""
        page = self.paginate_queryset(players_of(self.get_object()))
        return self.get_paginated_response(MemberSerializer(page, many=True).data)

    @extend_schema(request=NewMemberSerializer, responses={201: MemberSerializer})
    @members.mapping.post
    def add_member(self, request: Request, **kwargs: Any) -> Response:
        """Add a player to the club."""
        club = self.get_object()
        wanted = NewMemberSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        player = add_player(club, actor=actor_of(request), **wanted.validated_data)
        return Response(MemberSerializer(player).data, status=201)
