"""Programs at the desk of one event: their tokens, and the slips that they read.

A desk token reads what everybody may, types scores, hands in for a table and checks people in, at
its own event and nowhere else.
"""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.accounts import MOST_DESK_HOURS, create_desk_token, desk_tokens, revoke_token
from league.api.events import EventRows
from league.api.matches import MatchSerializer
from league.api.rows import ID
from league.events.queries.entries import entry_names
from league.events.queries.tables import matches_of
from league.models import ApiToken, Round

_TOKEN = OpenApiParameter("token", str, OpenApiParameter.PATH, pattern=f"^{ID}$")
_CODE = OpenApiParameter(
    "code", str, OpenApiParameter.PATH, pattern=f"^{ID}$", description="As the slip's QR code ends"
)


class DeskTokenSerializer(serializers.ModelSerializer):
    """`made_by`: the official who answers for it; without their office it does not work."""

    made_by = serializers.CharField(source="user.__str__")

    class Meta:
        model = ApiToken
        fields = ["id", "name", "made_by", "created_at", "expires_at", "last_used_at", "is_active"]
        read_only_fields = fields


class NewDeskTokenSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=100, help_text="Of the program or the device")
    hours = serializers.IntegerField(
        min_value=1, max_value=MOST_DESK_HOURS, default=24, help_text="For how long it works"
    )


class MadeDeskTokenSerializer(DeskTokenSerializer):
    """With its secret, which is told once."""

    secret = serializers.CharField()

    class Meta(DeskTokenSerializer.Meta):
        fields = [*DeskTokenSerializer.Meta.fields, "secret"]
        read_only_fields = fields


class DeskTokens(EventRows):
    """Tokens for programs at the desk of an event, for its officials."""

    permissions = {
        "desk_tokens": "keep_desk_tokens",
        "make": "keep_desk_tokens",
        "revoke": "keep_desk_tokens",
    }

    @extend_schema(responses=DeskTokenSerializer(many=True))
    @action(detail=True, url_path="desk-tokens", url_name="list", filter_backends=[])
    def desk_tokens(self, request: Request, **kwargs: Any) -> Response:
        """List the desk tokens of an event, the newest first.

        Also those that were revoked or have expired: see `is_active`. Their secrets are not told
        again.
        """
        return self.paged(desk_tokens(self.get_object()), DeskTokenSerializer)

    @extend_schema(request=NewDeskTokenSerializer, responses={201: MadeDeskTokenSerializer})
    @desk_tokens.mapping.post
    def make(self, request: Request, **kwargs: Any) -> Response:
        """Make a token for the desk of an event.

        It works at this event alone, for so many hours, while whoever made it is an official
        there. Keep the `secret`: only this answer has it. At most ten tokens in an hour. DELETE
        revokes it.
        """
        event = self.get_object()
        body = self.body(NewDeskTokenSerializer)
        token, secret = create_desk_token(event, actor=self.actor, **body)
        told = {**DeskTokenSerializer(token).data, "secret": secret}
        return Response(told, status=201)

    @extend_schema(parameters=[_TOKEN], responses={204: None})
    @action(detail=True, methods=["delete"], url_path=f"desk-tokens/(?P<token>{ID})")
    def revoke(self, request: Request, token: str, **kwargs: Any) -> Response:
        """Revoke a desk token.

        It stops working at once and stays in the list. That cannot be undone; revoked again, it is
        answered with 204, too.
        """
        row = get_object_or_404(desk_tokens(self.get_object()), pk=token)
        revoke_token(row, actor=self.actor)
        return Response(status=204)


class Slips(EventRows):
    """Slips of paper on which tables write their results."""

    permissions = {"slip": "read_slip"}

    @extend_schema(parameters=[_CODE], responses=MatchSerializer)
    @action(
        detail=True,
        url_path=f"slips/(?P<code>{ID})",
        url_name="detail",
        pagination_class=None,
        filter_backends=[],
    )
    def slip(self, request: Request, code: str, **kwargs: Any) -> Response:
        """Find the match of a slip by its code.

        For officials and desk tokens. Slips of rounds that are not published, or of other events,
        are 404.
        """
        event = self.get_object()
        published = Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT)
        match = get_object_or_404(matches_of(published), code=code)
        context = {"names": entry_names(event), "groups": match.round.stage.groups}
        return Response(MatchSerializer(match, context=context).data)
