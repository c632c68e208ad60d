"""Score sheets of matches: from the match's page to the sheet and back; and who looks on."""

from datetime import timedelta
from functools import partial
from operator import add

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from league.clubs.services.players import erase_player
from league.events.queries.entries import entry_names
from league.events.services.rounds import withdraw_round
from league.models import Event, Match, Official, Round, Sheet, Submission
from league.permissions import SERVICE
from league.results.services.verification import verify_submission
from league.sheets.services.acts import Note
from league.sheets.services.sheets import give_up_sheet, hand_in_sheet
from league.web.pieces import retold
from tests.conftest import OpenPage
from tests.factories import make_user
from tests.factories.events import entries_at
from tests.factories.phones import phone_at, phone_with, typed_seats
from tests.factories.sheets import by_hand, ended, lines_of, noted, played_out, sheet_at, written
from tests.factories.tables import other_table, seat_at, table
from tests.league.web.reading import errors_on, is_nowhere, plain, text_of

pytestmark = pytest.mark.django_db

LINES = lines_of("triolet")
with translation.override("en"):
    SAID = [plain(str(retold(words, seat, "triolet"))) for seat, words in LINES[:7]]  # to people


def page_of(match: Match) -> str:
    return reverse("match", args=[match.pk])


def opening(match: Match) -> str:
    return reverse("match-sheet", args=[match.pk])


def board_of(match: Match) -> str:
    parts = {"language": "en", "pk": match.event_id, "match": match.pk}
    return reverse("live-board", kwargs=parts)


def arbiter_of(match: Match) -> Client:
    user = make_user()
    Official.objects.create(event=match.event, user=user, role=Official.Role.ARBITER)
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(user)
    return client


def test_match_page_leads_players_to_the_sheet_first() -> None:
    match = table(2)
    phone = phone_at(match, "A")
    before = text_of(phone, page_of(match))
    sheet = sheet_at(match)
    during = phone.get(page_of(match)).content.decode()
    assert "Open the score sheet" in before
    assert "Hand in the result" in before
    assert "Go on with the score sheet" in during
    assert "Open the score sheet" not in during
    assert sheet.pk not in during


def test_match_page_leads_others_nowhere_and_officials_to_the_sheet(client: Client) -> None:
    match = table(2)
    assert opening(match) not in client.get(page_of(match)).content.decode()
    assert opening(match) in arbiter_of(match).get(page_of(match)).content.decode()


def test_match_page_of_places_leads_to_handing_in() -> None:
    match = other_table(2, other_scoring="places")
    phone = phone_at(match, "A")
    assert "score sheet" not in text_of(phone, page_of(match))
    assert phone.get(opening(match)).url == page_of(match)


@pytest.mark.parametrize(
    ("level", "words"), [("check", "checked every action"), ("full", "full help")]
)
def test_match_page_says_which_help_was_on(client: Client, level: str, words: str) -> None:
    match = table(2, sheet_help=level)
    sheet = played_out(sheet_at(match))
    submission = hand_in_sheet(sheet, actor=SERVICE, seat=seat_at(match))
    verify_submission(submission.pk)
    shown = text_of(client, page_of(match))
    asked = text_of(phone_at(match, "B"), page_of(match))
    assert words in shown
    assert words in asked
    assert reverse("sheet", args=[sheet.pk]) in client.get(page_of(match)).content.decode()
    assert client.get(reverse("sheet", args=[sheet.pk])).status_code == 200


def test_match_page_says_what_was_let_stand(client: Client) -> None:
    match = table(2)
    sheet = sheet_at(match)
    written(sheet, *noted(("A", "h8=11 i8=3")))
    written(sheet, Note("stand", "let_stand", "B", "a1=1"))
    hand_in_sheet(ended(by_hand(sheet, 330, 310)), actor=SERVICE, seat=seat_at(match))
    shown = text_of(client, page_of(match))
    assert "The table let something stand" in shown
    assert "The rules say:" in shown
    assert "touch" in shown


def test_last_actions_are_said_in_words_and_not_as_in_the_record(client: Client) -> None:
    match = table(2)
    written(sheet_at(match), *noted(("A", "h8=11 i8=3")))
    shown = text_of(client, page_of(match))
    assert "11 on h8" in shown
    assert "h8=11" not in shown


def test_match_page_takes_as_many_queries_whatever_is_written(open_page: OpenPage) -> None:
    match = table(2)
    sheet = sheet_at(match)
    written(sheet, *noted(*LINES[:2]))
    open_page(page_of(match), queries=26, shows="Last actions")
    written(sheet, *noted(*LINES[2:12], key="more"))
    cache.clear()
    open_page(page_of(match), queries=26, shows="Last actions")


def test_opening_proposes_the_seats_and_opens_one_sheet_for_all() -> None:
    match = table(3)
    first, second = phone_at(match, "A"), phone_at(match, "B")
    form = first.get(opening(match))
    typed = {**typed_seats(match, "CAB"), "way": "checked"}
    opened = first.post(opening(match), typed)
    sheet = Sheet.objects.get()
    a, b, c = entries_at(match)
    assert "data-seat" in form.content.decode()
    assert "shows nothing in advance" in plain(form.content.decode())
    assert opened.url == reverse("sheet", args=[sheet.pk])
    assert second.get(opening(match)).url == opened.url
    assert sheet.seating == {"A": c, "B": a, "C": b}
    assert (sheet.way, sheet.help) == ("checked", "check")


