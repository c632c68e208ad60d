"""A wrong winner at the desk: called, told what is at stake, decided, read by everybody."""

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Match, Ruling, Stage
from tests.factories import make_user
from tests.factories.events import played_round
from tests.league.events.test_knockout import seated
from tests.league.events.test_wrong_winners import at, case_at, flagged, found_out
from tests.league.web.desk.at_desk import address, desk, run
from tests.league.web.reading import plain, text_of

pytestmark = pytest.mark.django_db
WHY = "The slip was read upside down."


@pytest.fixture
def stage(client: Client) -> Stage:
    """1 beat 4 and won the final against 2; really 4 beat 1."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    stage = run(client, 4, stage={"kind": "knockout", "chain": ["BRACKET"], "places_played": 2})
    first = played_round(stage)
    played_round(stage)
    found_out(first.matches.get(slot="W1.1"))
    return stage


def page_of(match: Match) -> str:
    return reverse("match-wrong-winner", args=[match.pk])


def decide(client: Client, choice: str, **more: str) -> str:
    data = {"choice": choice, "reason": WHY, "mark": case_at("F1").mark, **more}
    return plain(client.post(page_of(at("F1")), data, follow=True).content.decode())


def test_console_and_desk_call_an_official(client: Client, stage: Stage) -> None:
    console = client.get(address("console", stage)).content.decode()
    assert page_of(at("F1")) in console
    assert "Table 1 needs you: Final" in plain(console)
    assert page_of(at("F1")) in desk(client, stage)


def test_page_tells_both_ways_beforehand(client: Client, stage: Stage) -> None:
    text = text_of(client, page_of(at("F1")))
    assert "The result of Semi-final 1 (table 1) was corrected." in text
    assert "Final, table 1: Hráč D4 takes the seat of Hráč A1 ." in text
    assert "Final: the result goes ( Hráč A1 199, Hráč B2 198 ). It stays in the history." in text
    assert "Final: open again until this is played." in text
    assert "Hráč D4 has the place that Hráč A1 would have." in text


def test_played_again_and_everybody_reads_why(client: Client, stage: Stage) -> None:
    assert "Those who belong there are seated." in decide(client, "again")
    assert seated(at("F1").round)["F1"] == [4, 2]
    visitor = Client(headers={"accept-language": "en"})
    told = text_of(visitor, reverse("match", args=[at("F1").pk]))
    assert "An official ruled: the right ones play instead" in told
    assert WHY in told
    bracket = text_of(visitor, address("event-bracket", stage) + "?round=2")
    assert f"the right ones play instead: {WHY}" in bracket


def test_let_stand_and_the_bracket_says_so(client: Client, stage: Stage) -> None:
    assert "It stands. Everybody can read why." in decide(client, "stand")
    assert (flagged(), seated(at("F1").round)["F1"]) == ([], [1, 2])
    visitor = Client(headers={"accept-language": "en"})
    bracket = text_of(visitor, address("event-bracket", stage) + "?round=2")
    assert f"those who played here stay in the bracket: {WHY}" in bracket
    told = visitor.get(f"/api/v1/events/{stage.event_id}/bracket").json()["slots"]
    assert {slot["slot"]: slot["ruled"] for slot in told} == {"W1.1": "", "W1.2": "", "F1": "stand"}


def test_without_a_reason_nothing_happens(client: Client, stage: Stage) -> None:
    response = client.post(
        page_of(at("F1")), {"choice": "again", "reason": "", "mark": case_at("F1").mark}
    )
    assert response.status_code == 422
    assert "Say why" in plain(response.content.decode())
    assert not Ruling.objects.filter(kind="again").exists()


def test_stale_page_keeps_what_was_typed(client: Client, stage: Stage) -> None:
    response = client.post(
        page_of(at("F1")), {"choice": "again", "reason": WHY, "mark": "of another day"}
    )
    assert response.status_code == 422
    text = response.content.decode()
    assert f'value="{WHY}"' in text
    assert "Something has changed here since." in plain(text)


def test_sent_twice_it_is_done_once(client: Client, stage: Stage) -> None:
    mark = case_at("F1").mark
    decide(client, "stand")
    data = {"choice": "stand", "reason": WHY, "mark": mark}
    again = client.post(page_of(at("F1")), data, follow=True)
    assert "This is decided already" in plain(again.content.decode())
    assert Ruling.objects.filter(kind="stand").count() == 1


def test_table_in_order_has_nothing_to_decide(client: Client, stage: Stage) -> None:
    semi_final = at("W1.2")
    assert client.get(page_of(semi_final)).headers["Location"] == reverse(
        "match", args=[semi_final.pk]
    )


def test_organisers_home_names_the_table(client: Client, stage: Stage) -> None:
    assert page_of(at("F1")) in client.get("/").content.decode()


def test_program_reads_and_decides(client: Client, stage: Stage) -> None:
    path = f"/api/v1/matches/{at('F1').pk}/wrong-winner"
    told = client.get(path).json()
    [table] = told["tables"]
    [change] = table["changes"]
    assert (table["slot"], change["comes_name"], told["can_be_played"]) == ("F1", "Hráč D.", True)
    decision = {"choice": "again", "reason": WHY, "mark": told["mark"]}

    def sent(by: Client, **more: str) -> int:
        return by.post(path, {**decision, **more}, content_type="application/json").status_code

    stranger = Client()
    stranger.force_login(make_user())
    assert sent(client, choice="both") in (400, 422)
    assert sent(stranger) == 403
    assert [sent(client), sent(client)] == [204, 409]
    assert client.get(path).status_code == 404
    *_others, ruling = client.get(f"/api/v1/matches/{at('F1').pk}/rulings").json()["results"]
    assert (ruling["kind"], ruling["reason"]) == ("again", WHY)
