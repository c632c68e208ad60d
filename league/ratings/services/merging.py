"""Two rows that are one person: what both played becomes one history."""

from django.db import transaction

from league.clubs.services import merge_players
from league.clubs.services.changing import tell_events
from league.models import Player, Round
from league.permissions import Actor
from league.ratings.queries.rated_games import first_published
from league.ratings.services.wanting import want_from


def unify_players(
    kept: Player, *, actor: Actor, gone: Player, version: int, gone_version: int
) -> None:
    """Everything of `gone` becomes `kept`'s, and ratings are counted anew from there on."""
    with transaction.atomic():
        tell_events(kept, gone)  # locks events before rated games
        want_from(first_published(Round.objects.filter(seats__player=gone)))
        merge_players(kept, actor=actor, gone=gone, version=version, gone_version=gone_version)
