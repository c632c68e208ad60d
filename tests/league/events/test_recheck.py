"""Rechecking finds a planted fault of every kind, and nothing where there is none."""

import json
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import translation

from league.events.queries.recheck import differences
from league.events.services.rounds import close_round
from league.models import (
    Confirmation,
    EntryRounds,
    Event,
    Job,
    Match,
    MatchGame,
    Result,
    Ruling,
    Stage,
    Standing,
    StandingPage,
    Submission,
    Verification,
)
from league.models.append_only import install_triggers
from league.permissions import SERVICE
from league.ratings.services import compute_ratings
from league.results.queries import verdict_told
from league.results.services.rulings import Decision, rule
from league.results.sides import Mark
from league.standings.services import compute_standings
from tests.factories.events import enter, entries_at, published_round, running_event
from tests.factories.submissions import confirm, hand_in, hand_in_record
from tests.factories.tables import record_of
from tests.triggers import remove_triggers

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """A round with a result of each kind: verified, confirmed, ruled, entered, one waiting."""
    stage = running_event(10, stage={"table_size": 2})
    published = published_round(stage)
    verified, confirmed, ruled, entered, waiting = published.matches.order_by("table")
    confirm(hand_in_record(verified, record_of(1, players=2)), "B")
    confirm(hand_in(confirmed, 160, 150), "B", how=Confirmation.How.TABLE)
    marks = {entry: Mark(90) for entry in entries_at(ruled)}
    rule(ruled, Decision(Ruling.Kind.SCORES, marks=marks), actor=SERVICE, reason="So it was.")
    enter(entered, 4, 3)
    hand_in_record(waiting, record_of(2, players=2), by="B")
    compute_standings(stage.pk)
    compute_ratings("triolet")
    return stage.event


@pytest.fixture
def unguarded() -> Iterator[None]:
    """Faults in rows that only grow can be planted with their triggers off alone."""
    remove_triggers()
    yield
    install_triggers()


def found(event: Event | None = None) -> list[str]:
    return [one.code for one in differences(event)]


def at_table(number: int) -> Any:
    return Match.objects.filter(table=number)


def test_sound_event_has_no_differences(event: Event) -> None:
    assert (found(event), found()) == ([], [])


def test_finished_round_has_no_differences(event: Event) -> None:
    stage = event.stages.get()
    close_round(stage.rounds.get(), actor=SERVICE)
    compute_standings(stage.pk)
    compute_ratings("triolet")
    assert found() == []


@pytest.mark.usefixtures("unguarded")
def test_sentence_that_was_reworded_is_no_difference_and_keeps_its_language() -> None:
    match = published_round(running_event(2, stage={"table_size": 2})).matches.get()
    hand_in_record(match, record_of(1, players=2) + "A pass\n")
    stored = Verification.objects.get()
    [now] = stored.verdict["findings"]
    assert set(now["said"]) == {"cs", "sk", "en"}
    assert now["said"]["cs"] != now["said"]["en"] == now["message"]
    then = {"text": "As {seat} once was told.", "gaps": {"seat": "A"}, "message": ""}
    stored.verdict["findings"] = [now | then | {"said": {"cs": "Jak se A kdysi říkalo."}}]
    stored.save()
    assert [one for one in differences(match.event) if one.code == "verdict"] == []
    with translation.override("cs"):
        [told] = verdict_told(stored.verdict)["findings"]
    assert told["message"] == "Jak se A kdysi říkalo."
    assert told["code"] == now["code"]
    stored.verdict["findings"][0]["code"] = "other"
    stored.save()
    assert "verdict" in found(match.event)


def state(event: Event) -> None:
    at_table(5).update(state=Match.State.ACCEPTED)


def grade(event: Event) -> None:
    at_table(2).update(grade="verified")


def is_open(event: Event) -> None:
    at_table(1).update(is_open=True)


def pointer_to_another_match(event: Event) -> None:
    other = Result.objects.get(match__table=4)
    MatchGame.objects.filter(match__table=3).update(result=other)


def agreed_without_a_result(event: Event) -> None:
    MatchGame.objects.filter(match__table=2).update(result=None)


def standings_changed(event: Event) -> None:
    kept = StandingPage.objects.get(after_round=1, number=1)
    kept.text = kept.text.replace('"rank":1,', '"rank":2,', 1)
    kept.save()


