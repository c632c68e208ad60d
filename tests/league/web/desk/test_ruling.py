"""The page on which an official settles a game: three steps of one form."""

from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from league.events.services.rounds import close_round
from league.models import Match, Official, Remark, Ruling, Stage
from league.permissions import SERVICE
from league.results.services.rulings import Decision, rule
from tests.conftest import OpenPage
from tests.factories import make_user
from tests.factories.events import drawn_round, enter, entries_at, published_round, running_event
from tests.factories.submissions import confirm, hand_in, hand_in_record
from tests.factories.tables import broken_record, event_of_scores, lawful_record, seat_at
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


def refereed(client: Client, stage: Stage) -> Match:
    user = make_user()
    Official.objects.create(event=stage.event, user=user, role=Official.Role.ARBITER)
    client.force_login(user)
    return published_round(stage).matches.get(table=1)


def address(match: Match, route: str = "match-rule") -> str:
    return reverse(route, args=[match.pk])


def text(response: HttpResponse) -> str:
    """As it is read: entities as letters, white space as single spaces."""
    return unescape(" ".join(response.content.decode().split()))


def page(client: Client, match: Match, **given: object) -> str:
    return text(client.get(address(match), given))


def send(client: Client, match: Match, *scores: object, **given: object) -> HttpResponse:
    """What the form sends: by default scores in the order of the seats."""
    match.refresh_from_db()
    entries = entries_at(match)
    sent = {
        "step": "look",
        "kind": "scores",
        "reason": "Counted again.",
        "version": match.version,
        "game": 1,
        **{f"mark-{e}": score for e, score in zip(entries, scores, strict=False)},
        **{f"seat-{letter}": e for letter, e in zip("ABCD", entries, strict=False)},
        **given,
    }
    return client.post(address(match), sent)


def test_page_shows_versions_side_by_side(client: Client) -> None:
    match = refereed(client, event_of_scores())
    hand_in(match, 40, 35, 20, 10, by="A")
    second = hand_in(match, 40, 36, 20, 10, by="B")
    confirm(second, "C")
    shown = page(client, match)
    assert ("Version 1" in shown, "Version 2" in shown, "Version 3" in shown) == (
        True,
        True,
        False,
    )
    assert f"1. {seat_at(match).player.full_name}: 40 35 20 10" in shown
    assert "Confirmed by" in shown
    assert "disputed" in shown
    assert shown.count("button primary") == 1


def test_page_names_what_the_rules_say(client: Client) -> None:
    match = refereed(client, running_event(4))
    hand_in_record(match, broken_record(match))
    shown = page(client, match)
    assert "The record breaks a rule of the game. Line 4:" in shown
    assert "came faster than it can be played" in shown


@pytest.mark.parametrize("versions", [1, 4])
def test_ruling_page_takes_few_queries(client: Client, open_page: OpenPage, versions: int) -> None:
    match = refereed(client, event_of_scores())
    for number in range(versions):
        hand_in(match, 40 + number, 35, 20, 10, by="ABCD"[number])
    open_page(address(match), queries=20, shows=f"Version {versions}")


def test_page_offers_only_what_can_be(client: Client) -> None:
    match = refereed(client, event_of_scores())
    shown = page(client, match)
    kinds = [kind for kind in Ruling.Kind.values if f'name="kind" value="{kind}"' in shown]
    assert kinds == ["scores", "forfeit", "replay", "time"]
    enter(match, 4, 3, 2, 1)
    close_round(match.round, actor=SERVICE)
    shown = page(client, match)
    kinds = [kind for kind in Ruling.Kind.values if f'name="kind" value="{kind}"' in shown]
    assert kinds == ["accept", "scores", "forfeit", "time"]


def test_page_record_stands_ready_to_be_corrected(client: Client) -> None:
    match = refereed(client, running_event(4))
    wrong = hand_in_record(match, broken_record(match), by="A")
    hand_in_record(match, lawful_record(match, seed=2), by="B")
    shown = client.get(address(match), {"kind": "edit", "basis": wrong.pk})
    form = shown.context["form"]
    assert form["record"].value() == wrong.record
    assert form["basis"].value() == wrong.pk


def test_ruling_page_is_not_for_players(client: Client) -> None:
    match = refereed(client, event_of_scores())
    client.force_login(make_user())
    assert "This page is not open to you" in text_of(client, address(match), status=403)


