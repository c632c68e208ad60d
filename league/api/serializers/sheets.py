"""Score sheets as JSON: how they are opened, what stands on them, what is written."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.contract import SEATS
from league.api.keys import MOST_CHARACTERS
from league.api.submissions import LETTERS, SeatingField
from league.models import Sheet
from league.models.game_played import MOST_SEATS, game_choices
from league.sheets import ledger as kinds
from league.sheets.checks import LONGEST
from league.sheets.queries import state_of
from league.sheets.services.acts import MOST_AT_ONCE
from league.sheets.services.sheets import LONGEST_NAME

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
    points = serializers.CharField(allow_null=True)
    was = serializers.CharField(help_text="Before it was changed; empty: it was not")


class SheetStateSerializer(serializers.Serializer):
    """What stands on a sheet. `number` is that of the last act: send it as `after`."""

    number = serializers.IntegerField()
    stage = serializers.ChoiceField(choices=STAGES)
    turn = serializers.CharField(help_text="A seat; empty: nobody's")
    is_by_time = serializers.BooleanField()
    finding = serializers.CharField(help_text="What the rules say against what was let stand")
    log = SheetLineSerializer(many=True)
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
            *("other_name", "players", "way", "help", "created_at", "closed_at", "submission"),
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

    child = serializers.CharField(max_length=LONGEST_NAME)

    def to_internal_value(self, data: Any) -> Any:
        names = super().to_internal_value(data)
        return {seat: name for seat, name in names.items() if seat in SEATS}


class PracticeSheetSerializer(serializers.Serializer):
    """A game without an event."""

    game = serializers.ChoiceField(choices=game_choices())
    players = serializers.IntegerField(min_value=1, max_value=MOST_SEATS)
    names = NamesField(default=dict)
    variant = serializers.CharField(max_length=20, default="base")
    edition = serializers.CharField(max_length=40, default="standard")
    other_name = serializers.CharField(max_length=100, default="", allow_blank=True)
    help = serializers.ChoiceField(choices=Sheet.Help.choices, default=Sheet.Help.FULL)
    way = serializers.ChoiceField(choices=Sheet.Way.choices, default=Sheet.Way.CHECKED)


class SheetNoteSerializer(serializers.Serializer):
    """`text`: an action in the words of the record, a figure and its change, tags, a remark.

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
