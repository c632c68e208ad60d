"""The standings as everybody reads them: by the page, after any round, narrowed, explained."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.verify import verify
from league.events.services.entries import withdraw_entry
from league.events.services.rounds import close_round
from league.models import Entry, Event, Match, Player, Stage
from league.permissions import SERVICE
from league.standings.services import compute_standings
from league.standings.stored import PAGE_ROWS
from tests.conftest import OpenPage
from tests.factories import make_club, make_user
from tests.factories.events import (
    enter,
    entries_at,
    played_round,
    published_round,
    put_in_shown_category,
    running_event,
)
from tests.factories.submissions import confirm, hand_in_record
from tests.factories.tables import record_of
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db

SWISS = {"kind": "swiss", "chain": ["BH-C1", "BH", "DE", "SEED"]}


def page(stage: Stage, query: str = "", *, route: str = "event-standings") -> str:
    return reverse(route, args=[stage.event_id]) + query


def names_on(client: Client, address: str) -> list[tuple[str, str]]:
    """Place and name of each row."""
    return re.findall(r"(\d+) (Hráč \S+\.)", text_of(client, address).partition("Points")[2])


@pytest.fixture
def stage() -> Stage:
    stage = running_event(8, stage={"chain": ["GAME", "SEED"]})
    played_round(stage)
    played_round(stage)
    return stage


@pytest.fixture
def swiss() -> Stage:
    stage = running_event(6, stage={**SWISS, "rounds_planned": 4})
    for _ in range(3):
        played_round(stage)
    return stage


def test_chosen_of_any_round(client: Client, stage: Stage) -> None:
    now, first = (text_of(client, page(stage, query)) for query in ("", "?after=1"))
    best = r"1 Hráč A. (\d+) "
    assert [re.findall(best, text) for text in (now, first)] == [["22"], ["11"]]


def test_chosen_after_a_round_that_is_not_there_shows_the_latest(
    client: Client, stage: Stage
) -> None:
    for wanted in ("9", "x", "-1", "2"):
        assert "1 Hráč A. 22" in text_of(client, page(stage, f"?after={wanted}"))


def test_chosen_rounds_are_links_without_a_script(client: Client, stage: Stage) -> None:
    content = client.get(page(stage)).content.decode()
    assert '<a href="?after=1"' in content
    assert re.search(r'type="range"\s+min="1"\s+max="2"\s+value="2"', content)


def test_chosen_part_is_asked_for_as_the_page_was(client: Client, stage: Stage) -> None:
    content = client.get(page(stage, "?after=1&q=hrac+b")).content.decode()
    [asked] = re.findall(r'data-live="([^"]+)"', content)
    assert asked.endswith("/standings/?after=1&amp;q=hrac+b")
    part = text_of(client, asked.replace("&amp;", "&"))
    assert "After round 1" in part
    assert re.findall(r"Hráč \S+", part) == ["Hráč B."]


def test_chosen_name_is_found_with_its_rank(client: Client, stage: Stage) -> None:
    whole = {name: place for place, name in names_on(client, page(stage))}
    assert names_on(client, page(stage, "?q=h.")) == [(whole["Hráč H."], "Hráč H.")]
    assert "Nobody fits" in text_of(client, page(stage, "?q=xyz"))


def test_chosen_club_and_category_have_places_of_their_own(client: Client, stage: Stage) -> None:
    club = make_club("Druhý klub")
    put_in_shown_category(stage, "Děti", seeds=(5, 7))
    for seed in (2, 5, 7):
        Player.objects.filter(entries__seed=seed).update(club=club)
    Player.objects.filter(entries__seed=1).update(club=make_club("První klub"))
    ranks = {name: place for place, name in names_on(client, page(stage))}
    content = text_of(client, page(stage, f"?club={club.pk}"))
    assert "all clubs Druhý klub První klub" in content
    found = names_on(client, page(stage, f"?club={club.pk}"))
    assert sorted(name for _, name in found) == ["Hráč B.", "Hráč E.", "Hráč G."]
    assert [place for place, _ in found] == ["1", "2", "3"]
    for _, name in found:
        assert re.search(rf"{name} .*? {ranks[name]} ", content)
    both = names_on(client, page(stage, f"?club={club.pk}&category=Děti"))
    assert sorted(name for _, name in both) == ["Hráč E.", "Hráč G."]


def test_chosen_what_nobody_offers_is_not_narrowed_by(client: Client, stage: Stage) -> None:
    everybody = names_on(client, page(stage))
    for query in ("?category=Děti", "?club=bcdfghjkmn", "?club='", "?page=99", "?page=x"):
        assert names_on(client, page(stage, query)) == everybody


def test_chosen_movement_since_the_round_before_is_marked(client: Client) -> None:
    stage = running_event(8, stage={"chain": ["SEED"]})
    played_round(stage)
    for match in published_round(stage).matches.all():
        seeds = Entry.objects.in_bulk(entries_at(match))
        enter(match, *(seeds[entry].seed or 0 for entry in entries_at(match)))
    compute_standings(stage.pk)
    rows = re.findall(
        r"\d+ Hráč \S+ (?:[▲▼]\d (?:up|down) \d places? )?\d", text_of(client, page(stage))
    )
    assert len(rows) == 8
    assert any("▲" in row and "up" in row for row in rows)
    assert any("▼" in row and "down" in row for row in rows)
    assert "▲" not in text_of(client, page(stage, "?after=1"))


def test_chosen_what_can_still_come_is_shown_while_the_event_runs(
    client: Client, swiss: Stage
) -> None:
    assert "Still possible" in text_of(client, page(swiss))
    Event.objects.update(status=Event.Status.FINISHED)
    assert "Still possible" not in text_of(client, page(swiss))


def test_sure_of_first_is_said_until_everything_is_played(client: Client) -> None:
    """Six points of three matches: nobody else can have more than four."""
    stage = running_event(4, stage={"kind": "round_robin", "chain": ["DE", "GAME"]})
    played_round(stage)
    played_round(stage)
    pages = (page(stage), page(stage, route="event"))
    assert ["sure of 1st place" in text_of(client, each) for each in pages] == [False, False]
    last = published_round(stage)
    tables = sorted(last.matches.all(), key=lambda match: min(seeds_at(match)))
    for at, match in enumerate(tables):
        enter(match, *(200 - seed for seed in seeds_at(match)))
        compute_standings(stage.pk)
        found = [text_of(client, each).count("sure of 1st place") for each in pages]
        assert found == [1 - at] * 2


def test_sure_of_first_is_said_on_the_big_screen(client: Client) -> None:
    """Eight points; the second has six and left, the third can have six."""
    stage = running_event(6, stage={**SWISS, "rounds_planned": 5})
    for _ in range(4):
        played_round(stage)
    screen = page(stage, route="event-projector")
    assert "jisté 1. místo" not in text_of(client, screen)
    withdraw_entry(Entry.objects.get(seed=2), actor=SERVICE)
    compute_standings(stage.pk)
    # In the language of the event.
    assert "1 Hráč A. jisté 1. místo 8 " in text_of(client, screen)


def seeds_at(match: Match) -> list[int]:
    entries = Entry.objects.in_bulk(entries_at(match))
    return [entries[entry].seed or 0 for entry in entries_at(match)]


def test_chosen_what_can_still_come_waits_until_it_says_something(client: Client) -> None:
    """Not while most can still end almost anywhere: 5–12 for the last, 1–12 for all others."""
    stage = running_event(12, stage={**SWISS, "rounds_planned": 6})
    for is_shown in (False, False, False, False, True):
        played_round(stage)
        assert ("Still possible" in text_of(client, page(stage))) is is_shown


def test_who_withdrew_is_marked_on_the_page_on_paper_and_on_the_screen(
    client: Client, stage: Stage
) -> None:
    client.force_login(make_user(is_superuser=True))
    Event.objects.update(language="en")
    routes = ("event-standings", "event-cross", "print-standings", "event-projector")
    for route in routes:
        assert "withdrew" not in text_of(client, page(stage, route=route))
    gone = stage.event.entries.get(seed=3)
    withdraw_entry(gone, actor=SERVICE)
    for route in routes:
        text = text_of(client, page(stage, route=route))
        assert re.findall(r"(Hráč \S+) withdrew", text) == ["Hráč C."], route
    told = client.get(f"/api/v1/events/{stage.event_id}/standings").json()
    marked = [row["entry"] for row in told["results"] if row["is_withdrawn"]]
    assert marked == [gone.pk]
    assert "withdrawn" in text_of(client, reverse("entry-rounds", args=[gone.pk]))


def test_chosen_own_row_is_known_to_the_page(client: Client, stage: Stage) -> None:
    user = make_user()
    entry = stage.event.entries.get(seed=3)
    Player.objects.filter(pk=entry.player_id).update(user=user)
    client.force_login(user)
    assert f'data-me="{entry.pk}"' in client.get(page(stage)).content.decode()


@pytest.fixture
def big() -> Stage:
    stage = running_event(PAGE_ROWS + 20)
    played_round(stage)
    return stage


def test_long_table_is_paged_by_a_fixed_number_of_queries(open_page: OpenPage, big: Stage) -> None:
    pages = (("", 13, "1 Hráč A."), ("?page=2", 13, "101 Hráč"), ("?q=hrac+a", 14, "1 Hráč A."))
    for query, queries, shows in pages:
        cache.clear()
        open_page(page(big, query), queries=queries, shows=shows)


def test_long_table_has_the_rest_on_the_next_page(client: Client, big: Stage) -> None:
    first, second = (text_of(client, page(big, query)) for query in ("", "?page=2"))
    assert "Page 1 of 2 Next" in first
    assert "Previous Page 2 of 2" in second
    assert (first.count("Hráč"), second.count("Hráč")) == (PAGE_ROWS, 20)


def test_long_table_live_part_is_paged_as_the_page(client: Client, big: Stage) -> None:
    content = client.get(page(big, "?page=2")).content.decode()
    [asked] = re.findall(r'data-live="([^"]+)"', content)
    assert text_of(client, asked).count("Hráč") == 20


def test_long_table_cross_table_and_explanation_take_as_many_queries(
    open_page: OpenPage, big: Stage
) -> None:
    entry = big.event.entries.get(seed=PAGE_ROWS + 5)
    cross_table = page(big, "?page=2", route="event-cross")
    open_page(cross_table, queries=9, shows="101 Hráč")
    cache.clear()  # or the names of the page before are still known
    explanation = reverse("entry-rounds", args=[entry.pk])
    open_page(explanation, queries=18, shows="Where the points come from")


def test_why_entry_explains_its_points(client: Client, stage: Stage) -> None:
    entry = stage.event.entries.get(seed=1)
    text = text_of(client, reverse("entry-rounds", args=[entry.pk]))
    assert "Rank 1" in text
    assert re.search(
        r"Round 1 11 place 1 · table \d entered by an official · .*? Round 2 11 place 1", text
    )
    assert "Together 22" in text


def test_why_neighbours_are_named_with_what_parts_them(client: Client) -> None:
    stage = running_event(8, stage={"chain": ["GAME", "SEED"]})
    for match in published_round(stage).matches.all():
        enter(match, *(40, 30, 20, 10) if match.table == 1 else (80, 60, 40, 20))
    compute_standings(stage.pk)
    texts = [
        text_of(client, reverse("entry-rounds", args=[entry.pk]))
        for entry in stage.event.entries.all()
    ]
    [second] = [text for text in texts if "Rank 2" in text]
    [first] = [text for text in texts if "Rank 1" in text]
    assert "stands above by “The game's own”: 80 · 80 against 40 · 40." in second
    assert "stands below by “The game's own”: 40 · 40 against 80 · 80." in first
    assert re.search(r"Stands below with fewer points: \S+ against 11\.", second)
    compared = r"Hráč \S+ What decided: Points of all games "
    assert re.findall(rf"{compared}(\d+)", second) == ["80", "40"]
    assert re.search(r"The game's own 40 · 40 decides here", second)


@pytest.fixture
def met() -> Match:
    """The two best of four are equal in points, and met in a game with a record."""
    stage = running_event(
        4, game="kaleidoskop", stage={"kind": "round_robin", "chain": ["DE", "SEED"]}
    )
    one, two, three, four = (stage.event.entries.get(seed=seed).pk for seed in (1, 2, 3, 4))
    beaten = {(two, three), (two, four), (three, one), (one, four), (four, three)}
    for _round in range(3):
        for match in published_round(stage).matches.all():
            first, second = entries_at(match)
            if {first, second} == {one, two}:
                decided = match
                seed = next(seed for seed in range(99) if _first_wins(seed) == (first == one))
                confirm(hand_in_record(match, _record(seed)), "B")
            else:
                enter(match, *(5, 3) if (first, second) in beaten else (3, 5))
        close_round(stage.rounds.get(number=match.round.number), actor=SERVICE)
    compute_standings(stage.pk)
    return decided


def _record(seed: int) -> str:
    return record_of(seed, game="kaleidoskop", players=2)


def _first_wins(seed: int) -> bool:
    one, two = verify(_record(seed).encode()).sides
    return (one.rank, one.standing.side) == (1, "A") and two.rank == 2


def test_why_game_in_which_two_equal_ones_met_is_shown_by_its_pictures(
    client: Client, met: Match
) -> None:
    for entry in entries_at(met):
        content = client.get(reverse("entry-rounds", args=[entry])).content.decode()
        [compared] = re.findall(r'<div class="compared">(.*?)</div>', content, re.S)
        assert reverse("match", args=[met.pk]) in compared
        for side in re.findall("<li>(.*?)</li>", compared, re.S):
            assert set(re.findall(r"games/kaleidoskop/signs[^#]*#(\w)", side)) == set("RGBOYP")
            assert side.count("<mark>") == 1
        path = f"/api/v1/entries/{entry}/explanation"
        told = client.get(path).json()
        [beside] = [
            told[way] for way in ("above", "below") if told[way] and told[way]["by"] == "DE"
        ]
        [game] = beside["compared"]
        assert (game["match"], len(game["own"]), len(game["theirs"])) == (met.pk, 6, 6)
        decided = [[key["decides"] for key in game[side]] for side in ("own", "theirs")]
        assert decided[0] == decided[1]
        assert sum(decided[0]) == 1


def test_why_tiebreak_is_opened_into_opponents_and_cuts(client: Client, swiss: Stage) -> None:
    entry = swiss.event.entries.get(seed=1)
    text = text_of(client, reverse("entry-rounds", args=[entry.pk]))
    [parts] = re.findall(r"Buchholz cut 1 (.*?) Buchholz \d", text)
    assert len(re.findall(r"Hráč \S+ has (?:1 point|[02-9] points)\.", parts)) == 3
    assert parts.count("The lowest is cut.") == 1
    assert len(re.findall(r"table \d entered by an official", parts)) == 3


def test_why_way_leads_from_the_number_to_the_record(client: Client) -> None:
    stage = running_event(2, stage={**SWISS, "chain": ["WON"]}, records="encouraged")
    [match] = published_round(stage).matches.all()
    submission = hand_in_record(match, record_of(1, players=2))
    confirm(submission, "B")
    compute_standings(stage.pk)
    for entry in entries_at(match):
        content = client.get(reverse("entry-rounds", args=[entry])).content.decode()
        assert reverse("match", args=[match.pk]) in content
        assert reverse("submission", args=[submission.pk]) in content
    assert "verified" in content


def test_why_of_an_earlier_round(client: Client, swiss: Stage) -> None:
    entry = swiss.event.entries.get(seed=1)
    text = text_of(client, reverse("entry-rounds", args=[entry.pk]) + "?after=1")
    assert "after round 1" in text
    assert "Round 2" not in text


def test_cross_table_by_rounds_names_the_others_by_rank(client: Client, swiss: Stage) -> None:
    text = text_of(client, page(swiss, route="event-cross"))
    assert "Rank and name Points Round 1 Round 2 Round 3" in text
    assert re.search(r"1 Hráč A\. 6 2 [2-6] 2 [2-6] 2 [2-6] ", text)


def test_cross_table_of_tables_names_all_at_the_table(client: Client, stage: Stage) -> None:
    text = text_of(client, page(stage, route="event-cross"))
    assert re.search(r"1 Hráč A\. 22 11 \d \d \d 11 \d \d \d ", text)


def test_printed_standings_are_those_chosen(client: Client, stage: Stage) -> None:
    put_in_shown_category(stage, "Děti", seeds=(4, 6))
    address = page(stage, "?after=1&category=Děti", route="print-standings")
    text = text_of(client, address)
    assert "Pořadí po 1. kole · Děti" in text
    assert sorted(re.findall(r"Hráč \S+", text)) == ["Hráč D.", "Hráč F."]
    assert list(re.findall(r"(\d) Hráč", text)) == ["1", "2"]
