"""A stage in groups from its start to its end: who is where, who leaves, what is shown and won."""

from collections import defaultdict
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from league.errors import LeagueError
from league.events.queries.cross_tables import cross_tables
from league.events.queries.entries import public_names
from league.events.queries.prizes import prize_list
from league.events.queries.standings import table_after
from league.events.services.drafts import keep_apart, swap_entries
from league.events.services.entries import Registration, enter_player, withdraw_entry
from league.events.services.lifecycle import freeze_seeds, move_event
from league.events.services.rounds import close_round, publish_round
from league.exchange.queries.reports import trf_event
from league.formats.groups import GROUPS
from league.models import Entry, Event, Player, Prize, Stage
from league.pairing.services import divide_stage, pair_round
from league.pairing.trf.writer import write_trf
from league.permissions import SERVICE
from league.results.queries import planned_rounds
from league.series.queries.series import counted_series
from league.series.services import add_evening
from league.standings.prizes import ALL_ENTRIES
from league.standings.queries import latest_rows, published_rows
from league.standings.services import compute_standings
from league.web.public.live import slides_of
from league.web.setup.ceremony import ceremony_of, certificates_of
from tests.factories import make_club, make_event, make_user
from tests.factories.events import (
    drawn_round,
    enter,
    entries_at,
    make_entries,
    played_round,
    published_round,
)
from tests.factories.series import make_series
from tests.league.api.asking import NOBODY, Program
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db
CHAIN = ["DE", "WON", "SB", "GAME"]


@pytest.fixture(autouse=True)
def _pages_in_english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


def groups_of(players: int, *, admin: Any = None, **stage: object) -> Stage:
    """Started, in the order of entry."""
    event = make_event(make_club(admin=admin), status=Event.Status.OPEN)
    Event.objects.update(game="triolet", language="en")
    Stage.objects.update(kind="groups", chain=CHAIN, seed=1, seeding="entered", **stage)
    make_entries(event, players)
    Entry.objects.update(seed=None)
    freeze_seeds(event)
    Event.objects.update(status=Event.Status.RUNNING)
    return Stage.objects.select_related("event").get()


def play_all(stage: Stage) -> None:
    """The better starting number wins every match, so that groups end in the order of the snake."""
    seeds = seeds_of(stage)
    for _round in range(planned_rounds(stage)):
        one = published_round(stage)
        for match in one.matches.all():
            first, second = (seeds[entry] for entry in entries_at(match))
            enter(match, *((90, 50) if first < second else (50, 90)))
        close_round(one, actor=SERVICE)
    compute_standings(stage.pk)


def seeds_of(stage: Stage) -> dict[str, int]:
    return {each.pk: each.seed or 0 for each in stage.event.entries.all()}


def seeds_in(stage: Stage) -> dict[str, list[int]]:
    stage.refresh_from_db()
    seeds = seeds_of(stage)
    groups: dict[str, list[int]] = defaultdict(list)
    for entry, group in stage.groups.items():
        groups[group].append(seeds[entry])
    return {group: sorted(members) for group, members in groups.items()}


SNAKE_OF_SEVEN = {"A": [1, 4, 5], "B": [2, 3, 6, 7]}


def test_field_is_divided_at_the_start() -> None:
    stage = groups_of(7)
    assert seeds_in(stage) == SNAKE_OF_SEVEN
    assert (stage.rounds_planned, planned_rounds(stage)) == (3, 3)
    assert GROUPS.groups_for(7, settings=stage.settings) == 2


def test_going_back_to_entries_takes_the_groups_back() -> None:
    stage = groups_of(7)
    event = move_event(stage.event, to=Event.Status.OPEN, actor=SERVICE, version=1)
    assert seeds_in(stage) == {}
    move_event(event, to=Event.Status.RUNNING, actor=SERVICE, version=event.version)
    assert seeds_in(stage) == SNAKE_OF_SEVEN


