"""After a rule change: what would be judged otherwise is listed, and only a ruling applies it."""

from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games import registry
from games.contract import Rules
from games.registry import rules_of
from games.values import Action, Advance, Fault, SideScore
from league.events.queries.recheck import differences
from league.models import Match, Ruling, Verification
from league.permissions import SERVICE
from league.ratings.services import compute_ratings
from league.results.services.rulings import Decision, rule
from league.results.services.verification import changed_verdicts
from league.standings.services import compute_standings
from tests.factories.submissions import confirm, hand_in, hand_in_record
from tests.factories.tables import counting, record_of, scores_counting, scores_of, state, table

RECORDS = Path(__file__).parents[2] / "games/triolet/records"
pytestmark = pytest.mark.django_db


def newer_rules(*, bonus: int) -> Rules:
    """Triolet with rules of a higher version, by which seat A gets some points more."""
    old = rules_of("triolet")
    assert old is not None

    def standings(position: Any) -> Sequence[SideScore]:
        return [
            SideScore(
                side.side,
                side.seats,
                side.score + bonus * (side.side == "A"),
                (side.keys[0] + bonus * (side.side == "A"), *side.keys[1:]),
                side.more,
            )
            for side in old.play.standings(position)
        ]

    return replace(
        old, rules_version=old.rules_version + 1, play=replace(old.play, standings=standings)
    )


def change_rules(monkeypatch: pytest.MonkeyPatch, *, bonus: int) -> None:
    newer, load = newer_rules(bonus=bonus), registry._load
    monkeypatch.setattr(registry, "_load", lambda game: newer if game == "triolet" else load(game))


def rules_1() -> Rules:
    """Triolet as it was before a hand that is left could disprove its pass (RULES.md 2.8)."""
    now = rules_of("triolet")
    assert now is not None

    def step(position: Any, action: Action) -> Advance[Any] | Fault:
        outcome = now.play.step(position, action)
        if action.kind == "left" and isinstance(outcome, Fault) and outcome.code == "can-place":
            return position._replace(left={**position.left, action.seat: action.what}), None
        return outcome

    return replace(now, rules_version=1, play=replace(now.play, step=step))


def reverified(**options: object) -> str:
    out = StringIO()
    call_command("reverify", stdout=out, skip_checks=True, **options)
    return out.getvalue()


@pytest.fixture
def counted() -> Match:
    match = table()
    confirm(hand_in_record(match, record_of()), "B")
    compute_standings(match.round.stage_id)
    compute_ratings("triolet")
    return match


def test_same_rules_change_nothing(counted: Match) -> None:
    assert reverified() == "0 verdicts would change\n"


def test_newer_rules_that_say_the_same_change_nothing(
    counted: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_rules(monkeypatch, bonus=0)
    assert reverified(record=True) == "0 verdicts would change\n1 verdicts recorded\n"
    assert reverified(record=True) == "0 verdicts would change\n0 verdicts recorded\n"


def test_change_is_listed_with_both_scores_and_writes_nothing(
    counted: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = scores_of(record_of())
    change_rules(monkeypatch, bonus=100)
    [found] = changed_verdicts()
    assert (found.counts, found.before, found.after) == (True, "verified", "verified")
    assert [score for _, _, score in sorted(found.scores_before)] == before
    assert [score for _, _, score in sorted(found.scores_after)] == [before[0] + 100, *before[1:]]
    printed = reverified(event=counted.event_id)
    assert printed.endswith("1 verdicts would change\n")
    assert f"match {counted.pk} game 1" in printed
    assert "(counts): rules 2 verified A" in printed
    assert Verification.objects.count() == 1


def test_hand_that_disproves_its_pass_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    record = (RECORDS / "can-place-left.txt").read_text(encoding="utf-8")
    match = table(2)
    with monkeypatch.context() as old:
        older, load = rules_1(), registry._load
        old.setattr(registry, "_load", lambda game: older if game == "triolet" else load(game))
        confirm(hand_in_record(match, record), "B")
        before = scores_counting(match)
    printed = reverified()
    assert "(counts): rules 1 verified A" in printed
    assert " -> rules 2 contradicted" in printed
    assert printed.endswith("1 verdicts would change\n")
    assert scores_counting(match) == before


def test_other_event_lists_nothing(counted: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    change_rules(monkeypatch, bonus=100)
    assert reverified(event=table().event_id) == "0 verdicts would change\n"


def test_recorded_verdict_leaves_the_result_until_a_ruling(
    counted: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = scores_counting(counted)
    change_rules(monkeypatch, bonus=100)
    reverified(record=True)
    assert list(Verification.objects.values_list("rules_version", flat=True)) == [2, 3]
    assert (scores_counting(counted), counted.results.count()) == (before, 1)
    assert [one.code for one in differences()] == []
    assert reverified().endswith("1 verdicts would change\n")

    result = counting(counted)
    assert result is not None
    rule(
        counted,
        Decision(Ruling.Kind.ACCEPT, submission=result.submission),
        actor=SERVICE,
        reason="The rules were mended.",
    )
    assert scores_counting(counted) == [before[0] + 100, *before[1:]]
    assert reverified() == "0 verdicts would change\n"
    assert [one.code for one in differences()] == ["behind", "behind"], "standings and ratings"


def test_recorded_verdict_of_an_open_table_shows_in_its_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = table()
    scores = scores_of(record_of())
    figures = hand_in(match, *scores).claims
    hand_in_record(
        match,
        record_of(),
        by="B",
        figures={entry: {"points": claim["score"]} for entry, claim in figures.items()},
    )
    assert state(match)[0] == "disputed"
    change_rules(monkeypatch, bonus=100)
    assert " -> rules 3 contradicted scores A" in reverified(record=True)
    assert Verification.objects.filter(outcome="contradicted", reason="scores").count() == 1
    assert [one.code for one in differences() if one.code != "behind"] == []
