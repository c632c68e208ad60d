"""What officials do with a match that nobody played: more time, or a forfeit of one side or all."""

from collections.abc import Collection

from django.utils import translation
from django.utils.translation import gettext as _

from league.errors import LeagueError
from league.models import Match, Ruling, Season
from league.permissions import Actor
from league.results.marks import Mark
from league.results.services.ruling import rule
from league.results.services.rulings import Decision
from league.seasons.queries.days import sides_of


def forfeit_match(match: Match, *, actor: Actor, absent: Collection[str]) -> None:
    """Who is absent loses by forfeit, in every game that is still to be played."""
    sides = sides_of(match)
    if not absent or not set(absent) <= set(sides):
        raise LeagueError(_("Say who did not play: somebody of this match."))
    if not match.is_open:
        raise LeagueError(_("This match is over. Correct its result instead."))
    season = Season.objects.get(divisions__event=match.event_id)
    with translation.override(season.language):  # kept, and read by everybody
        reason = _("Not played by the deadline.")
    # Those who were there share the place that is left: a place of 1 and a score of 1 alike.
    marks = {side: Mark() if side in absent else Mark(1) for side in sides}
    for game in range(1, match.event.games_per_match + 1):
        if not Match.objects.filter(pk=match.pk, is_open=True).exists():
            break
        if match.games.filter(number=game, result__isnull=False).exists():
            continue
        decision = Decision(Ruling.Kind.FORFEIT, game=game, marks=marks)
        rule(match, decision, actor=actor, reason=reason)