def order_changed(event: Event) -> None:
    StandingPage.objects.filter(after_round=1, number=0).update(text="[[],[]]")


def rounds_of_an_entry_lost(event: Event) -> None:
    EntryRounds.objects.filter(entry__seed=1).delete()


def standing_miscounted(event: Event) -> None:
    Standing.objects.filter(after_round=1).update(size=99)


def standings_lost(event: Event) -> None:
    Standing.objects.get(after_round=0).delete()


def standings_of_another_version(event: Event) -> None:
    Standing.objects.filter(after_round=1).update(version=1)


def standings_behind(event: Event) -> None:
    Stage.objects.update(wanted_version=99)


def record_changed(event: Event) -> None:
    Submission.objects.filter(match__table=5).update(record=record_of(3, players=2))


def claims_changed(event: Event) -> None:
    submission = Submission.objects.get(match__table=2)
    submission.claims[entries_at(submission.match)[0]]["score"] = 99
    submission.save()


def verdict_turned(event: Event) -> None:
    Verification.objects.filter(submission__match__table=5).update(outcome="contradicted")


def confirmation_gone(event: Event) -> None:
    Confirmation.objects.filter(submission__match__table=2).delete()


def confirmation_of_another_digest(event: Event) -> None:
    Confirmation.objects.filter(submission__match__table=2).update(digest="0" * 64)


def ruling_of_another_match(event: Event) -> None:
    Ruling.objects.update(match=at_table(4).get())


def scores_of_a_result_changed(event: Event) -> None:
    result = Result.objects.get(match__table=4)
    result.sides[0]["score"] = 99
    result.save()


def verdict_gone(event: Event) -> None:
    Verification.objects.filter(submission__match__table=1).delete()


def seat_of_another_match(event: Event) -> None:
    seat = at_table(1).get().seats.get(letter="B")
    Submission.objects.filter(match__table=5).update(seat=seat)


def job_lost(event: Event) -> None:
    Verification.objects.filter(submission__match__table=5).delete()
    Job.objects.filter(kind=Job.Kind.VERIFY_SUBMISSION).delete()


@pytest.mark.usefixtures("unguarded")
@pytest.mark.parametrize(
    ("plant", "code"),
    [
        (state, "state"),
        (grade, "state"),
        (is_open, "state"),
        (pointer_to_another_match, "pointer"),
        (agreed_without_a_result, "agreed"),
        (standings_changed, "standings"),
        (order_changed, "standings"),
        (rounds_of_an_entry_lost, "standings"),
        (standing_miscounted, "standings"),
        (standings_lost, "standings"),
        (standings_of_another_version, "standings"),
        (standings_behind, "behind"),
        (record_changed, "digest"),
        (claims_changed, "digest"),
        (verdict_turned, "verdict"),
        (confirmation_gone, "ground"),
        (confirmation_of_another_digest, "confirmation"),
        (ruling_of_another_match, "ground"),
        (scores_of_a_result_changed, "sides"),
        (verdict_gone, "ground"),
        (seat_of_another_match, "seat"),
        (job_lost, "unverified"),
    ],
)
def test_planted_fault_is_found(event: Event, plant: Callable[[Event], None], code: str) -> None:
    plant(event)
    assert code in found(event)


def test_missing_trigger_is_found(event: Event) -> None:
    remove_triggers()
    assert set(found()) == {"triggers"}
    assert found(event) == []


def rechecked(command: str = "recheck", **options: object) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command(command, stdout=out, **options)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def test_command_says_each_difference_on_a_line_and_fails(event: Event) -> None:
    assert rechecked() == (0, "0 differences\n")
    standings_behind(event)
    other = running_event(2).event
    stage = event.stages.get()
    line = (
        f"event {event.pk} stage {stage.pk}: behind: published {stage.published_version}, wanted 99"
    )
    code, printed = rechecked()
    assert (code, printed.split("\n")[0].startswith(line)) == (1, True)
    assert rechecked(event=other.pk) == (0, "0 differences\n")
    [told] = json.loads(rechecked(event=event.pk, json=True)[1])
    assert (told["event"], told["code"]) == (event.pk, "behind")


def test_command_is_found_by_its_old_name(event: Event) -> None:
    standings_behind(event)
    assert rechecked("audit") == rechecked("recheck")
    assert rechecked("audit")[0] == 1
