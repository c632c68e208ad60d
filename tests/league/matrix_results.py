"""Who may do what about results: the pages of tables and rulings in the permission matrix."""

from dataclasses import replace

from league.models import Entry, Event, Match, Seat, SeatHold
from league.results.services.seats import table_codes
from tests.factories import make_player
from tests.league.world import (
    EVERYBODY,
    GUEST,
    NOBODY,
    OFFICIALS,
    OPERATORS,
    PLAYER,
    Arguments,
    Row,
    World,
    at_table,
    of_desk_token,
    of_event,
    of_match,
    of_move,
    of_submission,
)

PHONE = "some-phone"  # the guest's


def of_seat(world: World, whose: str, role: str) -> dict[str, object]:
    match = Match.objects.select_related("round").get(pk=of_match(world, whose, role)["pk"])
    entry = world.entries[whose]
    held = {"entry": entry, "player": entry.player, "letter": "A"}
    return {"pk": Seat.objects.get_or_create(match=match, round=match.round, defaults=held)[0].pk}


def of_table_code(world: World, whose: str, role: str) -> dict[str, object]:
    return {"code": table_codes(world.clubs[whose], range(4, 5))[4]}


def of_played_match(world: World, whose: str, role: str) -> dict[str, object]:
    """Of an event that is public. At the own table sit the player and the guest's phone."""
    event = world.events[whose]
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    match = Match.objects.get(pk=of_match(world, whose, role)["pk"])
    if whose == "own" and not match.seats.exists():
        for letter, player in zip("AB", (world.players["own"], make_player()), strict=True):
            entry = Entry.objects.create(event=event, player=player)
            seat = match.seats.create(round=match.round, entry=entry, player=player, letter=letter)
        SeatHold.objects.create(seat=seat, device=PHONE)
    return {"pk": match.pk}


def of_listed(name: str) -> Arguments:
    """Something that an old page of the event listed, and that is no longer there."""

    def arguments(world: World, whose: str, role: str) -> dict[str, object]:
        return {**of_event(world, whose, role), name: "bcdfghjkmn"}

    return arguments


def of_pack(world: World, whose: str, role: str) -> dict[str, object]:
    return {"pk": of_move(world, whose, role)["pk"], "number": 0}


def of_no_pack(world: World, whose: str, role: str) -> dict[str, object]:
    return {"number": 0}


SEEN_MATCH = Row(own=OFFICIALS, other=OPERATORS, arguments=of_match, hidden=True)  # of a draft
SEEN_SUBMISSION = replace(SEEN_MATCH, arguments=of_submission)
SEAT = replace(SEEN_MATCH, arguments=of_seat, method="post")
PLAYED_MATCH = Row(own=frozenset({PLAYER, GUEST}), other=NOBODY, arguments=of_played_match)
DESK = Row(own=OFFICIALS, other=OPERATORS, arguments=of_event)
REFEREED = replace(DESK, arguments=of_match)
RESULTS_MATRIX: dict[str, Row] = {
    # The code itself is the key; nothing was scanned before.
    "code": Row(own=EVERYBODY, other=EVERYBODY, arguments=of_table_code),
    "scanned": Row(none=NOBODY, hidden=True),
    "event-desk-tokens": DESK,
    "event-desk-token-revoke": replace(DESK, arguments=of_desk_token, method="post"),
    "event-codes": DESK,
    "event-projector-room": DESK,
    "event-codes-renew": replace(DESK, method="post"),
    "match-code-renew": replace(REFEREED, method="post"),
    "match-seats": SEEN_MATCH,
    "seat-take": SEAT,
    "seat-answer": SEAT,
    "seat-leave": SEAT,
    "hand-in": PLAYED_MATCH,
    "hand-in-check": replace(PLAYED_MATCH, method="post"),
    "match-now": SEEN_MATCH,
    "match-confirm": replace(PLAYED_MATCH, method="post"),
    "match-object": replace(PLAYED_MATCH, method="post"),
    "match-contest": replace(PLAYED_MATCH, method="post"),
    "match-call": PLAYED_MATCH,
    "match-take-rules": replace(PLAYED_MATCH, method="post"),
    "match-pass": PLAYED_MATCH,
    "match-history": SEEN_MATCH,
    "match-compare": SEEN_MATCH,
    "submission": SEEN_SUBMISSION,
    "submission-verdict": SEEN_SUBMISSION,
    "submission-record": SEEN_SUBMISSION,
    "submission-replay": SEEN_SUBMISSION,
    "submission-drawings": replace(SEEN_SUBMISSION, arguments=of_pack),
    "submission-drawing": replace(SEEN_SUBMISSION, arguments=of_move),
    "submission-analysis": SEEN_SUBMISSION,
    "viewer": Row(none=EVERYBODY),
    "viewer-drawings": Row(none=EVERYBODY, arguments=of_no_pack, method="post"),
    "match-rule": REFEREED,
    "match-rule-verdict": replace(REFEREED, method="post"),
    "match-keep": replace(REFEREED, method="post"),
    "match-rule-blank": replace(REFEREED, method="post"),
    "match-wrong-winner": REFEREED,
    "table-figures": replace(DESK, arguments=at_table),
    "table-undo": replace(DESK, arguments=at_table, method="post"),
    "table-accept": replace(DESK, arguments=at_table, method="post"),
    "flag-seen": replace(DESK, arguments=of_listed("flag_id"), method="post"),
    "hold-answer": replace(DESK, arguments=of_listed("hold_id"), method="post"),
    "call-answer": replace(DESK, arguments=of_listed("call_id"), method="post"),
    "work-retry": replace(DESK, arguments=of_listed("job_id"), method="post"),
}
