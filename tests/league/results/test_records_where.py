"""Records required at the first tables or in the last round only; elsewhere they are welcome."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.events.services.rounds import close_round
from league.models import Event, Match, Round, Stage, Submission
from league.models.append_only import install_triggers, lift_triggers
from league.permissions import SERVICE
from league.results.queries import needs_record
from league.results.services.acceptance import accept_overdue
from league.results.services.rulings import accept_handed_in
from tests.factories.events import published_round, running_event
from tests.factories.submissions import confirm, hand_in, hand_in_record
from tests.factories.tables import record_of, state

pytestmark = pytest.mark.django_db

AT_FIRST_TABLE = {"records": "required", "records_where": "tables", "records_tables": 1}
IN_LAST_ROUND = {"records": "required", "records_where": "last_round"}


def tables_of(round_: Round) -> list[Match]:
    matches = round_.matches.select_related("event", "round__stage__event")
    return list(matches.order_by("table"))


def swiss(entries: int = 4, *, rounds: int = 2, **event: object) -> Stage:
    return running_event(entries, stage={"kind": "swiss", "rounds_planned": rounds}, **event)


def test_first_tables_need_a_record_and_the_others_do_not() -> None:
    first, second = tables_of(published_round(swiss(**AT_FIRST_TABLE)))
    assert [needs_record(match.event, match) for match in (first, second)] == [True, False]
    for match in (first, second):
        confirm(hand_in(match, 350, 320))
    assert state(first) == ("handed_in", "", True)
    assert state(second) == ("accepted", "confirmed", False)
    proved = hand_in_record(first, record_of(players=2), by="B")
    confirm(proved, "A")
    assert state(first) == ("accepted", "verified", False)


def test_last_round_alone_needs_records() -> None:
    stage = swiss(rounds=2, **IN_LAST_ROUND)
    opening = published_round(stage)
    for match in tables_of(opening):
        confirm(hand_in(match, 350, 320))
        assert state(match) == ("accepted", "confirmed", False)
    close_round(opening, actor=SERVICE)
    for match in tables_of(published_round(stage)):
        confirm(hand_in(match, 350, 320))
        assert state(match) == ("handed_in", "", True)


def test_last_round_of_a_round_robin_follows_its_field() -> None:
    stage = running_event(2, stage={"kind": "round_robin", "is_double": True}, **IN_LAST_ROUND)
    [match] = tables_of(published_round(stage))
    assert not needs_record(match.event, match)
    match.round.number = 2
    assert needs_record(match.event, match)


def test_last_round_is_that_of_the_last_stage() -> None:
    """What leads to the final is not the final."""
    stage = swiss(2, rounds=1, **IN_LAST_ROUND)
    [match] = tables_of(published_round(stage))
    assert needs_record(match.event, match)
    final = Stage.objects.create(event=stage.event, order=stage.order + 1, rounds_planned=1)
    assert not needs_record(match.event, match)
    match.round = Round(stage=final, number=1)
    assert needs_record(match.event, match)


def test_time_accepts_only_where_no_record_is_asked_for() -> None:
    matches = tables_of(published_round(swiss(**AT_FIRST_TABLE, accepts_after_min=5)))
    for match in matches:
        hand_in(match, 350, 320)
    lift_triggers("league_submission")
    Submission.objects.update(at=timezone.now() - timedelta(minutes=10))
    install_triggers()
    assert accept_overdue() == 1
    assert [state(match)[0] for match in matches] == ["handed_in", "accepted"]


def test_official_may_accept_scores_at_the_first_table() -> None:
    first, _second = tables_of(published_round(swiss(**AT_FIRST_TABLE)))
    submission = hand_in(first, 350, 320)
    version = Match.objects.get(pk=first.pk).version
    accept_handed_in(first, submission_id=submission.pk, actor=SERVICE, version=version)
    assert state(first) == ("accepted", "ruled", False)


@pytest.mark.parametrize("records", ["encouraged", "off"])
def test_where_means_nothing_unless_records_are_required(records: str) -> None:
    [match] = tables_of(published_round(swiss(2, **{**AT_FIRST_TABLE, "records": records})))
    assert not needs_record(match.event, match)


def test_game_without_rules_has_no_records_to_ask_for() -> None:
    stage = swiss(2, **AT_FIRST_TABLE, game="other", other_name="Dáma")
    [match] = tables_of(published_round(stage))
    assert not needs_record(match.event, match)
    assert Event.objects.get().records == "required"
