"""From one season to the next: who goes up and down, play-offs, and the draft."""

from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.serializers.events import EventSerializer
from league.api.serializers.season_running import (
    DraftedDivisionSerializer,
    OutcomeSerializer,
    PausedSerializer,
    WinnerSerializer,
    WishesSerializer,
)
from league.api.serializers.seasons import SeasonSerializer
from league.api.views.rows import ID
from league.api.views.season_setup import DIVISION, division_in
from league.api.views.seasons import SeasonRows
from league.seasons.queries.outcome import draft_shown, outcome_of, paused_before
from league.seasons.services.next_season import (
    Wishes,
    decide_play_off,
    draft_next_season,
    open_play_off,
    preview_next_season,
)


class NextSeason(SeasonRows):
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
        return self.told(season, OutcomeSerializer(outcome_of(season)).data)

    @extend_schema(parameters=[DIVISION], request=WinnerSerializer, responses=OutcomeSerializer)
    @action(detail=True, methods=["post"], url_path=f"play-offs/(?P<division>{ID})")
    def decide(self, request: Request, division: str, **kwargs: Any) -> Response:
        """Say who won the play-off below a division; said again, the last word counts."""
        season = self.get_object()
        found = division_in(season, division)
        decide_play_off(found, actor=self.actor, **self.given(WinnerSerializer))
        return Response(OutcomeSerializer(outcome_of(season)).data)

    @extend_schema(parameters=[DIVISION], request=None, responses={201: EventSerializer})
    @action(detail=True, methods=["post"], url_path=f"play-offs/(?P<division>{ID})/event")
    def open_event(self, request: Request, division: str, **kwargs: Any) -> Response:
        """An event of one match for the two, open and with both in it."""
        event = open_play_off(division_in(self.get_object(), division), actor=self.actor)
        event.refresh_from_db()
        return Response(EventSerializer(event).data, status=201)

    @extend_schema(responses=PausedSerializer(many=True))
    @action(detail=True, pagination_class=None, filter_backends=[])
    def paused(self, request: Request, **kwargs: Any) -> Response:
        """Who may come back to the next season."""
        return Response(PausedSerializer(paused_before(self.get_object()), many=True).data)

    @extend_schema(request=WishesSerializer, responses=DraftedDivisionSerializer(many=True))
    @action(
        detail=True,
        methods=["post"],
        url_path="next/preview",
        pagination_class=None,
        filter_backends=[],
    )
    def preview(self, request: Request, **kwargs: Any) -> Response:
        """Where everybody would play in the next season; nothing is made."""
        outcome = outcome_of(self.get_object())
        wishes = Wishes(**self.given(WishesSerializer))
        placed = draft_shown(outcome, preview_next_season(outcome, wishes))
        shown = [{"order": at, "players": group} for at, group in enumerate(placed, start=1)]
        return Response(DraftedDivisionSerializer(shown, many=True).data)

    @extend_schema(request=WishesSerializer, responses={201: SeasonSerializer})
    @action(detail=True, methods=["post"], url_path="next")
    def draft(self, request: Request, **kwargs: Any) -> Response:
        """Make the draft of the next season from a finished one: this carries the moves out."""
        season = self.get_object()
        wishes = Wishes(**self.given(WishesSerializer))
        made = draft_next_season(season, actor=self.actor, wishes=wishes)
        return Response(SeasonSerializer(self.get_queryset().get(pk=made.pk)).data, status=201)
