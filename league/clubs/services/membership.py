"""Which club a player is in. What was played before stays where it was played."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.clubs.services.changing import changing_player
from league.errors import LeagueError
from league.models import Club, Player
from league.permissions import Actor


def leave_club(player: Player, *, actor: Actor) -> None:
    """The club goes on looking after the row, and may take the player back."""
    with changing_player(player) as stored:
        if stored.club is None:
            return
        stored.keeper, stored.club = stored.club, None
        log_action(actor, gettext_noop("remove player from club"), stored, club=stored.keeper_id)


def return_to_club(player: Player, *, actor: Actor) -> None:
    """Undo leaving; or make a member of somebody who came to an event as a guest."""
    with changing_player(player) as stored:
        if stored.club is not None:
            return
        if stored.keeper is None:
            raise LeagueError(_("No club looks after this player."))
        stored.club, stored.keeper = stored.keeper, None
        log_action(actor, gettext_noop("take player into club"), stored, club=stored.club_id)


def move_player(player: Player, *, actor: Actor, club: Club, version: int) -> None:
    """From now on the other club's admins look after the player."""
    with changing_player(player, version=version) as stored:
        left = stored.club_id
        stored.club, stored.keeper = club, None
        stored.invitation_digest, stored.invitation_until = "", None
        log_action(actor, gettext_noop("move player"), stored, club=club.pk, left=left)
