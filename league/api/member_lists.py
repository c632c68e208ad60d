"""Lists of people for a club: who they are is told before anybody is added; nothing is written."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.event_entries import ListSentSerializer
from league.api.rows import IdField, Rows
from league.clubs.import_rows import JudgedRow, RowFate
from league.clubs.queries import judged_rows, notes_in, people_in_file
from league.models import Club

_NO_NOTE: tuple[int | None, str] = (None, "")


class MemberReadSerializer(serializers.Serializer):
    """A row of the table. `birth_year` and `note` only where the club keeps them."""

    line = serializers.IntegerField(help_text="As a spreadsheet counts its rows, from 1")
    full_name = serializers.CharField()
    state = serializers.ChoiceField(
        choices=list(RowFate),
        help_text="Add those that are `new`. `here` is a member, `repeated` stands in the table "
        "before, `broken` cannot be added; `similar` and `elsewhere`, of another club, are yours "
        "to decide.",
    )
    problem = serializers.CharField(help_text="Of a broken one: no name, no letters, too long")
    alike = serializers.ListField(
        child=IdField(), help_text="Members of this name, or of a similar one"
    )
    first_line = serializers.IntegerField(allow_null=True, help_text="Of a repeated one")
    birth_year = serializers.IntegerField(allow_null=True)
    note = serializers.CharField()


class MembersReadSerializer(serializers.Serializer):
    """Who is in a table. `unused`: headings that mean nothing here."""

    members = MemberReadSerializer(many=True)
    unused = serializers.ListField(child=serializers.CharField())


class MemberLists(Rows):
    queryset = Club.objects.all()
    takes_large_bodies = True
    permissions = {"read": "keep_members"}

    @extend_schema(request=ListSentSerializer, responses=MembersReadSerializer)
    @action(detail=True, methods=["post"], url_path="members/read")
    def read(self, request: Request, **kwargs: Any) -> Response:
        """Find out who would be added to a club by a list of names or a table.

        As its admins see it before an import, at most 2,000 rows. Writes nothing. Send those who
        are wanted to `members/many`, at most 500 at once; a name that is `here` with `is_namesake`
        if it is another person. A table without a column of names is refused.
        """
        club = self.get_object()
        body = self.body(ListSentSerializer)
        listed = people_in_file(body["file"] or body["text"].encode())
        notes = notes_in(club, listed)
        members = [
            _told(row, *notes.get(row.candidate.line, _NO_NOTE))
            for row in judged_rows(club, listed)
        ]
        return Response(MembersReadSerializer({"members": members, "unused": listed.unused}).data)


def _told(row: JudgedRow, birth_year: int | None, note: str) -> dict[str, Any]:
    return {
        "line": row.candidate.line,
        "full_name": row.candidate.name,
        "state": row.fate,
        "problem": row.flaw,
        "alike": row.like,
        "first_line": row.first_line or None,
        "birth_year": birth_year,
        "note": note,
    }
