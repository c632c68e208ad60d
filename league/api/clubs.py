"""Clubs, their players, and the caller's own account."""

from typing import Any

from django.db.models import QuerySet
from django_filters import CharFilter, ChoiceFilter, FilterSet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.generics import RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.values import STANDARD
from league.api.frame import Endpoint
from league.api.rows import IdFilter, PublicRows, VersionField, asked
from league.clubs.origins import MOST as MOST_ORIGINS
from league.clubs.queries import (
    clubs_with_counts,
    named_like,
    players_of,
    players_shown,
    shown_like,
)
from league.clubs.services.clubs import create_club, edit_club
from league.clubs.services.players import MOST_AT_ONCE, NewPlayer, add_players, edit_player
from league.events.services.boxes import forget_box, keep_box
from league.models import Club, ClubBox, Player, User
from league.permissions import may
from league.player_notes import FIRST_YEAR, MOST_LETTERS, keep_note, notes_for

_LONGEST_NAME = 200


class ClubSerializer(serializers.ModelSerializer):
    time_zone = serializers.CharField(source="zone", help_text="In which its evenings start")
    player_count = serializers.IntegerField(read_only=True)
    frame_origins = serializers.ListField(
        child=serializers.CharField(), help_text="Websites that may show its embeds"
    )

    class Meta:
        model = Club
        fields = [
            *("id", "name", "town", "country", "time_zone", "about", "website"),
            *("keeps_notes", "frame_origins", "player_count", "version"),
        ]
        read_only_fields = ["id"]


class ClubChangeSerializer(serializers.ModelSerializer):
    """Any of a club's fields, with the version they were read at.

    An empty `time_zone` is that of the country. `frame_origins`: websites that may show its embeds.
    """

    frame_origins = serializers.ListField(
        child=serializers.CharField(max_length=300), max_length=MOST_ORIGINS, required=False
    )
    version = VersionField()

    class Meta:
        model = Club
        fields = [
            *("name", "town", "country", "time_zone", "about", "website", "keeps_notes"),
            *("frame_origins", "version"),
        ]
        extra_kwargs = {"name": {"required": False}}


class NewClubSerializer(serializers.ModelSerializer):
    admin = serializers.CharField(
        max_length=254,
        required=False,
        help_text="Who will run it: a login name, or a confirmed e-mail address",
    )

    class Meta:
        model = Club
        fields = ["name", "town", "country", "time_zone", "about", "website", "admin"]


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
    birth_year = serializers.IntegerField(
        min_value=FIRST_YEAR, max_value=2200, required=False, allow_null=True
    )
    note = serializers.CharField(max_length=MOST_LETTERS, required=False, allow_blank=True)

    class Meta:
        model = Player
        fields = ["full_name", "privacy", "is_namesake", "birth_year", "note"]


class ManyMembersSerializer(serializers.Serializer):
    """All of them or nobody."""

    members = serializers.ListField(
        child=NewMemberSerializer(), min_length=1, max_length=MOST_AT_ONCE
    )


class AddedSerializer(serializers.Serializer):
    """In the order in which they were sent."""

    members = MemberSerializer(many=True)


class MemberQuerySerializer(serializers.Serializer):
    """What the list of members is narrowed by."""

    name = serializers.CharField(
        required=False, max_length=_LONGEST_NAME, help_text="Words of the full name"
    )


class MemberChangeSerializer(serializers.ModelSerializer):
    """Any of the fields, with the version they were read at."""

    version = VersionField()

    class Meta:
        model = Player
        fields = ["full_name", "privacy", "version"]
        extra_kwargs = {"full_name": {"required": False}}


class NoteSerializer(serializers.Serializer):
    """For admins of the player's club alone, where it keeps them; never part of a list."""

    birth_year = serializers.IntegerField(
        min_value=FIRST_YEAR, max_value=2200, required=False, allow_null=True
    )
    text = serializers.CharField(max_length=MOST_LETTERS, required=False, allow_blank=True)


