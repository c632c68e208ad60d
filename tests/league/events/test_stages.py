"""Which of an event's stages is meant: the first, or the one that is played."""

import pytest

from league.events.queries.events import current_stage, first_stage
from league.models import Event, Round, Stage
from tests.factories import make_event
from tests.league.api.asking import NOBODY

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """A group stage, and a final that has not begun; written in the other order."""
    event = make_event()
    Stage.objects.filter(event=event).update(order=2, kind="swiss")
    Stage.objects.create(event=event, order=1, kind="round_robin")
    return event


def test_first_stage_is_the_lowest_in_order(event: Event) -> None:
    assert first_stage(event).kind == "round_robin"


def test_current_stage_is_the_first_before_all_rounds(event: Event) -> None:
    assert current_stage(event) == first_stage(event)


def test_current_stage_is_the_last_that_has_a_round(event: Event) -> None:
    group, final = event.stages.order_by("order")
    Round.objects.create(stage=group, number=1, status=Round.Status.CLOSED)
    assert current_stage(event) == group
    Round.objects.create(stage=final, number=1)
    assert current_stage(event) == final
    assert first_stage(event) == group


def test_stage_of_the_api_is_the_first(event: Event) -> None:
    assert NOBODY.get(f"events/{event.pk}").json()["stage"]["kind"] == "round_robin"
    [listed] = NOBODY.get("events").json()["results"]
    assert listed["stage"]["kind"] == "round_robin"
