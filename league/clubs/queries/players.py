"""Players, as lists need them."""

from django.db.models import QuerySet

from league.models import Club, Player
from league.models.names import match_key


def players_of(club: Club) -> QuerySet[Player]:
    return club.players.filter(erased_at=None)


def players_kept_by(club: Club) -> QuerySet[Player]:
    """In no club, and looked after by this one: who left it, and guests at its events."""
    return club.players_kept.filter(erased_at=None, club=None)


def players_shown() -> QuerySet[Player]:
    return Player.objects.filter(erased_at=None).select_related("club", "keeper")


def named_like(players: QuerySet[Player], words: str) -> QuerySet[Player]:
    """Those whose names hold all the words, whatever the accents, case and order."""
    key = match_key(words)
    if words.strip() and not key:
        return players.none()
    for word in key.split():
        players = players.filter(match_key__contains=word)
    return players