def test_opening_takes_as_many_queries_for_two_as_for_four(
    client: Client, open_page: OpenPage
) -> None:
    for seats in (2, 4):
        match = table(seats)
        user = make_user()
        Official.objects.create(event=match.event, user=user, role=Official.Role.ARBITER)
        client.force_login(user)
        open_page(opening(match), queries=23, shows="Start the game")


def test_opening_somebody_twice_or_too_few_are_refused() -> None:
    match = table(2)
    phone = phone_at(match, "A")
    twice = phone.post(opening(match), {**typed_seats(match, "AA"), "way": "checked"})
    alone = phone.post(
        opening(match),
        {**typed_seats(match), "absent": [entries_at(match)[1]], "way": "checked"},
    )
    assert errors_on(twice) == {"seat-0": ["Each person sits at one seat: somebody is here twice."]}
    assert errors_on(alone) == {
        "__all__": ["Too few came to play. Hand that in on the match's page."]
    }
    assert (twice.status_code, alone.status_code, Sheet.objects.count()) == (422, 422, 0)


def test_opening_absent_player_is_left_out() -> None:
    match = table(3)
    first, second, third = entries_at(match)
    typed = {**typed_seats(match), "absent": [first], "way": "plain"}
    phone_at(match, "B").post(opening(match), typed)
    sheet = Sheet.objects.get()
    assert (sheet.seating, sheet.way, sheet.players) == (
        {"A": second, "B": third},
        "plain",
        2,
    )


def test_opening_event_without_records_offers_points_alone() -> None:
    match = table(2, records="off")
    phone = phone_at(match, "A")
    offered = phone.get(opening(match)).context["form"].fields
    phone.post(opening(match), {**typed_seats(match), "way": "checked"})
    assert "way" not in offered
    assert Sheet.objects.get().way == "plain"
    assert "way" in phone_at(other := table(2), "A").get(opening(other)).context["form"].fields


def test_opening_code_leads_to_the_seats_first() -> None:
    match = table(2)
    led = phone_with(match.code).get(opening(match))
    assert led.url.startswith(page_of(match))


def test_opening_of_a_match_that_is_over_is_told() -> None:
    match = table(2)
    phone = phone_at(match, "A")
    Match.objects.filter(pk=match.pk).update(is_open=False)
    told = phone.get(opening(match), follow=True)
    assert "already counts" in plain(told.content.decode())


def test_sheet_is_for_its_table_until_it_is_handed_in(client: Client) -> None:
    match = table(2)
    sheet = sheet_at(match)
    where = reverse("sheet", args=[sheet.pk])
    page = phone_at(match, "A").get(where)
    assert client.get(where).status_code == 404
    assert page.context["can_write"]
    assert arbiter_of(match).get(where).context["can_write"]
    assert page.context["data"]["timeRule"] == (
        "When time is called, the round of turns is finished, so that everybody has had the same "
        "number."
    )
    names = entry_names(match.event)
    assert page.context["data"]["names"] == {
        letter: names[entry] for letter, entry in sheet.seating.items()
    }


def test_sheet_is_handed_in_by_a_player() -> None:
    match = table(2)
    sheet = played_out(sheet_at(match))
    phone = phone_at(match, "B")
    done = phone.post(reverse("sheet-hand-in", args=[sheet.pk]), follow=True)
    submission = Submission.objects.get()
    assert done.redirect_chain[-1][0] == page_of(match)
    assert "The others at the table are asked now." in plain(done.content.decode())
    assert submission.seat == seat_at(match, "B")


def test_sheet_is_handed_in_by_an_official_and_counts() -> None:
    match = table(2)
    sheet = played_out(sheet_at(match))
    done = arbiter_of(match).post(reverse("sheet-hand-in", args=[sheet.pk]), follow=True)
    assert "It counts now." in plain(done.content.decode())
    match.refresh_from_db()
    assert match.state == "accepted"


def test_sheet_unfinished_game_is_not_handed_in() -> None:
    match = table(2)
    sheet = sheet_at(match)
    done = phone_at(match, "A").post(reverse("sheet-hand-in", args=[sheet.pk]), follow=True)
    assert "not over yet" in plain(done.content.decode())
    assert not Submission.objects.exists()


def test_sheet_of_somebody_erased_goes_on_without_the_name() -> None:
    match = table(2)
    sheet = sheet_at(match)
    written(sheet, *noted(*LINES[:2]))
    phone = phone_at(match, "B")
    where = reverse("sheet", args=[sheet.pk])
    player = seat_at(match, "A").player
    name = entry_names(match.event)[sheet.seating["A"]]
    before = phone.get(where).content.decode()
    erase_player(player, actor=SERVICE)
    after = phone.get(where).content.decode()
    assert name in before
    assert name not in after
    assert name not in phone.get(board_of(match)).content.decode()


