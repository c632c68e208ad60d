"""Who may open what: one row per route, asserted for every role and for own, other and no object.

A new route needs a row here; test_permission_matrix.py fails without one.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.urls import URLPattern, URLResolver, get_resolver

from league.models import ApiToken, Club, Event, Job, Official, Player, User
from tests.factories import make_club, make_event, make_player, make_token, make_user

PUBLIC, GUEST = "public", "table guest"
PLAYER, ARBITER, ORGANISER = "player", "arbiter", "organiser"
CLUB_ADMIN, SUPERUSER = "club admin", "superuser"
ROLES = (PUBLIC, GUEST, PLAYER, ARBITER, ORGANISER, CLUB_ADMIN, SUPERUSER)

EVERYBODY = frozenset(ROLES)
ACCOUNTS = EVERYBODY - {PUBLIC, GUEST}
OPERATORS = frozenset({SUPERUSER})
NOBODY: frozenset[str] = frozenset()


@dataclass
class World:
    """Two clubs: one whose people are the actors, one that is somebody else's."""

    users: dict[str, User] = field(default_factory=dict)
    clubs: dict[str, Club] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    tokens: dict[str, ApiToken] = field(default_factory=dict)
    job: Job = field(default_factory=Job)

    @classmethod
    def make(cls) -> "World":
        world = cls()
        for role in ACCOUNTS:
            world.users[role] = make_user(
                role.replace(" ", "-"), is_superuser=role == SUPERUSER, is_staff=role == SUPERUSER
            )
            world.tokens[role] = make_token(world.users[role], "read")[0]
        stranger = make_user("stranger")
        world.tokens["other"] = make_token(stranger, "read")[0]
        world.clubs = {
            "own": make_club("Náš klub", admin=world.users[CLUB_ADMIN]),
            "other": make_club("Cizí klub", admin=stranger),
        }
        world.events = {
            "own": make_event(
                world.clubs["own"],
                status=Event.Status.DRAFT,
                officials={
                    Official.Role.ORGANISER: world.users[ORGANISER],
                    Official.Role.ARBITER: world.users[ARBITER],
                },
            ),
            "other": make_event(world.clubs["other"], status=Event.Status.DRAFT),
        }
        world.players = {
            "own": make_player(club=world.clubs["own"], user=world.users[PLAYER]),
            "other": make_player("Petr Cizí", club=world.clubs["other"]),
        }
        world.job = Job.objects.create(
            kind=Job.Kind.SEND_NOTICE, object_id="x", state=Job.State.PARKED
        )
        return world


Arguments = Callable[[World, str, str], dict[str, object]]  # world, whose, role


@dataclass(frozen=True)
class Row:
    """Who is let in. `none` is for routes without an object."""

    none: frozenset[str] | None = None
    own: frozenset[str] | None = None
    other: frozenset[str] | None = None
    arguments: Arguments = lambda world, whose, role: {}
    method: str = "get"
    hidden: bool = False  # the refused are told that there is nothing

    def cells(self) -> list[tuple[str, str, bool]]:
        asked = {"none": self.none, "own": self.own, "other": self.other}
        return [
            (whose, role, role in let_in)
            for whose, let_in in asked.items()
            if let_in is not None
            for role in ROLES
        ]


def _club(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.clubs[whose].pk}


def _event(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.events[whose].pk}


def _player(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.players[whose].pk}


def _token(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.tokens.get(role if whose == "own" else "other", world.tokens["other"]).pk}


def _job(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.job.pk}


