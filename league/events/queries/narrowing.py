"""By what a reader may narrow the standings: clubs of players, categories that the event shows."""

from dataclasses import dataclass

from django.db.models import Q

from league.models import Club, Entry, Event


@dataclass(frozen=True)
class Narrowed:
    """Those of a club, of a category, or of both; empty: everybody."""

    club: str = ""
    category: str = ""

    @property
    def is_any(self) -> bool:
        return bool(self.club or self.category)


EVERYBODY = Narrowed()


@dataclass(frozen=True)
class Offered:
    """What there is to choose from."""

    clubs: tuple[tuple[str, str], ...]  # id and name
    categories: tuple[str, ...]

    @property
    def is_any(self) -> bool:
        return bool(self.clubs or self.categories)


def narrowing_offered(event: Event) -> Offered:
    """One club alone is no choice."""
    players = Q(players__entries__event=event) | Q(players__entries_as_partner__event=event)
    clubs = Club.objects.filter(players).distinct().order_by("sort_key", "pk")
    named = tuple(clubs.values_list("pk", "name"))
    return Offered(named if len(named) > 1 else (), tuple(_shown_categories(event)))


def narrowed_to(event: Event, *, club: str, category: str) -> Narrowed:
    """What anybody asked for, as far as it exists and is shown."""
    known = Club.objects.filter(pk=club).exists() if club else False
    is_shown = category in _shown_categories(event) if category else False
    return Narrowed(club if known else "", category if is_shown else "")


def entries_within(stage_id: str, narrowed: Narrowed) -> set[str] | None:
    """The entries in question; None: all of them. A team is of the clubs of both."""
    if not narrowed.is_any:
        return None
    entries = Entry.objects.filter(event__stages=stage_id)
    if narrowed.club:
        entries = entries.filter(Q(player__club=narrowed.club) | Q(partner__club=narrowed.club))
    if narrowed.category:
        entries = entries.filter(categories__name=narrowed.category)
    return set(entries.values_list("pk", flat=True))


def _shown_categories(event: Event) -> list[str]:
    shown = event.categories.filter(is_shown=True).order_by("order", "pk")
    return list(shown.values_list("name", flat=True))
