"""Who runs a club, and how a player of it comes to an account."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.rows import ID, IdField, Rows
from league.clubs.queries import clubs_with_counts, players_shown
from league.clubs.services import invitations
from league.clubs.services.clubs import add_admin, remove_admin
from league.models import User

_USER = OpenApiParameter("user", str, OpenApiParameter.PATH, pattern=f"^{ID}$")


class ClubAdminSerializer(serializers.ModelSerializer):
    user = IdField(source="pk")
    name = serializers.CharField(source="__str__")

    class Meta:
        model = User
        fields = ["user", "name"]
        read_only_fields = fields


class NewClubAdminSerializer(serializers.Serializer):
    login = serializers.CharField(
        max_length=254, help_text="A login name, or a confirmed e-mail address"
    )


class ClubAdmins(Rows):
    """Those who run a club, for one another."""

    queryset = clubs_with_counts()
    serializer_class = ClubAdminSerializer
    permissions = {
        "admins": "keep_club_admins",
        "add": "keep_club_admins",
        "remove": "keep_club_admins",
    }

    @extend_schema(responses=ClubAdminSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def admins(self, request: Request, **kwargs: Any) -> Response:
        """List the people who run a club.

        In the order in which they came to run it; for them alone.
        """
        admins = self.get_object().admins.order_by("clubadmin__pk")
        return self.paged(admins, ClubAdminSerializer)

    @extend_schema(request=NewClubAdminSerializer, responses={201: ClubAdminSerializer})
    @admins.mapping.post
    def add(self, request: Request, **kwargs: Any) -> Response:
        """Make somebody an admin of a club.

        Refused where no account has this login name or confirmed e-mail address. Somebody who runs
        the club already stays as they are. DELETE `admins/{user}` takes it back.
        """
        club = self.get_object()
        user = add_admin(club, actor=self.actor, who=self.body(NewClubAdminSerializer)["login"])
        return Response(ClubAdminSerializer(user).data, status=201)

    @extend_schema(parameters=[_USER], responses={204: None})
    @action(detail=True, methods=["delete"], url_path=f"admins/(?P<user>{ID})")
    def remove(self, request: Request, user: str, **kwargs: Any) -> Response:
        """Remove an admin of a club.

        The last admin is refused: add another first. An account that does not run the club is
        answered with 204, too.
        """
        remove_admin(self.get_object(), actor=self.actor, user_id=user)
        return Response(status=204)


class InvitationSerializer(serializers.Serializer):
    """To be handed to the player: whoever opens the address becomes this player, once."""

    address = serializers.URLField()
    valid_until = serializers.DateTimeField()


class Invitations(Rows):
    """How a player comes to an account, or parts from it."""

    queryset = players_shown()
    serializer_class = InvitationSerializer
    permissions = {"invite": "invite_player", "unlink": "unlink_player"}

    @extend_schema(request=None, responses={201: InvitationSerializer})
    @action(detail=True, methods=["post"], url_path="invitations")
    def invite(self, request: Request, **kwargs: Any) -> Response:
        """Invite a player to an account. An earlier invitation no longer works."""
        player = self.get_object()
        secret = invitations.invite_player(player, actor=self.actor)
        player.refresh_from_db(fields=["invitation_until"])
        told = {
            "address": settings.SITE_URL + reverse("invitation", args=[secret]),
            "valid_until": player.invitation_until,
        }
        return Response(InvitationSerializer(told).data, status=201)

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"])
    def unlink(self, request: Request, **kwargs: Any) -> Response:
        """Part a player from the account.

        What was played stays with the player. Without an account nothing changes. A new invitation
        links the player to an account again.
        """
        invitations.unlink_player(self.get_object(), actor=self.actor)
        return Response(status=204)
