"""All stages are played: the projector and the page of the event show the order over all."""

import pytest
from django.test import Client
from django.urls import reverse

from league.events.queries.stages import final_order
from league.events.services import stages
from league.events.services.lifecycle import move_event
from league.models import Event, Stage
from league.permissions import SERVICE
from tests.factories.events import played_round, running_event
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db

SWISS = {"kind": "swiss", "rounds_planned": 1, "chain": ["BH", "WON"]}
FINALS = {"kind": "round_robin", "name": "Finals", "takes": "places", "takes_places": 2}


@pytest.fixture
def swiss() -> Stage:
    """A round of a Swiss of six is played, and the final of the best two."""
    stage = running_event(6, stage=SWISS, language="en")
    stages.add_stage(stage.event, actor=SERVICE, values=FINALS)
    played_round(stage)
    stages.begin_stage(stage.event.stages.get(order=2), actor=SERVICE)
    return stage


def played_out(stage: Stage) -> Event:
    finals = Stage.objects.select_related("event").get(event=stage.event_id, order=2)
    played_round(finals)
    event = Event.objects.get(pk=stage.event_id)
    return move_event(event, to=Event.Status.FINISHED, actor=SERVICE, version=event.version)


def names_in_order(event: Event) -> list[str]:
    names = dict(event.entries.values_list("pk", "player__full_name"))
    return [names[row.entry][:-1] for row in final_order(event)]  # Hráč A1 is shown as Hráč A.


def test_projector_of_a_finished_event_shows_everybody_over_all_stages(
    client: Client, swiss: Stage
) -> None:
    event = played_out(swiss)
    shown = client.get(reverse("event-projector", args=[event.pk]))
    pages = shown.context["slides"].pages
    [page] = [page for page in pages if page.kind == "overall"]
    assert [row.place for row in page.overall][:3] == [1, 2, 3]
    assert [row.entry for row in page.overall] == [row.entry for row in final_order(event)]
    assert not [page for page in pages if page.kind == "standings"]
    text = text_of(client, reverse("event-projector", args=[event.pk]))
    assert "Final standings" in text
    places = [text.index(name) for name in names_in_order(event)]
    assert places == sorted(places)


def test_projector_shows_the_stage_while_it_is_played(client: Client, swiss: Stage) -> None:
    pages = client.get(reverse("event-projector", args=[swiss.event_id])).context["slides"].pages
    assert "overall" not in {page.kind for page in pages}


def test_event_page_of_a_finished_event_shows_everybody(client: Client, swiss: Stage) -> None:
    event = played_out(swiss)
    text = text_of(client, reverse("event", args=[event.pk]))
    shown = text[text.index("Final standings") :]
    places = [shown.index(name) for name in names_in_order(event)]
    assert places == sorted(places)


def test_many_places_are_cut_into_pages(client: Client) -> None:
    stage = running_event(22, stage=SWISS, language="en")
    stages.add_stage(stage.event, actor=SERVICE, values=FINALS)
    played_round(stage)
    stages.begin_stage(stage.event.stages.get(order=2), actor=SERVICE)
    event = played_out(stage)
    pages = client.get(reverse("event-projector", args=[event.pk])).context["slides"].pages
    overall = [page for page in pages if page.kind == "overall"]
    assert [len(page.overall) for page in overall] == [20, 2]
