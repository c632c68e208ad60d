"""Standings over the API: by the page, narrowed, explained, and unchanged for free."""

from typing import Any

import pytest
from django.test import Client

from league.events.services.settings import edit_event
from league.models import Event, Job, Player, Stage
from league.permissions import SERVICE
from league.standings.services import compute_standings
from league.standings.stored import PAGE_ROWS
from tests.factories import make_club
from tests.factories.events import (
    played_round,
    published_round,
    put_in_shown_category,
    running_event,
)
from tests.league.api.asking import NOBODY

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    stage = running_event(
        6, stage={"kind": "swiss", "chain": ["BH-C1", "SEED"], "rounds_planned": 4}
    )
    for _ in range(3):
        played_round(stage)
    return stage


def table(stage: Stage, **query: object) -> Any:
    return NOBODY.get(f"events/{stage.event_id}/standings", **query).json()


def test_table_is_paged(stage: Stage) -> None:
    whole = table(stage)
    pages = [table(stage, page=number, page_size=4) for number in (1, 2)]
    assert (whole["count"], whole["next"], whole["previous"]) == (6, None, None)
    assert [len(page["results"]) for page in pages] == [4, 2]
    assert [row for page in pages for row in page["results"]] == whole["results"]
    assert [len(row["cells"]) for row in whole["results"]] == [3] * 6


def test_table_of_an_earlier_round(stage: Stage) -> None:
    first = table(stage, after=1)
    assert (first["after_round"], first["rounds"]) == (1, [1, 2, 3])
    assert {len(row["cells"]) for row in first["results"]} == {1}
    assert {row["rank_before"] for row in first["results"]} == {None}
    now = {row["entry"]: row["rank_before"] for row in table(stage)["results"]}
    assert now == {row["entry"]: row["rank"] for row in table(stage, after=2)["results"]}
    assert NOBODY.get(f"events/{stage.event_id}/standings", after=9).status_code == 404


def test_ranks_still_possible_allow_for_forfeits_where_the_event_does() -> None:
    """The last can draw level with one of two who meet; with both only if neither comes."""
    stage = running_event(4, stage={"kind": "swiss", "chain": [], "rounds_planned": 3})
    for _ in range(2):
        played_round(stage)
    published_round(stage)
    compute_standings(stage.pk)

    def ranges() -> list[tuple[int | None, int | None, bool]]:
        rows = table(stage)["results"]
        return [(row["best"], row["worst"], row["is_sure_of_first"]) for row in rows]

    assert ranges() == [(1, 1, True), (1, 3, False), (1, 3, False), (3, 4, False)]
    assert {row["best"] for row in table(stage, after=1)["results"]} == {None}
    event = Event.objects.get(pk=stage.event_id)
    edit_event(event, actor=SERVICE, version=event.version, changes={"counts_forfeits": True})
    assert Job.objects.filter(kind="compute_standings", state="waiting").count() == 1
    compute_standings(stage.pk)
    assert ranges() == [(1, 1, True), (1, 3, False), (1, 3, False), (2, 4, False)]


def test_table_is_narrowed(stage: Stage) -> None:
    club = make_club("Druhý klub")
    Player.objects.filter(entries__seed__in=(2, 3)).update(club=club)
    put_in_shown_category(stage, "Děti", seeds=(3, 4))
    entries = dict(stage.event.entries.values_list("pk", "seed"))

    def seeds(**query: object) -> list[int | None]:
        return sorted(entries[row["entry"]] or 0 for row in table(stage, **query)["results"])

    assert seeds(club=club.pk) == [2, 3]
    assert seeds(category="Děti") == [3, 4]
    assert seeds(club=club.pk, category="Děti") == [3]
    assert seeds(name="hrac f") == [6]
    assert [row["place"] for row in table(stage, category="Děti")["results"]] == [1, 2]


def test_unchanged_table_is_not_sent_again(stage: Stage, django_assert_num_queries: Any) -> None:
    entry = stage.event.entries.get(seed=1)
    for path in (f"events/{stage.event_id}/standings", f"entries/{entry.pk}/explanation"):
        tag = NOBODY.get(path).headers["ETag"]
        headers = {"If-None-Match": tag, "Accept-Language": "en"}
        with django_assert_num_queries(1):  # the event
            again = Client().get(f"/api/v1/{path}", headers=headers)
        assert (again.status_code, again.content) == (304, b"")
        Event.objects.filter(pk=stage.event_id).update(live_version=10_000)
        assert Client().get(f"/api/v1/{path}", headers=headers).status_code == 200
        Event.objects.filter(pk=stage.event_id).update(live_version=20_000)


def test_queries_do_not_grow_with_the_table(django_assert_num_queries: Any) -> None:
    stage = running_event(PAGE_ROWS + 5)
    played_round(stage)
    # Event, its stage, names, who withdrew, the table, its page, rounds, what they gave.
    with django_assert_num_queries(8):
        assert len(table(stage)["results"]) == PAGE_ROWS


def test_explanation_goes_down_to_the_matches(stage: Stage) -> None:
    row = table(stage)["results"][1]
    told = NOBODY.get(f"entries/{row['entry']}/explanation").json()
    assert (told["rank"], told["points_12"]) == (row["rank"], row["points_12"])
    assert told["above"]["entry"] == table(stage)["results"][0]["entry"]
    assert told["below"]["entry"] == table(stage)["results"][2]["entry"]
    assert [one["key"] for one in told["tiebreaks"]] == ["BH-C1", "SEED"]
    cut = told["tiebreaks"][0]
    assert cut["value"] == row["values"]["BH-C1"]
    assert {part["match"] for part in cut["parts"]} == {cell["match"] for cell in row["cells"]}
    assert [part["is_cut"] for part in cut["parts"]].count(True) == 1
    assert {part["why"] for part in cut["parts"]} == {"opponent"}
    counted = [part["amount"][0] for part in cut["parts"] if not part["is_cut"]]
    assert [sum(counted)] == cut["value"]


def test_explanation_of_a_key_outside_the_chain(stage: Stage) -> None:
    entry = stage.event.entries.get(seed=1)
    path = f"entries/{entry.pk}/explanation"
    told = NOBODY.get(path, key="BH", after=2).json()
    assert ([one["key"] for one in told["tiebreaks"]], told["after_round"]) == (["BH"], 2)
    assert NOBODY.get(path, key="LUCK").status_code == 400
    assert NOBODY.get(path, after=8).status_code == 404


def test_explanation_of_a_draft_event_is_nobodys(stage: Stage) -> None:
    entry = stage.event.entries.get(seed=1)
    Event.objects.update(status=Event.Status.DRAFT)
    assert NOBODY.get(f"entries/{entry.pk}/explanation").status_code in (401, 404)
