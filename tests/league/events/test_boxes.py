"""What a club's box looks like is said once; new events, sheets and records take it from there."""

from datetime import UTC, datetime
from random import Random

import pytest

from games.kaleidoskop.random_play import played
from games.values import Setup
from league.errors import LeagueError
from league.events.services.boxes import forget_box, keep_box
from league.events.services.settings import clone_event, create_event
from league.events.settings_rules import templates
from league.models import AuditEntry, Club, Event, Sheet, Verification
from league.permissions import SERVICE
from league.results.queries import box_tags_of, seating_of
from league.sheets.queries import on_sheet
from league.sheets.services.sheets import Practice, open_practice, open_sheet, practise_again
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.submissions import hand_in_record
from tests.factories.tables import table

pytestmark = pytest.mark.django_db
OURS = {"Corners": "GRBOYP"}
SOON = datetime(2026, 12, 1, 18, tzinfo=UTC)


def says(club: Club, tags: dict[str, str], *, edition: str = "standard") -> None:
    keep_box(club, actor=SERVICE, game="kaleidoskop", edition=edition, tags=tags)


def new_event(club: Club, **changes: object) -> Event:
    template = templates()[0]
    return create_event(
        club, actor=SERVICE, template=template, name="Večer", starts_at=SOON, changes=changes
    )


def random_record(*, corners: str = "") -> str:
    own = {"Corners": corners} if corners else {}
    return played(Setup(2, own=own), Random(3))


def test_new_events_take_the_box_of_their_club() -> None:
    club = make_club()
    says(club, OURS)
    keep_box(club, actor=SERVICE, game="polyssimo", edition="squares", tags={})
    event = new_event(club, game="polyssimo")
    assert (event.edition, event.box_tags) == ("squares", {"kaleidoskop": OURS, "polyssimo": {}})
    assert new_event(club, game="polyssimo", edition="standard").edition == "standard"
    assert new_event(make_club("Jiný klub"), game="kaleidoskop").box_tags == {}
    says(club, {"Corners": "RGBOPY"})
    copy = clone_event(event, actor=SERVICE, name="Znovu", starts_at=SOON)
    assert copy.box_tags["kaleidoskop"] == {"Corners": "RGBOPY"}


def test_events_that_have_not_begun_take_it_over_and_others_keep_theirs() -> None:
    club = make_club()
    waiting, running = make_event(club), make_event(club, status=Event.Status.RUNNING)
    says(club, OURS)
    waiting.refresh_from_db()
    running.refresh_from_db()
    assert (waiting.box_tags, running.box_tags) == ({"kaleidoskop": OURS}, {})


def test_what_was_said_is_logged_and_can_be_forgotten() -> None:
    club = make_club()
    says(club, OURS)
    says(club, {})
    assert club.boxes.get().tags == {"Corners": "RGBOYP"}
    last = AuditEntry.objects.filter(action="say what a box looks like").order_by("pk").last()
    assert last is not None
    assert last.details["before"] == {"edition": "standard", "tags": OURS}
    forget_box(club, actor=SERVICE, game="kaleidoskop")
    forget_box(club, actor=SERVICE, game="kaleidoskop")
    assert not club.boxes.exists()
    assert AuditEntry.objects.filter(action="forget a box").count() == 1


@pytest.mark.parametrize(
    ("game", "edition", "tags", "why"),
    [
        ("chess", "standard", {}, "This game is not known here."),
        ("kaleidoskop", "travel", {}, "This game has no such edition."),
        ("kaleidoskop", "standard", {"Corners": "RGB"}, "Corners names the six colours"),
        ("kaleidoskop", "standard", {"Board": "x"}, "This game has no tag “Board”."),
        ("triolet", "standard", {"Corners": "RGBOYP"}, "This game has no tag “Corners”."),
    ],
)
def test_what_no_box_looks_like_is_refused(
    game: str, edition: str, tags: dict[str, str], why: str
) -> None:
    club = make_club()
    with pytest.raises(LeagueError, match=why):
        keep_box(club, actor=SERVICE, game=game, edition=edition, tags=tags)
    assert not club.boxes.exists()


def test_sheet_of_a_match_is_on_the_board_of_the_club() -> None:
    match = table(2, game="kaleidoskop", box_tags={"kaleidoskop": OURS})
    sheet = open_sheet(match, actor=SERVICE, game=1, seating=seating_of(match))
    assert sheet.tags == OURS
    page = on_sheet(Sheet.objects.get(pk=sheet.pk))
    assert page.setup.own == OURS
    usual = table(2, game="kaleidoskop", box_tags={"kaleidoskop": {"Corners": "RGBOYP"}})
    assert open_sheet(usual, actor=SERVICE, game=1, seating=seating_of(usual)).tags == {}


def test_practice_of_a_member_is_on_the_board_of_the_club() -> None:
    club, user = make_club(), make_user()
    make_player(club=club, user=user)
    says(club, OURS)
    practice = Practice(game="kaleidoskop", players=2)
    sheet = open_practice(practice, user=user)
    assert sheet.tags == practise_again(sheet).tags == OURS
    assert open_practice(practice).tags == {}
    assert open_practice(practice, user=make_user()).tags == {}


def test_record_says_which_board_it_was_played_on_and_is_verified_alone() -> None:
    corners = "PYOBGR"
    match = table(2, game="kaleidoskop", box_tags={"kaleidoskop": {"Corners": corners}})
    assert box_tags_of(match) == {"Corners": corners}
    bare = random_record(corners=corners).replace(f'[Corners "{corners}"]\n', "")
    submission = hand_in_record(match, bare)
    assert f'[Corners "{corners}"]' in submission.record
    assert Verification.objects.get(submission=submission).outcome == "verified"


def test_record_of_another_board_is_contradicted_once_the_club_has_told() -> None:
    record = random_record(corners="PYOBGR")
    told = table(2, game="kaleidoskop", box_tags={"kaleidoskop": {"Corners": "RGBOYP"}})
    verdict = Verification.objects.get(submission=hand_in_record(told, record))
    assert (verdict.outcome, verdict.reason) == ("contradicted", "other_variant")
    untold = table(2, game="kaleidoskop")
    verdict = Verification.objects.get(submission=hand_in_record(untold, record))
    assert verdict.outcome == "verified"
    usual = hand_in_record(told, random_record(), by="B")
    assert Verification.objects.get(submission=usual).outcome == "verified"