def test_preview_says_who_moves_and_writes_nothing(client: Client) -> None:
    match = refereed(client, event_of_scores())
    enter(match, 40, 30, 20, 10)
    shown = text(send(client, match, 30, 40, 20, 10))
    assert "2nd → 1st place, 7 → 11 points" in shown
    assert "Apply this ruling" in shown
    assert shown.count("button primary") == 1
    assert not Ruling.objects.exists()


def test_preview_says_that_nothing_changes(client: Client) -> None:
    match = refereed(client, event_of_scores())
    enter(match, 40, 30, 20, 10)
    assert "Nothing changes: places and points stay" in text(send(client, match, 4, 3, 2, 1))


def test_preview_says_what_happens_to_later_drafts(client: Client) -> None:
    stage = event_of_scores()
    match = refereed(client, stage)
    enter(match, 40, 30, 20, 10)
    close_round(match.round, actor=SERVICE)
    drawn_round(stage)
    shown = text(send(client, match, 30, 40, 20, 10))
    assert "The draft of round 2 is drawn again." in shown


def test_preview_says_what_playing_again_voids(client: Client) -> None:
    match = refereed(client, event_of_scores())
    confirm(hand_in(match, 40, 35, 20, 10))
    shown = text(send(client, match, kind="replay"))
    assert "The result that counts now will no longer count." in shown
    assert "1 version and its confirmations become history." in shown


def test_preview_keeps_what_was_typed_through_every_step(client: Client) -> None:
    match = refereed(client, running_event(4))
    hand_in_record(match, broken_record(match))
    typed = {
        "kind": "scores",
        "scores_by": "marks",
        "record": "A very long story;\nwith lines",
        "reason": "Because <b>so</b>.",
        "private": "Only for us",
    }
    looked = send(client, match, 4, 3, 2, "1+", **typed)
    sent_again = dict(looked.context["form"].typed())
    assert {name: sent_again[name] for name in typed} == typed
    changed = client.post(
        address(match), {**sent_again, "version": match.version, "step": "change"}
    )
    form = changed.context["form"]
    assert {name: form[name].value() for name in typed} == typed
    assert [form[f"mark-{e}"].value() for e in entries_at(match)] == ["4", "3", "2", "1+"]
    assert not form.errors


def test_preview_forfeit_needs_no_score_of_who_stays_alone(client: Client) -> None:
    match = refereed(client, event_of_scores(2, stage={"kind": "swiss"}))
    gone = f"gone-{entries_at(match)[0]}"
    shown = text(send(client, match, "", "", kind="forfeit", **{gone: "on"}))
    assert "Apply this ruling" in shown


@pytest.mark.parametrize(
    ("scores", "given", "said"),
    [
        ((4, 3, 2, ""), {}, "Missing."),
        ((4, 3, 2, "many"), {}, "Neither a number nor x."),
        ((4, 3, 2, 1), {"reason": " "}, "This field is required."),
        ((4, 3, 2, 1), {"kind": "forfeit"}, "Say who did not come or gave up."),
        ((4, 3, 2, 1), {"kind": "accept"}, "Choose the version to accept."),
        ((4, 3, 2, 1), {"seat-A": ""}, "Each seat from A on is for one person"),
    ],
    ids=["missing", "no number", "no reason", "nobody gone", "no version", "no seat"],
)
def test_preview_faults_are_said_and_nothing_is_lost(
    client: Client, scores: Any, given: dict[str, str], said: str
) -> None:
    match = refereed(client, event_of_scores())
    hand_in(match, 9, 8, 7, 6, by="A")
    hand_in(match, 9, 8, 7, 5, by="B")
    response = send(client, match, *scores, **given)
    assert response.status_code in (400, 422)
    assert said in text(response)
    form = response.context["form"]
    assert [form[f"mark-{e}"].value() for e in entries_at(match)] == list(map(str, scores))


def test_apply_ruling_counts_and_its_reason_is_kept(client: Client) -> None:
    match = refereed(client, event_of_scores())
    response = send(client, match, 4, 3, 2, 1, step="apply", private="They quarrelled.")
    assert response.headers["Location"] == reverse("match", args=[match.pk])
    match.refresh_from_db()
    assert match.state == Match.State.ACCEPTED
    remark = Remark.objects.get()
    assert (remark.reason, remark.private) == ("Counted again.", "They quarrelled.")


