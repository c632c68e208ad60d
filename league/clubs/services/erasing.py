"""Forgetting a person. What they played stays, under a neutral name."""

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.clubs.services.changing import locked_player, tell_events
from league.models import Player
from league.permissions import Actor


def erase_player(player: Player, *, actor: Actor) -> None:
    """Nobody's place changes; the name cannot be brought back."""
    with transaction.atomic():
        tell_events(player)
        stored = locked_player(player)
        forget(Player.objects.filter(pk=stored.pk))
        log_action(actor, gettext_noop("erase player"), stored)


def forget(players: QuerySet[Player]) -> None:
    """Blank whatever says who these players are; part of the caller's transaction."""
    players.update(
        full_name="",
        sort_key="",
        match_key="",
        user=None,
        keeper=None,
        invitation_digest="",
        invitation_until=None,
        version=F("version") + 1,
        erased_at=timezone.now(),
    )