def arrive(stage: Stage, name: str) -> Entry:
    player = Player.objects.create(full_name=name, keeper=stage.event.club)
    return enter_player(
        stage.event, actor=SERVICE, registration=Registration(player=player), is_here=True
    )


def test_who_comes_before_round_1_is_out_gets_a_group_and_later_ones_none() -> None:
    stage = groups_of(7)
    draft = drawn_round(stage)
    arrive(stage, "Hana Hálová")
    assert seeds_in(stage) == {"A": [1, 4, 5, 8], "B": [2, 3, 6, 7]}
    pair_round(draft.pk)
    assert draft.matches.count() == 4
    stage = Stage.objects.select_related("event").get()
    draft.refresh_from_db()
    publish_round(draft, actor=SERVICE, version=draft.version)
    with pytest.raises(LeagueError, match="Groups take no new players"):
        arrive(stage, "Ivo Ivan")
    assert seeds_in(stage) == {"A": [1, 4, 5, 8], "B": [2, 3, 6, 7]}


def entry(stage: Stage, seed: int) -> Entry:
    return stage.event.entries.get(seed=seed)


def test_pair_kept_apart_changes_groups_until_round_1_is_out() -> None:
    stage = groups_of(8)
    assert seeds_in(stage) == {"A": [1, 4, 5, 8], "B": [2, 3, 6, 7]}
    keep_apart(stage.event, actor=SERVICE, first=entry(stage, 1), second=entry(stage, 8))
    assert seeds_in(stage) == {"A": [1, 4, 5, 7], "B": [2, 3, 6, 8]}
    published_round(stage)
    keep_apart(stage.event, actor=SERVICE, first=entry(stage, 1), second=entry(stage, 7))
    divide_stage(Stage.objects.get())
    assert seeds_in(stage) == {"A": [1, 4, 5, 7], "B": [2, 3, 6, 8]}


def test_nobody_is_swapped_into_another_group() -> None:
    stage = groups_of(8)
    draft = drawn_round(stage)
    one, four, two = (entry(stage, seed).pk for seed in (1, 4, 2))
    with pytest.raises(LeagueError, match="different groups"):
        swap_entries(draft, actor=SERVICE, first=one, second=two, version=draft.version)
    swap_entries(draft, actor=SERVICE, first=one, second=four, version=draft.version)
    draft.refresh_from_db()
    assert draft.is_edited


def test_each_group_has_a_table_of_its_own() -> None:
    stage = groups_of(7)
    play_all(stage)
    seeds = seeds_of(stage)
    rows = published_rows(stage)
    assert [(row.group, row.rank, seeds[row.entry], row.points_12) for row in rows] == [
        *(("A", 1, 1, 48), ("A", 2, 4, 24), ("A", 3, 5, 0)),
        *(("B", 1, 2, 72), ("B", 2, 3, 48), ("B", 3, 6, 24), ("B", 4, 7, 0)),
    ]
    assert latest_rows([stage.pk])[stage.pk] == rows


def test_smaller_group_is_free_once_it_has_met() -> None:
    """Five and four: A plays five rounds, B three."""
    stage = groups_of(9, group_size=5)
    play_all(stage)
    last = stage.rounds.get(number=5)
    seeds = seeds_of(stage)
    assert sorted(seeds[bye.entry_id] for bye in last.byes.all()) == [2, 3, 5, 6, 7]
    matches = {row.group: len([c for c in row.cells if c.match]) for row in published_rows(stage)}
    assert matches == {"A": 4, "B": 3}


def test_who_leaves_early_is_struck_from_the_group_and_no_other_changes() -> None:
    stage = groups_of(8)
    played_round(stage)
    before = published_rows(stage)
    withdraw_entry(entry(stage, 8), actor=SERVICE, is_confirmed=True)
    compute_standings(stage.pk)
    after = published_rows(stage)
    assert [row for row in after if row.group == "B"] == [row for row in before if row.group == "B"]
    assert [row.group for row in after].count("A") == 3
    play_rest(stage)
    games = {row.entry: row.games for row in published_rows(stage)}
    assert sorted(games.values()) == [2, 2, 2, 3, 3, 3, 3]


