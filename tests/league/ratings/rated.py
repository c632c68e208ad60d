"""Rated matches, and what is stored about them."""

from league.models import (
    Match,
    RatedGame,
    Rating,
    RatingChange,
)
from league.ratings.queries.rated_games import rating_differences
from tests.factories.events import (
    published_round,
    running_event,
)


def duels(entries: int = 4, **event: object) -> list[Match]:
    """Tables of two of a published round."""
    stage = running_event(entries, stage={"table_size": 2}, **event)
    return list(published_round(stage).matches.order_by("table"))


def numbers(game: str = "triolet") -> dict[str, int]:
    return dict(Rating.objects.filter(game=game).values_list("player", "shown"))


def history(game: str = "triolet") -> list[tuple[object, ...]]:
    """Everything but the keys of rows."""
    fields = [each.attname for each in RatingChange._meta.fields if each.name != "id"]
    return list(
        RatingChange.objects.filter(game=game).order_by("order", "player").values_list(*fields)
    )


def at(match: Match) -> list[str]:
    return list(match.seats.order_by("letter").values_list("player", flat=True))


def sound() -> bool:
    return [list(rating_differences(each)) for each in RatedGame.objects.all()] == [[]]
