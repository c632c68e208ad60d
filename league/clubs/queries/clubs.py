"""Clubs, as lists need them."""

from django.db.models import Count, Q, QuerySet

from league.models import Club, User


def clubs_with_counts(*, matching: str = "") -> QuerySet[Club]:
    clubs = Club.objects.annotate(
        player_count=Count("players", filter=Q(players__erased_at=None))
    ).order_by("sort_key", "pk")  # grouping drops the model's own order
    if matching:
        clubs = clubs.filter(Q(name__icontains=matching) | Q(town__icontains=matching))
    return clubs


def clubs_run_by(user: User) -> QuerySet[Club]:
    return clubs_with_counts().filter(clubadmin__user=user)
