"""What people do with clubs and players, one file per subject."""

from league.clubs.services.admins import add_admin, remove_admin
from league.clubs.services.clubs import create_club, edit_club
from league.clubs.services.erasing import erase_player, forget
from league.clubs.services.importing import Imported, Planned, import_players
from league.clubs.services.linking import claim_player, invite_player, unlink_player
from league.clubs.services.membership import leave_club, move_player, return_to_club
from league.clubs.services.merging import merge_players
from league.clubs.services.players import add_player, edit_player

__all__ = [
    "Imported",
    "Planned",
    "add_admin",
    "add_player",
    "claim_player",
    "create_club",
    "edit_club",
    "edit_player",
    "erase_player",
    "forget",
    "import_players",
    "invite_player",
    "leave_club",
    "merge_players",
    "move_player",
    "remove_admin",
    "return_to_club",
    "unlink_player",
]
