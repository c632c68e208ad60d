"""The bracket of an event: its page, its live part, the big screen and paper."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.events.queries.stages import is_stage_over
from league.events.services import stages
from league.models import Entry, Event, Match, Round, Stage
from league.permissions import SERVICE
from tests.factories.events import enter, played_round, published_round, running_event
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db


def knockout(entries: int, *, kind: str = "knockout", **stage: object) -> Stage:
    return running_event(entries, stage={"kind": kind, **stage})


def page_of(stage: Stage, query: str = "") -> str:
    return reverse("event-bracket", args=[stage.event_id]) + query


def first_matches(stage: Stage) -> dict[str, Match]:
    return {match.slot: match for match in Match.objects.filter(round__stage=stage)}


def win(match: Match, *, seed: int) -> None:
    """The entry with this starting number, by 90 to 60."""
    seats = match.seats.order_by("letter").values_list("entry__seed", flat=True)
    enter(match, *(90 if each == seed else 60 for each in seats))


def test_page_lists_the_round_that_is_played(client: Client) -> None:
    stage = knockout(5)
    published_round(stage)
    text = text_of(client, page_of(stage))
    assert "Quarter-final 1" in text
    assert "Winner → Semi-final 1" in text
    assert "4 Hráč D. 5 Hráč E." in text


def test_every_box_of_the_picture_opens_its_match(client: Client) -> None:
    stage = knockout(8)
    published_round(stage)
    html = client.get(page_of(stage)).content.decode()
    for slot, match in first_matches(stage).items():
        address = reverse("match", args=[match.pk])
        assert f'data-key="{slot}" data-state="waiting" href="{address}"' in html
    assert html.count('class="bracket-box"') == 8  # with the final and the third place


def test_winner_is_marked_and_goes_on(client: Client) -> None:
    stage = knockout(8)
    round_ = published_round(stage)
    win(first_matches(stage)["W1.1"], seed=8)
    text = text_of(client, page_of(stage, "?round=1"))
    assert "1 Hráč A. 60 8 Hráč H. goes on or wins 90" in text
    assert "8 Hráč H. Winner of quarter-final 2" in text_of(client, page_of(stage, "?round=2"))
    assert round_.status == Round.Status.PUBLISHED


def test_names_that_are_not_known_say_where_they_come_from(client: Client) -> None:
    stage = knockout(8)
    published_round(stage)
    text = text_of(client, page_of(stage, "?round=3"))
    assert "Final Winner of semi-final 1 Winner of semi-final 2" in text
    assert "Match for place 3 Loser of semi-final 1 Loser of semi-final 2" in text


def test_bracket_of_an_earlier_stage_stays(client: Client) -> None:
    stage = knockout(4, kind="double_elimination", has_reset=False)
    final = {"kind": "knockout", "name": "Finale", "takes": "places", "takes_places": 2}
    stages.add_stage(stage.event, actor=SERVICE, values=final)
    while not is_stage_over(stage):
        played_round(stage)
    second = stages.begin_stage(stage.event.stages.get(order=2), actor=SERVICE)
    published_round(Stage.objects.select_related("event").get(pk=second.pk))
    now, before = (text_of(client, page_of(stage, query)) for query in ("", "?stage=1"))
    assert "Losers" in before
    assert "Losers" not in now
    assert '?stage=1"' in client.get(page_of(stage)).content.decode()
    assert "stage=1" in client.get(page_of(stage, "?stage=1")).content.decode().split("<ol", 1)[0]
    api = f"/api/v1/events/{stage.event_id}/bracket"
    slots = {
        query: len(client.get(f"{api}{query}").json()["slots"])
        for query in ("", "?stage=1", "?stage=x")
    }
    assert slots == {"": 1, "?stage=1": 6, "?stage=x": 1}
    paper = reverse("print-bracket", args=[stage.event_id])
    printed = {
        query: client.get(f"{paper}{query}").content.decode().count('class="bracket-box')
        for query in slots
    }
    assert printed == slots


def test_losers_of_a_double_knockout_play_on(client: Client) -> None:
    stage = knockout(4, kind="double_elimination")
    published_round(stage)
    text = text_of(client, page_of(stage))
    assert "Winner → Match 3 Loser → Match 4" in text


def test_way_of_an_entry_is_marked(client: Client) -> None:
    stage = knockout(8)
    played_round(stage)
    entry = stage.event.entries.get(seed=3)
    plain = client.get(page_of(stage)).content.decode()
    marked = client.get(page_of(stage, f"?entry={entry.pk}")).content.decode()
    assert "bracket-box is-followed" not in plain
    assert marked.count("bracket-box is-followed") == 2
    assert f'<option value="{entry.pk}" selected>' in marked


@pytest.mark.parametrize("query", ["?round=x", "?round=99", "?entry=nobody", "?round=-1&entry=%00"])
def test_odd_questions_show_the_round_that_is_played(client: Client, query: str) -> None:
    stage = knockout(8)
    played_round(stage)
    published_round(stage)
    assert "Semi-final 2" in text_of(client, page_of(stage, query))


@pytest.mark.parametrize("entries", [8, 64])
def test_page_takes_a_fixed_number_of_queries(
    client: Client, django_assert_num_queries: Any, entries: int
) -> None:
    stage = knockout(entries)
    played_round(stage)
    published_round(stage)
    cache.clear()
    with django_assert_num_queries(15):
        client.get(page_of(stage))


def test_tab_is_there_where_the_format_has_a_bracket(client: Client) -> None:
    with_one, without = knockout(8), running_event(8)
    for stage, count in ((with_one, 1), (without, 0)):
        html = client.get(stage.event.get_absolute_url()).content.decode()
        assert html.count(f'href="{page_of(stage)}"') == count


def test_page_without_a_bracket_says_so(client: Client) -> None:
    stage = running_event(8)
    published_round(stage)
    assert "There is no bracket yet" in text_of(client, page_of(stage))


def test_bracket_is_not_told_before_its_first_tables_are_public(client: Client) -> None:
    stage = knockout(8)
    assert "There is no bracket yet" in text_of(client, page_of(stage))
    published_round(stage)
    assert "There is no bracket yet" not in text_of(client, page_of(stage))


def test_live_part_follows_results(client: Client) -> None:
    stage = knockout(8)
    published_round(stage)
    address = reverse("live-bracket", kwargs={"language": "en", "pk": stage.event_id})
    before = client.get(address + "?round=2")
    again = client.get(address + "?round=2", headers={"If-None-Match": before.headers["ETag"]})
    win(first_matches(stage)["W1.1"], seed=1)
    cache.clear()
    after = client.get(address + "?round=2", headers={"If-None-Match": before.headers["ETag"]})
    assert (before.status_code, again.status_code, after.status_code) == (200, 304, 200)
    assert "Winner of quarter-final 1" in before.content.decode()
    assert "Winner of quarter-final 1" not in after.content.decode()


def test_big_screen_shows_the_bracket(client: Client) -> None:
    stage = knockout(64)
    played_round(stage)
    published_round(stage)
    Round.objects.update(length_s=None)  # until the clock runs there are tables alone
    html = client.get(reverse("event-projector", args=[stage.event_id])).content.decode()
    slides = html.count('data-slide="bracket-')
    assert slides == 5  # all of it, and four quarters
    assert html.count('role="img" aria-label="Pavouk') == slides


@pytest.mark.parametrize(
    ("entries", "paper", "sheets"), [(32, "a4", 1), (64, "a4", 3), (64, "a3", 1), (8, "odd", 1)]
)
def test_print_cuts_the_bracket_to_the_paper(
    client: Client, entries: int, paper: str, sheets: int
) -> None:
    stage = knockout(entries)
    published_round(stage)
    address = reverse("print-bracket", args=[stage.event_id])
    html = client.get(f"{address}?paper={paper}").content.decode()
    assert html.count('class="bracket-sheet') == sheets


def test_print_page_offers_both_papers_only_where_there_is_a_bracket(
    admin_client: Client,
) -> None:
    for stage, count in ((knockout(8), 2), (running_event(8), 0)):
        html = admin_client.get(reverse("event-print", args=[stage.event_id])).content.decode()
        assert html.count(reverse("print-bracket", args=[stage.event_id])) == count


def played_to_the_end(stage: Stage, *, rounds: int) -> None:
    """The better number wins everything."""
    for _ in range(rounds):
        played_round(stage)
    Event.objects.filter(pk=stage.event_id).update(status=Event.Status.FINISHED)


def test_finished_knockout_shows_its_winner(client: Client) -> None:
    stage = knockout(4)
    played_to_the_end(stage, rounds=2)
    text = text_of(client, page_of(stage))
    assert "Final table 1 accepted" in text
    assert "1 Hráč A. goes on or wins 199 2 Hráč B. 198" in text


def test_second_final_that_was_not_needed_is_not_listed_unless_asked_for(client: Client) -> None:
    stage = knockout(4, kind="double_elimination")
    played_to_the_end(stage, rounds=4)
    assert "Final table 1 accepted" in text_of(client, page_of(stage))
    assert "Second final was not needed" in text_of(client, page_of(stage, "?round=5"))


def test_matches_of_several_games_show_how_many_were_won(client: Client) -> None:
    stage = knockout(4)
    Event.objects.filter(pk=stage.event_id).update(games_per_match=3)
    published_round(Stage.objects.get(pk=stage.pk))
    match = first_matches(stage)["W1.1"]
    enter(match, 90, 60, game=1)
    enter(match, 60, 90, game=2)
    assert "1 Hráč A. 1 4 Hráč D. 1" in text_of(client, page_of(stage))
    enter(match, 90, 60, game=3)
    first = match.seats.order_by("letter")[0].entry.seed
    winner, loser = ("A", "D") if first == 1 else ("D", "A")
    text = text_of(client, page_of(stage, "?round=1"))
    assert f"Hráč {winner}. goes on or wins 2" in text
    assert f"Hráč {loser}. 1" in text


def test_tables_of_four_show_places_and_who_goes_on(client: Client) -> None:
    stage = knockout(8, bracket_seats=4, bracket_advance=2)
    published_round(stage)
    match = first_matches(stage)["W1.1"]
    enter(match, 40, 90, 60, 80)
    text = text_of(client, page_of(stage, "?round=1"))
    assert text.count("goes on or wins 1.") == 1
    assert text.count("goes on or wins 2.") == 1
    assert text.count("goes on or wins") == 2
    assert "Place 1 → Final Place 2 → Final" in text
    assert "Match 2: place 1" in text_of(client, page_of(stage, "?round=2"))


def test_who_withdrew_leaves_the_match_to_the_other(client: Client) -> None:
    stage = knockout(8)
    played_round(stage)
    entry = stage.event.entries.get(seed=1)
    Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.WITHDRAWN)
    text = text_of(client, page_of(stage, "?round=2"))
    assert "without a match" in text
