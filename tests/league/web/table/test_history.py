"""What was done about a result: the history of a match, two versions compared, the match itself."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.clubs.services.players import erase_player
from league.events.queries.entries import entry_names
from league.models import Confirmation, Match, Official, Ruling
from league.permissions import SERVICE, Actor
from league.results.queries import seating_of
from league.results.services.rulings import Decision, rule
from league.results.services.submissions import take_what_the_rules_give
from league.results.services.verification import verify_submission
from league.sheets.services.sheets import hand_in_sheet
from tests.conftest import OpenPage
from tests.factories import make_user
from tests.factories.events import marks_of
from tests.factories.sheets import by_hand, ended, sheet_at
from tests.factories.submissions import confirm, hand_in, hand_in_record, points_of
from tests.factories.tables import record_of, seat_at, table
from tests.league.web.reading import plain, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def disputed() -> Match:
    """A record against a changed one, the first confirmed at the table; then a ruling."""
    match = table(3)
    record = record_of(players=3)
    first = hand_in_record(match, record)
    turned = dict(zip("ABC", reversed(list(seating_of(match).values())), strict=True))
    hand_in_record(match, record.rpartition("\nA ")[0], seating=turned, by="B")
    confirm(first, "C", how=Confirmation.How.TABLE)
    return match


def test_history_tells_who_did_what_and_what_changed(client: Client, disputed: Match) -> None:
    names = entry_names(disputed.event)
    a, b, c = (names[entry] for entry in seating_of(disputed).values())
    text = text_of(client, reverse("match-history", args=[disputed.pk]))
    assert "disputed Version 1 " in text
    assert re.search(rf"Version 1 Handed in by {a} , seat A · .*? verified .*?Seat and name", text)
    assert f"Confirmed by {c} , seat C, at the table" in text
    assert re.search(rf"Version 2 Handed in by {b} , seat B · .*? contradicted", text)
    assert f"They sat differently from the pairing: A {c} , B {b} , C {a}" in text
    assert "Against version 1: Other people sit at: A, C The records differ at: " in text
    assert re.search(r"A \S.* now \(the record has ended\)", text)
    assert not re.search(r"\b" + disputed.pk + r"\b", text)


def test_history_shows_rulings_and_private_remarks_to_officials_alone(
    client: Client, disputed: Match
) -> None:
    judge = make_user()
    Official.objects.create(event=disputed.event, user=judge, role=Official.Role.ARBITER)
    marks = marks_of(disputed, 50, 40, 30)
    first = Decision(Ruling.Kind.SCORES, marks=marks)
    rule(disputed, first, actor=Actor(user=judge), reason="Both agreed.", private="He shouted.")
    second = Decision(Ruling.Kind.ACCEPT, submission=disputed.submissions.first())
    rule(disputed, second, actor=Actor(user=judge), reason="The sheet was found.")
    public = text_of(client, reverse("match-history", args=[disputed.pk]))
    match_page = text_of(client, reverse("match", args=[disputed.pk]))
    client.force_login(judge)
    official = text_of(client, reverse("match-history", args=[disputed.pk]))
    for text in (public, official):
        assert re.search(
            r"An official ruled: scores are set .*? Both agreed\. .*?no longer counts "
            r"ruled .*? An official ruled: a version is accepted .*? The sheet was found\. "
            r"counts verified",
            text,
        )
        assert judge.username not in text
    assert ("He shouted." in public, "He shouted." in official) == (False, True)
    assert "He shouted." not in match_page
    assert "Both agreed." in match_page


def test_history_of_a_table_without_acts_says_so(client: Client) -> None:
    assert "Nothing was handed in yet" in text_of(
        client, reverse("match-history", args=[table(2).pk])
    )


def test_history_tells_of_a_game_that_is_played_again(client: Client) -> None:
    match = table(2)
    hand_in_record(match, record_of(players=2))
    rule(match, Decision(Ruling.Kind.REPLAY), actor=SERVICE, reason="The bag was short.")
    text = text_of(client, reverse("match-history", args=[match.pk]))
    assert "history: the game is played again" in text
    page = text_of(client, reverse("match", args=[match.pk]))
    assert "The game is played again: hand in its result." in page
    assert "The bag was short." in page


def test_history_names_nobody_who_was_erased(client: Client, disputed: Match) -> None:
    player = seat_at(disputed, "A").player
    before = text_of(client, reverse("match-history", args=[disputed.pk]))
    assert player.public_name in before
    name = player.public_name
    erase_player(player, actor=SERVICE)
    after = text_of(client, reverse("match-history", args=[disputed.pk]))
    assert name not in after
    assert "seat A" in after


def test_comparison_shows_the_first_line_where_they_part(client: Client) -> None:
    match = table(2)
    record = record_of(players=2)
    hand_in_record(match, record)
    other = record.replace("B h9=7 =12", "B h7=7 =12")
    hand_in_record(match, other, by="B")
    page = client.get(reverse("match-compare", args=[match.pk])).content.decode()
    text = plain(page)
    assert "They share 7 lines; this is the first that differs." in text
    assert "6 B h9=7 =12 6 B h7=7 =12" in text
    assert "The board before the difference." in text
    assert page.count('class="board"') == 1


def test_comparison_of_chosen_versions(client: Client) -> None:
    match = table(2)
    first = hand_in(match, 309, 307)
    hand_in(match, 309, 308, by="B")
    third = hand_in(match, 305, 308, by="B")
    names = entry_names(match.event)
    a, b = (names[entry] for entry in seating_of(match).values())
    chosen = f"?a={first.pk}&b={third.pk}"
    text = text_of(client, reverse("match-compare", args=[match.pk]) + chosen)
    assert (
        f"Name Version 1 Version 3 {b} 307 2nd ≠ differs 308 1st {a} 309 1st ≠ differs 305 2nd"
        in text
    )
    newest = text_of(client, reverse("match-compare", args=[match.pk]))
    assert "Name Version 2 Version 3" in newest


def test_comparison_of_one_version_has_nothing_to_show(client: Client) -> None:
    match = table(2)
    hand_in(match, 309, 307)
    text = text_of(client, reverse("match-compare", args=[match.pk]))
    assert "No two versions differ" in text


def test_comparison_of_versions_of_another_match_does_not_exist(client: Client) -> None:
    match, other = table(2), table(2)
    mine = hand_in(match, 309, 307)
    theirs = hand_in(other, 309, 307)
    address = reverse("match-compare", args=[match.pk])
    found = [
        client.get(f"{address}?a={mine.pk}&b={each}").status_code
        for each in (mine.pk, theirs.pk, "bbbbbbbbbb", "")
    ]
    assert found == [200, 404, 404, 404]


def test_match_page_lists_versions_with_their_verdicts(client: Client, disputed: Match) -> None:
    text = text_of(client, reverse("match", args=[disputed.pk]))
    assert "Two versions stand against each other. See where they differ" in text
    assert re.search(r"Version 1 verified Handed in by .*? Version 2 contradicted Handed in", text)


@pytest.mark.parametrize(("how", "grade"), [("phone", "confirmed"), ("table", "at_table")])
def test_match_page_shows_the_grade_of_what_counts(
    client: Client, how: Confirmation.How, grade: str
) -> None:
    match = table(2)
    submission = hand_in(match, 309, 307)
    confirm(submission, "B", how=how)
    routes = {
        reverse("match", args=[match.pk]),
        reverse("round", args=[match.round_id]),
        reverse("event", args=[match.event_id]),
    }
    for address in routes:
        assert f'data-state="{grade}"' in client.get(address).content.decode()
    projected = client.get(reverse("event-projector", args=[match.event_id])).content.decode()
    assert f"icons.svg#{grade}" in re.sub(r"icons\.\w+\.svg", "icons.svg", projected)


def test_match_page_tells_that_points_were_kept_on_a_sheet(client: Client) -> None:
    match = table(2)
    sheet = by_hand(sheet_at(match, way="plain"), 350, 320)
    version = hand_in_sheet(ended(sheet), actor=SERVICE, seat=seat_at(match, "A"))
    confirm(version)
    text = text_of(client, reverse("match", args=[match.pk]))
    assert "accepted kept on a sheet" in text
    assert re.search(r"Version 1 kept on a sheet .*? without a referee\. See the score sheet", text)
    said = text_of(client, reverse("submission", args=[version.pk]))
    assert "Points added up on a score sheet while the game was played." in said


def test_match_page_of_a_round_tells_how_many_results_are_proved(client: Client) -> None:
    match = table(2)
    confirm(hand_in_record(match, record_of(players=2)), "B")
    text = text_of(client, reverse("round", args=[match.round_id]))
    assert "All results are in · 1 of 1 result proved" in text


def test_match_page_taking_what_the_rules_give_is_another_version(client: Client) -> None:
    match = table(2)
    wrong = hand_in_record(match, record_of(players=2), figures=points_of(match, 640, 639))
    right = take_what_the_rules_give(wrong, actor=SERVICE, seat=seat_at(match, "A"), client_key="k")
    verify_submission(right.pk)
    text = text_of(client, reverse("match-history", args=[match.pk]))
    assert "Against version 1: Other scores are claimed." in text
    assert "handed in" in text_of(client, reverse("match", args=[match.pk]))


def test_queries_do_not_grow_with_what_was_done(open_page: OpenPage) -> None:
    for acts in (1, 6):
        match = table(3)
        for number in range(acts):
            hand_in(match, 309, 308, 200 + number)
            confirm(hand_in_record(match, record_of(number, players=3), by="B"), "C")
        last = match.submissions.latest("number")
        pages = {
            reverse("submission", args=[last.pk]): ("Final scores", 12),
            reverse("submission-verdict", args=[last.pk]): ("verified", 11),
            reverse("match-history", args=[match.pk]): ("History", 12),
            reverse("match-compare", args=[match.pk]): ("Two versions of table 1", 12),
        }
        for address, (shows, queries) in pages.items():
            cache.clear()
            open_page(address, queries=queries, shows=shows)
