"""A series as it is read from the standings of its evenings."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from league.exchange.queries.league_tables import series_table
from league.exchange.table_files import file_of, spelling_of
from league.models import Club, Event, Player, Series, SeriesGuest, Stage
from league.permissions import SERVICE, Actor
from league.series.inputs import EveningState
from league.series.queries.series import counted_series, events_to_add
from league.series.queries.shown import SeriesShown, explained_row, series_shown
from league.series.table import By
from league.standings.field import Cell
from league.standings.inputs import RoundOutcome
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.events import played_round, running_event
from tests.factories.series import evening_of, make_series, publish_rows, stored_rows
from tests.league.series.naive import naive_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def people(club: Club) -> list[Player]:
    names = ("Adam Bílý", "Bára Černá", "Cyril Dub", "Dana Esová")
    return [make_player(name, club=club) for name in names]


def shown(series: Series, **options: Any) -> SeriesShown:
    return series_shown(counted_series(Series.objects.get(pk=series.pk)), **options)


def told(table: SeriesShown) -> list[tuple[int, str, Fraction]]:
    return [(each.row.rank, each.name, each.row.total) for each in table.rows]


def test_table_is_made_of_the_evenings(club: Club, people: list[Player]) -> None:
    a, b, c, _d = people
    series = make_series(club, bonus=1)
    evening_of(series, a, [b, c])
    evening_of(series, b, a)
    table = shown(series)
    assert told(table) == [
        (1, "Adam B.", 25 + 18 + 2),
        (2, "Bára Č.", Fraction(18 + 15, 2) + 25 + 2),
        (3, "Cyril D.", Fraction(18 + 15, 2) + 1),
    ]
    assert [(each.number, [name for _entry, name in each.winners]) for each in table.evenings] == [
        (1, ["Adam B."]),
        (2, ["Bára Č."]),
    ]


def test_rounds_that_were_really_played_count() -> None:
    stage = running_event(8)
    series = make_series(stage.event.club)
    played_round(stage)
    Event.objects.filter(pk=stage.event_id).update(status=Event.Status.FINISHED)
    series.evenings.create(event=stage.event, order=1)
    counted = counted_series(series)
    rows = series_shown(counted).rows
    assert sum(each.row.total for each in rows) == 25 + 18 + 15 + 12 + 10 + 8 + 6 + 4
    assert {each.row.player: (each.row.rank, each.row.total) for each in rows} == naive_table(
        list(counted.evenings), terms=counted.terms, guests=set()
    )


def test_correction_of_an_old_evening_changes_the_series(club: Club, people: list[Player]) -> None:
    a, b, *_others = people
    series = make_series(club)
    event = evening_of(series, a, b)
    before = counted_series(series)
    first, second = stored_rows(event)
    publish_rows(event, [replace(second, rank=1), replace(first, rank=2)])
    after = counted_series(series)
    assert [told(series_shown(each))[0][1] for each in (before, after)] == ["Adam B.", "Bára Č."]
    assert before.fingerprint != after.fingerprint == counted_series(series).fingerprint


def test_fingerprint_knows_names_and_terms(club: Club, people: list[Player]) -> None:
    series = make_series(club)
    evening_of(series, *people)
    seen = {counted_series(series).fingerprint}
    Player.objects.filter(pk=people[0].pk).update(privacy=Player.Privacy.FULL)
    seen.add(counted_series(series).fingerprint)
    Series.objects.update(best=1, version=9)
    seen.add(counted_series(Series.objects.get()).fingerprint)
    assert len(seen) == 3


def test_number_of_queries_is_fixed(
    club: Club, people: list[Player], django_assert_num_queries: Any
) -> None:
    series = make_series(club, guests=Series.Guests.APART)
    for _ in range(3):
        evening_of(series, *people)
    # Evenings, stages, standings by two, entries, players, who is said to be a guest.
    with django_assert_num_queries(7):
        series_shown(counted_series(series))
    with django_assert_num_queries(5):  # standings are in the cache
        series_shown(counted_series(series))
    for _ in range(3):
        evening_of(series, *people)
    with django_assert_num_queries(7):
        series_shown(counted_series(series))


def test_running_evening_is_shown_and_waits(club: Club, people: list[Player]) -> None:
    a, b, *_others = people
    series = make_series(club)
    evening_of(series, a, b)
    evening_of(series, b, a, status=Event.Status.RUNNING)
    table = shown(series)
    assert told(table) == [(1, "Adam B.", 25), (2, "Bára Č.", 18)]
    assert [each.state for each in table.columns] == [EveningState.FINISHED, EveningState.RUNNING]
    assert (table.left, [each.winners for each in table.columns][1]) == (1, ())
    Series.objects.update(counts_running=True)
    assert told(shown(series)) == [(1, "Bára Č.", 43), (2, "Adam B.", 43)]


def test_who_only_asked_for_byes_did_not_come(club: Club, people: list[Player]) -> None:
    series = make_series(club, bonus=5)
    event = evening_of(series, *people)
    *others, last = stored_rows(event)
    away = (Cell(1, RoundOutcome.HALF_BYE, 36), Cell(2, RoundOutcome.FORFEIT_LOSS))
    publish_rows(event, [*others, replace(last, cells=away)])
    assert [name for _rank, name, _total in told(shown(series))] == [
        *("Adam B.", "Bára Č.", "Cyril D.")
    ]


@pytest.fixture
def guests_series(club: Club, people: list[Player]) -> Series:
    guests_series = make_series(club, guests=Series.Guests.APART)
    guest = make_player("Host Zvenčí", club=make_club("Jiný"))
    evening_of(guests_series, guest, *people[:2])
    return guests_series


def test_guests_are_those_of_other_clubs(guests_series: Series) -> None:
    table = shown(guests_series)
    assert told(table) == [(1, "Adam B.", 18), (2, "Bára Č.", 15)]
    assert [(each.name, each.row.rank, each.row.total) for each in table.guests] == [
        ("Host Z.", 0, 25)
    ]


def test_guests_are_named_by_hand_either_way(guests_series: Series, people: list[Player]) -> None:
    host = Player.objects.get(full_name="Host Zvenčí")
    SeriesGuest.objects.create(series=guests_series, player=host, is_guest=False)
    SeriesGuest.objects.create(series=guests_series, player=people[0], is_guest=True)
    table = shown(guests_series)
    assert told(table) == [(1, "Host Z.", 25), (2, "Bára Č.", 15)]
    assert [each.name for each in table.guests] == ["Adam B."]


def test_guests_leave_their_places_to_the_others(guests_series: Series) -> None:
    Series.objects.update(guests=Series.Guests.MOVE_UP)
    assert told(shown(guests_series)) == [(1, "Adam B.", 25), (2, "Bára Č.", 18)]


@pytest.fixture
def series(club: Club, people: list[Player]) -> Series:
    a, b, *_others = people
    series = make_series(club, planned=5)
    evening_of(series, a, b, game="triolet", variant="base")
    evening_of(series, b, a, game="other", other_name="Azul")
    evening_of(series, b, a, game="other", other_name="Azul")
    return series


def test_games_have_a_table_each(series: Series) -> None:
    assert [(game.key, game.name) for game in shown(series).games] == [
        ("triolet", "Triolet"),
        ("other-azul", "Azul"),
    ]
    azul = shown(series, game="other-azul")
    assert told(azul) == [(1, "Bára Č.", 50), (2, "Adam B.", 36)]
    assert [each.number for each in azul.columns] == [2, 3]
    assert told(shown(series, game="triolet"))[0] == (1, "Adam B.", 25)


def test_games_may_all_be_those_of_the_evenings_left(series: Series) -> None:
    assert [shown(series, game=key).left for key in ("", "triolet", "other-azul")] == [2, 2, 2]


def test_games_unknown_one_gives_the_table_of_all(series: Series) -> None:
    assert shown(series, game="chess").game == ""


def test_points_of_a_team_go_to_both(club: Club, people: list[Player]) -> None:
    a, b, c, d = people
    series = make_series(club)
    evening_of(series, (a, b), (c, d))
    table = shown(series)
    assert [(rank, total) for rank, _name, total in told(table)] == [
        *((1, 25), (1, 25), (3, 18), (3, 18))
    ]
    assert [name for _entry, name in table.evenings[0].winners] == ["Adam B. + Bára Č."]


def test_draft_is_listed_for_those_who_run_it_alone(club: Club) -> None:
    admin = make_user()
    club.admins.add(admin)
    series = make_series(club)
    series.evenings.create(event=make_event(club, status=Event.Status.DRAFT), order=1)
    lists = [shown(series, actor=each).evenings for each in (SERVICE, Actor(user=admin))]
    assert [len(each) for each in lists] == [0, 1]
    assert shown(series).left == 1


def test_recount_that_is_under_way_is_told(club: Club, people: list[Player]) -> None:
    series = make_series(club)
    evening_of(series, *people)
    assert counted_series(series).is_current
    Stage.objects.update(wanted_version=99)
    assert not counted_series(series).is_current


def test_row_is_explained_down_to_the_entry(club: Club, people: list[Player]) -> None:
    a, b, *_others = people
    series = make_series(club, best=1, bonus=2)
    evening_of(series, [a, b])
    event = evening_of(series, b, a)
    explained = explained_row(shown(series), a.pk)
    assert explained is not None
    first, second = explained.evenings
    assert (first.places, first.cell and first.cell.use) == ([1, 2], "counted")
    assert second.cell is not None
    assert (second.cell.use, second.cell.result.entry) == (
        "dropped",
        event.entries.get(player=a).pk,
    )
    assert (explained.counted, explained.of_evenings) == (1, Fraction(43, 2))
    assert explained.above is not None
    assert (explained.above.name, explained.above.parted.by) == ("Bára Č.", By.POINTS)
    assert explained.below is None


def test_somebody_else_has_no_row(club: Club, people: list[Player]) -> None:
    series = make_series(club)
    evening_of(series, *people[:2])
    assert explained_row(shown(series), people[3].pk) is None


def test_table_to_take_out_has_exact_numbers_and_brackets(club: Club, people: list[Player]) -> None:
    a, b, c, _d = people
    series = make_series(club, best=1, scheme="own", own_points=[5, 3])
    evening_of(series, [a, b, c], name="První")
    evening_of(series, a, name="Druhý", status=Event.Status.FINISHED)
    table = series_table(shown(series))
    share = Fraction(8, 3)
    assert [column.label for column in table.columns] == [
        *("Rank", "Name", "Total without [dropped evenings]"),
        *("1. První", "2. Druhý", "Points for coming"),
    ]
    assert table.rows == [
        [1, "Adam B.", 5, "[8/3]", 5, 0],
        [2, "Bára Č.", share, share, None, 0],
        [2, "Cyril D.", share, share, None, 0],
    ]


_AS_A_NUMBER = re.compile(r"[-+]?\(?[-+]?[0-9][0-9.,\s]*\)?%?")  # (12) is -12 to a spreadsheet


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
def test_dropped_evening_is_no_number_in_any_spreadsheet(
    club: Club, people: list[Player], language: str
) -> None:
    a, b, *_others = people
    series = make_series(club, best=1, scheme="own", own_points=[12, 3])
    evening_of(series, a, b)
    evening_of(series, a, b)
    assert _AS_A_NUMBER.fullmatch("(12)")
    spelling = spelling_of(language, yes="yes", no="no")
    for suffix in ("csv", "tsv"):
        sent = b"".join(file_of(series_table(shown(series)), suffix, spelling).parts).decode()
        cells = re.split(r"[;,\t]", sent.splitlines()[1])
        assert [cell for cell in cells if _AS_A_NUMBER.fullmatch(cell)] == ["1", "12", "12", "0"]
        assert "[12]" in cells


def test_total_tells_of_brackets_only_where_there_are_some(
    club: Club, people: list[Player]
) -> None:
    series = make_series(club)
    evening_of(series, *people)
    assert series_table(shown(series)).columns[2].label == "Total"


def test_events_to_add_are_the_clubs_and_those_one_runs(club: Club) -> None:
    user, foreign = make_user(), make_club("Jiný")
    series = make_series(club)
    inside = make_event(club, name="uvnitř")
    series.evenings.create(event=inside, order=1)
    make_event(club, name="náš")
    make_event(foreign, name="cizí")
    make_event(foreign, name="můj", officials={"organiser": user})
    make_event(foreign, name="rozhoduji", officials={"arbiter": user})
    names = events_to_add(series, Actor(user=user)).values_list("name", flat=True)
    assert set(names) == {"náš", "můj"}
