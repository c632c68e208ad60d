"""Who may do what: the one place that decides, for pages, API and admin alike.

A predicate takes an actor and the object it is about, and says yes or no. Whatever names no
predicate is refused (`league.web.middleware.DefaultDeny`, `league.api.permissions.Permitted`).
Roles: superuser, club admin, organiser and arbiter of an event, player, table guest, public.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from league.models import ApiToken, Club, Event, Job, Official, Player, Scope, User

Predicate = Callable[["Actor", Any], bool]
SEATS_KEY = "seats"  # in the session of a table guest: the seats that this phone holds


@dataclass(frozen=True)
class Actor:
    """Who asks: a person in a browser, a program with that person's token, or nobody known."""

    user: User | None = None
    scopes: frozenset[str] | None = None  # None: not by token, so nothing is narrowed
    seats: frozenset[str] = frozenset()

    def has_scope(self, scope: Scope) -> bool:
        return self.scopes is None or scope in self.scopes


SERVICE = Actor()


def actor_of(request: HttpRequest) -> Actor:
    user = request.user if isinstance(request.user, User) else None
    token = getattr(request, "auth", None)
    return Actor(
        user=user,
        scopes=frozenset(token.scopes) if isinstance(token, ApiToken) else None,
        seats=frozenset(request.session.get(SEATS_KEY, ()))
        if hasattr(request, "session")
        else frozenset(),
    )


def anyone(actor: Actor, obj: object = None) -> bool:
    return True


def signed_in(actor: Actor, obj: object = None) -> bool:
    return actor.user is not None


def in_browser(actor: Actor, obj: object = None) -> bool:
    """Account matters are not for programs."""
    return signed_in(actor) and actor.scopes is None


def operates(actor: Actor, obj: object = None) -> bool:
    """Sees jobs, messages and the audit of the whole service."""
    return _is_superuser(actor) and actor.scopes is None


def runs_club(actor: Actor, club: Club) -> bool:
    if actor.user is None or not actor.has_scope(Scope.CLUBS):
        return False
    return _is_superuser(actor) or club.clubadmin_set.filter(user=actor.user).exists()


def sees_event(actor: Actor, event: Event) -> bool:
    return visible_events(actor).filter(pk=event.pk).exists()


def runs_event(actor: Actor, event: Event) -> bool:
    """Organisers, and the admins of the club."""
    return _holds(actor, event, Official.Role.ORGANISER)


def referees_event(actor: Actor, event: Event) -> bool:
    """Whoever may rule on results: arbiters, and all who run the event."""
    return _holds(actor, event, Official.Role.ORGANISER, Official.Role.ARBITER)


def sees_full_name(actor: Actor, player: Player) -> bool:
    """Admins of the player's club, and the player."""
    if actor.user is None or player.erased_at:
        return False
    return (
        _is_superuser(actor)
        or player.user_id == actor.user.pk
        or (player.club is not None and player.club.clubadmin_set.filter(user=actor.user).exists())
    )


def owns_token(actor: Actor, token: ApiToken) -> bool:
    return in_browser(actor) and token.user == actor.user


def retries_job(actor: Actor, job: Job) -> bool:
    return operates(actor)


def visible_events(actor: Actor) -> QuerySet[Event]:
    """Drafts are for those who run them; everything else is public."""
    public = ~Q(status=Event.Status.DRAFT)
    if actor.user is None:
        return Event.objects.filter(public)
    if _is_superuser(actor):
        return Event.objects.all()
    own = Q(pk__in=Official.objects.filter(user=actor.user).values("event"))
    own_club = Q(club__in=actor.user.clubs_run.values("pk"))
    return Event.objects.filter(public | own | own_club)


def _is_superuser(actor: Actor) -> bool:
    return actor.user is not None and actor.user.is_superuser


def _holds(actor: Actor, event: Event, *roles: Official.Role) -> bool:
    if actor.user is None:
        return False
    return (
        _is_superuser(actor)
        or event.club.clubadmin_set.filter(user=actor.user).exists()
        or event.official_set.filter(user=actor.user, role__in=roles).exists()
    )