def play_rest(stage: Stage) -> None:
    for _round in range(planned_rounds(stage) - stage.rounds.count()):
        played_round(stage)


def test_who_leaves_after_half_forfeits_the_rest_of_the_group() -> None:
    stage = groups_of(8)
    played_round(stage)
    played_round(stage)
    gone = entry(stage, 8)
    withdraw_entry(gone, actor=SERVICE, is_confirmed=True)
    played_round(stage)
    last = {row.entry: row.cells[-1].outcome.value for row in published_rows(stage)}
    assert last[gone.pk] == "forfeit_loss"
    assert sorted(last.values()).count("forfeit_win") == 1


@pytest.fixture
def played() -> Stage:
    stage = groups_of(7)
    play_all(stage)
    return stage


@pytest.mark.parametrize(
    "route", ["event", "event-standings", "event-cross", "print-standings", "event-projector"]
)
def test_pages_name_the_groups(client: Client, played: Stage, route: str) -> None:
    text = text_of(client, reverse(route, args=[played.event_id]))
    assert text.index("Group A") < text.index("Group B")


def test_offline_paper_names_the_groups(client: Client, played: Stage) -> None:
    organiser = make_user(is_superuser=True)
    client.force_login(organiser)
    text = client.get(reverse("event-paper", args=[played.event_id])).content.decode()
    assert text.index("Group A") < text.index("Group B")


def test_cross_tables_hold_one_group_each(played: Stage) -> None:
    tables = cross_tables(table_after(played, names=public_names(played.event)))
    assert {name: [len(row.against) for row in rows] for name, rows in tables.items()} == {
        "A": [3, 3, 3],
        "B": [4, 4, 4, 4],
    }
    met = [cell for row in tables["B"] for cells in row.against for cell in cells or ()]
    assert len(met) == 12


def test_event_page_shows_whole_groups(client: Client) -> None:
    stage = groups_of(14)
    play_all(stage)
    shown = client.get(reverse("event", args=[stage.event_id])).context["now"].table.rows
    assert [row.row.group for row in shown] == [*"AAABBBCCCC"]


def test_projector_parts_no_group() -> None:
    """A column has ten lines, and each group one for its name: 3 + 3, then 4 + 4, then 4."""
    stage = groups_of(18)
    play_all(stage)
    pages = [page for page in slides_of(stage.event).pages if page.kind == "standings"]
    assert [[row.row.group for row in page.rows] for page in pages] == [
        [*"AAABBBCCCCDDDD"],
        [*"EEEE"],
    ]
    groups = [sorted(stage.groups[entry] for entry in page.tops) for page in pages]
    assert groups == [["A", "C"], ["E"]]


def test_rank_is_explained_within_the_group(client: Client, played: Stage) -> None:
    """2 of B stands next to nobody of A."""
    second = entry(played, 3)
    text = text_of(client, reverse("entry-rounds", args=[second.pk]))
    assert "Rank 2 in group B" in text
    last_of_a = entry(played, 5)
    explained = client.get(reverse("entry-rounds", args=[last_of_a.pk])).context["explained"]
    assert explained.above is not None
    assert explained.below is None


def test_round_shows_the_group_beside_the_table(client: Client) -> None:
    stage = groups_of(7)
    one = published_round(stage)
    for route in ("round", "print-tables"):
        text = text_of(client, reverse(route, args=[one.pk]))
        assert "Group" in text, route
    match = one.matches.order_by("table").last()
    assert match is not None
    text = text_of(client, reverse("match", args=[match.pk]))
    assert "Group B, by the schedule: number 3 meets number 6." in text


