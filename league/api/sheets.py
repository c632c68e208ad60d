"""Score sheets: opened, written and handed in by programs as by phones."""

from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from games.values import SEATS
from league.api.access import caller_of
from league.api.frame import MOST_CHARACTERS
from league.api.matches import MatchRows
from league.api.rows import Rows
from league.api.schema import NOTES, OPEN_SHEET
from league.api.submissions import (
    LETTERS,
    SeatChoiceSerializer,
    SeatingField,
    SubmissionInFullSerializer,
    seat_spoken_for,
    shown_in_full,
)
from league.errors import LeagueError
from league.models import Sheet
from league.models.game_played import MOST_SEATS, SCORES_COMPARED, Scoring, game_choices
from league.permissions import Actor, actor_of, may
from league.said import words
from league.sheets import ledger as kinds
from league.sheets.checks import LONGEST, record_now
from league.sheets.queries import on_sheet, state_of
from league.sheets.services import sheets
from league.sheets.services.acts import MOST_AT_ONCE, Note, Written, write
from league.throttle import count

KINDS = sorted({*kinds.UNDOABLE, kinds.UNDO, kinds.EDIT, kinds.REMARK})
STAGES = ["set_up", "playing", "plain", "over", "closed"]
_MOST_ACTS = 1_000_000


class SheetSideSerializer(serializers.Serializer):
    """How a side stands: its score, and the rank by the game's own keys."""

    side = serializers.CharField()
    seats = serializers.ListField(child=serializers.CharField())
    score = serializers.IntegerField()
    rank = serializers.IntegerField()


class SheetLineSerializer(serializers.Serializer):
    """An action that stands, in the words of the record."""

    number = serializers.IntegerField()
    seat = serializers.CharField()
    words = serializers.CharField()
    said = serializers.CharField(help_text="The same as people say it, in the reader's language")
    points = serializers.CharField(allow_null=True)
    gained = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="The same points: pairs of the game's sign, or nothing, and a figure",
    )
    was = serializers.CharField(help_text="Before it was changed; empty: it was not")


class SheetPointsSerializer(serializers.Serializer):
    """Points of a turn that were written by hand."""

    number = serializers.IntegerField()
    seat = serializers.CharField()
    words = serializers.CharField()
    said = serializers.CharField(help_text="The same in the reader's language")
    was = serializers.CharField(help_text="Before it was changed; empty: it was not")


class SheetStateSerializer(serializers.Serializer):
    """What stands on a sheet. `number` is that of the last act: send it as `after`."""

    number = serializers.IntegerField()
    stage = serializers.ChoiceField(choices=STAGES)
    turn = serializers.CharField(help_text="A seat; empty: nobody's")
    is_by_time = serializers.BooleanField()
    finding = serializers.CharField(help_text="What the rules say against what was let stand")
    log = SheetLineSerializer(many=True)
    scores = SheetPointsSerializer(many=True)
    standings = serializers.SerializerMethodField()
    totals = serializers.SerializerMethodField(help_text="By side and figure, of points by hand")
    tags = serializers.SerializerMethodField(help_text="What the set-up asks for")

    @extend_schema_field(SheetSideSerializer(many=True))
    def get_standings(self, state: dict[str, Any]) -> object:
        return SheetSideSerializer(state.get("standings", []), many=True).data

    @extend_schema_field(
        serializers.DictField(child=serializers.DictField(child=serializers.IntegerField()))
    )
    def get_totals(self, state: dict[str, Any]) -> object:
        return state.get("totals", {})

    def get_tags(self, state: dict[str, Any]) -> list[str]:
        return list(state.get("tags", []))


class SheetSerializer(serializers.ModelSerializer):
    """A sheet, without what stands on it. `submission`: what it was handed in as."""

    class Meta:
        model = Sheet
        fields = [
            *("id", "match", "game_number", "seating", "game", "variant", "edition"),
            *(
                "other_name",
                "other_scoring",
                "players",
                "way",
                "help",
                "confirms",
                "created_at",
                "closed_at",
                "submission",
            ),
        ]
        read_only_fields = fields


class SheetInFullSerializer(SheetSerializer):
    state = serializers.SerializerMethodField()

    class Meta(SheetSerializer.Meta):
        fields = [*SheetSerializer.Meta.fields, "state"]
        read_only_fields = fields

    @extend_schema_field(SheetStateSerializer)
    def get_state(self, sheet: Sheet) -> object:
        return SheetStateSerializer(state_of(sheet)).data


class NewPracticeSheetSerializer(SheetInFullSerializer):
    """With the code that writing on it asks for. It is told once."""

    class Meta(SheetInFullSerializer.Meta):
        fields = [*SheetInFullSerializer.Meta.fields, "code"]
        read_only_fields = fields