def test_apply_old_page_is_refused_with_what_changed_and_can_be_applied_then(
    client: Client,
) -> None:
    match = refereed(client, event_of_scores())
    version = match.version
    confirm(hand_in(match, 40, 35, 20, 10))
    response = send(client, match, 4, 3, 2, 1, step="apply", version=version)
    shown = text(response)
    assert response.status_code == 409
    assert "handed in a version." in shown
    assert "confirmed." in shown
    assert not Ruling.objects.exists()
    match.refresh_from_db()
    assert f'name="version" value="{match.version}"' in shown
    sent = dict(response.context["form"].typed())
    client.post(address(match), {**sent, "version": match.version, "step": "apply"})
    assert Ruling.objects.get().kind == Ruling.Kind.SCORES


def test_apply_version_is_accepted(client: Client) -> None:
    match = refereed(client, event_of_scores())
    first = hand_in(match, 40, 35, 20, 10, by="A")
    hand_in(match, 40, 36, 20, 10, by="B")
    send(client, match, kind="accept", submission=first.pk, step="apply")
    assert match.games.get().result.submission == first


def test_apply_record_is_corrected(client: Client) -> None:
    match = refereed(client, running_event(4))
    wrong = hand_in_record(match, broken_record(match))
    right = lawful_record(match)
    sent = {"kind": "edit", "basis": wrong.pk, "record": right.replace("\n", "\r\n")}
    refused = send(client, match, **{**sent, "record": broken_record(match)})
    assert refused.status_code == 422
    assert "The record breaks a rule of the game. Line 4:" in text(refused)
    send(client, match, step="apply", **sent)
    match.refresh_from_db()
    assert (match.state, match.grade) == (Match.State.ACCEPTED, "verified")
    assert match.games.get().result.submission.basis == wrong


def test_apply_second_game_of_a_match_is_settled(client: Client) -> None:
    match = refereed(client, event_of_scores(2, games_per_match=2, stage={"kind": "swiss"}))
    send(client, match, 4, 3, step="apply", game=2)
    assert [game.number for game in match.games.filter(result__isnull=False)] == [2]


def verdict(client: Client, match: Match, **given: object) -> str:
    seats = {f"seat-{letter}": e for letter, e in zip("ABCD", entries_at(match), strict=False)}
    sent = {"kind": "edit", "game": 1, **seats, **given}
    return text(client.post(address(match, "match-rule-verdict"), sent))


def test_verdict_while_typing_says_the_first_line_that_is_wrong(client: Client) -> None:
    match = refereed(client, running_event(4))
    shown = verdict(client, match, record=broken_record(match))
    assert "contradicted" in shown
    assert "Line 4:" in shown
    assert "<html" not in shown


def test_verdict_while_typing_gives_the_scores_of_a_lawful_one(client: Client) -> None:
    match = refereed(client, running_event(4))
    shown = verdict(client, match, record=lawful_record(match))
    assert "verified" in shown
    assert "(1.)" in shown
    assert "Hráč A1" in shown


def test_verdict_while_typing_scores_an_unfinished_one_when_time_was_called(client: Client) -> None:
    match = refereed(client, running_event(4))
    record = "\n".join(lawful_record(match).split("\n")[:14])
    assert "ends before the game is over" in verdict(client, match, record=record)
    assert "verified" in verdict(client, match, record=record, kind="time")


def test_verdict_while_typing_empty_one_asks_for_a_record(client: Client) -> None:
    match = refereed(client, running_event(4))
    assert "Write the record as it should be" in verdict(client, match, record=" ")
    assert not Ruling.objects.exists()


def test_words_are_taken_away(client: Client) -> None:
    match = refereed(client, event_of_scores())
    rule(match, Decision(Ruling.Kind.REPLAY), actor=SERVICE, reason="Jana cheated.")
    assert "Jana cheated." in page(client, match)
    client.post(address(match, "match-rule-blank"), {"remark": Remark.objects.get().pk})
    assert "Jana cheated." not in page(client, match)
    assert "the game is played again" in page(client, match)


def test_words_of_another_table_stay(client: Client) -> None:
    match = refereed(client, event_of_scores(8))
    other = match.round.matches.get(table=2)
    rule(other, Decision(Ruling.Kind.REPLAY), actor=SERVICE, reason="Wrong board.")
    client.post(address(match, "match-rule-blank"), {"remark": Remark.objects.get().pk})
    assert Remark.objects.get().reason == "Wrong board."


def test_page_of_a_table_leads_officials_here_and_nobody_else(client: Client) -> None:
    match = refereed(client, event_of_scores())
    where = reverse("match", args=[match.pk])
    assert address(match) in text(client.get(where))
    assert address(match) not in text(Client().get(where))
