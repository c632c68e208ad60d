"""A wrong winner in a bracket: what is at stake, and what an official decides."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.matches import MatchRows
from league.api.rows import IdField
from league.events.queries.entries import entry_names
from league.events.queries.wrong_winners import WrongWinner, wrong_winner_at
from league.events.services.wrong_winners import LET_STAND, PLAY_AGAIN, decide_wrong_winner


class SeatChangeSerializer(serializers.Serializer):
    """Who would take whose seat."""

    leaves = IdField()
    leaves_name = serializers.CharField()
    comes = IdField()
    comes_name = serializers.CharField()


class TableInQuestionSerializer(serializers.Serializer):
    match = IdField()
    slot = serializers.CharField(help_text="Its place in the bracket: W2.1, L1.1, F1, P3.1")
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    is_untouched = serializers.BooleanField(help_text="Nothing was handed in there")
    is_needless = serializers.BooleanField(
        help_text="A second final after a clear first one: it does not count, or stands"
    )
    changes = SeatChangeSerializer(many=True)


class WrongWinnerSerializer(serializers.Serializer):
    """Tables that are decided about as one. `corrected`: matches whose results name others now;
    `later`: matches that follow and are drawn already.
    """

    mark = serializers.CharField(help_text="Of this case as it stands, to be sent with a decision")
    can_be_played = serializers.BooleanField(help_text="Nobody would sit at two tables of a round")
    corrected = serializers.ListField(child=IdField())
    later = serializers.ListField(child=IdField())
    tables = TableInQuestionSerializer(many=True)


class WrongWinnerDecisionSerializer(serializers.Serializer):
    """`again`: those who belong there play, and what was handed in no longer counts. `stand`:
    those who played stay in the bracket. The `reason` is public.
    """

    choice = serializers.ChoiceField(choices=[PLAY_AGAIN, LET_STAND])
    reason = serializers.CharField(max_length=500)
    mark = serializers.CharField(max_length=40)


class WrongWinners(MatchRows):
    """A match of a bracket at which others belong than those who sit there."""

    permissions = {"wrong_winner": "decide_wrong_winner", "decide": "decide_wrong_winner"}

    @extend_schema(responses=WrongWinnerSerializer)
    @action(detail=True, url_path="wrong-winner", url_name="detail", filter_backends=[])
    def wrong_winner(self, request: Request, **kwargs: Any) -> Response:
        """Read who belongs at a table of a bracket after a correction.

        Send the `mark` with the decision. 404 if those who belong there sit there, or are seated
        without a decision.
        """
        match = self.get_object()
        case = wrong_winner_at(match)
        if case is None:
            raise Http404
        return Response(WrongWinnerSerializer(_told(case)).data)

    @extend_schema(request=WrongWinnerDecisionSerializer, responses={204: None})
    @wrong_winner.mapping.post
    def decide(self, request: Request, **kwargs: Any) -> Response:
        """Decide who plays at a table of a bracket after a correction.

        409 where it is another case by now. `POST /events/{id}/steps/{step}/undo` takes it back.
        """
        match = self.get_object()
        decide_wrong_winner(match, actor=self.actor, **self.body(WrongWinnerDecisionSerializer))
        return Response(status=204)


def _told(case: WrongWinner) -> dict[str, Any]:
    names = entry_names(case.stage.event)
    return {
        "mark": case.mark,
        "can_be_played": case.can_be_seated,
        "corrected": [match.pk for match in case.corrected],
        "later": [match.pk for match in case.later],
        "tables": [
            {
                "match": table.match.pk,
                "slot": table.match.slot,
                "round": table.match.round.number,
                "table": table.match.table,
                "is_untouched": table.is_untouched,
                "is_needless": table.is_needless,
                "changes": [
                    {
                        "leaves": each.leaves,
                        "leaves_name": names[each.leaves],
                        "comes": each.comes,
                        "comes_name": names[each.comes],
                    }
                    for each in table.changes
                ],
            }
            for table in case.tables
        ],
    }
