"""Slips at the desk: which figure is asked for, and what is asked before a result is replaced."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.registry import GAMES
from league.events.services.rounds import close_round
from league.models import Match, Player, Result, Ruling, Submission
from league.permissions import SERVICE
from tests.factories.events import enter, entries_at, published_round
from tests.factories.figures import figures_of, typed_figures
from tests.factories.submissions import confirm, hand_in
from tests.factories.tables import counting
from tests.league.web.desk.at_desk import HTMX, address, run
from tests.league.web.desk.test_scores import form, results

pytestmark = pytest.mark.django_db


def only(client: Client, entries: int = 4, **event: object) -> Match:
    """The table of an event whose arbiter is logged in."""
    stage = run(client, entries, **event)
    return published_round(stage).matches.select_related("event", "round__stage__event").get()


def sent(client: Client, match: Match, *marks: str, **data: object) -> str:
    """What the row answers; the game was played to its end."""
    match.refresh_from_db()
    where = address("table-scores", match.round.stage, match_id=match.pk)
    body = form(match, *marks, **{"is_by_time": "", **data})
    return client.post(where, body, headers=HTMX).content.decode()


@pytest.mark.parametrize(
    ("event", "wanted", "example"),
    [
        ({"game": "kaleidoskop"}, "Lowest colour, 0–18", "“1 9 7 6 4”"),
        ({"game": "triolet"}, "Points", "“1 212 187 160 141”"),
        ({"game": "twisty"}, "Cubes, 0–7", "“1 7 5 4 2”"),
        ({"game": "polyssimo"}, "Pieces left, 0–", "“1 0 1 2 2”"),
        (
            {"game": "other", "other_name": "Dáma", "other_scoring": "places"},
            "Place",
            "“1 1 2 2 4”",
        ),
        (
            {"game": "other", "other_name": "Golf", "other_scoring": "lower"},
            "Score",
            "“1 18 20 35 40”",
        ),
    ],
)
def test_field_and_example_are_of_the_game(
    client: Client, event: dict[str, object], wanted: str, example: str
) -> None:
    match = only(client, **event)
    content = client.get(results(match.round)).content.decode()
    assert wanted in " ".join(content.split())
    assert example in content


def test_example_is_for_as_many_as_sit_there(client: Client) -> None:
    match = only(client, 2, game="kaleidoskop")
    assert "“1 9 7”" in client.get(results(match.round)).content.decode()


def test_impossible_score_is_named_at_its_field_and_stays_typed(client: Client) -> None:
    match = only(client, game="kaleidoskop")
    content = sent(client, match, "40", "3", "2", "1")
    said = " ".join(re.sub("<[^>]*>", "", content).split())
    name = Player.objects.get(entries=entries_at(match)[0]).full_name
    assert f"{name}: Lowest colour can be 0 to 18, not 40." in said
    assert re.search(r'value="40"[^>]*aria-invalid="true"', content)
    assert 'value="3"' in content
    assert not Submission.objects.exists()


@pytest.mark.parametrize("game", GAMES)
def test_all_figures_are_taken_where_they_are_opened(client: Client, game: str) -> None:
    match = only(client, game=game)
    where = address("table-figures", match.round.stage, match_id=match.pk)
    asked = client.get(where, {"game": 1, entries_at(match)[0]: "3"}, headers=HTMX).content.decode()
    figures = figures_of(match)
    fields = [f'name="{name}"' for name in typed_figures(figures)]
    has_more = game != "triolet"  # there the score is all
    assert [field in asked for field in fields] == [has_more] * len(fields)
    assert 'value="3"' in asked
    assert "errors" not in asked
    if has_more:
        saved = sent(client, match, **typed_figures(figures))
        assert "data-saved" in saved
        assert all(side["keys"] for side in Result.objects.get().sides)


def test_impossible_figure_is_named_at_its_field(client: Client) -> None:
    match = only(client, 2, game="kaleidoskop")
    figures = figures_of(match)
    figures[entries_at(match)[0]]["red"] = 40
    content = sent(client, match, **typed_figures(figures))
    assert re.search(r'value="40"[^>]*aria-invalid="true"', content, re.DOTALL)
    assert "not 40" in content
    assert not Submission.objects.exists()


def test_figures_open_without_java_script(client: Client) -> None:
    match = only(client, game="kaleidoskop")
    where = address("table-figures", match.round.stage, match_id=match.pk)
    content = client.get(where).content.decode()
    assert f'name="figure-{entries_at(match)[0]}-red"' in content
    assert "Results of round 1" in content


@pytest.fixture
def confirmed(client: Client) -> Match:
    """A result that the table agreed on."""
    match = only(client, 2, game="other", other_name="Dáma")
    confirm(hand_in(match, 5, 3), "B")
    return match


def test_settled_result_asks_with_old_and_new_and_the_standings(
    client: Client, confirmed: Match
) -> None:
    before = counting(confirmed)
    content = sent(client, confirmed, "3", "5")
    text = " ".join(re.sub("<[^>]*>", " ", content).split())
    assert "This result was confirmed by the table." in text
    assert re.search(r"Counts now New .*? 5 \(1\.\) 3 \(2\.\) .*? 3 \(2\.\) 5 \(1\.\)", text)
    assert re.search(r"In the standings .*? Reason Replace the result Keep the old result", text)
    assert counting(confirmed) == before


def test_settled_result_is_replaced_with_a_reason_and_undone_from_its_row(
    client: Client, confirmed: Match
) -> None:
    before = counting(confirmed)
    blank = sent(client, confirmed, "3", "5", reason=" ")
    assert "Say why: everybody at the table can read it." in blank
    assert counting(confirmed) == before
    replaced = sent(client, confirmed, "3", "5", reason="The slip says so.")
    assert "Undo: the earlier result counts again" in replaced
    assert [ruling.remark.reason for ruling in Ruling.objects.all() if ruling.remark] == [
        "The slip says so."
    ]
    [step] = re.findall(r'name="step"\s+value="(\d+)"', replaced)
    where = address("table-undo", confirmed.round.stage, match_id=confirmed.pk)
    stale = client.post(where, {"game": 1, "step": int(step) - 1}, headers=HTMX)
    assert (stale.status_code, counting(confirmed) == before) == (422, False)
    client.post(where, {"game": 1, "step": step}, headers=HTMX)
    assert counting(confirmed) == before


def test_settled_result_is_not_offered_to_be_taken_back(client: Client, confirmed: Match) -> None:
    content = client.get(results(confirmed.round)).content.decode()
    assert "Take back" not in content
    assert reverse("match-rule", args=[confirmed.pk]) in content


def test_result_taken_back_can_be_brought_back_from_its_row(client: Client) -> None:
    match = only(client, 2, game="other", other_name="Dáma")
    enter(match, 5, 3)
    before = counting(match)
    match.refresh_from_db()
    where = address("table-clear", match.round.stage, match_id=match.pk)
    body = {"game": 1, "version": match.version}
    content = client.post(where, body, headers=HTMX).content.decode()
    assert "Undo: bring the result back" in content
    [step] = re.findall(r'name="step"\s+value="(\d+)"', content)
    undo = address("table-undo", match.round.stage, match_id=match.pk)
    client.post(undo, {"game": 1, "step": step}, headers=HTMX)
    assert counting(match) == before


def test_closed_round_asks_without_java_script(client: Client) -> None:
    published = published_round(run(client))
    for match in published.matches.all():
        enter(match, 4, 3, 2, 1)
    close_round(published, actor=SERVICE)
    response = client.post(results(published), {"line": "1 1 2 3 4 t"})
    assert response.status_code == 422
    assert "This result is in a closed round." in response.content.decode()


def test_result_put_back_shows_the_places_that_count(client: Client) -> None:
    """Figures told equal scores apart; the scores alone do not."""
    match = only(client, 2, game="kaleidoskop")
    figures = figures_of(match)
    for entry, purple in zip(entries_at(match), (5, 17), strict=True):
        figures[entry] = {**dict.fromkeys(figures[entry], 4), "red": 1, "purple": purple}
    sent(client, match, **typed_figures(figures))
    where = address("table-places", match.round.stage, match_id=match.pk)
    stored = dict.fromkeys(entries_at(match), "1")
    shown = client.get(where, {"game": 1, **stored}).content.decode()
    assert re.findall(r"[12]\.(?:–2\.)?", shown)[:2] == ["2.", "1."]
    assert "1.–2." not in shown


def test_shared_places_are_said_before_a_result_is_replaced(
    client: Client, confirmed: Match
) -> None:
    text = " ".join(re.sub("<[^>]*>", " ", sent(client, confirmed, "4", "4")).split())
    assert re.search(r"5 \(1\.\) 4 \(1\.–2\.\) .*? 3 \(2\.\) 4 \(1\.–2\.\)", text)
