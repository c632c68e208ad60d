"""Tiebreaks changed after the start: looked at, reasoned, logged for everybody."""

import pytest

from league.errors import LeagueError
from league.events.queries.stages import stages_of
from league.events.services.game_fit import WrongSetting
from league.events.services.previews import preview_chain
from league.events.services.settings import Recount, edit_event
from league.models import ChainChange, Event, Stage
from league.permissions import SERVICE
from league.standings.queries import published_rows
from league.standings.services import compute_standings
from league.web.rules import chain_changes, chain_shown, rules_changes
from tests.factories import make_event
from tests.factories.events import played_round, running_event

pytestmark = pytest.mark.django_db


def change(event: Event, **options: object) -> None:
    fresh = Event.objects.get(pk=event.pk)
    changes = {"chain": ["PLACES", "LOTS"]}
    edit_event(fresh, actor=SERVICE, version=fresh.version, **{"changes": changes, **options})


@pytest.fixture
def stage() -> Stage:
    stage = running_event(8, stage={"chain": ["PLACES"]})
    played_round(stage)
    return stage


def test_before_the_start_needs_no_reason_and_tells_nobody() -> None:
    event = make_event()
    change(event)
    assert event.stages.get().chain == ["PLACES", "LOTS"]
    assert not ChainChange.objects.exists()


def test_after_the_start_needs_a_confirmation_and_a_reason(stage: Stage) -> None:
    with pytest.raises(Recount):
        change(stage.event, reason="So be it.")
    with pytest.raises(WrongSetting) as refused:
        change(stage.event, is_confirmed=True, reason="  ")
    assert refused.value.field == "reason"
    stage.refresh_from_db()
    assert (stage.chain, ChainChange.objects.count()) == (["PLACES"], 0)


def test_after_the_start_is_logged_and_told(stage: Stage) -> None:
    change(stage.event, is_confirmed=True, reason="The leaflet said so.")

    logged = ChainChange.objects.get()
    assert (logged.after_round, logged.before["chain"], logged.after["chain"], logged.reason) == (
        1,
        ["PLACES"],
        ["PLACES", "LOTS"],
        "The leaflet said so.",
    )
    [told] = chain_changes(stage)
    assert told.what == (
        "After round 1: the tiebreaks were changed from “Places” to “Places, Lots”. "
        "Reason: The leaflet said so."
    )
    assert [each.what for each in rules_changes(stage.event, stages_of(stage.event))] == [told.what]


def test_undone_by_changing_back_is_told_as_well(stage: Stage) -> None:
    change(stage.event, is_confirmed=True, reason="One.")
    change(stage.event, is_confirmed=True, reason="Two.", changes={"chain": ["PLACES"]})
    assert [each.what.rpartition(" ")[2] for each in chain_changes(stage)] == ["One.", "Two."]


def test_of_another_setting_is_told_in_its_words(stage: Stage) -> None:
    changes = {"tiebreak_edition": "none", "spread_cap": 5}
    change(stage.event, is_confirmed=True, reason="So.", changes=changes)
    [told] = chain_changes(stage)
    assert "to “not at all”" in told.what
    assert "from “–” to “5”" in told.what


def test_points_changed_after_the_start_need_no_reason(stage: Stage) -> None:
    change(stage.event, is_confirmed=True, changes={"scheme": "hig"})
    assert not ChainChange.objects.exists()


def test_preview_is_what_comes_of_it(stage: Stage) -> None:
    before = {row.entry: row.rank for row in published_rows(stage)}
    foreseen = preview_chain(stage, {"chain": ["PLACES", "LOTS"]})

    change(stage.event, is_confirmed=True, reason="So.")
    compute_standings(stage.pk)

    after = {row.entry: row.rank for row in published_rows(stage)}
    moved = {entry: rank for entry, rank in after.items() if rank != before[entry]}
    assert {each.entry: each.rank_after for each in foreseen} == moved
    assert len(moved) == 4  # of each pair that was equal one


def test_preview_writes_nothing(stage: Stage) -> None:
    preview_chain(stage, {"chain": []})
    assert Stage.objects.get(pk=stage.pk).chain == stage.chain == ["PLACES"]


def test_shown_warns_of_what_means_nothing_in_the_format(stage: Stage) -> None:
    shown = chain_shown(stage, ["PLACES", "BH"])
    assert [link.key for link in shown.misfits] == ["BH"]
    assert [preset.key for preset in shown.presets] == ["usual", "lots", "points"]
    assert not {"PLACES", "BH"} & {link.key for link in shown.others}


def test_unknown_tiebreak_is_refused(stage: Stage) -> None:
    with pytest.raises(LeagueError):
        change(stage.event, is_confirmed=True, reason="So.", changes={"chain": ["NOTHING"]})
