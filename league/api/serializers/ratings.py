"""Ratings as JSON. Numbers are friendly ones, as pages show them."""

from rest_framework import serializers

from games.registry import GAMES
from league.api.serializers.players import PlayerSerializer


class RatingSerializer(serializers.Serializer):
    """Where a player stands in a game. `uncertainty` is on the same scale."""

    game = serializers.CharField()
    name = serializers.CharField()
    rating = serializers.IntegerField(source="shown")
    uncertainty = serializers.IntegerField()
    games = serializers.IntegerField()
    is_provisional = serializers.BooleanField()


class PlayerRatingSerializer(RatingSerializer):
    """With first places, shared ones too, and the best rating so far."""

    wins = serializers.IntegerField()
    best = serializers.IntegerField()


class BoardSizeSerializer(serializers.Serializer):
    """A game, and how many have a rating in it."""

    game = serializers.CharField()
    name = serializers.CharField()
    settled = serializers.IntegerField()
    provisional = serializers.IntegerField()


class BoardRowSerializer(serializers.Serializer):
    """A row of a leaderboard. Who is provisional has no rank."""

    rank = serializers.IntegerField(allow_null=True)
    player = PlayerSerializer()
    rating = serializers.IntegerField(source="rating.shown")
    uncertainty = serializers.IntegerField(source="rating.uncertainty")
    games = serializers.IntegerField(source="rating.games")


class BoardQuerySerializer(serializers.Serializer):
    club = serializers.CharField(required=False, default="", help_text="The id of a club")
    provisional = serializers.BooleanField(
        default=False, help_text="Those with fewer than ten games instead"
    )
    q = serializers.CharField(
        required=False, default="", max_length=100, help_text="Words that begin the public name"
    )


class GameQuerySerializer(serializers.Serializer):
    game = serializers.ChoiceField(choices=list(GAMES), required=False)


class OpponentSerializer(serializers.Serializer):
    player = serializers.CharField()
    rank = serializers.IntegerField()
    score = serializers.IntegerField(allow_null=True)


class RatedGameSerializer(serializers.Serializer):
    """A game and what it changed. `rating` is the one after it."""

    game = serializers.CharField(source="change.game")
    event = serializers.CharField(source="change.match.event_id")
    match = serializers.CharField(source="change.match_id")
    number = serializers.IntegerField(source="change.number", help_text="Within the match")
    submission = serializers.CharField(source="change.result.submission_id", allow_null=True)
    grade = serializers.CharField(source="change.result.grade")
    played_at = serializers.DateTimeField(source="change.played_at")
    rank = serializers.IntegerField(source="change.rank")
    sides = serializers.IntegerField(source="change.sides")
    score = serializers.IntegerField(allow_null=True)
    partners = OpponentSerializer(many=True)
    opponents = OpponentSerializer(many=True)
    rating = serializers.IntegerField(source="shown")
    difference = serializers.IntegerField()
    games = serializers.IntegerField(source="change.games", help_text="So far, with this one")


class HeadToHeadSerializer(serializers.Serializer):
    """All meetings in one game. `places`: of the one and of the other, the newest first."""

    game = serializers.CharField()
    name = serializers.CharField()
    met = serializers.IntegerField()
    ahead = serializers.IntegerField()
    level = serializers.IntegerField()
    behind = serializers.IntegerField()
    wins = serializers.ListField(child=serializers.IntegerField(), help_text="First places of each")
    places = serializers.ListField(
        source="ranks", child=serializers.ListField(child=serializers.IntegerField())
    )


class AgainstSerializer(serializers.Serializer):
    together = serializers.IntegerField(help_text="Games as partners")
    games = HeadToHeadSerializer(many=True)