class OpenSheetSerializer(serializers.Serializer):
    """Whoever of the match is not in `seating` did not come."""

    game = serializers.IntegerField(min_value=1, max_value=5, default=1)
    seating = SeatingField(help_text="Entries by the letters of their seats")
    way = serializers.ChoiceField(choices=Sheet.Way.choices, default=Sheet.Way.CHECKED)


class NamesField(serializers.DictField):
    """Names by the letters of seats; others are left out."""

    child = serializers.CharField(max_length=sheets.LONGEST_NAME)

    def to_internal_value(self, data: Any) -> Any:
        names = super().to_internal_value(data)
        return {seat: name for seat, name in names.items() if seat in SEATS}


class PracticeSheetSerializer(serializers.Serializer):
    """A game without an event."""

    game = serializers.ChoiceField(choices=game_choices())
    players = serializers.IntegerField(min_value=1, max_value=MOST_SEATS)
    names = NamesField(default=dict)
    variant = serializers.CharField(max_length=20, default="base")
    edition = serializers.CharField(
        max_length=40,
        required=False,
        help_text="Left out: that of the box of your club, else the standard one",
    )
    other_name = serializers.CharField(max_length=100, default="", allow_blank=True)
    other_scoring = serializers.ChoiceField(choices=SCORES_COMPARED, default=Scoring.HIGHER)
    help = serializers.ChoiceField(choices=Sheet.Help.choices, default=Sheet.Help.FULL)
    confirms = serializers.BooleanField(
        default=False, help_text="Whether phones ask before they write an entry"
    )
    way = serializers.ChoiceField(choices=Sheet.Way.choices, default=Sheet.Way.CHECKED)


class SheetNoteSerializer(serializers.Serializer):
    """`text`: an action in the words of the record, what a turn brought, tags, a remark.

    What a turn brought, where only points are kept: figures with their changes, `red 3 blue 2`;
    those of another side with its seat, `cubes 1 B:cubes -1`; or `0`. Refused is what no turn can
    bring.

    `target`: the number of the act that is undone or changed.
    """

    client_key = serializers.CharField(max_length=MOST_CHARACTERS)
    kind = serializers.ChoiceField(choices=KINDS)
    seat = serializers.ChoiceField(choices=LETTERS, required=False, default="")
    text = serializers.CharField(max_length=LONGEST, required=False, allow_blank=True, default="")
    target = serializers.IntegerField(
        min_value=1, max_value=_MOST_ACTS, required=False, allow_null=True, default=None
    )


class CodeSerializer(serializers.Serializer):
    """`code`: of a practice sheet, as it was told when it was opened."""

    code = serializers.CharField(max_length=10, required=False, allow_blank=True, default="")


class NotesSerializer(CodeSerializer):
    """Notes made on the sheet as it was after the act `after`, in their order."""

    after = serializers.IntegerField(min_value=0, max_value=_MOST_ACTS)
    notes = serializers.ListField(
        child=SheetNoteSerializer(), allow_empty=False, max_length=MOST_AT_ONCE
    )


class NoteRefusedSerializer(serializers.Serializer):
    """`can_stand`: a rule of the game forbids it, so the table may let it stand."""

    client_key = serializers.CharField()
    code = serializers.CharField()
    why = serializers.CharField()
    can_stand = serializers.BooleanField()


class NotesWrittenSerializer(serializers.Serializer):
    """`taken`: the keys that stand on the sheet now. `is_stale`: somebody else wrote first."""

    taken = serializers.ListField(child=serializers.CharField())
    is_stale = serializers.BooleanField()
    refused = NoteRefusedSerializer(allow_null=True)
    state = SheetStateSerializer()


class SheetRecordSerializer(serializers.Serializer):
    """The record so far."""

    record = serializers.CharField()


