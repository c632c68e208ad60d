"""From one season to the next: play-offs, who moves up and down, the draft of the next one."""

from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api import seasons
from league.api.events import EventSerializer
from league.api.rows import ID, IdField, IdOrEmptyField
from league.api.season_setup import DIVISION, NamedEntrySerializer, division_in
from league.models import SeasonLeave
from league.seasons.promotion import WhyPlaced
from league.seasons.queries.outcome import SeasonOutcome, draft_shown, outcome_of, paused_before
from league.seasons.services import next_season
from league.seasons.services.setup import MOST_DIVISIONS

LEAVING = SeasonLeave.Kind.choices


class WinnerSerializer(serializers.Serializer):
    winner = IdField(help_text="An entry of the two who play off")


class WishesSerializer(serializers.Serializer):
    """`leaving`: how, by entry; `returning`: entries that paused; `newcomers`: names."""

    name = serializers.CharField(max_length=120)
    divisions = serializers.IntegerField(
        min_value=1, max_value=MOST_DIVISIONS, required=False, help_text="As many as now, if not"
    )
    leaving = serializers.DictField(child=serializers.ChoiceField(choices=LEAVING), default=dict)
    returning = seasons.ids_field()
    newcomers = seasons.names_field()


class PlayOffSerializer(serializers.Serializer):
    """Below `division`; `winner` and `event` are null until there is one."""

    division = IdField(source="division.pk")
    holder = IdField()
    challenger = IdField()
    winner = serializers.SerializerMethodField()
    event = IdField(source="event.pk", default=None, allow_null=True)

    @extend_schema_field(IdField(allow_null=True))
    def get_winner(self, shown: Any) -> str | None:
        return shown.winner or None


class MovesSerializer(serializers.Serializer):
    """A division as it was played, and after promotion and relegation."""

    division = seasons.DivisionSerializer()
    before = NamedEntrySerializer(many=True)
    after = NamedEntrySerializer(many=True)


class OutcomeSerializer(serializers.Serializer):
    """As the tables stand; final once the season is finished. `gone`: withdrew during it."""

    is_current = serializers.BooleanField(help_text="No table is still being computed")
    divisions = serializers.SerializerMethodField()
    play_offs = PlayOffSerializer(many=True)
    gone = serializers.SerializerMethodField()

    @extend_schema_field(MovesSerializer(many=True))
    def get_divisions(self, outcome: SeasonOutcome) -> object:
        def named(entries: tuple[str, ...]) -> list[dict[str, str]]:
            return [{"entry": entry, "name": outcome.names[entry]} for entry in entries]

        rows = zip(outcome.divisions, outcome.before, outcome.after, strict=True)
        shown = [
            {"division": division, "before": named(before), "after": named(after)}
            for division, before, after in rows
        ]
        return MovesSerializer(shown, many=True).data

    @extend_schema_field(serializers.ListField(child=IdField()))
    def get_gone(self, outcome: SeasonOutcome) -> list[str]:
        return sorted(outcome.gone)


class PausedSerializer(serializers.Serializer):
    """Who sat this season out, and where they would play."""

    entry = IdField(source="entry_id")
    name = serializers.CharField(source="entry.player.public_name")
    order = serializers.IntegerField(help_text="Of the division")


class PlacedSerializer(serializers.Serializer):
    """`entry` is empty for newcomers."""

    entry = IdOrEmptyField()
    name = serializers.CharField()
    why = serializers.ChoiceField(choices=[(why.value, why.value) for why in WhyPlaced])


class DraftedDivisionSerializer(serializers.Serializer):
    order = serializers.IntegerField()
    players = PlacedSerializer(many=True)


class NextSeason(seasons.SeasonRows):
    """What a season leads to."""

    permissions = {
        "outcome": "see_season",
        "decide": "plan_next_season",
        "open_event": "plan_next_season",
        "paused": "plan_next_season",
        "preview": "plan_next_season",
        "draft": "plan_next_season",
    }

    @extend_schema(responses=OutcomeSerializer)
    @action(detail=True, pagination_class=None, filter_backends=[])
    def outcome(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Who goes up and down, and who plays off."""
        season = self.get_object()
        if unchanged := self.unchanged(season):
            return unchanged
        return self.tagged(season, Response(OutcomeSerializer(outcome_of(season)).data))

    @extend_schema(parameters=[DIVISION], request=WinnerSerializer, responses=OutcomeSerializer)
    @action(detail=True, methods=["post"], url_path=f"play-offs/(?P<division>{ID})")
    def decide(self, request: Request, division: str, **kwargs: Any) -> Response:
        """Say who won the play-off below a division.

        Only between the season's finish and its archiving, and only one of the two. Said again,
        the last word counts. The answer is the outcome of the season.
        """
        season = self.get_object()
        row = division_in(season, division)
        next_season.decide_play_off(row, actor=self.actor, **self.body(WinnerSerializer))
        return Response(OutcomeSerializer(outcome_of(season)).data)

    @extend_schema(parameters=[DIVISION], request=None, responses={201: EventSerializer})
    @action(detail=True, methods=["post"], url_path=f"play-offs/(?P<division>{ID})/event")
    def open_event(self, request: Request, division: str, **kwargs: Any) -> Response:
        """An event of one match for the two, open and with both in it."""
        event = next_season.open_play_off(
            division_in(self.get_object(), division), actor=self.actor
        )
        event.refresh_from_db()
        return Response(EventSerializer(event).data, status=201)

    @extend_schema(responses=PausedSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def paused(self, request: Request, **kwargs: Any) -> Response:
        """Who may come back to the next season."""
        return self.paged(paused_before(self.get_object()), PausedSerializer)

    @extend_schema(request=WishesSerializer, responses=DraftedDivisionSerializer(many=True))
    @action(
        detail=True,
        methods=["post"],
        url_path="next/preview",
        filter_backends=[],
    )
    def preview(self, request: Request, **kwargs: Any) -> Response:
        """Where everybody would play in the next season; nothing is made."""
        outcome = outcome_of(self.get_object())
        wishes = next_season.Wishes(**self.body(WishesSerializer))
        placed = draft_shown(outcome, next_season.preview_next_season(outcome, wishes))
        shown = [{"order": at, "players": group} for at, group in enumerate(placed, start=1)]
        return self.paged(shown, DraftedDivisionSerializer)

    @extend_schema(request=WishesSerializer, responses={201: seasons.SeasonSerializer})
    @action(detail=True, methods=["post"], url_path="next")
    def draft(self, request: Request, **kwargs: Any) -> Response:
        """Draft the next season from a finished one.

        Players are in the divisions that `next/preview` shows. Refused while tables are being
        computed, if a play-off is not decided, and if the next season is there already. DELETE of
        the draft takes it back.
        """
        season = self.get_object()
        wishes = next_season.Wishes(**self.body(WishesSerializer))
        made = next_season.draft_next_season(season, actor=self.actor, wishes=wishes)
        return Response(
            seasons.SeasonSerializer(self.get_queryset().get(pk=made.pk)).data, status=201
        )
