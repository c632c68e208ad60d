"""Verification: each way a record contradicts, flags for officials, and a job that comes twice."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.registry import rules_of
from league.models import Entry, Flag, Match, Round, Verification
from league.permissions import SERVICE
from league.results.queries import seating_of
from league.results.services.claims import HandIn
from league.results.services.submissions import submit
from league.results.services.verification import verify_submission
from tests.factories import make_player
from tests.factories.events import entries_at, published_round, running_event
from tests.factories.submissions import confirm, hand_in_record
from tests.factories.tables import (
    counting,
    record_of,
    scores_counting,
    scores_of,
    seat_at,
    state,
    table,
)

pytestmark = pytest.mark.django_db


def started_long_ago(match: Match) -> Match:
    """So that no record is too fast for it."""
    long_ago = timezone.now() - timedelta(days=1)
    Round.objects.filter(pk=match.round_id).update(published_at=long_ago)
    return Match.objects.select_related("round__stage__event").get(pk=match.pk)


def flags(match: Match) -> set[str]:
    return set(match.flags.values_list("code", flat=True))


def test_lawful_record_is_verified_and_counts_when_confirmed() -> None:
    match = started_long_ago(table())
    record = record_of()
    submission = hand_in_record(match, record)
    stored = Verification.objects.get()
    assert (stored.submission, stored.outcome, stored.reason) == (submission, "verified", "")
    assert stored.verdict["status"] == "complete"
    assert (state(match), flags(match)) == (("handed_in", "", True), set())
    confirm(submission, "C")
    result = counting(match)
    assert result is not None
    assert (result.ground, result.grade, result.rules_version) == ("confirmed", "verified", 2)
    assert scores_counting(match) == scores_of(record)
    assert state(match) == ("accepted", "verified", False)


def test_record_confirmed_before_its_verdict_counts_with_the_verdict() -> None:
    match = started_long_ago(table())
    waiting = submit(
        match,
        HandIn(seating=seating_of(match), record=record_of()),
        actor=SERVICE,
        seat=seat_at(match, "A"),
        client_key="k",
    )
    confirm(waiting, "B")
    assert (state(match)[0], counting(match)) == ("handed_in", None)
    verify_submission(waiting.pk)
    assert state(match) == ("accepted", "verified", False)


def test_job_that_comes_twice_changes_nothing() -> None:
    match = started_long_ago(table())
    submission = hand_in_record(match, record_of())
    match.refresh_from_db()
    version = match.version
    verify_submission(submission.pk)
    match.refresh_from_db()
    assert (Verification.objects.count(), match.version) == (1, version)


@pytest.mark.parametrize(
    ("record", "reason", "flagged"),
    [
        ('[Players "2"]', "unreadable", set()),
        (record_of(2, game="twisty", players=4), "other_game", {"other_game"}),
        (record_of(2, players=3), "other_players", {"other_players"}),
        ("\n".join(record_of().split("\n")[:12]) + "\n", "unfinished", set()),
        (record_of() + "A pass\n", "illegal", set()),
    ],
)
def test_record_that_contradicts(record: str, reason: str, flagged: set[str]) -> None:
    match = started_long_ago(table())
    hand_in_record(match, record)
    stored = Verification.objects.get()
    assert (stored.outcome, stored.reason) == ("contradicted", reason)
    assert (state(match), flags(match)) == (("contradicted", "", True), flagged)


def test_record_of_another_variant_contradicts() -> None:
    rules = rules_of("kaleidoskop")
    assert rules is not None
    match = started_long_ago(table(4, game="kaleidoskop"))
    teams = next(name for name in rules.variants if name not in ("base", "solo"))
    hand_in_record(match, rules.random_play.game(3, players=4, variant=teams))
    assert Verification.objects.get().reason == "other_variant"
    assert flags(match) == {"other_variant"}


def test_scores_that_are_not_the_replayed_ones_contradict() -> None:
    match = started_long_ago(table())
    record = record_of()
    points = [score + (place == 0) for place, score in enumerate(scores_of(record))]
    figures = {
        entry: {"points": score} for entry, score in zip(entries_at(match), points, strict=True)
    }
    hand_in_record(match, record, figures=figures)
    assert Verification.objects.get().reason == "scores"
    assert state(match)[0] == "contradicted"


def test_partners_that_did_not_sit_opposite_contradict() -> None:
    rules = rules_of("kaleidoskop")
    assert rules is not None
    stage = running_event(2, game="kaleidoskop", variant="teams")
    for entry in stage.event.entries.all():
        Entry.objects.filter(pk=entry.pk).update(partner=make_player())
    match = started_long_ago(published_round(stage).matches.get())
    first, second = entries_at(match)
    record = rules.random_play.game(3, players=4, variant="teams")
    hand_in_record(
        match, record, seating=dict(zip("ABCD", [first, first, second, second], strict=True))
    )
    assert Verification.objects.get().reason == "seating"


def test_changed_order_of_seats_is_kept_and_counts() -> None:
    match = started_long_ago(table())
    record = record_of()
    turned = dict(zip("ABCD", reversed(entries_at(match)), strict=True))
    submission = hand_in_record(match, record, seating=turned)
    confirm(submission, "B")
    result = counting(match)
    assert result is not None
    sat = {side["seats"]: side["entry"] for side in result.sides}
    assert sat == turned
    assert scores_counting(match) == scores_of(record)


def test_copy_is_flagged_with_the_match_that_it_is_of() -> None:
    first, second = started_long_ago(table()), started_long_ago(table())
    hand_in_record(first, record_of())
    hand_in_record(second, record_of().replace("\n", "  \n"))
    assert flags(first) == set()
    assert [(flag.code, flag.other) for flag in second.flags.all()] == [("copy", first)]


def test_near_copy_in_the_same_club_is_flagged() -> None:
    first = started_long_ago(table())
    second = started_long_ago(table())
    type(second.event).objects.filter(pk=second.event_id).update(club=first.event.club_id)
    second = Match.objects.select_related("round__stage__event").get(pk=second.pk)
    lines = record_of().strip().split("\n")
    hand_in_record(first, record_of())
    hand_in_record(second, "\n".join(lines[:-1]) + "\n")
    assert flags(second) == {"near_copy"}


def test_other_games_of_the_same_club_are_no_copies() -> None:
    first, second = started_long_ago(table()), started_long_ago(table())
    type(second.event).objects.filter(pk=second.event_id).update(club=first.event.club_id)
    hand_in_record(first, record_of(1))
    hand_in_record(Match.objects.get(pk=second.pk), record_of(2))
    assert not Flag.objects.exists()


def test_record_faster_than_it_can_be_played_is_flagged_and_not_punished() -> None:
    match = table()
    submission = hand_in_record(match, record_of())
    assert flags(match) == {"too_fast"}
    confirm(submission, "B")
    assert state(match) == ("accepted", "verified", False)


def test_solo_record_counts_by_the_rules_alone() -> None:
    match = started_long_ago(table(1, game="kaleidoskop", variant="solo"))
    rules = rules_of("kaleidoskop")
    assert rules is not None
    hand_in_record(match, rules.random_play.game(5, players=1, variant="solo"))
    result = counting(match)
    assert result is not None
    assert (result.ground, result.grade) == ("solo", "verified")
