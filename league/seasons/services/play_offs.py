"""Play-offs: an event of one match for the two around a line, or just who won it."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError
from league.events.services.entries import Registration, enter_player
from league.events.services.settings import create_event
from league.events.settings_rules import GAME_SETTINGS
from league.models import Division, Entry, Event, PlayOff, Season
from league.permissions import Actor
from league.seasons.divisions import SINGLE, template_for
from league.seasons.queries.outcome import PlayOffShown, outcome_of
from league.seasons.services.changing import changing_season


def decide_play_off(division: Division, *, actor: Actor, winner: str) -> PlayOff:
    """Say who plays in the upper division next season; said again, the last word counts."""
    pair = _pair(division)
    if winner not in (pair.holder, pair.challenger):
        raise LeagueError(_("Choose one of the two who play off."))
    with changing_season(division.season_id) as season:
        _check_over(season)
        stored = _stored(division, pair)
        stored.winner_id = winner
        stored.save()
        log_action(
            actor, gettext_noop("decide play-off"), season, division=division.pk, winner=winner
        )
    return stored


def open_play_off(division: Division, *, actor: Actor) -> Event:
    """A small event for the two, open and with both in it; played like any other."""
    pair = _pair(division)
    entries = Entry.objects.select_related("player").in_bulk([pair.holder, pair.challenger])
    with changing_season(division.season_id) as season:
        _check_over(season)
        stored = _stored(division, pair)
        if stored.event_id is not None:
            raise LeagueError(_("There is an event for this play-off already."))
        event = _event(season, division, actor=actor)
        for entry in (pair.holder, pair.challenger):
            registration = Registration(player=entries[entry].player)
            enter_player(event, actor=actor, registration=registration)
        Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
        stored.event = event
        stored.save()
        log_action(actor, gettext_noop("open play-off"), season, division=division.pk)
    return event


def _event(season: Season, division: Division, *, actor: Actor) -> Event:
    game = {field: getattr(season, field) for field in GAME_SETTINGS}
    return create_event(
        season.club,
        actor=actor,
        template=template_for(SINGLE, rounds=1),
        name=_("%(season)s: play-off below %(division)s")
        % {"season": season.name, "division": division.name},
        starts_at=timezone.now(),
        changes={**game, "time_zone": season.time_zone, "language": season.language},
    )


def _pair(division: Division) -> PlayOffShown:
    for each in outcome_of(division.season).play_offs:
        if each.division.pk == division.pk:
            return each
    raise LeagueError(_("There is no play-off below this division."))


def _stored(division: Division, pair: PlayOffShown) -> PlayOff:
    """Of this very pair: what was decided for others is gone."""
    PlayOff.objects.filter(division=division).exclude(
        holder=pair.holder, challenger=pair.challenger
    ).delete()
    row, _new = PlayOff.objects.get_or_create(
        division=division, defaults={"holder_id": pair.holder, "challenger_id": pair.challenger}
    )
    return row


def _check_over(season: Season) -> None:
    if season.status != Season.Status.FINISHED:
        raise LeagueError(_("Play-offs come once the season is finished."))