def _passkey(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": 1}  # nobody has one here: to accounts it does not exist


OPEN = Row(none=EVERYBODY)
OWN_ACCOUNT = Row(none=ACCOUNTS)
OPERATED = Row(none=OPERATORS)

MATRIX: dict[str, Row] = {
    "home": OPEN,
    "set_language": Row(none=EVERYBODY, method="post"),
    "design": OPEN,
    "venue": Row(none=NOBODY, hidden=True),  # there is none unless the service runs as a venue
    "clubs": OPEN,
    "club": Row(own=EVERYBODY, other=EVERYBODY, arguments=_club),
    "club-edit": Row(own=frozenset({CLUB_ADMIN, SUPERUSER}), other=OPERATORS, arguments=_club),
    "player": Row(own=EVERYBODY, other=EVERYBODY, arguments=_player),
    "events": OPEN,
    "event": Row(  # a draft
        own=frozenset({ARBITER, ORGANISER, CLUB_ADMIN, SUPERUSER}),
        other=OPERATORS,
        arguments=_event,
        hidden=True,
    ),
    "me": OWN_ACCOUNT,
    "tokens": OWN_ACCOUNT,
    "token-revoke": Row(own=ACCOUNTS, other=NOBODY, arguments=_token, hidden=True),
    "delete-account": OWN_ACCOUNT,
    "staff-jobs": OPERATED,
    "jobs-retry": Row(none=OPERATORS, method="post"),
    "job-retry": Row(none=OPERATORS, arguments=_job, method="post"),
    "staff-mail": OPERATED,
    "staff-audit": OPERATED,
    "health": OPEN,
    "health-live": OPEN,
    "health-ready": OPEN,
    # Accounts, by allauth. Those who are in are sent on from the doors that let people in.
    "account_login": OPEN,
    "account_logout": OPEN,
    "account_inactive": OPEN,
    "account_signup": OPEN,
    "account_reauthenticate": OWN_ACCOUNT,
    "account_email": OWN_ACCOUNT,
    "account_email_verification_sent": OPEN,
    "account_change_password": OWN_ACCOUNT,
    "account_set_password": OWN_ACCOUNT,
    "account_reset_password": OPEN,
    "account_reset_password_done": OPEN,
    "account_reset_password_from_key": Row(
        none=EVERYBODY, arguments=lambda world, whose, role: {"uidb36": "1", "key": "x"}
    ),
    "account_reset_password_from_key_done": OPEN,
    "account_confirm_email": Row(none=EVERYBODY, arguments=lambda world, whose, role: {"key": "x"}),
    "account_request_login_code": OPEN,
    "account_confirm_login_code": Row(none=ACCOUNTS),  # otherwise only on the way in
    "usersessions_list": OWN_ACCOUNT,
    "mfa_index": OWN_ACCOUNT,
    "mfa_authenticate": Row(none=ACCOUNTS),  # otherwise only on the way in
    "mfa_reauthenticate": OWN_ACCOUNT,
    "mfa_activate_totp": OWN_ACCOUNT,
    "mfa_deactivate_totp": Row(none=NOBODY, hidden=True),  # nobody here has one
    "mfa_view_recovery_codes": Row(none=NOBODY, hidden=True),
    "mfa_generate_recovery_codes": OWN_ACCOUNT,
    "mfa_download_recovery_codes": Row(none=NOBODY, hidden=True),
    "mfa_list_webauthn": OWN_ACCOUNT,
    "mfa_add_webauthn": OWN_ACCOUNT,
    "mfa_login_webauthn": Row(none=ACCOUNTS),  # others get the page to log in, which asks for it
    "mfa_reauthenticate_webauthn": OWN_ACCOUNT,
    "mfa_edit_webauthn": Row(other=NOBODY, arguments=_passkey, hidden=True),
    "mfa_remove_webauthn": Row(other=NOBODY, arguments=_passkey, hidden=True),
    # API
    "api-clubs-list": OPEN,
    "api-clubs-detail": Row(own=EVERYBODY, other=EVERYBODY, arguments=_club),
    "api-players-list": OPEN,
    "api-players-detail": Row(own=EVERYBODY, other=EVERYBODY, arguments=_player),
    "api-events-list": OPEN,
    "api-events-detail": Row(
        own=frozenset({ARBITER, ORGANISER, CLUB_ADMIN, SUPERUSER}),
        other=OPERATORS,
        arguments=_event,
        hidden=True,
    ),
    "api-me": OWN_ACCOUNT,
    "api-schema": OPEN,
    "api-docs": OPEN,
}


def routes() -> list[str]:
    """The name of every route in the URL conf; one without a name by its pattern."""
    return [name for name, _ in _walk(get_resolver())]


def _walk(resolver: URLResolver, prefix: str = "", namespace: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for entry in resolver.url_patterns:
        pattern = prefix + str(entry.pattern)
        if isinstance(entry, URLPattern):
            found.append((namespace + (entry.name or pattern), pattern))
        else:
            inner = f"{entry.namespace}:" if entry.namespace else ""
            found += _walk(entry, pattern, namespace + inner)
    return found
