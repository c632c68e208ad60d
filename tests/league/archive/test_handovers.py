"""An event taken along to a laptop and brought back: locked meanwhile, all of it or nothing."""


import pytest

from league.archive.queries.archives import content_digest
from league.archive.queries.returns import return_plan
from league.archive.services.handovers import (
    take_along,
)
from league.archive.services.returns import bring_back
from league.errors import PlayedElsewhere
from league.events.services.lifecycle import move_event
from league.models import Event, Handover, Round, Stage, User
from league.permissions import SERVICE, Actor
from tests.factories import make_club, make_user
from tests.factories.events import played_round, published_round, running_event
from tests.league.archive.laptop import plan_from, played_elsewhere

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser() -> User:
    return make_user("jana")


@pytest.fixture
def event(organiser: User) -> Event:
    """With one round played."""
    club = make_club(admin=organiser)
    stage = running_event(6, club=club)
    played_round(stage)
    return stage.event


@pytest.fixture
def taken(event: Event, organiser: User) -> Handover:
    return take_along(event, actor=Actor(user=organiser), who="Laptop of Jana")


def one_more_round(event: Event) -> None:
    played_round(Stage.objects.get(event=event))


def test_locked_event_says_who_has_it(event: Event, taken: Handover) -> None:
    stored = Event.objects.get(pk=event.pk)
    with pytest.raises(PlayedElsewhere, match="Laptop of Jana"):
        move_event(stored, to="finished", actor=SERVICE, version=stored.version)
    with pytest.raises(PlayedElsewhere):
        published_round(event.stages.get())
    assert Event.objects.get(pk=event.pk).status == "running"
    assert Round.objects.filter(stage__event=event).count() == 1


def test_round_played_elsewhere_comes_back_as_it_was(event: Event, taken: Handover) -> None:
    document = played_elsewhere(taken, one_more_round)
    assert Round.objects.filter(stage__event=event).count() == 1

    seen = return_plan(event, plan_from(document))
    assert (seen.conflicts, seen.counts()["rounds"]) == ([], 1)
    returned = bring_back(event, plan_from(document), actor=SERVICE, is_last=True)

    event.refresh_from_db()
    assert (returned.is_new, event.away_since) == (True, None)
    assert content_digest(event) == document["archive"]["digests"]["content"]
    rounds = Round.objects.filter(stage__event=event)
    assert list(rounds.values_list("number", "status").order_by("number")) == [
        (1, "closed"),
        (2, "closed"),
    ]
    played_round(event.stages.get())  # it goes on here
    assert rounds.count() == 3
