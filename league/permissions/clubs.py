"""Clubs, and the players they look after."""

from league.models import Club, Player, Scope
from league.permissions.actors import Actor, in_browser, is_superuser


def runs_club(actor: Actor, club: Club) -> bool:
    return actor.has_scope(Scope.CLUBS) and heads_club(actor, club)


def opens_events(actor: Actor, club: Club) -> bool:
    """Whoever runs a club opens events for it."""
    return actor.has_scope(Scope.EVENTS) and heads_club(actor, club)


def sees_full_name(actor: Actor, player: Player) -> bool:
    """Admins of the club that looks after the player, and the player."""
    return not player.erased_at and (is_player(actor, player) or _looks_after(actor, player))


def keeps_player(actor: Actor, player: Player) -> bool:
    """May change the player: admins of the club that looks after them."""
    return actor.has_scope(Scope.CLUBS) and not player.erased_at and _looks_after(actor, player)


def unlinks_player(actor: Actor, player: Player) -> bool:
    """Both the person and the club may part a player from an account."""
    return keeps_player(actor, player) or (in_browser(actor) and is_player(actor, player))


def heads_club(actor: Actor, club: Club) -> bool:
    """Is one of its admins, whatever a token may do."""
    if actor.user is None:
        return False
    return is_superuser(actor) or club.clubadmin_set.filter(user=actor.user).exists()


def is_player(actor: Actor, player: Player) -> bool:
    return actor.user is not None and player.user_id == actor.user.pk


def _looks_after(actor: Actor, player: Player) -> bool:
    club = player.looked_after_by
    return is_superuser(actor) if club is None else heads_club(actor, club)
