"""What an event settles about its Swiss: acceleration, and the edition of the rules."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from league.errors import LeagueError
from league.events.queries.stages import stages_of
from league.events.services.drafts import swap_entries
from league.events.services.settings import edit_event
from league.exchange.queries.reports import trf_event
from league.models import Entry, Event, Round, Stage
from league.pairing.dutch.engine import Drawn, pair_dutch
from league.pairing.dutch.position import Worth, baku
from league.pairing.positions import read_report
from league.pairing.trf.writer import write_trf
from league.permissions import SERVICE
from league.web.rules import rules_in_words
from tests.factories.events import drawn_round, entries_at, played_round, running_event

pytestmark = pytest.mark.django_db


def numbers(round_: Round) -> list[tuple[int | None, ...]]:
    seeds = dict(Entry.objects.values_list("pk", "seed"))
    matches = round_.matches.order_by("table")
    return [tuple(seeds[entry] for entry in entries_at(match)) for match in matches]


def rules_of(stage: Stage) -> list[str]:
    event = Event.objects.get(pk=stage.event_id)
    return next(c.sentences for c in rules_in_words(event, stages_of(event)) if c.key == "format")


def swiss(entries: int, **stage: object) -> Stage:
    return running_event(entries, stage={"kind": "swiss", "rounds_planned": 5, **stage})


@pytest.mark.parametrize(
    ("entrants", "rounds", "last", "points"),
    [(161, 9, 82, [2, 2, 2, 1, 1]), (10, 5, 6, [2, 2, 1]), (8, 2, 4, [2]), (0, 9, 0, [])],
)
def test_baku_group_and_rounds_are_those_of_the_handbook(
    entrants: int, rounds: int, last: int, points: list[int]
) -> None:
    """C.04.5.1, with its own example of 161 players."""
    virtual = baku(entrants, rounds=rounds, worth=Worth())
    assert list(virtual) == list(range(1, last + 1))
    assert [list(each) for each in virtual.values()] == [points] * last


def test_accelerated_round_1_pairs_the_upper_half_within_itself() -> None:
    plain = numbers(drawn_round(swiss(8)))
    fast = numbers(drawn_round(swiss(8, is_accelerated=True)))

    assert {frozenset(pair) for pair in plain} == {
        frozenset(pair) for pair in [(1, 5), (2, 6), (3, 7), (4, 8)]
    }
    assert {frozenset(pair) for pair in fast} == {
        frozenset(pair) for pair in [(1, 3), (2, 4), (5, 7), (6, 8)]
    }


def test_accelerated_event_is_told_in_rules_and_report() -> None:
    stage = swiss(10, is_accelerated=True)
    rounds = [played_round(stage) for _ in range(3)]
    stage.refresh_from_db()
    told = trf_event(stage)

    assert (
        "Baku acceleration: in rounds 1 to 3 the upper half of the starting numbers is paired as "
        "if it had more points."
    ) in rules_of(stage)
    assert "XXA    6  2.0  2.0  1.0" in write_trf(told)
    assert "XXA    7" not in write_trf(told)
    assert "250       2.0   1   2    1    6\n250       1.0   3   3    1    6" in write_trf(told)
    for round_ in rounds:
        again = pair_dutch(read_report(write_trf(told.before(round_.number))).position)
        assert isinstance(again, Drawn)
        assert list(again.pairs) == numbers(round_)


def test_acceleration_stays_as_it_was_at_the_start() -> None:
    stage = swiss(8)
    with pytest.raises(LeagueError, match="stays as it was at the start"):
        edit_event(
            stage.event,
            actor=SERVICE,
            changes={"is_accelerated": True},
            version=stage.event.version,
        )
    assert not Stage.objects.get(pk=stage.pk).is_accelerated


def test_new_event_is_of_the_edition_of_today() -> None:
    stage = swiss(6)
    played_round(stage)
    stage.refresh_from_db()

    assert stage.editions == {"2026": 1}
    assert "### from round 1 on paired by FIDE Dutch, rules since February 2026" in write_trf(
        trf_event(stage)
    )
    assert rules_of(stage)[2] == (
        "Paired by the FIDE Dutch system, rules in force since February 2026."
    )


def migrate() -> None:
    Stage.objects.update(editions={})
    migration = import_module("league.migrations.0015_swiss_of_2026")
    migration.keep_editions(apps, connection.schema_editor())


def test_finished_event_keeps_the_edition_it_was_paired_by() -> None:
    stage = swiss(6)
    played_round(stage)
    Event.objects.update(status=Event.Status.FINISHED)
    migrate()
    stage.refresh_from_db()

    assert stage.editions == {"2017": 1}
    assert rules_of(stage)[2] == (
        "Paired by the FIDE Dutch system, rules in force to January 2026."
    )
    report = write_trf(trf_event(stage))
    assert "### from round 1 on paired by FIDE Dutch, rules to January 2026" in report
    assert "192 FIDE_DUTCH_2017" in report


def test_running_event_goes_on_by_the_rules_of_today() -> None:
    stage = swiss(8)
    played_round(stage)
    played_round(stage)
    migrate()
    words = (
        "Paired by the FIDE Dutch system: to round 2 by the rules in force to January 2026, from "
        "round 3 on by those in force since February 2026."
    )
    assert words in rules_of(stage)
    stage.refresh_from_db()
    played_round(stage)
    stage.refresh_from_db()

    assert stage.editions == {"2017": 1, "2026": 3}
    assert words in rules_of(stage)


def test_draft_that_was_not_drawn_is_drawn_by_the_rules_of_today() -> None:
    stage = swiss(8)
    draft = drawn_round(stage)
    Round.objects.filter(pk=draft.pk).update(draw=Round.Draw.WANTED)
    migrate()
    assert Stage.objects.get(pk=stage.pk).editions == {}
    Round.objects.filter(pk=draft.pk).update(draw=Round.Draw.DRAWN)
    migrate()
    assert Stage.objects.get(pk=stage.pk).editions == {"2017": 1, "2026": 2}


def test_starts_out_of_turn_are_told_of_tables_changed_by_hand() -> None:
    """As of those that the engine draws; and who met before, and points that differ."""
    stage = swiss(8)
    first = [entries_at(match) for match in played_round(stage).matches.order_by("table")]
    draft = drawn_round(stage)
    one, other = (entries_at(match) for match in draft.matches.order_by("table")[:2])
    swap_entries(draft, actor=SERVICE, first=one[0], second=other[1], version=draft.version)
    draft.refresh_from_db()
    tables = [entries_at(match) for match in draft.matches.order_by("table")]
    kept = {
        entry
        for at in (0, 1)
        for entry in (t[at] for t in tables)
        if entry in [f[at] for f in first]
    }
    told = [(remark["code"], entry) for remark in draft.remarks for entry in remark["entries"]]
    assert kept
    assert {entry for code, entry in told if code == "start_kept"} == kept
    assert "spread" not in dict(told)
