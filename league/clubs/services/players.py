"""Adding and correcting players."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.clubs.queries import players_of
from league.clubs.services.changing import changing_player
from league.errors import LeagueError
from league.models import Club, Player
from league.models.names import match_key
from league.permissions import Actor


class Namesake(LeagueError):
    """Somebody of this name is a member; the person may say that it is another one."""

    code = "namesake"

    def __init__(self) -> None:
        super().__init__(
            _("Somebody of this name is in the club. If it is another person, say so and add them.")
        )


def add_player(
    club: Club,
    *,
    actor: Actor,
    full_name: str,
    privacy: str = Player.Privacy.INITIAL,
    is_namesake: bool = False,
) -> Player:
    """`is_namesake`: whoever adds the player knows that another one has the same name."""
    name = clean_name(full_name)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)  # the same name is not added twice at once
        if not is_namesake and players_of(club).filter(match_key=match_key(name)).exists():
            raise Namesake
        player = Player.objects.create(full_name=name, privacy=privacy, club=club)
        log_action(actor, gettext_noop("add player"), player, club=club.pk)
    return player


def edit_player(
    player: Player,
    *,
    actor: Actor,
    version: int,
    full_name: str | None = None,
    privacy: str | None = None,
) -> Player:
    """Correct a player. Whoever has an account chooses their own privacy."""
    with changing_player(player, version=version) as stored:
        if privacy not in (None, stored.privacy) and stored.user_id:
            raise LeagueError(_("This player has an account and decides alone what others see."))
        wanted = {
            "full_name": stored.full_name if full_name is None else clean_name(full_name),
            "privacy": privacy or stored.privacy,
        }
        changed = [field for field, value in wanted.items() if getattr(stored, field) != value]
        for field in changed:
            setattr(stored, field, wanted[field])
        if changed:
            log_action(actor, gettext_noop("edit player"), stored, fields=changed)
    return stored


def clean_name(full_name: str) -> str:
    name = " ".join(full_name.split())
    if not name:
        raise LeagueError(_("Type the name of the player."))
    return name
