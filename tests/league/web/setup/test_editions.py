"""A club says once which box it has; forms that ask for a game need not ask for its edition."""

import pytest
from django.test import Client
from django.urls import reverse

from league.events.services.boxes import keep_box
from league.models import Club, Event, Round, Season, Sheet, StageGame, User
from league.permissions import SERVICE
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.events import running_event

pytestmark = pytest.mark.django_db
OTHER = {"game": "other", "other_name": "Dáma"}
SEATS = {"other_least": "2", "other_most": "4", "other_scoring": "higher"}
FINALS = {"kind": "round_robin", "takes": "places", "takes_places": "2"}


@pytest.fixture
def admin(client: Client) -> User:
    admin = make_user()
    client.force_login(admin)
    return admin


@pytest.fixture
def club(admin: User) -> Club:
    """Whose Polyssimo is ranked by squares, and whose admin is asking."""
    club = make_club(admin=admin)
    keep_box(club, actor=SERVICE, game="polyssimo", edition="squares", tags={})
    return club


def draft_of(club: Club, **settings: object) -> Event:
    event = make_event(club, status=Event.Status.DRAFT)
    Event.objects.filter(pk=event.pk).update(**settings)
    return Event.objects.get(pk=event.pk)


def as_shown(client: Client, page: str, **typed: str) -> dict[str, object]:
    """What the browser would send: the form as it stands there, with what was typed."""
    form = client.get(page).context["form"]
    shown = {field.html_name: field.value() for field in form}
    given = {name: "on" if value is True else value for name, value in shown.items()}
    return {k: v for k, v in {**given, **typed}.items() if v is not None and v is not False}


def saved(client: Client, page: str, **typed: str) -> None:
    answer = client.post(page, as_shown(client, page, **typed))
    assert answer.status_code == 302, answer.context["form"].errors


def test_settings_of_a_draft_take_the_edition_of_another_game(client: Client, club: Club) -> None:
    event = draft_of(club, game="triolet")
    page = reverse("event-setting", args=[event.pk, "game"])
    editions = []
    for typed in (
        {"game": "polyssimo"},
        {"edition": "standard"},
        {"round_minutes": "30"},
        {"edition": "squares"},
        {"game": "triolet"},
        {"game": "other", "other_name": "Dáma"},
    ):
        saved(client, page, **typed)
        editions.append(Event.objects.get().edition)
    assert editions == ["squares", "standard", "standard", "squares", "standard", "standard"]


def test_stage_takes_the_edition_of_its_own_game(client: Client, club: Club) -> None:
    event = draft_of(club, **OTHER)
    own = {"plays_own_game": "on", "game": "polyssimo"}
    saved(client, reverse("event-stages", args=[event.pk]), **FINALS | own)
    stage = event.stages.get(order=2)
    assert stage.edition == "squares"
    page = reverse("event-stage", args=[event.pk, stage.pk])
    editions = []
    for typed in ({"edition": "standard"}, {"name": "Finále"}, {"game": "triolet"}, own):
        saved(client, page, **typed)
        editions.append(event.stages.get(order=2).edition)
    assert editions == ["standard", "standard", "standard", "squares"]


def test_stage_needs_no_edition(client: Client, club: Club) -> None:
    event = draft_of(club, **OTHER)
    saved(client, reverse("event-stages", args=[event.pk]), **FINALS)
    page = reverse("event-stage", args=[event.pk, event.stages.get(order=2).pk])
    typed = as_shown(client, page, plays_own_game="on", game="polyssimo")
    client.post(page, {name: value for name, value in typed.items() if name != "edition"})
    assert event.stages.get(order=2).edition == "squares"


def test_round_takes_the_edition_of_its_own_game(client: Client, club: Club) -> None:
    stage = running_event(4, club=club, **OTHER)
    page = reverse("round-draft", args=[stage.event_id])
    client.post(page, {"own_game": "1", "game": "polyssimo", **SEATS})
    assert Round.objects.get().edition == "squares"


def test_game_of_an_open_evening_takes_its_edition(client: Client, club: Club) -> None:
    stage = running_event(4, club=club, stage={"kind": "open", "chain": ["MIN"]}, **OTHER)
    client.post(reverse("event-games", args=[stage.event_id]), {"game": "polyssimo", **SEATS})
    assert StageGame.objects.get().edition == "squares"


def test_season_takes_the_edition_of_its_game(client: Client, club: Club) -> None:
    page = reverse("season-new", args=[club.pk])
    saved(client, page, name="Liga", game="polyssimo")
    assert Season.objects.get().edition == "squares"
    assert set(Event.objects.values_list("edition", flat=True)) == {"squares"}


def test_practice_has_the_edition_of_the_club_or_another_one(
    client: Client, admin: User, club: Club
) -> None:
    make_player(club=club, user=admin)
    page = reverse("practice")
    editions = []
    for typed in ({}, {"edition": "standard"}, {"edition": "squares"}):
        saved(client, page, game="polyssimo", **typed)
        editions.append(Sheet.objects.latest("created_at").edition)
    client.post(reverse("practice-at-once"), {"game": "polyssimo"})
    assert Sheet.objects.latest("created_at").edition == "squares"
    assert editions == ["squares", "standard", "squares"]
    refused = client.post(page, as_shown(client, page, game="triolet", edition="squares"))
    assert "This edition is not known here." in refused.content.decode()
