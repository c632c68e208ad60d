"""Accounts, as those who run clubs find them."""

from allauth.account.models import EmailAddress
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import LeagueError
from league.models import Player, User


def account_called(who: str) -> User:
    """By login name, or by an e-mail address that its owner has confirmed."""
    who = who.strip()
    named = User.objects.filter(is_active=True)
    user = named.filter(username=who).first() or named.filter(username__iexact=who).first()
    if user is None:
        address = EmailAddress.objects.filter(
            email__iexact=who, verified=True, user__is_active=True
        ).select_related("user")
        user = next((found.user for found in address), None)
    if user is None:
        raise LeagueError(
            _(
                "No account has this login name or confirmed e-mail address. "
                "Ask the person to sign up first."
            )
        )
    return user


def player_invited(digest: str) -> Player:
    """Whom an invitation is for, while it is valid."""
    player = (
        Player.objects.select_related("club")
        .filter(invitation_digest=digest, invitation_until__gt=timezone.now(), erased_at=None)
        .exclude(invitation_digest="")
        .first()
    )
    if player is None:
        raise LeagueError(
            _("This invitation was used already, or is too old. Ask the club for a new one.")
        )
    return player
