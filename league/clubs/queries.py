"""Clubs and their people, as lists need them."""

from django.db.models import Count, Q, QuerySet

from league.models import Club, Player, User


def clubs_with_counts(*, matching: str = "") -> QuerySet[Club]:
    clubs = Club.objects.annotate(
        player_count=Count("players", filter=Q(players__erased_at=None))
    ).order_by("sort_key", "pk")  # grouping drops the model's own order
    if matching:
        clubs = clubs.filter(Q(name__icontains=matching) | Q(town__icontains=matching))
    return clubs


def clubs_run_by(user: User) -> QuerySet[Club]:
    return clubs_with_counts().filter(clubadmin__user=user)


def players_of(club: Club) -> QuerySet[Player]:
    return club.players.filter(erased_at=None)


def players_shown() -> QuerySet[Player]:
    return Player.objects.filter(erased_at=None).select_related("club")
