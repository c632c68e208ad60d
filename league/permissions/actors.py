"""Who asks, and what that alone decides: whether anybody is known, and as whom."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from league.models import ApiToken, Scope, User

Predicate = Callable[["Actor", Any], bool]
# In the session of somebody without an account:
DEVICE_KEY = "device"  # by which a phone is known to the seats that it holds
CODES_KEY = "codes"  # of tables, matches and rooms, as scanned
ENTRIES_KEY = "entries"  # the entries that were signed up from it
DOORS_KEY = "doors"  # the events whose code at the door it has read


@dataclass(frozen=True)
class EventDesk:
    """Of one event, at which a program works; `made_by` answers for it."""

    event: str
    token: str
    made_by: str


@dataclass(frozen=True)
class Actor:
    """Who asks: a person in a browser, a program with their token, a visitor, or the service.

    A program at the desk of an event is nobody but that: it has no `user`.
    """

    user: User | None = None
    scopes: frozenset[str] | None = None  # None: not by token, so nothing is narrowed
    device: str = ""
    codes: frozenset[str] = frozenset()
    entries: frozenset[str] = frozenset()
    doors: frozenset[str] = frozenset()
    desk: EventDesk | None = None
    is_service: bool = False  # its own jobs and commands; no request ever is

    @property
    def account(self) -> str:
        """The id of the account that answers for what is done; empty: nobody's."""
        if self.desk is not None:
            return self.desk.made_by
        return self.user.pk if self.user else ""

    def has_scope(self, scope: Scope) -> bool:
        return self.scopes is None or scope in self.scopes


SERVICE = Actor(is_service=True)
VISITOR = Actor()  # of whom nothing is known


def actor_of(request: HttpRequest) -> Actor:
    user = request.user if isinstance(request.user, User) else None
    token = getattr(request, "auth", None)
    if isinstance(token, ApiToken) and token.event_id:
        desk = EventDesk(token.event_id, token=token.pk, made_by=token.user_id)
        return Actor(scopes=frozenset(token.scopes), desk=desk)
    session = getattr(request, "session", {})
    return Actor(
        user=user,
        scopes=frozenset(token.scopes) if isinstance(token, ApiToken) else None,
        device=session.get(DEVICE_KEY, ""),
        codes=frozenset(session.get(CODES_KEY, ())),
        entries=frozenset(session.get(ENTRIES_KEY, ())),
        doors=frozenset(session.get(DOORS_KEY, ())),
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
    return is_superuser(actor) and actor.scopes is None


def operates_clubs(actor: Actor, obj: object = None) -> bool:
    """Sets up clubs by a program, too."""
    return is_superuser(actor) and actor.has_scope(Scope.CLUBS)


def starts_events(actor: Actor, obj: object = None) -> bool:
    """May be one who runs a club; which one, is asked next."""
    return signed_in(actor) and actor.has_scope(Scope.EVENTS)


def owns_token(actor: Actor, token: ApiToken) -> bool:
    return in_browser(actor) and token.user == actor.user


def is_superuser(actor: Actor) -> bool:
    return actor.user is not None and actor.user.is_superuser
