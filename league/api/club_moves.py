"""A club as one file: taken along from here, and a club made of the file of another server."""

from typing import Any

from django.http.response import HttpResponseBase
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.clubs import ClubSerializer
from league.api.files import SendsFiles, file_answer
from league.api.protocol import FileParser
from league.api.rows import IdField, Rows, asked
from league.archive.club_schema import MEMBER
from league.archive.queries.club_imports import club_outlook, club_sent
from league.archive.services.club_files import take_club
from league.archive.services.club_imports import import_club
from league.clubs.queries import clubs_with_counts
from league.exchange.table_files import FileSent
from league.exchange.zips import ZIP
from league.models import Club

_FILE = {"application/octet-stream": OpenApiTypes.BINARY}


class ClubArchives(SendsFiles, Rows):
    """A club with its people, events, series and seasons, as one file."""

    queryset = Club.objects.all()
    serializer_class = ClubSerializer
    permissions = {"archive": "take_club"}

    @extend_schema(responses={(200, ZIP): OpenApiTypes.BINARY})
    @action(detail=True, url_name="file", pagination_class=None, filter_backends=[])
    def archive(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Download a whole club as a zip.

        People, events, series and seasons, with full names and notes: for the club's own admins,
        at most six times an hour. `POST /clubs/imports` makes a club of it on another server.
        """
        club = self.get_object()
        file = take_club(club, actor=self.actor, source=request.build_absolute_uri("/"))
        name = f"{slugify(club.name) or club.pk}.club.arbitr.zip"
        return file_answer(FileSent(name, ZIP, file, is_personal=True, is_long=True))


class ClubProblemsSerializer(serializers.Serializer):
    """What would be made of the file of a club."""

    name = serializers.CharField()
    digest = serializers.CharField(help_text="Of `club.json`, which has those of all events in it")
    members = serializers.IntegerField()
    guests = serializers.IntegerField(
        help_text="Also those of other clubs who played at its events"
    )
    events = serializers.IntegerField()
    records = serializers.IntegerField(help_text="Replayed")
    results = serializers.IntegerField(help_text="Derived")
    series = serializers.IntegerField()
    seasons = serializers.IntegerField()
    renamed = serializers.IntegerField(help_text="People who get another id: theirs is taken here")
    club = IdField(allow_null=True, help_text="The id of the club that this file made before")
    problems = serializers.ListField(child=serializers.CharField(), help_text="Empty: none")


class AdminQuerySerializer(serializers.Serializer):
    admin = serializers.CharField(
        required=False,
        default="",
        max_length=254,
        help_text="Who will run it: a login name, or a confirmed e-mail address; you, if left out",
    )


class ClubImports(Rows):
    """Clubs of other servers, made of their files: the zip as the body."""

    queryset = Club.objects.all()
    serializer_class = ClubSerializer
    takes_large_bodies = True
    parser_classes = [FileParser]
    permissions = {"read_club": "import_club", "take_over": "import_club"}

    @extend_schema(request=_FILE, responses=ClubProblemsSerializer)
    @action(detail=False, methods=["post"], url_path="imports/read", url_name="read")
    def read_club(self, request: Request) -> Response:
        """Check the file of a club before a club is made of it.

        What would become of it, and what is wrong with it. Writes nothing.
        """
        plan = club_sent(_file(request))
        outlook = club_outlook(plan)
        told = {
            "name": outlook.name,
            "digest": plan.digest,
            "members": outlook.people[MEMBER],
            "guests": outlook.guests,
            "events": len(plan.events),
            "records": plan.records,
            "results": plan.results,
            "series": outlook.series,
            "seasons": outlook.seasons,
            "renamed": outlook.renamed,
            "club": outlook.here.pk if outlook.here else None,
            "problems": outlook.problems,
        }
        return Response(ClubProblemsSerializer(told).data)

    @extend_schema(
        request=_FILE,
        parameters=[AdminQuerySerializer],
        responses={200: ClubSerializer, 201: ClubSerializer},
    )
    @action(detail=False, methods=["post"], url_path="imports", url_name="take-over")
    def take_over(self, request: Request) -> Response:
        """Make a club of its file. The same file again is answered with 200."""
        admin = asked(AdminQuerySerializer, request)["admin"]
        plan = club_sent(_file(request))
        user = self.actor.user
        admin = admin or (user.username if user else "")
        made, is_new = import_club(plan, actor=self.actor, admin=admin)
        club = clubs_with_counts().get(pk=made.pk)
        return Response(ClubSerializer(club).data, status=201 if is_new else 200)


def _file(request: Request) -> bytes:
    sent = request.data
    return sent["file"] if isinstance(sent, dict) and "file" in sent else b""
