"""Who plays in which division, until the season starts."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError
from league.events.queries.entries import meant_by
from league.events.services.entries import Registration, enter_player
from league.live.services import changing_event
from league.models import Division, Entry, Player, Season
from league.permissions import Actor
from league.seasons.divisions import MOST_PLAYERS
from league.seasons.services.changing import changing_season
from league.seasons.services.setup import check_being_made


def add_players(
    division: Division,
    *,
    actor: Actor,
    names: Sequence[str] = (),
    players: Sequence[Player] = (),
) -> list[Entry]:
    """By name or chosen from the club. A name that one member has is that member's."""
    known = [*players]
    new = []
    for name in dict.fromkeys(" ".join(each.split()) for each in names):
        if not name:
            continue
        meant = meant_by(division.event, name).player
        known += [meant] if meant else []
        new += [] if meant else [name]
    with changing_season(division.season_id) as season:
        check_being_made(season)
        coming = list(dict.fromkeys(known))
        check_free(season, coming)
        if division.event.entries.count() + len(coming) + len(new) > MOST_PLAYERS:
            raise LeagueError(
                _("A division has at most %(most)d players.") % {"most": MOST_PLAYERS}
            )
        registered = [
            *(Registration(player=player) for player in coming),
            *(Registration(full_name=name) for name in new),
        ]
        return [enter_player(division.event, actor=actor, registration=each) for each in registered]


def move_player(entry: Entry, *, actor: Actor, to: Division) -> Entry:
    """Into another division of the season, where they come last."""
    with changing_season(to.season_id) as season:
        check_being_made(season)
        if not season.divisions.filter(event=entry.event_id).exists():
            raise LeagueError(_("This player is in another season."))
        if entry.event_id == to.event_id:
            raise LeagueError(_("This player is in that division already."))
        registration = Registration(player=entry.player, rating=entry.rating)
        _take_out(entry)
        moved = enter_player(to.event, actor=actor, registration=registration)
        log_action(actor, gettext_noop("move player to division"), season, division=to.pk)
    return moved


def remove_player(entry: Entry, *, actor: Actor) -> None:
    """Out of the season; adding the player again undoes it."""
    with changing_season(entry.event.division.season_id) as season:
        check_being_made(season)
        log_action(actor, gettext_noop("remove player from season"), season, entry=entry.pk)
        _take_out(entry)


def check_free(season: Season, players: Sequence[Player]) -> None:
    """Nobody plays in two divisions."""
    taken = Entry.objects.filter(event__division__season=season, player__in=players)
    found = taken.select_related("player", "event__division").order_by(*Entry.BY_NAME)
    if there := found.first():
        raise LeagueError(
            _("%(name)s is in this season already: %(division)s.")
            % {"name": there.player.public_name, "division": there.event.division.name}
        )


def _take_out(entry: Entry) -> None:
    with changing_event(entry.event_id):
        Entry.objects.filter(pk=entry.pk).delete()
