"""Which account a player is: invited, claimed, parted again."""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.clubs import queries
from league.clubs.services.players import locked_player
from league.errors import LeagueError
from league.models import Player, User
from league.permissions import Actor

VALID_DAYS = 14


def invite_player(player: Player, *, actor: Actor) -> str:
    """A secret by which somebody becomes this player; an earlier one no longer works."""
    secret = secrets.token_urlsafe(16)
    with transaction.atomic():
        stored = locked_player(player)
        if stored.user_id:
            raise LeagueError(_("This player already has an account. Unlink it first."))
        stored.invitation_digest = invitation_digest(secret)
        stored.invitation_until = timezone.now() + timedelta(days=VALID_DAYS)
        stored.save(update_fields=["invitation_digest", "invitation_until"])
        log_action(actor, gettext_noop("invite player"), stored)
    return secret


def claim_player(secret: str, *, actor: Actor) -> Player:
    """The person who holds the invitation becomes its player."""
    assert actor.user is not None  # doors let only people with an account in
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=actor.user.pk)
        player = locked_player(queries.player_invited(invitation_digest(secret)))
        if player.invitation_digest != invitation_digest(secret):
            raise LeagueError(
                _("This invitation has already been used. Ask the club for a new one.")
            )
        if Player.objects.filter(user=user).exists():
            raise LeagueError(
                _(
                    "Your account already belongs to a player. Ask an admin of the club to merge "
                    "the two."
                )
            )
        player.user = user
        player.invitation_digest, player.invitation_until = "", None
        player.version += 1
        player.save()
        log_action(actor, gettext_noop("link player with account"), player)
    return player


def unlink_player(player: Player, *, actor: Actor) -> None:
    with transaction.atomic():
        stored = locked_player(player)
        if stored.user_id is None:
            return
        stored.user = None
        stored.version += 1
        stored.save()
        log_action(actor, gettext_noop("unlink player from account"), stored)


def invitation_digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
