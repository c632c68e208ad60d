"""Who may ask the API for what: the part of the permission matrix under /api/."""

from dataclasses import replace

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
    SUPERUSER,
    Row,
    of_club,
    of_entry,
    of_event,
    of_flag,
    of_match,
    of_official,
    of_pair,
    of_player,
    of_ranked_entry,
    of_round,
    of_ruling,
    of_step,
    of_stopped_work,
    of_submission,
)

OPEN = Row(none=EVERYBODY)
OWN_ACCOUNT = Row(none=ACCOUNTS)
RUN_CLUB = Row(own=frozenset({CLUB_ADMIN, SUPERUSER}), other=OPERATORS, arguments=of_club)
# Of an event that is a draft: to the API it does not exist but for its officials.
API_DESK = Row(own=OFFICIALS, other=OPERATORS, arguments=of_event, hidden=True)
API_RUN = replace(API_DESK, own=ORGANISERS, known_to=frozenset({ARBITER}))
API_ENTRY = replace(API_DESK, arguments=of_entry)
API_ROUND = replace(API_DESK, arguments=of_round)
API_MATCH = replace(API_DESK, arguments=of_match)
# Nobody here sits at the table: officials see the version, and may not speak for a seat.
API_SPEAK = Row(
    own=NOBODY,
    other=NOBODY,
    arguments=of_submission,
    method="post",
    hidden=True,
    known_to=OFFICIALS,
)

API_MATRIX: dict[str, Row] = {
    "api-clubs-list": OPEN,
    "api-clubs-detail": Row(own=EVERYBODY, other=EVERYBODY, arguments=of_club),
    "api-clubs-members": RUN_CLUB,
    "api-players-list": OPEN,
    "api-players-detail": Row(own=EVERYBODY, other=EVERYBODY, arguments=of_player),
    "api-players-statistics-list": Row(own=EVERYBODY, other=EVERYBODY, arguments=of_player),
    "api-games-statistics": Row(
        none=EVERYBODY, arguments=lambda world, whose, role: {"game": "triolet"}
    ),
    "api-events-list": OPEN,
    "api-events-detail": Row(
        own=frozenset({ARBITER, ORGANISER, CLUB_ADMIN, SUPERUSER}),
        other=OPERATORS,
        arguments=of_event,
        hidden=True,
    ),
    "api-events-move": replace(API_RUN, method="post"),
    "api-events-clone": replace(API_RUN, method="post"),
    "api-events-officials-list": API_RUN,
    "api-events-officials-remove": replace(API_RUN, arguments=of_official, method="delete"),
    "api-events-apart-list": API_DESK,
    "api-events-apart-let-meet": replace(API_DESK, arguments=of_pair, method="delete"),
    "api-events-entries-list": API_DESK,
    "api-events-entries-sign-up": replace(API_DESK, method="post"),
    "api-events-entries-check-in-all": replace(API_DESK, method="post"),
    "api-events-rounds-list": API_DESK,
    "api-events-steps-list": API_DESK,
    "api-events-steps-undo": replace(API_DESK, arguments=of_step, method="post"),
    "api-events-plans-list": API_DESK,
    "api-events-standings-list": API_DESK,
    "api-events-statistics-list": API_DESK,
    "api-entries-detail": API_ENTRY,
    "api-entries-explanation-detail": replace(API_DESK, arguments=of_ranked_entry),
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
        arguments=lambda world, whose, role: {**of_entry(world, whose, role), "round": "2"},
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
    "api-matches-rulings-blank": replace(API_MATCH, arguments=of_ruling, method="post"),
    "api-submissions-detail": replace(API_DESK, arguments=of_submission),
    "api-submissions-confirm": API_SPEAK,
    "api-submissions-take-rules": API_SPEAK,
    "api-events-flags-list": API_DESK,
    "api-events-flags-see": replace(API_DESK, arguments=of_flag, method="post"),
    "api-events-work-list": API_DESK,
    "api-events-work-retry": replace(API_DESK, arguments=of_stopped_work, method="post"),
    "api-verify": Row(none=EVERYBODY, method="post"),
    "api-me": OWN_ACCOUNT,
    "api-schema": OPEN,
    "api-docs": OPEN,
}
