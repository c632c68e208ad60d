"""Who may open what: one row per route, asserted for every role and for own, other and no object.

A new route needs a row here; test_permission_matrix.py fails without one.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from django.urls import URLPattern, URLResolver, get_resolver

from league.clubs.services import invite_player
from league.models import (
    ApiToken,
    Club,
    Entry,
    Event,
    Flag,
    Job,
    KeepApart,
    Match,
    Official,
    PaperCopy,
    Player,
    Round,
    Ruling,
    Stage,
    Submission,
    User,
)
from league.permissions import SERVICE
from league.results.digests import Content, digest_of
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
    entries: dict[str, Entry] = field(default_factory=dict)
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
        world.entries = {
            whose: Entry.objects.create(event=event, player=make_player("Host Hráč"))
            for whose, event in world.events.items()
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
    known_to: frozenset[str] = NOBODY  # their own is not hidden from them, but refused

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


def _entry(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.entries[whose].pk}


def _round_of(world: World, whose: str) -> Round:
    stage = Stage.objects.get(event=world.events[whose])
    return Round.objects.get_or_create(stage=stage, number=1, status=Round.Status.PUBLISHED)[0]


def _round(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": _round_of(world, whose).pk}


def _match(world: World, whose: str, role: str) -> dict[str, object]:
    given = _round_of(world, whose)
    return {
        "pk": Match.objects.get_or_create(event=world.events[whose], round=given, table=1)[0].pk
    }


def _at_desk(world: World, whose: str, role: str) -> dict[str, object]:
    return {**_event(world, whose, role), "round_id": _round_of(world, whose).pk}


def _at_table(world: World, whose: str, role: str) -> dict[str, object]:
    return {**_event(world, whose, role), "match_id": _match(world, whose, role)["pk"]}


def _submission(world: World, whose: str, role: str) -> dict[str, object]:
    match = str(_match(world, whose, role)["pk"])
    content = Content(seating={}, claims={}, termination="normal", record="", record_digest="")
    return {
        "pk": Submission.objects.get_or_create(
            match_id=match,
            client_key="k",
            defaults={"by": "official", "digest": digest_of(content), **content},
        )[0].pk
    }


def _ruling(world: World, whose: str, role: str) -> dict[str, object]:
    found = _match(world, whose, role)
    made = Ruling.objects.get_or_create(match_id=str(found["pk"]), number=1, kind="replay")[0]
    return {**found, "ruling": made.pk}


def _flag(world: World, whose: str, role: str) -> dict[str, object]:
    flag = Flag.objects.get_or_create(
        match_id=str(_match(world, whose, role)["pk"]),
        submission_id=str(_submission(world, whose, role)["pk"]),
        code=Flag.Code.COPY,
    )[0]
    return {**_event(world, whose, role), "flag": flag.pk}


def _stopped(world: World, whose: str, role: str) -> dict[str, object]:
    return {**_event(world, whose, role), "job": world.job.pk}


def _paper(world: World, whose: str, role: str) -> dict[str, object]:
    return {
        "pk": PaperCopy.objects.get_or_create(
            event=world.events[whose], after_round=1, defaults={"html": "<style></style>"}
        )[0].pk
    }


def _cross(world: World, whose: str, role: str) -> dict[str, object]:
    Stage.objects.update(kind=Stage.Kind.ROUND_ROBIN)
    return _event(world, whose, role)


def _official(world: World, whose: str, role: str) -> dict[str, object]:
    event, user = world.events[whose], make_user()
    Official.objects.create(event=event, user=user, role=Official.Role.ARBITER)
    return {"pk": event.pk, "user": user.pk}


def _pair(world: World, whose: str, role: str) -> dict[str, object]:
    event, entry = world.events[whose], world.entries[whose]
    other = Entry.objects.create(event=event, player=make_player())
    first, second = sorted((entry.pk, other.pk))
    pair = KeepApart.objects.create(event=event, first_id=first, second_id=second)
    return {"pk": event.pk, "pair": pair.pk}


def _player(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.players[whose].pk}


def _token(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.tokens.get(role if whose == "own" else "other", world.tokens["other"]).pk}


def _job(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": world.job.pk}


def _passkey(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": 1}  # nobody has one here: to accounts it does not exist


OFFICIALS = frozenset({ARBITER, ORGANISER, CLUB_ADMIN, SUPERUSER})
ORGANISERS = OFFICIALS - {ARBITER}


def _live(**parts: object) -> Arguments:
    return lambda world, whose, role: {"language": "cs", **_event(world, whose, role), **parts}


LIVE = Row(own=NOBODY, other=NOBODY, arguments=_live(), hidden=True)
SEEN_EVENT = Row(own=OFFICIALS, other=OPERATORS, arguments=_event, hidden=True)  # a draft
DESK = Row(own=OFFICIALS, other=OPERATORS, arguments=_event)
ROUND_AT_DESK = Row(own=OFFICIALS, other=OPERATORS, arguments=_at_desk, method="post")
TABLE_AT_DESK = Row(own=OFFICIALS, other=OPERATORS, arguments=_at_table, method="post")
OPEN = Row(none=EVERYBODY)
OWN_ACCOUNT = Row(none=ACCOUNTS)
OPERATED = Row(none=OPERATORS)
CLUB_PEOPLE = frozenset({CLUB_ADMIN, SUPERUSER})
RUN_CLUB = Row(own=CLUB_PEOPLE, other=OPERATORS, arguments=_club)
KEPT_PLAYER = Row(own=CLUB_PEOPLE, other=OPERATORS, arguments=_player)

# Of an event that is a draft: to the API it does not exist but for its officials.
API_DESK = Row(own=OFFICIALS, other=OPERATORS, arguments=_event, hidden=True)
API_RUN = replace(API_DESK, own=ORGANISERS, known_to=frozenset({ARBITER}))
API_ENTRY = replace(API_DESK, arguments=_entry)
API_ROUND = replace(API_DESK, arguments=_round)
API_MATCH = replace(API_DESK, arguments=_match)
# Nobody here sits at the table: officials see the version, and may not speak for a seat.
API_SPEAK = Row(
    own=NOBODY,
    other=NOBODY,
    arguments=_submission,
    method="post",
    hidden=True,
    known_to=OFFICIALS,
)

MATRIX: dict[str, Row] = {
    "home": OPEN,
    "set_language": Row(none=EVERYBODY, method="post"),
    "design": OPEN,
    "venue": Row(none=NOBODY, hidden=True),  # there is none unless the service runs as a venue
    "clubs": OPEN,
    "club": Row(own=EVERYBODY, other=EVERYBODY, arguments=_club),
    "club-new": OPERATED,
    "club-edit": RUN_CLUB,
    "club-admins": RUN_CLUB,
    "club-admin-remove": replace(RUN_CLUB, method="post"),
    "club-members": RUN_CLUB,
    "club-member-add": RUN_CLUB,
    "club-alike": RUN_CLUB,
    "club-download": RUN_CLUB,
    "club-import": RUN_CLUB,
    "player": Row(own=EVERYBODY, other=EVERYBODY, arguments=_player),
    "player-edit": KEPT_PLAYER,
    "player-move": KEPT_PLAYER,
    "player-leave": replace(KEPT_PLAYER, method="post"),
    "player-return": replace(KEPT_PLAYER, method="post"),
    "player-erase": KEPT_PLAYER,
    "player-invite": KEPT_PLAYER,
    "player-unlink": replace(KEPT_PLAYER, own=CLUB_PEOPLE | {PLAYER}, method="post"),
    "player-merge": KEPT_PLAYER,
    # Without an invitation there is nothing; with one the address itself is the key.
    "claim": Row(none=NOBODY, hidden=True),
    "invitation": Row(
        none=EVERYBODY,
        arguments=lambda world, whose, role: {"pk": invite_player(make_player(), actor=SERVICE)},
    ),
    "events": OPEN,
    "event": Row(  # a draft
        own=frozenset({ARBITER, ORGANISER, CLUB_ADMIN, SUPERUSER}),
        other=OPERATORS,
        arguments=_event,
        hidden=True,
    ),
    "event-next": SEEN_EVENT,
    "event-find": SEEN_EVENT,
    "event-standings": SEEN_EVENT,
    "event-cross": replace(SEEN_EVENT, arguments=_cross),
    "event-projector": SEEN_EVENT,
    "round": replace(SEEN_EVENT, arguments=_round),
    "match": replace(SEEN_EVENT, arguments=_match),
    "entry-rounds": replace(SEEN_EVENT, arguments=_entry),
    "table-card": Row(
        own=EVERYBODY,
        other=EVERYBODY,
        arguments=lambda world, whose, role: {"pk": world.clubs[whose].pk, "table": 4},
    ),
    "event-print": Row(own=OFFICIALS, other=OPERATORS, arguments=_event),
    "event-paper": Row(own=OFFICIALS, other=OPERATORS, arguments=_event),
    "paper": Row(own=OFFICIALS, other=OPERATORS, arguments=_paper),
    "print-cards": Row(own=OFFICIALS, other=OPERATORS, arguments=_event),
    "print-blank": SEEN_EVENT,
    "print-standings": SEEN_EVENT,
    "print-tables": replace(SEEN_EVENT, arguments=_round),
    "print-names": replace(SEEN_EVENT, arguments=_round),
    "print-slips": replace(SEEN_EVENT, arguments=_round),
    # Parts of live pages are the same for everybody: those of a draft are nobody's.
    "live-event": LIVE,
    "live-round": replace(LIVE, arguments=_live(number=1)),
    "live-match": replace(LIVE, arguments=_live(match="bcdfghjkmn")),
    "live-standings": LIVE,
    "live-row": replace(LIVE, arguments=_live(entry="bcdfghjkmn", after=1)),
    "live-projector": LIVE,
    "event-start": OWN_ACCOUNT,
    "event-new": Row(own=frozenset({CLUB_ADMIN, SUPERUSER}), other=OPERATORS, arguments=_club),
    "event-clone": Row(own=ORGANISERS, other=OPERATORS, arguments=_event),
    "event-settings": Row(own=ORGANISERS, other=OPERATORS, arguments=_event),
    "event-setting": Row(
        own=ORGANISERS,
        other=OPERATORS,
        arguments=lambda world, whose, role: {**_event(world, whose, role), "part": "points"},
    ),
    "event-move": Row(own=ORGANISERS, other=OPERATORS, arguments=_event, method="post"),
    "event-officials": Row(own=ORGANISERS, other=OPERATORS, arguments=_event),
    "event-official-remove": Row(own=ORGANISERS, other=OPERATORS, arguments=_event, method="post"),
    "event-apart": Row(own=OFFICIALS, other=OPERATORS, arguments=_event),
    "event-apart-remove": Row(own=OFFICIALS, other=OPERATORS, arguments=_event, method="post"),
    "event-entries": Row(own=OFFICIALS, other=OPERATORS, arguments=_event, hidden=True),
    "event-sign-up": Row(own=OFFICIALS, other=OPERATORS, arguments=_event, hidden=True),
    "event-mine": Row(own=OFFICIALS, other=OPERATORS, arguments=_event, hidden=True),
    "event-poster": Row(own=OFFICIALS, other=OPERATORS, arguments=_event, hidden=True),
    "event-door": Row(own=NOBODY, other=NOBODY, arguments=_event, hidden=True),  # without its code
    "event-door-poster": Row(own=OFFICIALS, other=OPERATORS, arguments=_event),
    "door": Row(
        own=EVERYBODY,
        arguments=lambda world, whose, role: {"pk": world.events[whose].door_code},
    ),
    "event-check-in": Row(own=OFFICIALS, other=OPERATORS, arguments=_event),
    "event-enter": Row(own=OFFICIALS, other=OPERATORS, arguments=_event),
    "event-offer": Row(own=OFFICIALS, other=OPERATORS, arguments=_event),
    "event-everyone": Row(own=OFFICIALS, other=OPERATORS, arguments=_event, method="post"),
    "console": DESK,
    "console-live": DESK,
    "scores": replace(DESK, arguments=_at_desk),
    "desk": DESK,
    "desk-live": DESK,
    "desk-steps": DESK,
    "desk-undo": replace(DESK, method="post"),
    "desk-plan": DESK,
    "round-draft": replace(DESK, method="post"),
    "round-swap": ROUND_AT_DESK,
    "round-redraw": ROUND_AT_DESK,
    "round-sit-out": ROUND_AT_DESK,
    "round-discard": ROUND_AT_DESK,
    "round-publish": ROUND_AT_DESK,
    "round-withdraw": ROUND_AT_DESK,
    "round-close": ROUND_AT_DESK,
    "round-reopen": ROUND_AT_DESK,
    "round-clock": ROUND_AT_DESK,
    "table-lock": TABLE_AT_DESK,
    "table-scores": TABLE_AT_DESK,
    "table-places": replace(TABLE_AT_DESK, method="get"),
    "table-clear": TABLE_AT_DESK,
    "entry": Row(own=OFFICIALS, other=OPERATORS, arguments=_entry),
    "entry-do": Row(own=OFFICIALS, other=OPERATORS, arguments=_entry, method="post"),
    "entry-bye": Row(own=OFFICIALS, other=OPERATORS, arguments=_entry, method="post"),
    "me": OWN_ACCOUNT,
    "my-matches": OWN_ACCOUNT,
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
    "api-clubs-members": RUN_CLUB,
    "api-players-list": OPEN,
    "api-players-detail": Row(own=EVERYBODY, other=EVERYBODY, arguments=_player),
    "api-events-list": OPEN,
    "api-events-detail": Row(
        own=frozenset({ARBITER, ORGANISER, CLUB_ADMIN, SUPERUSER}),
        other=OPERATORS,
        arguments=_event,
        hidden=True,
    ),
    "api-events-move": replace(API_RUN, method="post"),
    "api-events-clone": replace(API_RUN, method="post"),
    "api-events-officials-list": API_RUN,
    "api-events-officials-remove": replace(API_RUN, arguments=_official, method="delete"),
    "api-events-apart-list": API_DESK,
    "api-events-apart-let-meet": replace(API_DESK, arguments=_pair, method="delete"),
    "api-events-entries-list": API_DESK,
    "api-events-entries-sign-up": replace(API_DESK, method="post"),
    "api-events-entries-check-in-all": replace(API_DESK, method="post"),
    "api-events-rounds-list": API_DESK,
    "api-events-standings-list": API_DESK,
    "api-entries-detail": API_ENTRY,
    "api-entries-approve": replace(API_ENTRY, method="post"),
    "api-entries-refuse": replace(API_ENTRY, method="post"),
    "api-entries-withdraw": replace(API_ENTRY, method="post"),
    "api-entries-come-back": replace(API_ENTRY, method="post"),
    "api-entries-check-in": replace(API_ENTRY, method="post"),
    "api-entries-undo-check-in": replace(API_ENTRY, method="post"),
    "api-entries-absent": replace(API_ENTRY, method="post"),
    "api-entries-byes": API_ENTRY,
    "api-entries-cancel-bye": replace(
        API_ENTRY,
        arguments=lambda world, whose, role: {**_entry(world, whose, role), "round": "2"},
        method="delete",
    ),
    "api-rounds-detail": API_ROUND,
    "api-rounds-matches-list": API_ROUND,
    "api-rounds-redraw": replace(API_ROUND, method="post"),
    "api-rounds-swap": replace(API_ROUND, method="post"),
    "api-rounds-sit-out": replace(API_ROUND, method="post"),
    "api-rounds-unlock": replace(API_ROUND, method="post"),
    "api-rounds-publish": replace(API_ROUND, method="post"),
    "api-rounds-withdraw": replace(API_ROUND, method="post"),
    "api-rounds-close": replace(API_ROUND, method="post"),
    "api-rounds-reopen": replace(API_ROUND, method="post"),
    "api-rounds-clock": replace(API_ROUND, method="post"),
    "api-rounds-length": replace(API_ROUND, method="post"),
    "api-rounds-more-time": replace(API_ROUND, method="post"),
    "api-matches-detail": API_MATCH,
    "api-matches-scores": replace(API_MATCH, method="post"),
    "api-matches-clear": replace(API_MATCH, method="post"),
    "api-matches-lock": replace(API_MATCH, method="post"),
    "api-tables-seats": API_MATCH,
    "api-tables-tally": API_MATCH,
    "api-tables-history": API_MATCH,
    "api-matches-submissions-list": API_MATCH,
    "api-matches-rulings-list": API_MATCH,
    "api-matches-rulings-preview": replace(API_MATCH, method="post"),
    "api-matches-rulings-blank": replace(API_MATCH, arguments=_ruling, method="post"),
    "api-submissions-detail": replace(API_DESK, arguments=_submission),
    "api-submissions-confirm": API_SPEAK,
    "api-submissions-take-rules": API_SPEAK,
    "api-events-flags-list": API_DESK,
    "api-events-flags-see": replace(API_DESK, arguments=_flag, method="post"),
    "api-events-work-list": API_DESK,
    "api-events-work-retry": replace(API_DESK, arguments=_stopped, method="post"),
    "api-verify": Row(none=EVERYBODY, method="post"),
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