def test_sheet_of_a_withdrawn_round_is_hidden_from_players() -> None:
    match = table(2)
    sheet = sheet_at(match)
    phone, arbiter = phone_at(match, "A"), arbiter_of(match)
    where = reverse("sheet", args=[sheet.pk])
    published = Round.objects.get(pk=match.round_id)
    withdraw_round(published, actor=SERVICE, version=published.version)
    assert is_nowhere(phone, where)
    assert sheet.pk in text_of(arbiter, where)


def test_watching_board_is_the_same_for_all_without_a_session(client: Client) -> None:
    match = table(2)
    sheet = sheet_at(match)
    written(sheet, *noted(*LINES[:7]))
    response = client.get(board_of(match))
    content = response.content.decode()
    shown = plain(content)
    assert "<svg" in content
    assert [words in shown for words in SAID] == [False] * 2 + [True] * 5
    assert "on turn" in shown
    assert sheet.pk not in content
    assert sheet.pk not in response["ETag"]
    assert not response.cookies


def test_watching_changes_when_something_is_written(client: Client) -> None:
    match = table(2)
    sheet = sheet_at(match)
    first = client.get(board_of(match))
    same = client.get(board_of(match), headers={"If-None-Match": first["ETag"]})
    written(sheet, *noted(*LINES[:1]))
    cache.clear()  # a second later
    newer = client.get(board_of(match), headers={"If-None-Match": first["ETag"]})
    assert (same.status_code, newer.status_code) == (304, 200)
    assert "Nothing has been played yet." in plain(first.content.decode())
    assert SAID[0] in plain(newer.content.decode())


def test_watching_is_late_by_as_much_as_the_event_wants(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = table(2, boards_delay_min=10)
    sheet = sheet_at(match)
    start = timezone.now()
    seen = []
    for minute in (0, 4, 9, 11, 15):
        monkeypatch.setattr(timezone, "now", partial(add, start, timedelta(minutes=minute)))
        if minute in (0, 4):
            written(sheet, *noted(LINES[minute // 4], key=f"at{minute}-"))
        cache.clear()
        response = client.get(board_of(match))
        shown = plain(response.content.decode())
        seen.append(([words in shown for words in SAID[:2]], response["ETag"]))
        assert "as it was 10 minutes ago" in shown
    nothing, first, both = [False, False], [True, False], [True, True]
    assert [lines for lines, _etag in seen] == [nothing, nothing, nothing, first, both]
    assert len({etag for _lines, etag in seen}) == 3


def test_watching_is_not_shown_where_the_event_does_not_want_it(client: Client) -> None:
    match = table(2, shows_boards=False)
    written(sheet_at(match), *noted(*LINES[:2]))
    assert client.get(board_of(match)).content == b""
    assert board_of(match) not in client.get(page_of(match)).content.decode()
    assert "Watch" not in text_of(client, reverse("event", args=[match.event_id]))


def test_watching_is_over_when_the_sheet_is_closed(client: Client) -> None:
    match = table(2)
    sheet = sheet_at(match)
    written(sheet, *noted(*LINES[:2]))
    shown = client.get(board_of(match))
    give_up_sheet(sheet, actor=SERVICE)
    cache.clear()
    after = client.get(board_of(match), headers={"If-None-Match": shown["ETag"]})
    assert b"<svg" in shown.content
    assert (after.status_code, after.content) == (200, b"")


def test_watching_names_nobody_by_the_remarks_of_the_table(client: Client) -> None:
    match = table(2)
    sheet = sheet_at(match)
    written(sheet, Note("r", "remark", text="Petr came late."))
    written(sheet, *noted(("A", "a1=1")))
    content = client.get(board_of(match)).content.decode()
    assert "Petr" not in content
    assert "a1=1" not in content


def test_watching_points_by_hand_are_shown_as_sums(client: Client) -> None:
    match = table(2)
    sheet = sheet_at(match, way="plain")
    written(sheet, *noted(("A", "points 33"), ("B", "points 44"), kind="score"))
    shown = plain(client.get(board_of(match)).content.decode())
    assert "33" in shown
    assert "44" in shown


def test_watching_is_linked_from_the_tables_of_the_event(client: Client) -> None:
    match = table(2)
    event = reverse("event", args=[match.event_id])
    before = text_of(client, event)
    sheet_at(match)
    content = client.get(event).content.decode()
    assert "Watch" not in before
    assert f"{page_of(match)}#watched" in content


def test_watching_of_drafts_and_other_events_there_is_none(client: Client) -> None:
    match, elsewhere = table(2), table(2)
    sheet_at(match)
    parts = {"language": "en", "pk": elsewhere.event_id, "match": match.pk}
    assert text_of(client, reverse("live-board", kwargs=parts), status=404) == ""
    assert text_of(client, board_of(match))
    Event.objects.filter(pk=match.event_id).update(status=Event.Status.DRAFT)
    cache.clear()
    assert text_of(client, board_of(match), status=404) == ""