def test_api_tells_the_group() -> None:
    stage = groups_of(7)
    one = published_round(stage)
    matches = NOBODY.get(f"rounds/{one.pk}/matches").json()["results"]
    assert [match["group"] for match in matches] == ["A", "B", "B"]
    assert NOBODY.get(f"matches/{matches[0]['id']}").json()["group"] == "A"
    compute_standings(stage.pk)
    rows = NOBODY.get(f"events/{stage.event_id}/standings").json()["results"]
    assert [row["group"] for row in rows] == [*"AAABBBB"]


def test_group_size_stays_once_it_plays() -> None:
    organiser = make_user()
    stage = groups_of(8, admin=organiser)
    program = Program.of(organiser)
    told = program.get(f"events/{stage.event_id}").json()
    assert told["stage"]["group_size"] == 4
    refused = program.patch(
        f"events/{stage.event_id}", version=told["version"], stage={"group_size": 3}
    )
    assert "stays as it was at the start" in str(refused.json())
    assert Stage.objects.get().group_size == 4


def test_first_of_each_group_are_tied_for_the_first_prizes(played: Stage) -> None:
    for place in (1, 2, 3):
        Prize.objects.create(event=played.event, place=place, what=f"prize {place}", order=place)
    names = {each.pk: str(each.seed) for each in played.event.entries.all()}
    listed = prize_list(played.event, names=names)
    assert [(shown.prize.place, shown.names) for shown in listed.awards] == [
        (1, ("1", "2")),
        (2, ("1", "2")),
        (3, ("4", "3")),
    ]
    assert [(tie.is_across, tie.tie.is_open) for tie in listed.ties] == [(True, True)] * 2
    assert [place for place, _entries in listed.places(ALL_ENTRIES)] == [1, 3, 5, 7]


def test_certificates_tell_the_place_in_the_group(played: Stage) -> None:
    names = {each.pk: str(each.seed) for each in played.event.entries.all()}
    listed = prize_list(played.event, names=names)
    made = certificates_of(listed, names=names, for_everybody=True)
    told = {certificate.name: (certificate.group, certificate.place) for certificate in made}
    assert told == {
        "1": ("A", 1),
        "4": ("A", 2),
        "5": ("A", 3),
        "2": ("B", 1),
        "3": ("B", 2),
        "6": ("B", 3),
        "7": ("B", 4),
    }
    honours = ceremony_of(listed, all_places=True)
    assert [(honour.place, honour.names, honour.points_12) for honour in honours] == [
        (7, ("7",), 0),
        (5, ("5", "6"), None),
        (3, ("4", "3"), None),
        (1, ("1", "2"), None),
    ]


def test_series_counts_the_first_of_each_group_alike(played: Stage) -> None:
    Event.objects.update(status=Event.Status.FINISHED)
    series = make_series(played.event.club)
    add_evening(series, actor=SERVICE, event=played.event)
    [evening] = counted_series(series).evenings
    seeds = seeds_of(played)
    assert {seeds[side.entry]: side.rank for side in evening.sides} == {
        1: 1,
        2: 1,
        3: 3,
        4: 3,
        5: 5,
        6: 5,
        7: 7,
    }


def test_report_has_all_groups_in_one_file(played: Stage) -> None:
    text = write_trf(trf_event(played))
    assert "092 Individual: Round-Robin in groups" in text
    ranks = [int(line[85:89]) for line in text.splitlines() if line.startswith("001")]
    assert ranks == [1, 1, 3, 3, 5, 5, 7]


@pytest.mark.parametrize(("entries", "rounds"), [(14, 3), (9, 3), (3, 3)])
def test_simulation_plays_groups_to_the_end(
    capsys: pytest.CaptureFixture[str], entries: int, rounds: int
) -> None:
    call_command("simulate", "--format=groups", f"--entries={entries}", "--rounds=9", "--seed=5")
    stage = Stage.objects.get()
    assert capsys.readouterr().out.strip() == stage.event_id
    assert (stage.kind, stage.event.status) == ("groups", Event.Status.FINISHED)
    assert stage.rounds.count() == rounds
    assert len(stage.groups) == entries
