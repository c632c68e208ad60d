"""Setting a season up: divisions, players, days, and the steps from draft to archive."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.errors import LeagueError, Stale
from league.models import AuditEntry, Entry, Event, Season, Stage
from league.permissions import SERVICE
from league.seasons.days import TWO_WEEKS, windows
from league.seasons.queries.seasons import champions_of, divisions_of, hindrances_to
from league.seasons.services.lifecycle import extend_round, move_season, set_dates
from league.seasons.services.setup import (
    add_division,
    add_players,
    create_season,
    discard_season,
    edit_season,
    move_player,
    remove_division,
    remove_player,
    rename_division,
)
from tests.factories import make_club, make_player
from tests.factories.seasons import OTHER_GAME, make_season, moved, played_season, running_season

pytestmark = pytest.mark.django_db

Status = Season.Status


def players_in(season: Season) -> list[list[str]]:
    return [
        list(
            division.event.entries.order_by("created_at", "pk").values_list(
                "player__full_name", flat=True
            )
        )
        for division in divisions_of(season)
    ]


def test_division_is_an_event_of_the_seasons_game_and_format() -> None:
    season = create_season(
        make_club(),
        actor=SERVICE,
        divisions=2,
        fields={"name": "Liga", "language": "en", "format": "double", **OTHER_GAME},
    )
    assert [each.event.name for each in divisions_of(season)] == [
        "Liga: Division 1",
        "Liga: Division 2",
    ]
    found = Stage.objects.filter(event__division__season=season)
    assert set(found.values_list("kind", "is_double", "seeding")) == {
        ("round_robin", True, "entered")
    }
    assert set(Event.objects.values_list("status", "game", "sign_up", "round_minutes")) == {
        ("draft", "other", "desk", None)
    }
    assert list(AuditEntry.objects.filter(object_kind="season").values_list("action")) == [
        ("create season",)
    ]


def test_names_of_members_are_those_members() -> None:
    club = make_club()
    jana = make_player("Jana Nováková", club=club)
    season = make_season(0, club=club)
    [division] = divisions_of(season)
    added = add_players(division, actor=SERVICE, names=["jana  novakova", "Petr Nový", ""])
    assert added[0].player == jana
    assert players_in(season) == [["Jana Nováková", "Petr Nový"]]


def test_player_is_in_one_division_only() -> None:
    season = make_season(1, 1)
    first, second = divisions_of(season)
    player = first.event.entries.get().player
    with pytest.raises(LeagueError, match="already in this season: Division 1"):
        add_players(second, actor=SERVICE, players=[player])
    assert players_in(season) == [["Hráč1A Z"], ["Hráč2A Z"]]


def test_player_moves_between_divisions_and_out() -> None:
    season = make_season(2, 1)
    first, second = divisions_of(season)
    entry = first.event.entries.get(player__full_name="Hráč1B Z")
    moved_entry = move_player(entry, actor=SERVICE, to=second)
    assert players_in(season) == [["Hráč1A Z"], ["Hráč2A Z", "Hráč1B Z"]]
    remove_player(moved_entry, actor=SERVICE)
    assert players_in(season) == [["Hráč1A Z"], ["Hráč2A Z"]]


def test_divisions_are_added_renamed_and_removed() -> None:
    season = make_season(3)
    third = add_division(season, actor=SERVICE)
    rename_division(third, actor=SERVICE, name=" Třetí ")
    season.refresh_from_db()
    assert [(d.name, d.event.name) for d in divisions_of(season)] == [
        ("Division 1", "Liga: Division 1"),
        ("Třetí", "Liga: Třetí"),
    ]
    first, last = divisions_of(season)
    with pytest.raises(LeagueError, match="Only the lowest"):
        remove_division(first, actor=SERVICE)
    remove_division(last, actor=SERVICE)
    assert len(divisions_of(season)) == Event.objects.count() == 1


def test_started_season_keeps_its_divisions() -> None:
    season = running_season(3, 3)
    first, second = divisions_of(season)
    entry = first.event.entries.all()[0]
    for change in (
        lambda: add_division(season, actor=SERVICE),
        lambda: add_players(first, actor=SERVICE, names=["Nový Hráč"]),
        lambda: move_player(entry, actor=SERVICE, to=second),
        lambda: remove_player(entry, actor=SERVICE),
    ):
        with pytest.raises(LeagueError, match="has started"):
            change()
    assert Entry.objects.count() == 6


def test_what_is_missing_is_said() -> None:
    season = make_season(2, 4)
    season.round_dates.all().delete()
    assert hindrances_to(season, to=Status.OPEN) == [
        "Division 1 has 2 players; it needs at least 3.",
        "There are 3 rounds to play, and 0 have their days.",
    ]
    with pytest.raises(LeagueError, match="needs at least 3"):
        moved(season, Status.OPEN)


def test_tables_need_a_number_with_a_schedule() -> None:
    season = make_season(10, format="fours", rounds_planned=4)
    [said] = hindrances_to(season, to=Status.OPEN)
    assert said.startswith("No schedule without repeats is known for the 10 players of Division 1.")
    assert "16, 20" in said


def test_steps_take_the_divisions_with_them() -> None:
    season = make_season(3, 4)
    statuses = []
    for to in (Status.OPEN, Status.RUNNING):
        season = moved(season, to)
        statuses.append(set(Event.objects.values_list("status", flat=True)))
    assert statuses == [{"open"}, {"running"}]
    planned = Stage.objects.order_by("event__division__order")
    assert list(planned.values_list("rounds_planned", flat=True)) == [3, 3]
    with pytest.raises(LeagueError, match="0 of 3 rounds are closed"):
        moved(season, Status.FINISHED)
    with pytest.raises(Stale):
        move_season(season, to=Status.FINISHED, actor=SERVICE, version=1)
    with pytest.raises(LeagueError, match="no such step"):
        moved(season, Status.OPEN)


def test_finished_season_has_champions_and_is_archived_and_reopened() -> None:
    season = played_season(3, 3)
    assert [each.names for each in champions_of(season)] == [("Hráč1A Z.",), ("Hráč2A Z.",)]
    assert champions_of(moved(season, Status.ARCHIVED)) != ()
    season = moved(season, Status.FINISHED, Status.RUNNING)
    assert champions_of(season) == ()
    assert set(Event.objects.values_list("status", flat=True)) == {"running"}


def test_edited_name_is_the_name_of_the_events_too() -> None:
    season = make_season(3)
    edit_season(
        season, actor=SERVICE, version=season.version, changes={"name": "Nová", "movers": 2}
    )
    season.refresh_from_db()
    assert (season.name, season.movers) == ("Nová", 2)
    assert Event.objects.get().name == "Nová: Division 1"
    with pytest.raises(Stale):
        edit_season(season, actor=SERVICE, version=1, changes={"name": "Jiná"})


def test_days_move_the_events_start_and_a_round_is_extended() -> None:
    season = make_season(4)
    first = timezone.localdate() + timedelta(days=10)
    set_dates(season, actor=SERVICE, windows=windows(first, rounds=3, every=TWO_WEEKS))
    assert timezone.localtime(Event.objects.get().starts_at).date() == first
    due = first + timedelta(days=13)
    with pytest.raises(LeagueError, match="after the current deadline"):
        extend_round(season, actor=SERVICE, number=1, due_on=due)
    extend_round(season, actor=SERVICE, number=1, due_on=due + timedelta(days=2))
    assert season.round_dates.get(number=1).due_on == due + timedelta(days=2)


def test_days_that_are_not_in_order_are_refused() -> None:
    season = make_season(4)
    good = windows(timezone.localdate(), rounds=3, every=TWO_WEEKS)
    before = list(season.round_dates.values_list("starts_on", flat=True))
    with pytest.raises(LeagueError, match="start after the one before"):
        set_dates(season, actor=SERVICE, windows=good[::-1])
    assert list(season.round_dates.values_list("starts_on", flat=True)) == before


def test_draft_is_thrown_away_with_its_events_but_not_its_players() -> None:
    season = make_season(3)
    names = set(Entry.objects.values_list("player__full_name", flat=True))
    discard_season(season, actor=SERVICE)
    assert (Season.objects.count(), Event.objects.count()) == (0, 0)
    assert {player.full_name for player in season.club.players_kept.all()} == names
    announced = moved(make_season(3), Status.OPEN)
    with pytest.raises(LeagueError, match="Only a draft"):
        discard_season(announced, actor=SERVICE)
