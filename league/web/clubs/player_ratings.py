"""The ratings of a player as pages show them: the game chosen, its chart, the latest games."""

from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.models import Player
from league.ratings.queries.players import (
    RatingShown,
    changes_of,
    games_shown,
    places_of,
    ratings_of,
    steps_of,
)
from league.web.charts import BarChart, LineChart, Value, bar_chart, line_chart

LATEST = 5


def rating_frame(player: Player, *, wanted: str) -> dict[str, Any]:
    """Of the game wanted, else of the one most played."""
    ratings = ratings_of(player)
    chosen = next((each for each in ratings if each.game == wanted), None) or next(
        iter(ratings), None
    )
    if chosen is None:
        return {"ratings": ratings}
    return {
        "ratings": ratings,
        "rating": chosen,
        "history": history_chart(player, chosen),
        "places": places_chart(player, chosen),
        "latest": games_shown(list(changes_of(player, game=chosen.game)[:LATEST])),
    }


def history_chart(player: Player, rating: RatingShown) -> LineChart:
    steps = steps_of(player, game=rating.game)
    day = pgettext("date format", "j M Y")
    values = [
        Value(date_format(timezone.localtime(step.at), day), step.shown, str(step.shown))
        for step in steps
    ]
    return line_chart(
        values,
        key="history",
        title=_("Rating in %(game)s game by game") % {"game": rating.name},
        description=_("From %(first)s after the first game to %(last)s now. The best was %(best)s.")
        % {"first": values[0].shown, "last": values[-1].shown, "best": rating.best},
    )


def places_chart(player: Player, rating: RatingShown) -> BarChart:
    places = places_of(player, game=rating.game)
    return bar_chart(
        [
            Value(_("Place %(place)d") % {"place": place}, number)
            for place, number in places.items()
        ],
        key="places",
        title=_("Places"),
        description=_("How often each place was reached in rated games."),
    )
