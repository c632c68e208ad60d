"""What somebody at a table does about a result: the personal part of the match's page."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.events.queries.entries import entry_names
from league.models import Confirmation, Event, Match, Result, Submission
from league.permissions import SERVICE, Actor
from league.results.queries import entries_at
from league.results.services.rulings import Decision, rule
from league.results.services.seats import leave_seat
from league.results.services.verification import verify_submission
from tests.factories.events import enter
from tests.factories.figures import figures_of
from tests.factories.phones import HTMX, phone_at, phone_with, typed_points
from tests.factories.submissions import hand_in, hand_in_record, points_of
from tests.factories.tables import record_of, seat_at, table
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table(2)


def panel(client: Client, match: Match) -> str:
    return client.get(reverse("match-now", args=[match.pk])).content.decode()


def kinds(client: Client, match: Match) -> list[str]:
    now = client.get(reverse("match-now", args=[match.pk])).context["now"]
    return [game.kind for game in now.pressing] if now else []


def confirm(client: Client, match: Match, submission: Submission, digest: str = "") -> Any:
    sent = {"submission": submission.pk, "digest": digest or submission.digest}
    return client.post(reverse("match-confirm", args=[match.pk]), sent, follow=True)


def test_others_are_told_nothing(match: Match) -> None:
    hand_in(match, 200, 150)
    for client in (Client(), phone_with(match.code)):
        assert kinds(client, match) == []
        assert "Is it right?" not in panel(client, match)
        assert (
            "Yes, that is right"
            not in client.get(reverse("match", args=[match.pk])).content.decode()
        )


def test_nothing_handed_in_asks_for_it(match: Match) -> None:
    client = phone_at(match, "A")
    content = client.get(reverse("match", args=[match.pk]), headers={"Accept-Language": "en"})
    assert kinds(client, match) == ["open"]
    assert reverse("hand-in", args=[match.pk]) in content.content.decode()


def test_author_waits_and_the_opponent_is_asked(match: Match) -> None:
    one, other = phone_at(match, "A"), phone_at(match, "B")
    hand_in(match, 200, 150)
    assert (kinds(one, match), kinds(other, match)) == (["waiting"], ["asked"])
    content = panel(other, match)
    assert "Yes, that is right" in content
    assert "200" in content
    assert "Yes, that is right" not in panel(one, match)


def test_panel_follows_the_live_part(match: Match) -> None:
    client = phone_at(match, "B")
    before = client.get(reverse("match", args=[match.pk])).content.decode()
    assert f'data-live-personal="{reverse("match-now", args=[match.pk])}"' in before
    hand_in(match, 200, 150)
    after = client.get(reverse("match", args=[match.pk])).content.decode()
    assert before.count("data-step=") == after.count("data-step=") == 1
    match.refresh_from_db()
    assert f':{match.version}"' in after
    assert f':{match.version}"' not in before


def test_panel_takes_few_queries(match: Match, django_assert_num_queries: Any) -> None:
    client = phone_at(match, "B")
    hand_in(match, 200, 150)
    with django_assert_num_queries(13):
        shown = panel(client, match)
    assert "200" in shown


def test_one_tap_confirms_and_the_result_counts(match: Match) -> None:
    client = phone_at(match, "B")
    submission = hand_in(match, 200, 150)
    confirm(client, match, submission)
    result = Result.objects.get()
    assert (result.ground, result.grade) == ("confirmed", "confirmed")
    assert kinds(client, match) == ["accepted"]
    assert 'data-state="confirmed"' in panel(client, match)


def test_second_tap_changes_nothing(match: Match) -> None:
    client = phone_at(match, "B")
    submission = hand_in(match, 200, 150)
    confirm(client, match, submission)
    confirm(client, match, submission)
    assert (Result.objects.count(), Confirmation.objects.count()) == (1, 1)


def test_something_else_than_what_was_seen_is_not_confirmed(match: Match) -> None:
    submission = hand_in(match, 200, 150)
    content = confirm(phone_at(match, "B"), match, submission, digest="f" * 64).content.decode()
    assert "Somebody changed this in the meantime" in content
    assert Confirmation.objects.count() == 0


def test_version_of_an_earlier_time_is_not_confirmed(match: Match) -> None:
    client = phone_at(match, "B")
    submission = hand_in(match, 200, 150)
    rule(match, Decision("replay"), actor=Actor(), reason="Once more")
    content = confirm(client, match, submission).content.decode()
    assert "An official has reopened this table since." in content
    assert kinds(client, match) == ["open"]


def test_version_that_was_corrected_since_is_not_confirmed(match: Match) -> None:
    client = phone_at(match, "B")
    seen = hand_in(match, 200, 150)
    hand_in(match, 210, 150)
    content = confirm(client, match, seen).content.decode()
    assert "This version was corrected in the meantime." in content
    assert (kinds(client, match), Confirmation.objects.count()) == (["asked"], 0)


def test_version_beside_the_one_that_counts_is_not_confirmed(match: Match) -> None:
    client = phone_at(match, "B")
    seen = hand_in(match, 200, 150)
    enter(match, 190, 150)
    content = confirm(client, match, seen).content.decode()
    assert "Another result already counts." in content


def test_nobody_confirms_what_they_handed_in(match: Match) -> None:
    submission = hand_in(match, 200, 150)
    content = confirm(phone_at(match, "A"), match, submission).content.decode()
    assert "Somebody else at the table has to confirm" in content
    assert Result.objects.count() == 0


@pytest.mark.parametrize("route", ["match-confirm", "match-take-rules"])
def test_acts_are_posted(match: Match, route: str) -> None:
    assert phone_at(match, "A").get(reverse(route, args=[match.pk])).status_code == 405


def test_version_of_another_match_is_not_found(match: Match) -> None:
    submission = hand_in(table(2), 200, 150)
    sent = {"submission": submission.pk, "digest": submission.digest}
    response = phone_at(match, "A").post(reverse("match-confirm", args=[match.pk]), sent)
    assert response.status_code == 404
    assert not Confirmation.objects.exists()


def test_record_is_looked_at_before_it_is_asked_about(match: Match) -> None:
    client = phone_at(match, "B")
    submission = hand_in_record(match, record_of(players=2), is_verified=False)
    content = panel(client, match)
    assert "The record is being checked" in content
    assert "Yes, that is right" not in content
    verify_submission(submission.pk)
    content = panel(client, match)
    assert "Yes, that is right" in content
    assert 'data-state="verified"' in content


def test_different_versions_are_shown_side_by_side(match: Match) -> None:
    one, other = phone_at(match, "A"), phone_at(match, "B")
    first, second = hand_in(match, 200, 150), hand_in(match, 190, 150, by="B")
    assert kinds(one, match) == kinds(other, match) == ["disputed"]
    content = panel(one, match)
    name = entry_names(match.event)[first.seating["A"]]
    assert f"<li>{name}: 200 / 190</li>" in content
    assert content.count("Agree with this version") == 1
    confirm(one, match, second)
    assert Result.objects.get().submission == second
    assert first != second


def test_dispute_shows_only_whose_figures_differ() -> None:
    match = table(4, game="kaleidoskop")
    said = figures_of(match)
    hand_in(match, figures=said)
    entry = entries_at(match)[2]
    red = said[entry]["red"]
    other = {**said, entry: {**said[entry], "red": red + 1}}
    hand_in(match, by="B", figures=other)
    content = panel(phone_at(match, "D"), match)
    names = entry_names(match.event)
    assert f"<li>{names[entry]}: Red {red} / {red + 1}</li>" in content
    rows = re.findall(r'<span class="seat-letter">(.)</span>', content)
    assert rows == ["C", "C"]


def test_dispute_about_everything_is_said_in_one_sentence() -> None:
    match = table(4, game="kaleidoskop")
    said = figures_of(match)
    hand_in(match, figures=said)
    hand_in(match, by="B", figures=dict(zip(said, reversed(said.values()), strict=True)))
    assert "<li>The final scores differ.</li>" in panel(phone_at(match, "D"), match)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"termination": "time"}, "They differ about whether time was called."),
        ({"seating": "turned"}, "They differ about who sat where, or who came."),
    ],
)
def test_dispute_names_what_differs(match: Match, change: dict[str, str], said: str) -> None:
    first = hand_in(match, 200, 150)
    seating = {"A": first.seating["B"], "B": first.seating["A"]}
    hand_in(
        match,
        *(200, 150),
        by="B",
        seating=seating if "seating" in change else first.seating,
        termination=change.get("termination", "normal"),
    )
    assert phone_at(match, "A").get(reverse("match-now", args=[match.pk])).context["now"].games[
        0
    ].differences == [said]


def test_illegal_record_leads_to_the_verdict_and_to_a_correction(match: Match) -> None:
    record = record_of(players=2).splitlines()
    submission = hand_in_record(match, "\n".join(record[:8]))
    client = phone_at(match, "A")
    assert kinds(client, match) == ["contradicted"]
    content = panel(client, match)
    assert f"from={submission.pk}" in content
    assert "Take what the rules give" not in content
    answer = confirm(phone_at(match, "B"), match, submission).content.decode()
    assert "The rules contradict this version, so nobody can confirm it." in answer
    assert not Confirmation.objects.exists()


def test_what_the_rules_give_is_taken_by_one_tap(match: Match) -> None:
    figures = points_of(match, 300, 301)
    submission = hand_in_record(match, record_of(players=2), figures=figures)
    client = phone_at(match, "A")
    assert "Take what the rules give" in panel(client, match)
    sent = {"submission": submission.pk, "digest": submission.digest, "client_key": "rules-1"}
    for _twice in range(2):
        client.post(reverse("match-take-rules", args=[match.pk]), sent)
    taken = Submission.objects.exclude(pk=submission.pk).get()
    assert (taken.claims, taken.record, taken.basis) == ({}, submission.record, submission)
    assert kinds(client, match) == ["waiting"]


def test_phone_that_speaks_for_both_sides_is_told_who_confirms(match: Match) -> None:
    client = phone_at(match, "A")
    seat_b = seat_at(match, "B")
    client.post(reverse("seat-take", args=[seat_b.pk]), {"beside": "1"})
    client.post(reverse("hand-in", args=[match.pk]), typed_points(match, 200, 150))
    said = text_of(client, reverse("match-now", args=[match.pk]))
    assert "is one voice: an official confirms." in said
    assert "still to confirm" not in said
    assert "Pass this phone round" not in said


def test_event_where_officials_accept_says_so() -> None:
    match = table(2, confirmation=Event.Confirmation.OFFICIALS)
    client = phone_at(match, "A")
    hand_in(match, 200, 150)
    assert "an official accepts every result" in panel(client, match)


@pytest.mark.parametrize(
    ("rules", "is_told"),
    [
        ({"accepts_after_min": 10}, True),
        ({"accepts_after_min": None}, False),
        ({"accepts_after_min": 10, "confirmation": Event.Confirmation.OFFICIALS}, False),
    ],
)
def test_deadline_is_told_to_both_sides(rules: dict[str, Any], is_told: bool) -> None:
    match = table(2, **rules)
    phones = [phone_at(match, letter) for letter in "AB"]
    hand_in(match, 200, 150)
    words = "If nobody objects, it counts 10 minutes after it was handed in."
    assert [words in panel(phone, match) for phone in phones] == [is_told, is_told]


def test_games_of_a_match_stand_each_for_itself() -> None:
    match = table(2, games_per_match=3)
    client = phone_at(match, "B")
    enter(match, 200, 150, game=1)
    hand_in(match, 200, 150, game=2)
    now = client.get(reverse("match-now", args=[match.pk])).context["now"]
    assert [(game.number, game.kind) for game in now.pressing] == [(2, "asked"), (3, "open")]
    assert now.primary == 2
    assert panel(client, match).count("button primary") == 1


# --- Pass the phone ------------------------------------------------------------------------------


def pass_address(match: Match) -> str:
    return reverse("match-pass", args=[match.pk])


def tap(client: Client, match: Match, submission: Submission, entry: str) -> Any:
    sent = {"submission": submission.pk, "digest": submission.digest, "entry": entry}
    return client.post(pass_address(match), sent, follow=True)


def test_phone_passed_round_asks_each_other_side_by_name() -> None:
    match = table(3)
    client = phone_at(match, "A")
    hand_in(match, 200, 150, 100)
    response = client.get(pass_address(match))
    assert [side.entry for side in response.context["sides"]] == list(entries_at(match)[1:])
    assert response.content.decode().count("this is right") == 2


def test_tap_on_the_own_name_confirms_at_the_table(match: Match) -> None:
    client = phone_at(match, "A")
    submission = hand_in(match, 200, 150)
    response = tap(client, match, submission, entries_at(match)[1])
    assert Confirmation.objects.get().how == "table"
    assert Result.objects.get().grade == "at_table"
    assert response.redirect_chain == [(reverse("match", args=[match.pk]), 302)]
    assert 'data-state="at_table"' in panel(client, match)
    assert "confirmed at the table" in panel(client, match)


def test_phone_goes_on_until_all_have_confirmed() -> None:
    match = table(3, confirmation=Event.Confirmation.ALL)
    client = phone_at(match, "A")
    submission = hand_in(match, 200, 150, 100)
    response = tap(client, match, submission, entries_at(match)[1])
    assert [side.has_agreed for side in response.context["sides"]] == [True, False]
    tap(client, match, submission, entries_at(match)[2])
    assert Result.objects.get().grade == "at_table"


def test_side_with_a_phone_of_its_own_confirms_there(match: Match) -> None:
    client = phone_at(match, "A")
    phone_at(match, "B")
    submission = hand_in(match, 200, 150)
    content = client.get(pass_address(match)).content.decode()
    assert "has a phone here" in content
    assert "this is right" not in content
    said = tap(client, match, submission, entries_at(match)[1]).content.decode()
    assert "Another phone holds this seat" in said
    assert Confirmation.objects.count() == 0


def test_event_may_forbid_passing_the_phone() -> None:
    match = table(2, confirms_at_table=False)
    client = phone_at(match, "A")
    submission = hand_in(match, 200, 150)
    assert pass_address(match) not in panel(client, match)
    said = tap(client, match, submission, entries_at(match)[1]).content.decode()
    assert "everybody confirms on a phone of their own" in said
    assert Confirmation.objects.count() == 0


def test_author_is_not_asked_on_the_phone_passed_round(match: Match) -> None:
    client = phone_at(match, "B")
    submission = hand_in(match, 200, 150, by="A")
    assert client.get(pass_address(match)).context["sides"] == []
    said = tap(client, match, submission, entries_at(match)[0]).content.decode()
    assert "Somebody else at the table has to confirm" in said


def test_nothing_to_pass_leads_back(match: Match) -> None:
    response = phone_at(match, "A").get(pass_address(match))
    assert response.headers["Location"] == reverse("match", args=[match.pk])


def test_page_of_the_phone_takes_few_queries(match: Match, django_assert_num_queries: Any) -> None:
    client = phone_at(match, "A")
    hand_in(match, 200, 150)
    with django_assert_num_queries(16):
        shown = text_of(client, pass_address(match))
    assert "200" in shown


@pytest.mark.parametrize("route", ["match-confirm", "match-take-rules", "match-pass", "hand-in"])
def test_phone_whose_seat_another_one_has_is_sent_to_the_seats(match: Match, route: str) -> None:
    phone = phone_at(match, "B")
    version = hand_in(match, 200, 150)
    leave_seat(seat_at(match, "B"), actor=SERVICE)
    sent = {"submission": version.pk, "digest": version.digest}
    page = phone.post(reverse(route, args=[match.pk]), sent, follow=True)
    assert page.redirect_chain == [(reverse("match", args=[match.pk]), 302)]
    assert "take your seat" in page.content.decode()
    by_htmx = phone.post(reverse(route, args=[match.pk]), sent, headers=HTMX)
    assert by_htmx.headers["HX-Redirect"] == reverse("match", args=[match.pk])


def test_one_table_takes_the_rules_only_so_often(match: Match, settings: Any) -> None:
    settings.RATES = {**settings.RATES, "hand-in": (1, 600)}
    phone = phone_at(match, "A")
    wrong = hand_in_record(match, record_of(players=2), figures=points_of(match, 300, 300))
    sent = {"submission": wrong.pk, "digest": wrong.digest}
    for number in ("1", "2", "3"):
        address = reverse("match-take-rules", args=[match.pk])
        phone.post(address, {**sent, "client_key": number})
    assert Submission.objects.count() == 2
