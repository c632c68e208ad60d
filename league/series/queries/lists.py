"""Series in lists: all, of a club, of an event."""

from django.db.models import Count, Q, QuerySet

from league.models import Club, Event, Series

_ENDED = (Event.Status.FINISHED, Event.Status.ARCHIVED)


def series_listed() -> QuerySet[Series]:
    """Those that go on first, then the archive; with the number of evenings."""
    return (
        Series.objects.select_related("club")
        .annotate(
            evening_count=Count("evenings"),
            finished_count=Count("evenings", filter=Q(evenings__event__status__in=_ENDED)),
        )
        .order_by("-status", "-created_at", "pk")
    )


def series_of_club(club: Club) -> QuerySet[Series]:
    return series_listed().filter(club=club)


def series_of_event(event: Event) -> QuerySet[Series]:
    """Mostly one. An evening may count in several, as in one of its game and one of the year."""
    return event.series.order_by("sort_key", "pk")
