"""Who may open what: one row per route, asserted for every role and for own, other and no object.

A new route needs a row here; test_permission_matrix.py fails without one.
"""

from dataclasses import replace

from django.urls import URLPattern, URLResolver, get_resolver

from league.clubs.services.invitations import invite_player
from league.permissions import SERVICE
from tests.factories import make_player
from tests.league.matrix_api import API_MATRIX
from tests.league.matrix_prizes import PRIZES_MATRIX
from tests.league.matrix_results import RESULTS_MATRIX
from tests.league.matrix_seasons import SEASONS_MATRIX
from tests.league.matrix_series import SERIES_MATRIX
from tests.league.matrix_sheets import SHEETS_MATRIX
from tests.league.world import (
    ACCOUNTS,
    ARBITER,
    CLUB_ADMIN,
    EVERYBODY,
    NOBODY,
    OFFICIALS,
    OPERATORS,
    ORGANISER,
    ORGANISERS,
    PLAYER,
    SUPERUSER,
    Row,
    as_csv,
    at_desk,
    at_table,
    in_language,
    of_box,
    of_club,
    of_delivery,
    of_entry,
    of_event,
    of_job,
    of_live,
    of_match,
    of_new_draft,
    of_new_entry,
    of_paper,
    of_passkey,
    of_player,
    of_round,
    of_stage,
    of_submission,
    of_token,
    of_two_players,
    of_webhook,
)

LIVE = Row(own=NOBODY, other=NOBODY, arguments=of_live(), hidden=True)
SEEN_EVENT = Row(own=OFFICIALS, other=OPERATORS, arguments=of_event, hidden=True)  # a draft
RUN_EVENT = Row(own=ORGANISERS, other=OPERATORS, arguments=of_event)
DESK = Row(own=OFFICIALS, other=OPERATORS, arguments=of_event)
ROUND_AT_DESK = Row(own=OFFICIALS, other=OPERATORS, arguments=at_desk, method="post")
TABLE_AT_DESK = Row(own=OFFICIALS, other=OPERATORS, arguments=at_table, method="post")
OWN_GAME = Row(own=OFFICIALS, other=OPERATORS, arguments=of_entry, method="post", hidden=True)
OPEN = Row(none=EVERYBODY)
OWN_ACCOUNT = Row(none=ACCOUNTS)
OPERATED = Row(none=OPERATORS)
CLUB_PEOPLE = frozenset({CLUB_ADMIN, SUPERUSER})
RUN_CLUB = Row(own=CLUB_PEOPLE, other=OPERATORS, arguments=of_club)
KEPT_WEBHOOK = replace(RUN_CLUB, arguments=of_webhook)
CLUB_IN_LANGUAGE = Row(own=EVERYBODY, other=EVERYBODY, arguments=in_language(of_club))
KEPT_PLAYER = Row(own=CLUB_PEOPLE, other=OPERATORS, arguments=of_player)

OF_GAME_AS_CSV = Row(none=EVERYBODY, arguments=lambda *who: {"game": "triolet", "suffix": "csv"})