class MatchSheets(MatchRows):
    """The score sheets of a match."""

    permissions = {"sheets": "open_sheet", "open": "open_sheet"}

    @extend_schema(responses=SheetSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def sheets(self, request: Request, **kwargs: Any) -> Response:
        """For those who play it and for officials; the newest first."""
        return self.paged(self.get_object().sheets.order_by("-created_at", "pk"), SheetSerializer)

    @extend_schema(
        request=OpenSheetSerializer,
        responses={200: SheetInFullSerializer, 201: SheetInFullSerializer},
        examples=[OpenApiExample("Two sit down", OPEN_SHEET, request_only=True)],
    )
    @sheets.mapping.post
    def open(self, request: Request, **kwargs: Any) -> Response:
        """Open the score sheet of a game. If one is open already, it is answered with 200."""
        match = self.get_object()
        body = self.body(OpenSheetSerializer)
        count("hand-in", who=f"match:{match.pk}")
        sheet, is_new = sheets.open_sheet_once(match, actor=self.actor, **body)
        return Response(SheetInFullSerializer(sheet).data, status=201 if is_new else 200)


class Sheets(Rows):
    """One score sheet: what stands on it, and what is written."""

    queryset = Sheet.objects.none()
    serializer_class = SheetInFullSerializer
    permissions = {
        "create": "practise",
        "retrieve": "see_sheet",
        "record": "see_sheet",
        "notes": "write_sheet",
        "hand_in": "hand_in_sheet",
    }

    def get_queryset(self) -> QuerySet[Sheet]:
        return Sheet.objects.select_related(
            "match__event__club", "match__round__stage__event__club", "submission"
        )

    def get_object(self) -> Sheet:
        """Of a match that is played: to others than its table it does not exist."""
        sheet = self.get_queryset().filter(pk=self.kwargs["pk"]).first()
        if sheet is None or not may(self.actor, "see_sheet", sheet):
            raise Http404
        self.check_object_permissions(self.request, sheet)
        return sheet

    @extend_schema(request=PracticeSheetSerializer, responses={201: NewPracticeSheetSerializer})
    def create(self, request: Request, **kwargs: Any) -> Response:
        """Open a sheet for practice: no event, no account. Keep its code: writing asks for it."""
        body = self.body(PracticeSheetSerializer)
        count("practice", who=caller_of(request))
        sheet = sheets.open_practice(sheets.Practice(**body), user=actor_of(request).user)
        return Response(NewPracticeSheetSerializer(sheet).data, status=201)

    def retrieve(self, request: Request, **kwargs: Any) -> Response:
        """While a match is played, for its table and officials; then for everybody."""
        return Response(SheetInFullSerializer(self.get_object()).data)

    @extend_schema(responses=SheetRecordSerializer)
    @action(detail=True, pagination_class=None, filter_backends=[])
    def record(self, request: Request, **kwargs: Any) -> Response:
        """What was played so far, as a record; none where points are written by hand."""
        record = record_now(on_sheet(self.get_object()))
        if record is None:
            raise LeagueError(_("This game has no records: points are entered by hand."))
        return Response({"record": record})

    @extend_schema(
        request=NotesSerializer,
        responses={200: NotesWrittenSerializer, 409: NotesWrittenSerializer},
        examples=[OpenApiExample("A turn of Triolet", NOTES, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def notes(self, request: Request, **kwargs: Any) -> Response:
        """Write on a sheet, as far as the rules allow. 409: somebody else wrote first.

        The same `client_key` again is written once.
        """
        sheet = self.get_object()
        body = self.body(NotesSerializer)
        actor = self._writer(sheet, code=body["code"])
        count("sheet", who=f"sheet:{sheet.pk}")
        keys = {self.stored_key(note["client_key"]): note["client_key"] for note in body["notes"]}
        notes = [
            Note(
                key=self.stored_key(note["client_key"]),
                kind=note["kind"],
                seat=note["seat"],
                text=note["text"],
                target=note["target"],
            )
            for note in body["notes"]
        ]
        done = write(sheet, notes, after=body["after"], actor=actor)
        sheet.refresh_from_db(fields=["number", "closed_at"])
        answer = NotesWrittenSerializer(_written(sheet, done, keys=keys))
        return Response(answer.data, status=409 if done.is_stale else 200)

    @extend_schema(
        request=SeatChoiceSerializer,
        responses={200: SubmissionInFullSerializer, 201: SubmissionInFullSerializer},
    )
    @action(detail=True, methods=["post"], url_path="hand-in")
    def hand_in(self, request: Request, **kwargs: Any) -> Response:
        """Hand in a game that is over. What an official hands in counts at once."""
        sheet = self.get_object()
        body = self.body(SeatChoiceSerializer)
        if sheet.match is None:
            raise LeagueError(_("A practice game is not handed in anywhere."))
        count("hand-in", who=f"match:{sheet.match.pk}")
        is_new = sheet.submission_id is None
        seat = None
        if may(self.actor, "play_match", sheet.match):
            seat = seat_spoken_for(self.actor, sheet.match, letter=body.get("seat"))
        submission = sheets.hand_in_sheet(sheet, actor=self.actor, seat=seat)
        return shown_in_full(submission, is_new=is_new)

    def _writer(self, sheet: Sheet, *, code: str) -> Actor:
        actor = replace(self.actor, codes=self.actor.codes | {code})
        if not may(actor, "hand_in_sheet", sheet, over_api=True):
            raise PermissionDenied
        return actor


def _written(sheet: Sheet, done: Written, *, keys: dict[str, str]) -> dict[str, object]:
    refused = done.refused
    return {
        "taken": [keys[key] for key in done.taken],
        "is_stale": done.is_stale,
        "refused": refused
        and {
            "client_key": keys[done.refused_key],
            "code": refused.code,
            "why": words(refused.why),
            "can_stand": refused.is_rule,
        },
        "state": state_of(sheet),
    }
