"""Series and seasons: leagues of a club over many days."""

from django.db.models import Q, QuerySet

from league.models import Official, Scope, Season, Series
from league.permissions.actors import Actor, is_superuser
from league.permissions.clubs import heads_club, opens_events


def runs_league(actor: Actor, league: Series | Season) -> bool:
    """Those who run its club. The events of a series may be other people's all the same."""
    return opens_events(actor, league.club)


def sees_season(actor: Actor, season: Season) -> bool:
    """A draft is for those who run it."""
    return season.status != Season.Status.DRAFT or heads_club(actor, season.club)


def referees_season(actor: Actor, season: Season) -> bool:
    """Whoever rules on results in one of its divisions; each ruling asks for its own event."""
    if actor.user is None or not actor.has_scope(Scope.EVENTS):
        return False
    officials = Official.objects.filter(event__division__season=season, user=actor.user)
    return heads_club(actor, season.club) or officials.exists()


def visible_seasons(actor: Actor) -> QuerySet[Season]:
    """Drafts are for those who run them; everything else is public."""
    public = ~Q(status=Season.Status.DRAFT)
    if actor.user is None:
        return Season.objects.filter(public)
    if is_superuser(actor):
        return Season.objects.all()
    return Season.objects.filter(public | Q(club__in=actor.user.clubs_run.values("pk")))
