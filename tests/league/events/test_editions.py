"""Which edition is played where nobody says it: that of the club's box, on every way to a game."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from league.errors import LeagueError
from league.events.services.boxes import keep_box
from league.events.services.evening import add_game
from league.events.services.people import repeat_event
from league.events.services.rounds import draft_round
from league.events.services.settings import create_event, edit_event
from league.events.services.stages import add_stage, change_stage
from league.events.settings_rules import templates
from league.models import Club, ClubBox, Event, Round, Season, Stage
from league.permissions import SERVICE
from league.seasons.services.next_season import Wishes, draft_next_season
from league.sheets.services.sheets import Practice, open_practice, practise_again
from tests.factories import make_club, make_player, make_user
from tests.factories.events import published_round, running_event
from tests.factories.seasons import make_season, played_season

pytestmark = pytest.mark.django_db
SOON = datetime(2026, 12, 1, 18, tzinfo=UTC)
POLYSSIMO = {"game": "polyssimo"}
STANDARD = {"game": "polyssimo", "edition": "standard"}
FINALS = {"kind": "round_robin", "takes": "places", "takes_places": 2, "plays_own_game": True}
OTHER = {"game": "other", "other_name": "Dáma"}


def says(club: Club, edition: str = "squares") -> None:
    keep_box(club, actor=SERVICE, game="polyssimo", edition=edition, tags={})


@pytest.fixture
def club() -> Club:
    """Whose Polyssimo is ranked by squares."""
    club = make_club()
    says(club)
    return club


def new_event(club: Club, **changes: object) -> Event:
    template = templates()[0]
    return create_event(
        club, actor=SERVICE, template=template, name="Večer", starts_at=SOON, changes=changes
    )


def edited(event: Event, **changes: object) -> Event:
    return edit_event(event, actor=SERVICE, version=event.version, changes=changes)


def repeated(event: Event) -> Event:
    event.refresh_from_db()
    return repeat_event(event, actor=SERVICE, name="Znovu", starts_at=SOON)[0]


def test_practice_of_a_member_has_the_edition_of_the_club(club: Club) -> None:
    user = make_user()
    make_player(club=club, user=user)
    practice = Practice(game="polyssimo", players=2)
    sheet = open_practice(practice, user=user)
    assert (sheet.edition, practise_again(sheet).edition) == ("squares", "squares")
    said = open_practice(Practice(**STANDARD, players=2), user=user)
    assert (said.edition, practise_again(said).edition) == ("standard", "standard")
    assert open_practice(practice).edition == "standard"
    assert open_practice(practice, user=make_user()).edition == "standard"


def test_box_of_an_edition_that_is_gone_is_the_standard_one(club: Club) -> None:
    ClubBox.objects.update(edition="travel")
    user = make_user()
    make_player(club=club, user=user)
    assert open_practice(Practice(game="polyssimo", players=2), user=user).edition == "standard"
    assert new_event(club, **POLYSSIMO).edition == "standard"


def test_draft_with_another_game_has_the_edition_of_its_box(club: Club) -> None:
    event = edited(new_event(club, game="triolet"), **POLYSSIMO)
    assert event.edition == "squares"
    event = edited(event, game="triolet")
    assert event.edition == "standard"
    event = edited(event, **STANDARD)
    assert event.edition == "standard"
    with pytest.raises(LeagueError, match="This game has no such edition"):
        edited(event, game="triolet", edition="squares")


def test_other_changes_of_a_draft_leave_its_edition(club: Club) -> None:
    event = new_event(club, **STANDARD)
    assert edited(event, name="Jinak", **POLYSSIMO).edition == "standard"


def test_copy_of_an_event_has_what_the_club_has_said_since() -> None:
    club = make_club()
    before = new_event(club, game="triolet")
    add_stage(before, actor=SERVICE, values={**FINALS, **POLYSSIMO})
    again = new_event(club, **POLYSSIMO)
    Event.objects.update(status=Event.Status.FINISHED)
    says(club)
    assert repeated(before).stages.get(order=2).edition == "squares"
    assert repeated(again).edition == "squares"


def test_copy_of_an_event_keeps_what_was_chosen_beside_the_box(club: Club) -> None:
    assert repeated(new_event(club, **STANDARD)).edition == "standard"


def test_copy_of_a_draft_has_what_was_chosen_there_after_the_box() -> None:
    event = new_event(make_club(), **POLYSSIMO)
    says(event.club)
    event.refresh_from_db()
    assert repeated(event).edition == "squares"
    assert repeated(edited(event, edition="standard")).edition == "standard"


def test_later_stage_has_the_edition_of_its_game(club: Club) -> None:
    event = new_event(club, game="triolet")
    stage = add_stage(event, actor=SERVICE, values={**FINALS, **POLYSSIMO})
    assert stage.edition == "squares"
    stage = change_stage(stage, actor=SERVICE, values={"game": "triolet"})
    assert stage.edition == "standard"
    stage = change_stage(stage, actor=SERVICE, values=STANDARD)
    assert stage.edition == "standard"
    assert change_stage(stage, actor=SERVICE, values={"name": "F"}).edition == "standard"
    stage = change_stage(stage, actor=SERVICE, values={"plays_own_game": False})
    assert change_stage(stage, actor=SERVICE, values=FINALS).edition == "squares"


@pytest.mark.parametrize(("said", "edition"), [(POLYSSIMO, "squares"), (STANDARD, "standard")])
def test_own_game_of_a_round_has_the_edition_of_its_game(
    club: Club, said: Mapping[str, object], edition: str
) -> None:
    stage = running_event(4, club=club, **OTHER)
    assert draft_round(stage, actor=SERVICE, own_game=said).edition == edition


@pytest.mark.parametrize(("said", "edition"), [(POLYSSIMO, "squares"), (STANDARD, "standard")])
def test_game_of_an_open_evening_has_the_edition_of_its_game(
    club: Club, said: Mapping[str, object], edition: str
) -> None:
    stage = running_event(4, club=club, stage={"kind": "open", "chain": ["MIN"]}, **OTHER)
    assert add_game(stage.event, actor=SERVICE, boards=None, played=said).edition == edition


@pytest.mark.parametrize(("said", "edition"), [(POLYSSIMO, "squares"), (STANDARD, "standard")])
def test_season_and_its_divisions_have_the_edition_of_the_game(
    club: Club, said: Mapping[str, object], edition: str
) -> None:
    season = make_season(2, 2, club=club, **said)
    events = Event.objects.filter(division__season=season)
    assert season.edition == edition
    assert list(events.values_list("edition", flat=True)) == [edition] * 2


def test_next_season_has_what_the_club_has_said_since() -> None:
    season = played_season(3)
    Season.objects.update(**POLYSSIMO)
    says(season.club)
    season.refresh_from_db()
    made = draft_next_season(season, actor=SERVICE, wishes=Wishes("Liga 2"))
    assert (season.edition, made.edition) == ("standard", "squares")
    assert made.divisions.get().event.edition == "squares"


def test_seasons_that_are_being_made_take_it_over() -> None:
    waiting = make_season(2, **POLYSSIMO)
    says(waiting.club)
    waiting.refresh_from_db()
    assert (waiting.edition, waiting.divisions.get().event.edition) == ("squares", "squares")


def waiting_in(event: Event) -> tuple[str, str, str, dict[str, object]]:
    """Editions of a stage to come, a game of the evening and a draft; what boxes look like."""
    event.refresh_from_db()
    stage, later = event.stages.order_by("order")
    draft = stage.rounds.get(status=Round.Status.DRAFT)
    return later.edition, stage.other_games.get().edition, draft.edition, event.box_tags


def evening(club: Club, **played: object) -> Stage:
    """Under way, with Polyssimo wherever it can still come."""
    stage = running_event(4, club=club, stage={"kind": "tables", "chain": ["WON"]}, **played)
    add_stage(stage.event, actor=SERVICE, values={**FINALS, **POLYSSIMO})
    stage.other_games.create(**POLYSSIMO)
    return stage


def test_what_has_not_begun_in_a_running_event_takes_it_over() -> None:
    club = make_club()
    stage = evening(club, **OTHER)
    published_round(stage)
    draft_round(stage, actor=SERVICE, own_game=POLYSSIMO)
    says(club)
    expected = ("squares", "squares", "squares", {"polyssimo": {}})
    assert waiting_in(stage.event) == expected


def test_what_was_chosen_there_stays() -> None:
    club = make_club()
    stage = evening(club, **OTHER)
    draft_round(stage, actor=SERVICE, own_game=POLYSSIMO)
    says(club)
    change_stage(stage.event.stages.get(order=2), actor=SERVICE, values=STANDARD)
    says(club)
    assert waiting_in(stage.event)[:3] == ("standard", "squares", "squares")


def test_game_that_was_played_in_a_running_event_stays_as_it_was() -> None:
    club = make_club()
    own, own_game = evening(club, **POLYSSIMO), evening(club, **OTHER)
    published = published_round(own_game)
    Round.objects.filter(pk=published.pk).update(plays_own_game=True, **POLYSSIMO)
    own_stage = evening(club, **OTHER)
    own_stage.event.stages.filter(order=2).update(begun_at=SOON)
    for stage in (own, own_game, own_stage):
        draft_round(stage, actor=SERVICE, own_game=POLYSSIMO)
    says(club)
    as_it_was = ("standard", "standard", "standard", {})
    assert [waiting_in(stage.event) for stage in (own, own_game, own_stage)] == [as_it_was] * 3
