"""A bracket over the API."""

from typing import Any

import pytest
from django.test import Client

from league.models import Match, Stage
from tests.factories.events import enter, published_round, running_event
from tests.league.api.asking import NOBODY

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    stage = running_event(4, stage={"kind": "knockout"})
    published_round(stage)
    return stage


def bracket_of(stage: Stage) -> dict[str, Any]:
    answer: dict[str, Any] = NOBODY.get(f"events/{stage.event_id}/bracket").json()
    return answer


def test_bracket_tells_its_matches(stage: Stage, django_assert_num_queries: Any) -> None:
    match = Match.objects.get(slot="W1.1")
    enter(match, *(90 if seat.entry.seed == 1 else 60 for seat in match.seats.order_by("letter")))
    ids = {entry.seed: entry.pk for entry in stage.event.entries.all()}
    with django_assert_num_queries(14):
        told = bracket_of(stage)
    assert (told["stage"], told["current_round"]) == (stage.pk, 1)
    semi, other, final, third = told["slots"]
    assert semi == {
        "slot": "W1.1",
        "round": 1,
        "side": "winners",
        "called": "last",
        "number": 1,
        "left": 4,
        "best_place": 0,
        "match": match.pk,
        "table": match.table,
        "state": "accepted",
        "is_contested": False,
        "is_decided": True,
        "is_bye": False,
        "is_needless": False,
        "ruled": "",
        "sides": [
            {
                "entry": ids[1],
                "name": "Hráč A.",
                "number": 1,
                "from_slot": None,
                "from_place": None,
                "score": "90",
                "place": 1,
                "has_won": True,
            },
            {
                "entry": ids[4],
                "name": "Hráč D.",
                "number": 4,
                "from_slot": None,
                "from_place": None,
                "score": "60",
                "place": 2,
                "has_won": False,
            },
        ],
        "leads": [{"place": 1, "slot": "F1"}, {"place": 2, "slot": third["slot"]}],
    }
    assert (other["state"], other["is_decided"]) == ("waiting", False)
    assert (final["slot"], final["match"], final["best_place"]) == ("F1", None, 1)
    assert [(side["entry"], side["from_slot"], side["from_place"]) for side in final["sides"]] == [
        (ids[1], "W1.1", 1),
        (None, "W1.2", 1),
    ]
    assert [(side["entry"], side["from_place"]) for side in third["sides"]] == [
        (ids[4], 2),
        (None, 2),
    ]


def test_event_without_a_bracket_has_no_slots() -> None:
    stage = running_event(4)
    published_round(stage)
    assert bracket_of(stage) == {"stage": None, "current_round": 0, "slots": []}


def test_bracket_is_not_sent_again_while_nothing_changed(stage: Stage) -> None:
    path = f"/api/v1/events/{stage.event_id}/bracket"
    first = Client().get(path)
    again = Client().get(path, headers={"If-None-Match": first["ETag"]})
    enter(Match.objects.get(slot="W1.1"), 90, 60)
    changed = Client().get(path, headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, changed.status_code) == (200, 304, 200)
