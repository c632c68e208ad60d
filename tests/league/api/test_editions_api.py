"""A program that names a game and no edition gets the one of the club's box."""

import pytest

from league.events.services.boxes import keep_box
from league.events.services.stages import add_stage
from league.models import Club, Event, Sheet, StageGame
from league.permissions import SERVICE
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.events import running_event
from tests.league.api.asking import NOBODY, Program

pytestmark = pytest.mark.django_db
OTHER = {"game": "other", "other_name": "Dáma"}
FINALS = {"kind": "round_robin", "takes": "places", "takes_places": 2}
SAID = [({}, "squares"), ({"edition": "standard"}, "standard")]


@pytest.fixture
def club() -> Club:
    """Whose Polyssimo is ranked by squares."""
    club = make_club()
    keep_box(club, actor=SERVICE, game="polyssimo", edition="squares", tags={})
    return club


@pytest.fixture
def desk(club: Club) -> Program:
    user = make_user(is_superuser=True)
    make_player(club=club, user=user)
    return Program.of(user)


def draft_of(club: Club, **settings: object) -> Event:
    event = make_event(club, status=Event.Status.DRAFT)
    Event.objects.filter(pk=event.pk).update(**settings)
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize(("said", "edition"), SAID)
def test_edition_is_said_or_that_of_the_club(
    club: Club, desk: Program, said: dict[str, str], edition: str
) -> None:
    named = {"game": "polyssimo", **said}
    played = running_event(4, club=club, stage={"kind": "open", "chain": ["MIN"]}, **OTHER)
    drawn = running_event(4, club=club, **OTHER)
    event = draft_of(club, game="triolet")
    path = f"events/{event.pk}"
    told = {
        "practice": desk.post("sheets", players=2, **named),
        "season": desk.post("seasons", club=club.pk, divisions=1, name="Liga", **named),
        "stage": desk.post(f"{path}/stages", **FINALS, plays_own_game=True, **named),
        "game": desk.patch(path, version=event.version, **named),
    }
    assert {door: answer.json().get("edition") for door, answer in told.items()} == dict.fromkeys(
        told, edition
    )
    draft = desk.post(f"events/{drawn.event_id}/rounds", own_game=named).json()
    desk.post(f"events/{played.event_id}/games", **named)
    assert (draft["own_game"]["edition"], StageGame.objects.get().edition) == (edition, edition)


def test_draft_leaves_a_game_whose_edition_the_other_one_lacks(club: Club, desk: Program) -> None:
    event = draft_of(club, game="polyssimo", edition="squares")
    add_stage(event, actor=SERVICE, values=FINALS)
    changed = desk.patch(f"events/{event.pk}", version=event.version, game="triolet")
    assert (changed.status_code, changed.json()["edition"]) == (200, "standard")


def test_practice_of_nobody_is_with_the_standard_edition() -> None:
    assert NOBODY.post("sheets", game="polyssimo", players=2).status_code == 201
    assert Sheet.objects.get().edition == "standard"
    assert NOBODY.post("sheets", game="polyssimo", players=2, edition="").status_code == 400