MATRIX: dict[str, Row] = {
    "home": OPEN,
    "home-now": OPEN,
    "robots": OPEN,
    "set_language": Row(none=EVERYBODY, method="post"),
    "design": OPEN,
    "venue": Row(none=NOBODY, hidden=True),  # there is none unless the service runs as a venue
    "statistics": OPEN,
    "statistics-game": Row(
        none=EVERYBODY, arguments=lambda world, whose, role: {"game": "triolet"}
    ),
    "clubs": OPEN,
    "club": Row(own=EVERYBODY, other=EVERYBODY, arguments=of_club),
    "club-new": OPERATED,
    "club-from-file": OPERATED,
    "club-take": Row(own=frozenset({CLUB_ADMIN}), other=NOBODY, arguments=of_club),
    "club-edit": RUN_CLUB,
    "club-admins": RUN_CLUB,
    "club-admin-remove": replace(RUN_CLUB, method="post"),
    "club-boxes": RUN_CLUB,
    "club-box": replace(RUN_CLUB, arguments=of_box),
    "club-website": RUN_CLUB,
    "webhook-new": RUN_CLUB,
    "webhook": KEPT_WEBHOOK,
    "webhook-secret": replace(KEPT_WEBHOOK, method="post"),
    "webhook-ping": replace(KEPT_WEBHOOK, method="post"),
    "webhook-again": replace(KEPT_WEBHOOK, arguments=of_delivery, method="post"),
    "webhook-remove": replace(KEPT_WEBHOOK, method="post"),
    "club-feed": CLUB_IN_LANGUAGE,
    "embed-events": CLUB_IN_LANGUAGE,
    "live-club-events": CLUB_IN_LANGUAGE,
    # Of a draft; tests/league/web/public/test_embeds.py asks for public ones.
    "embed-standings": LIVE,
    "embed-pairings": LIVE,
    "embed-bracket": LIVE,
    "live-embed-standings": LIVE,
    "live-embed-pairings": LIVE,
    "embed-replay": replace(LIVE, arguments=in_language(of_submission)),
    "embed-drawings": replace(LIVE, arguments=in_language(of_submission, number=0)),
    "event-website": DESK,
    "club-members": RUN_CLUB,
    "club-member-add": RUN_CLUB,
    "club-alike": RUN_CLUB,
    "members-table": replace(RUN_CLUB, arguments=as_csv(of_club)),
    "club-ratings-table": Row(
        own=EVERYBODY, other=EVERYBODY, arguments=as_csv(of_club, game="triolet")
    ),
    "ratings-table": OF_GAME_AS_CSV,
    "statistics-table": OF_GAME_AS_CSV,
    "player-statistics-table": Row(own=EVERYBODY, other=EVERYBODY, arguments=as_csv(of_player)),
    "event-calendar": SEEN_EVENT,
    "event-records": SEEN_EVENT,
    "club-calendar": Row(own=EVERYBODY, other=EVERYBODY, arguments=of_club),
    "own-calendar": Row(none=NOBODY, arguments=lambda *who: {"key": "x-y"}, hidden=True),
    "my-calendar": OWN_ACCOUNT,
    "my-data": OWN_ACCOUNT,
    "event-table": replace(SEEN_EVENT, arguments=as_csv(of_event, table="entries")),
    "club-import": RUN_CLUB,
    "player": Row(own=EVERYBODY, other=EVERYBODY, arguments=of_player),
    "player-statistics": Row(own=EVERYBODY, other=EVERYBODY, arguments=of_player),
    "player-edit": KEPT_PLAYER,
    "player-note": Row(own=frozenset({CLUB_ADMIN}), other=NOBODY, arguments=of_player, hidden=True),
    "player-move": KEPT_PLAYER,
    "player-leave": replace(KEPT_PLAYER, method="post"),
    "player-return": replace(KEPT_PLAYER, method="post"),
    "player-erase": KEPT_PLAYER,
    "player-invite": KEPT_PLAYER,
    "player-unlink": replace(KEPT_PLAYER, own=CLUB_PEOPLE | {PLAYER}, method="post"),
    "player-merge": KEPT_PLAYER,
    "player-games": Row(own=EVERYBODY, other=EVERYBODY, arguments=of_player),
    "player-against": Row(own=EVERYBODY, other=EVERYBODY, arguments=of_player),
    "player-against-other": Row(own=EVERYBODY, arguments=of_two_players),
    "ratings": OPEN,
    "ratings-game": Row(none=EVERYBODY, arguments=lambda world, whose, role: {"game": "triolet"}),
    "club-ratings": Row(own=EVERYBODY, other=EVERYBODY, arguments=of_club),
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
        arguments=of_event,
        hidden=True,
    ),
    "event-next": SEEN_EVENT,
    "event-find": SEEN_EVENT,
    "event-standings": SEEN_EVENT,
    "event-cross": SEEN_EVENT,
    "event-bracket": SEEN_EVENT,
    "event-statistics": SEEN_EVENT,
    "event-projector": SEEN_EVENT,
    "round": replace(SEEN_EVENT, arguments=of_round),
    "match": replace(SEEN_EVENT, arguments=of_match),
    "entry-rounds": replace(SEEN_EVENT, arguments=of_entry),
    "event-print": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event),
    "event-paper": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event),
    "paper": Row(own=OFFICIALS, other=OPERATORS, arguments=of_paper),
    "print-cards": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event),
    "print-blank": SEEN_EVENT,
    "print-standings": SEEN_EVENT,
    "print-bracket": SEEN_EVENT,
    "print-overall": SEEN_EVENT,
    "event-report": SEEN_EVENT,
    "event-archive": SEEN_EVENT,
    "seal-log": OPEN,
    "print-tables": replace(SEEN_EVENT, arguments=of_round),
    "print-names": replace(SEEN_EVENT, arguments=of_round),
    "print-slips": replace(SEEN_EVENT, arguments=of_round),
    # Parts of live pages are the same for everybody: those of a draft are nobody's.
    "live-event": LIVE,
    "live-round": replace(LIVE, arguments=of_live(number=1)),
    "live-match": replace(LIVE, arguments=of_live(match="bcdfghjkmn")),
    "live-standings": LIVE,
    "live-bracket": LIVE,
    "live-row": replace(LIVE, arguments=of_live(entry="bcdfghjkmn", after=1)),
    "live-projector": LIVE,
    "live-entries": LIVE,
    "event-start": OWN_ACCOUNT,
    "event-new": Row(own=frozenset({CLUB_ADMIN, SUPERUSER}), other=OPERATORS, arguments=of_club),
    "event-archive-import": Row(
        own=frozenset({CLUB_ADMIN, SUPERUSER}), other=OPERATORS, arguments=of_club
    ),
    "event-import": Row(own=frozenset({CLUB_ADMIN, SUPERUSER}), other=OPERATORS, arguments=of_club),
    "event-clone": RUN_EVENT,
    "practice-start": replace(RUN_EVENT, method="post"),
    "practice-results": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event, method="post"),
    "practice-wipe": replace(RUN_EVENT, method="post"),
    "event-discard": replace(RUN_EVENT, arguments=of_new_draft, method="post"),
    "event-restore": replace(RUN_CLUB, method="post"),
    "event-settings": RUN_EVENT,
    "event-setting": Row(
        own=ORGANISERS,
        other=OPERATORS,
        arguments=lambda world, whose, role: {**of_event(world, whose, role), "part": "points"},
    ),
    "event-move": replace(RUN_EVENT, method="post"),
    "event-format": replace(RUN_EVENT, method="post"),
    "event-away": RUN_EVENT,
    "event-away-file": RUN_EVENT,
    "event-return": replace(RUN_EVENT, method="post"),
    "event-officials": RUN_EVENT,
    "event-official-remove": replace(RUN_EVENT, method="post"),
    "event-stages": RUN_EVENT,
    "event-stage": replace(RUN_EVENT, arguments=of_stage),
    "event-stage-chain": replace(RUN_EVENT, arguments=of_stage),
    "event-stage-remove": replace(RUN_EVENT, arguments=of_stage, method="post"),
    "event-stage-field": replace(RUN_EVENT, arguments=of_stage),
    "event-stage-back": replace(RUN_EVENT, arguments=of_stage, method="post"),
    "event-overall": SEEN_EVENT,
    "event-games": RUN_EVENT,
    "event-game-remove": replace(RUN_EVENT, method="post"),
    "event-apart": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event),
    "event-apart-remove": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event, method="post"),
    "event-entries": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event, hidden=True),
    "event-sign-up": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event, hidden=True),
    "event-mine": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event, hidden=True),
    "event-mine-now": SEEN_EVENT,
    "own-game": OWN_GAME,
    "own-game-given-up": OWN_GAME,
    "event-poster": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event, hidden=True),
    "event-door": Row(
        own=NOBODY, other=NOBODY, arguments=of_event, hidden=True
    ),  # without its code
    "event-door-poster": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event),
    "door": Row(
        own=EVERYBODY,
        arguments=lambda world, whose, role: {"pk": world.events[whose].door_code},
    ),
    "event-check-in": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event),
    "event-enter": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event),
    "event-offer": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event),
    "event-people": DESK,
    "event-member-enter": replace(DESK, method="post"),
    "event-entry-restore": replace(DESK, method="post"),
    "event-first-round": replace(RUN_EVENT, method="post"),
    "entry-remove": replace(DESK, arguments=of_new_entry, method="post"),
    "event-announcements": RUN_EVENT,
    "event-announcement-remove": replace(RUN_EVENT, method="post"),
    "event-fees": DESK,
    "entry-paid": replace(DESK, arguments=of_entry, method="post"),
    "event-everyone": Row(own=OFFICIALS, other=OPERATORS, arguments=of_event, method="post"),
    "console": DESK,
    "console-live": DESK,
    "event-wrap-up": replace(DESK, method="post"),
    "event-results": DESK,
    "scores": replace(DESK, arguments=at_desk),
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
    "table-dissolve": TABLE_AT_DESK,
    "floor-ready": replace(DESK, method="post"),
    "floor-everybody": replace(DESK, method="post"),
    "floor-seat": replace(DESK, method="post"),
    "floor-close": replace(RUN_EVENT, method="post"),
    "stage-changed-field": replace(DESK, arguments=of_stage),
    "stage-close": replace(RUN_EVENT, method="post"),
    "stage-reopen": replace(RUN_EVENT, method="post"),
    "entry-ready": Row(own=OFFICIALS, other=OPERATORS, arguments=of_entry, method="post"),
    "table-scores": TABLE_AT_DESK,
    "table-places": replace(TABLE_AT_DESK, method="get"),
    "table-clear": TABLE_AT_DESK,
    "entry": Row(own=OFFICIALS, other=OPERATORS, arguments=of_entry),
    "entry-withdraw": Row(own=OFFICIALS, other=OPERATORS, arguments=of_entry),
    "entry-do": Row(own=OFFICIALS, other=OPERATORS, arguments=of_entry, method="post"),
    "entry-bye": Row(own=OFFICIALS, other=OPERATORS, arguments=of_entry, method="post"),
    "session": OPEN,
    "again": OPEN,
    "again-phone": Row(none=EVERYBODY, method="post"),
    "again-code": Row(none=EVERYBODY, method="post"),
    "held": OPEN,
    "me": OWN_ACCOUNT,
    "my-matches": OWN_ACCOUNT,
    "tokens": OWN_ACCOUNT,
    "token-revoke": Row(own=ACCOUNTS, other=NOBODY, arguments=of_token, hidden=True),
    "delete-account": OWN_ACCOUNT,
    "staff-jobs": OPERATED,
    "jobs-retry": Row(none=OPERATORS, method="post"),
    "job-retry": Row(none=OPERATORS, arguments=of_job, method="post"),
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
    "mfa_edit_webauthn": Row(other=NOBODY, arguments=of_passkey, hidden=True),
    "mfa_remove_webauthn": Row(other=NOBODY, arguments=of_passkey, hidden=True),
    **API_MATRIX,
    **PRIZES_MATRIX,
    **RESULTS_MATRIX,
    **SERIES_MATRIX,
    **SHEETS_MATRIX,
    **SEASONS_MATRIX,
}


def routes() -> list[str]:
    """The name of every route in the URL conf; one without a name by its pattern."""
    return [name for name, _ in routes_with_patterns()]


def routes_with_patterns() -> list[tuple[str, str]]:
    return _walk(get_resolver())


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
