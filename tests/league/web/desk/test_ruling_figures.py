"""The figures of a game on the page of a ruling: the fields of the form at the table."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.registry import GAMES
from league.models import Match, Official, Ruling, Submission
from tests.conftest import OpenPage
from tests.factories import make_user
from tests.factories.events import entries_at
from tests.factories.figures import figures_of, played, typed_figures
from tests.factories.submissions import hand_in, points_of
from tests.factories.tables import counting, lawful_record, scores_counting, scores_of, table
from tests.league.web.reading import errors_on

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


def refereed(client: Client, match: Match) -> Match:
    user = make_user()
    Official.objects.create(event=match.event, user=user, role=Official.Role.ARBITER)
    client.force_login(user)
    return match


def address(match: Match) -> str:
    return reverse("match-rule", args=[match.pk])


def send(client: Client, match: Match, figures: object = None, **given: object) -> HttpResponse:
    match.refresh_from_db()
    sent = {
        "step": "apply",
        "kind": "scores",
        "scores_by": "figures",
        "reason": "Counted again.",
        "version": match.version,
        "game": 1,
        **{f"seat-{letter}": e for letter, e in zip("ABCD", entries_at(match), strict=False)},
        **typed_figures(figures or {}),  # type: ignore[arg-type]
        **given,
    }
    return client.post(address(match), sent)


@pytest.mark.parametrize("game", GAMES)
def test_page_asks_for_what_the_form_at_the_table_asks_for(client: Client, game: str) -> None:
    match = refereed(client, table(2, game=game))
    content = client.get(address(match)).content.decode()
    numbers = set(re.findall(r'name="figure-\w+?-(\w+)"', content))
    ticks = set(re.findall(r'name="tick-(\w+)"', content))
    assert (numbers, ticks) == {
        "kaleidoskop": ({"red", "green", "blue", "orange", "yellow", "purple"}, set()),
        "triolet": ({"points"}, set()),
        "polyssimo": ({"pieces", "squares"}, {"last"}),
        "twisty": ({"cubes"}, {"won"}),
    }[game]


@pytest.mark.parametrize("game", GAMES)
def test_figures_are_looked_at_then_applied(client: Client, game: str) -> None:
    match = refereed(client, table(2, game=game))
    looked = send(client, match, figures_of(match), step="look")
    sent = dict(looked.context["form"].typed())
    assert "Apply this ruling" in looked.content.decode()
    assert not Ruling.objects.exists()
    client.post(address(match), {**sent, "version": match.version, "step": "apply"})
    assert scores_counting(match) == scores_of(played(match))


def test_impossible_figure_is_said_at_its_field(client: Client) -> None:
    match = refereed(client, table(2))
    first, second = entries_at(match)
    response = send(client, match, points_of(match, 999_999, 1))
    assert list(errors_on(response)) == [f"figure-{first}-points"]
    response = send(client, match, {first: {"points": 150}})
    assert errors_on(response) == {f"figure-{second}-points": ["Missing: Points"]}
    assert response.context["form"][f"figure-{first}-points"].value() == "150"
    assert not Ruling.objects.exists()


def test_figures_of_those_who_came_are_enough(client: Client) -> None:
    match = refereed(client, table(3))
    gone, *came = entries_at(match)
    figures = {came[0]: {"points": 150}, came[1]: {"points": 160}}
    send(client, match, figures, kind="forfeit", **{f"gone-{gone}": "on"})
    result = counting(match)
    assert result is not None
    assert {side["entry"]: side["score"] for side in result.sides} == {
        gone: None,
        came[0]: 150,
        came[1]: 160,
    }


def test_where_too_few_came_nothing_more_is_asked(client: Client) -> None:
    match = refereed(client, table(2))
    gone, left = entries_at(match)
    send(client, match, kind="forfeit", **{f"gone-{gone}": "on", f"mark-{left}": "77"})
    result = counting(match)
    assert result is not None
    assert {side["entry"]: side["score"] for side in result.sides} == {gone: None, left: 0}


def test_only_scores_are_taken_too(client: Client) -> None:
    match = refereed(client, table(2, game="kaleidoskop"))
    first, second = entries_at(match)
    send(client, match, scores_by="marks", **{f"mark-{first}": "9", f"mark-{second}": "11"})
    assert scores_counting(match) == [9, 11]
    assert all(not claim["keys"] for claim in Submission.objects.get().claims.values())


def test_what_was_claimed_stands_ready(client: Client, open_page: OpenPage) -> None:
    match = refereed(client, table(3))
    hand_in(match, None, 150, 160)
    gone, second, third = entries_at(match)
    form = open_page(address(match), queries=20).context["form"]
    assert form["scores_by"].value() == "figures"
    assert [form[f"gone-{entry}"].value() for entry in (gone, second, third)] == [True, None, None]
    assert [form[f"figure-{entry}-points"].value() for entry in (second, third)] == [150, 160]


def test_game_without_rules_asks_for_scores_alone(client: Client) -> None:
    match = refereed(client, table(2, game="other", other_name="Dáma"))
    content = client.get(address(match)).content.decode()
    assert ('name="scores_by"' in content, "figure-" in content) == (False, False)
    assert f'name="mark-{entries_at(match)[0]}"' in content


def verdict(client: Client, match: Match, **given: object) -> str:
    seats = {f"seat-{letter}": e for letter, e in zip("AB", entries_at(match), strict=True)}
    sent = {"kind": "edit", "game": 1, **seats, **given}
    response = client.post(reverse("match-rule-verdict", args=[match.pk]), sent)
    return " ".join(response.content.decode().split())


@pytest.mark.parametrize("game", GAMES)
def test_board_while_typing_is_the_last_of_a_lawful_record(client: Client, game: str) -> None:
    match = refereed(client, table(2, game=game))
    shown = verdict(client, match, record=lawful_record(match))
    assert ("board-shown" in shown, "The board at the end." in shown) == (True, True)


@pytest.mark.parametrize(("kind", "line"), [("edit", 4), ("time", 4)])
def test_board_while_typing_is_the_one_before_the_line_that_is_wrong(
    client: Client, kind: str, line: int
) -> None:
    match = refereed(client, table(2))
    record = '[Game "triolet"]\n[Players "2"]\nA h8=7 i8=8 =30\nB a1=1\n'
    shown = verdict(client, match, record=record, kind=kind)
    assert "board-shown" in shown
    assert f"The board before line {line}." in shown
    assert f"Line {line}:" in shown


def test_board_while_typing_is_none_of_a_text_that_is_no_record(client: Client) -> None:
    match = refereed(client, table(2))
    shown = verdict(client, match, record="A nonsense")
    assert ("board-shown" in shown, "Line 1:" in shown) == (False, True)


def test_board_while_typing_is_asked_for_as_soon_as_a_record_is_to_be_corrected(
    client: Client,
) -> None:
    match = refereed(client, table(2))
    opened = [
        client.get(address(match), given).content.decode() for given in ({"kind": "edit"}, {})
    ]
    assert ['hx-trigger="load, ' in content for content in opened] == [True, False]
