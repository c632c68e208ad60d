"""Tables planned over all rounds to come, through the doors: settings, drafts, people who come."""

from itertools import chain
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.events.services.check_in import request_bye
from league.events.services.entries import withdraw_entry
from league.formats.contract import Sentence
from league.models import ByeRequest, Entry, Round, Stage
from league.pairing.queries import terms_of
from league.permissions import SERVICE
from tests.factories import make_user
from tests.factories.events import drawn_round, make_entries, played_round, running_event
from tests.league.api.asking import Program
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db


def expected(draft: Round) -> list[int]:
    """How many sit at the planned tables of each round to come."""
    return [len(set(chain.from_iterable(tables))) for tables in draft.ahead]


def test_draft_keeps_its_plan_and_the_next_one_starts_from_it() -> None:
    stage = running_event(10, stage={"rounds_planned": 3})
    played_round(stage)
    first = stage.rounds.get()
    assert expected(first) == [10, 10]
    second = drawn_round(stage)
    planned = tuple(tuple(map(tuple, tables)) for tables in first.ahead)
    assert terms_of(second).earlier == planned
    assert expected(Round.objects.get(pk=second.pk)) == [10]


def test_people_who_come_leave_or_rest_are_planned_for() -> None:
    stage = running_event(9, stage={"rounds_planned": 4})
    played_round(stage)
    leaving, resting = Entry.objects.order_by("seed")[:2]
    withdraw_entry(leaving, actor=SERVICE)
    ByeRequest.objects.create(entry=resting, round_number=3, kind=ByeRequest.Kind.HALF)
    [late] = make_entries(stage.event, 1, first_round=3)
    Entry.objects.filter(pk=late.pk).update(seed=99)
    draft = Round.objects.get(pk=drawn_round(stage).pk)
    assert draft.matches.filter(seats__entry=leaving).count() == 0
    assert expected(draft) == [8, 9]  # nine, less one, one more; one of them rests in round 3


def test_leaders_sit_together_in_the_last_round(client: Client) -> None:
    stage = running_event(16, stage={"rounds_planned": 2})
    played_round(stage)
    draft = Round.objects.get(pk=drawn_round(stage).pk)
    codes = [remark["code"] for remark in draft.remarks]
    assert "leaders" in codes or "leaders_apart" in codes
    Stage.objects.update(leaders_last=False)
    assert terms_of(Round.objects.get(pk=draft.pk)).situation.final_seats == 0


def test_weights_are_set_over_the_api_and_told() -> None:
    user = make_user(is_superuser=True)
    stage = running_event(5)
    path = f"events/{stage.event_id}"
    program = Program.of(user)
    version = program.get(path).json()["version"]
    weights: dict[str, Any] = {"repeat_weight": 3, "short_weight": 2, "two_weight": 4}
    done = program.patch(path, stage={**weights, "leaders_last": False}, version=version)
    assert done.status_code == 200
    assert {name: done.json()["stage"][name] for name in weights} == weights
    stage.refresh_from_db()
    assert stage.leaders_last is False
    for wrong in ({"repeat_weight": 0}, {"short_weight": 51}, {"two_weight": 0}):
        refused = program.patch(path, stage=wrong, version=done.json()["version"])
        assert refused.status_code == 400
    rules = " ".join(str(told.text) % told.gaps for told in _words(stage))
    assert "a repeated meeting 3, one more turn at a short table 2" in rules
    assert "leaders sit together" not in rules


def _words(stage: Stage) -> list[Sentence]:
    return list(stage.format.words(stage.settings, game=stage.event.game_played))


def test_weights_are_set_on_the_page(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    client.force_login(make_user(is_superuser=True))
    stage = running_event(5)
    page = text_of(client, reverse("event-setting", args=[stage.event_id, "format"]))
    assert "What weighs how much" in page
    assert "Weight of one more turn at a short table" in page
    assert "In the last round the leaders sit together as far as repeats allow" in page


def test_bye_asked_for_later_is_known_now() -> None:
    stage = running_event(8, stage={"rounds_planned": 3})
    stage.event.__class__.objects.update(requested_byes=1)
    entry = Entry.objects.order_by("seed")[0]
    request_bye(entry, actor=SERVICE, round_number=2)
    assert [len(field) for field in terms_of(drawn_round(stage)).coming] == [7, 8]