_GAME = OpenApiParameter("game", str, OpenApiParameter.PATH)


class BoxSerializer(serializers.ModelSerializer):
    """Which box of a game the club has; new events and score sheets take it from here."""

    tags = serializers.DictField(
        child=serializers.CharField(max_length=40),
        required=False,
        help_text="The game's own tags that say what differs, such as Kaleidoskop's `Corners`",
    )

    class Meta:
        model = ClubBox
        fields = ["game", "edition", "tags"]


class ClubFilter(FilterSet):
    country = ChoiceFilter(choices=Club._meta.get_field("country").choices, label="In this country")
    town = CharFilter(label="In this town, as it is written")

    class Meta:
        model = Club
        fields = ["country", "town"]


class Clubs(PublicRows):
    """Clubs; their admins may change them."""

    queryset = clubs_with_counts()
    serializer_class = ClubSerializer
    filterset_class = ClubFilter
    permissions = {
        "list": "visit",
        "retrieve": "see_club",
        "partial_update": "edit_club",
        "members": "keep_members",
        "add_member": "keep_members",
        "create": "open_club",
        "add_members": "keep_members",
        "boxes": "see_club",
        "set_box": "edit_club",
        "forget_box": "edit_club",
    }

    @extend_schema(request=ClubChangeSerializer, responses=ClubSerializer)
    def partial_update(self, request: Request, **kwargs: Any) -> Response:
        club = self.get_object()
        body = self.body(ClubChangeSerializer)
        edit_club(club, actor=self.actor, version=body["version"], changes=body)
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=NewClubSerializer, responses={201: ClubSerializer})
    def create(self, request: Request) -> Response:
        """Set up a club, as somebody who operates the service. `admin` will run it."""
        body = self.body(NewClubSerializer)
        club = create_club(actor=self.actor, admin=body.pop("admin", ""), fields=body)
        return Response(ClubSerializer(self.get_queryset().get(pk=club.pk)).data, status=201)

    @extend_schema(parameters=[MemberQuerySerializer], responses=MemberSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def members(self, request: Request, **kwargs: Any) -> Response:
        """The club's players by full names, for its admins."""
        members = players_of(self.get_object())
        words = asked(MemberQuerySerializer, request).get("name", "")
        return self.paged(named_like(members, words) if words else members, MemberSerializer)

    @extend_schema(request=NewMemberSerializer, responses={201: MemberSerializer})
    @members.mapping.post
    def add_member(self, request: Request, **kwargs: Any) -> Response:
        """Add a player to a club.

        A name that a member has already is refused with `namesake`, unless `is_namesake` says that
        it is another person. A year of birth or a note is for admins of the club alone (403).
        """
        club = self.get_object()
        wanted = self._wanted(club, [self.body(NewMemberSerializer)])
        [player] = add_players(club, actor=self.actor, wanted=wanted)
        return Response(MemberSerializer(player).data, status=201)

    @extend_schema(request=ManyMembersSerializer, responses={201: AddedSerializer})
    @action(detail=True, methods=["post"], url_path="members/many")
    def add_members(self, request: Request, **kwargs: Any) -> Response:
        """Add many players to a club.

        All of them or nobody: a refusal names in `row` whom it is about, from 0. Names of members
        are refused as for one player. The answer is in the order in which they were sent.
        """
        club = self.get_object()
        wanted = self._wanted(club, self.body(ManyMembersSerializer)["members"])
        added = add_players(club, actor=self.actor, wanted=wanted)
        return Response(AddedSerializer({"members": added}).data, status=201)

    def _wanted(self, club: Club, sent: list[dict[str, Any]]) -> list[NewPlayer]:
        wanted = [NewPlayer(**row) for row in sent]
        has_notes = any(row.birth_year or row.note for row in wanted)
        if has_notes and not may(self.actor, "keep_note", Player(club=club)):
            raise PermissionDenied
        return wanted

    @extend_schema(responses=BoxSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def boxes(self, request: Request, **kwargs: Any) -> Response:
        """Which boxes of the games the club has, as far as it was asked."""
        return self.paged(self.get_object().boxes.order_by("game"), BoxSerializer)

    @extend_schema(request=BoxSerializer, responses=BoxSerializer)
    @boxes.mapping.put
    def set_box(self, request: Request, **kwargs: Any) -> Response:
        """Say what a club's box of a game looks like.

        Replaces what was said before: without `edition` it is the standard one, without `tags` it
        has none. Whatever is opened from then on without an `edition` takes it over, and so does
        what has not begun: events and seasons, stages to come, rounds in draft, games of an open
        evening. An edition chosen for one of them stays, as does a game that was played in a
        running event. DELETE `boxes/{game}` forgets it.
        """
        club = self.get_object()
        said = {"edition": STANDARD, "tags": {}, **self.body(BoxSerializer)}
        return Response(BoxSerializer(keep_box(club, actor=self.actor, **said)).data)

    @extend_schema(parameters=[_GAME], responses={204: None})
    @action(detail=True, methods=["delete"], url_path="boxes/(?P<game>[a-z0-9_-]{1,40})")
    def forget_box(self, request: Request, game: str, **kwargs: Any) -> Response:
        """As if nobody had been asked; events keep what they took over."""
        forget_box(self.get_object(), actor=self.actor, game=game)
        return Response(status=204)


class PlayerFilter(FilterSet):
    club = IdFilter(field_name="club_id", label="Of this club: its id")
    name = CharFilter(
        method="called",
        max_length=_LONGEST_NAME,
        label="Whose names have words that begin so, as the public sees them",
    )

    class Meta:
        model = Player
        fields = ["club", "name"]

    def called(self, players: QuerySet[Player], name: str, words: str) -> QuerySet[Player]:
        return shown_like(players, words)


class Players(PublicRows):
    """Players, by the names that the public sees; admins of their club may change them."""

    queryset = players_shown()
    serializer_class = PlayerSerializer
    filterset_class = PlayerFilter
    permissions = {
        "list": "visit",
        "retrieve": "see_player",
        "partial_update": "keep_player",
        "note": "keep_note",
        "set_note": "keep_note",
    }

    @extend_schema(request=MemberChangeSerializer, responses=MemberSerializer)
    def partial_update(self, request: Request, **kwargs: Any) -> Response:
        player = self.get_object()
        edited = edit_player(player, actor=self.actor, **self.body(MemberChangeSerializer))
        return Response(MemberSerializer(edited).data)

    @extend_schema(responses=NoteSerializer)
    @action(detail=True, pagination_class=None, filter_backends=[])
    def note(self, request: Request, **kwargs: Any) -> Response:
        """The year of birth and the note that the club keeps."""
        return self._noted(self.get_object())

    @extend_schema(request=NoteSerializer, responses=NoteSerializer)
    @note.mapping.put
    def set_note(self, request: Request, **kwargs: Any) -> Response:
        """What is left out is not kept."""
        player = self.get_object()
        wanted = {"birth_year": None, "text": "", **self.body(NoteSerializer)}
        keep_note(player, actor=self.actor, **wanted)
        return self._noted(player)

    def _noted(self, player: Player) -> Response:
        note = notes_for(self.actor, [player.pk]).get(player.pk)
        kept = {"birth_year": note and note.birth_year, "text": note.text if note else ""}
        return Response(kept)


class MeSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="__str__", read_only=True)
    scopes = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = ["id", "name", "language", "time_zone", "scopes"]

    def get_scopes(self, user: User) -> list[str] | None:
        """What the token may do; null in a browser, where nothing is narrowed."""
        auth: Any = self.context["request"].auth
        return list(auth.scopes) if auth else None


class Me(Endpoint, RetrieveAPIView):
    """Who the caller is."""

    serializer_class = MeSerializer
    permissions = {"get": "keep_account"}

    def get_object(self) -> User:
        assert isinstance(self.request.user, User)  # signed_in let the request in
        return self.request.user
