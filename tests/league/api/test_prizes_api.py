"""Categories, prizes and the chain over the API."""

import pytest
from django.test import Client

from league.models import Category, Event, PrizeDecision, Stage
from tests.factories import make_user
from tests.factories.events import played_round, running_event
from tests.league.api.asking import NOBODY, Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    stage = running_event(8, stage={"chain": ["PLACES"]})
    played_round(stage)
    return stage


@pytest.fixture
def event(stage: Stage) -> Event:
    return stage.event


@pytest.fixture
def desk(event: Event) -> Program:
    admin = make_user()
    event.club.clubadmin_set.create(user=admin)
    return Program.of(admin)


def names(answer: object) -> list[str]:
    return [each["name"] for each in answer.json()["results"]]  # type: ignore[attr-defined]


def test_categories_are_added_changed_filled_and_removed(event: Event, desk: Program) -> None:
    path = f"events/{event.pk}/categories"
    made = desk.post(path, name="děti").json()
    assert (made["is_shown"], names(desk.get(path)), names(NOBODY.get(path))) == (
        False,
        ["děti"],
        [],
    )
    entries = list(event.entries.filter(seed__in=(1, 8)).values_list("pk", flat=True))
    assert desk.post(f"{path}/{made['id']}/members", entries=entries).status_code == 204
    assert NOBODY.get(f"{path}/{made['id']}").status_code == 404  # it is private
    desk.patch(f"{path}/{made['id']}", is_shown=True)
    table = NOBODY.get(f"{path}/{made['id']}").json()
    assert (table["category"]["name"], [row["rank"] for row in table["rows"]]) == ("děti", [1, 2])
    assert {row["entry"] for row in table["rows"]} == set(entries)
    assert desk.delete(f"{path}/{made['id']}").status_code == 204
    assert names(desk.get(path)) == []


def test_table_of_a_category_is_not_sent_twice(event: Event) -> None:
    category = Category.objects.create(event=event, name="děti", is_shown=True)
    path = f"events/{event.pk}/categories/{category.pk}"
    first = NOBODY.get(path)
    again = Client().get(f"/api/v1/{path}", headers={"If-None-Match": first.headers["ETag"]})
    assert first.json()["category"]["name"] == "děti"
    assert (again.status_code, again.content) == (304, b"")


def test_prizes_are_listed_awarded_and_ties_settled(event: Event, desk: Program) -> None:
    path = f"events/{event.pk}/prizes"
    private = Category.objects.create(event=event, name="členové")
    first = desk.post(path, place=1, what="Pohár").json()
    hidden = desk.post(path, place=1, what="Tričko", category=private.pk).json()
    listed = [each["what"] for each in desk.get(path).json()["results"]]
    assert listed == ["Pohár", "Tričko"]
    assert [each["what"] for each in NOBODY.get(path).json()["results"]] == ["Pohár"]
    desk.patch(f"{path}/{hidden['id']}", move="up", what="Košile")

    awards = desk.get(f"events/{event.pk}/awards").json()
    [tie] = awards["ties"]
    assert [each["prize"] for each in awards["awards"]] == [hidden["id"], first["id"]]
    assert (tie["is_open"], tie["prizes"]) == (True, [first["id"]])
    assert NOBODY.get(f"events/{event.pk}/awards").status_code in (401, 403)

    decisions = f"events/{event.pk}/prize-decisions"
    order = list(reversed(tie["entries"]))
    made = desk.post(decisions, entries=order, how="game").json()
    assert made["entries"] == order
    settled = desk.get(f"events/{event.pk}/awards").json()
    assert settled["awards"][1]["entries"] == order[:1]
    assert desk.delete(f"{decisions}/{made['id']}").status_code == 204
    assert not PrizeDecision.objects.exists()


def test_chain_is_read_and_changed_with_the_settings(
    stage: Stage, event: Event, desk: Program
) -> None:
    path = f"events/{event.pk}"
    read = desk.get(path).json()
    assert read["stage"]["chain"] == ["PLACES"]
    change = {"stage": {"chain": ["PLACES", "LOTS"]}, "version": read["version"]}
    assert desk.patch(path, **change).json()["code"] == "recount"
    refused = desk.patch(path, **change, is_confirmed=True)
    assert (refused.status_code, refused.json()["code"]) == (400, "wrong-setting")
    desk.patch(path, **change, is_confirmed=True, reason="So be it.")
    stage.refresh_from_db()
    assert stage.chain == ["PLACES", "LOTS"]
    assert stage.chain_changes.get().reason == "So be it."
