"""From one season to the next: promotion, play-offs, leavers, newcomers, pauses."""

import pytest

from league.errors import LeagueError
from league.models import Entry, Event, Match, PlayOff, Season, SeasonLeave
from league.permissions import SERVICE
from league.seasons.queries.divisions import division_tables
from league.seasons.queries.outcome import outcome_of, paused_before
from league.seasons.queries.schedule import schedule_of
from league.seasons.queries.seasons import divisions_of
from league.seasons.services.next_season import (
    Wishes,
    decide_play_off,
    draft_next_season,
    open_play_off,
    preview_next_season,
)
from tests.factories.events import entries_at
from tests.factories.seasons import moved, play_open, played_season, running_season

pytestmark = pytest.mark.django_db


def names_in(season: Season) -> list[list[str]]:
    return [
        [
            name.removeprefix("Hráč").removesuffix(" Z")
            for name in division.event.entries.order_by("created_at", "pk").values_list(
                "player__full_name", flat=True
            )
        ]
        for division in divisions_of(season)
    ]


def entry_called(season: Season, name: str) -> str:
    [entry] = [
        entry.pk
        for division in divisions_of(season)
        for entry in division.event.entries.filter(player__full_name=f"Hráč{name} Z")
    ]
    return entry


def test_next_season_has_who_went_up_and_down() -> None:
    season = played_season(4, 4)
    made = draft_next_season(season, actor=SERVICE, wishes=Wishes("Liga 2"))
    assert names_in(made) == [["1A", "1B", "1C", "2A"], ["1D", "2B", "2C", "2D"]]
    assert (made.status, made.previous, made.format) == (Season.Status.DRAFT, season, "single")
    assert set(Event.objects.filter(division__season=made).values_list("status")) == {("draft",)}


def test_it_is_drafted_once_and_from_a_finished_season() -> None:
    running = running_season(3, 3)
    with pytest.raises(LeagueError, match="Finish the season first"):
        draft_next_season(running, actor=SERVICE, wishes=Wishes("Liga 2"))
    season = played_season(3, 3)
    draft_next_season(season, actor=SERVICE, wishes=Wishes("Liga 2"))
    with pytest.raises(LeagueError, match="already been drafted"):
        draft_next_season(season, actor=SERVICE, wishes=Wishes("Liga 3"))


def test_preview_is_what_is_made() -> None:
    season = played_season(4, 4)
    outcome = outcome_of(season)
    wishes = Wishes(
        "Liga 2",
        leaving={entry_called(season, "1B"): "left"},
        newcomers=["Nový Hráč"],
        divisions=3,
    )
    shown = [
        [outcome.names.get(each.player, each.player) for each in group]
        for group in preview_next_season(outcome, wishes)
    ]
    made = draft_next_season(season, actor=SERVICE, wishes=wishes)
    assert names_in(made) == [["1A", "1C"], ["2A", "1D", "2B"], ["2C", "2D", "Nový Hráč"]]
    assert shown == [
        ["Hráč1A Z.", "Hráč1C Z."],
        ["Hráč2A Z.", "Hráč1D Z.", "Hráč2B Z."],
        ["Hráč2C Z.", "Hráč2D Z.", "Nový Hráč"],
    ]


def test_whoever_pauses_may_come_back_after_a_season() -> None:
    season = played_season(3, 3)
    paused = entry_called(season, "1A")
    wishes = Wishes("Liga 2", leaving={paused: SeasonLeave.Kind.PAUSED})
    second = draft_next_season(season, actor=SERVICE, wishes=wishes)
    assert names_in(second) == [["1B", "2A"], ["1C", "2B", "2C"]]
    [leave] = paused_before(second)
    assert (leave.entry_id, leave.order) == (paused, 1)
    assert paused_before(season) == []


def test_play_off_decides_the_place_around_the_line() -> None:
    season = played_season(6, 6, has_play_offs=True)
    [pair] = outcome_of(season).play_offs
    assert (pair.holder_name, pair.challenger_name, pair.winner) == ("Hráč1E Z.", "Hráč2B Z.", "")
    with pytest.raises(LeagueError, match="not decided yet"):
        draft_next_season(season, actor=SERVICE, wishes=Wishes("Liga 2"))
    upper = divisions_of(season)[0]
    with pytest.raises(LeagueError, match="one of the two"):
        decide_play_off(upper, actor=SERVICE, winner=entry_called(season, "1A"))
    decide_play_off(upper, actor=SERVICE, winner=pair.holder)
    decide_play_off(upper, actor=SERVICE, winner=pair.challenger)
    made = draft_next_season(season, actor=SERVICE, wishes=Wishes("Liga 2"))
    assert names_in(made) == [
        ["1A", "1B", "1C", "1D", "2A", "2B"],
        ["1E", "1F", "2C", "2D", "2E", "2F"],
    ]


def test_play_off_may_have_an_event_of_its_own() -> None:
    season = played_season(6, 6, has_play_offs=True)
    upper = divisions_of(season)[0]
    event = open_play_off(upper, actor=SERVICE)
    assert event.name == "Liga: play-off below Division 1"
    entered = event.entries.order_by("created_at").values_list("player__full_name", flat=True)
    assert list(entered) == ["Hráč1E Z", "Hráč2B Z"]
    assert PlayOff.objects.get().event == event
    assert outcome_of(season).play_offs[0].event == event
    with pytest.raises(LeagueError, match="already an event for this play-off"):
        open_play_off(upper, actor=SERVICE)


def test_play_off_of_another_pair_decides_nothing() -> None:
    """A result is corrected after it: another two stand around the line."""
    season = played_season(6, 6, has_play_offs=True)
    upper = divisions_of(season)[0]
    winner = outcome_of(season).play_offs[0].challenger
    decide_play_off(upper, actor=SERVICE, winner=winner)
    Season.objects.filter(pk=season.pk).update(movers=2)
    season.refresh_from_db()
    [pair] = outcome_of(season).play_offs
    assert (pair.holder_name, pair.challenger_name, pair.winner) == ("Hráč1D Z.", "Hráč2C Z.", "")


def test_tables_show_zones_and_what_is_possible() -> None:
    season = running_season(4, 4, weeks_ago=1)
    play_open(season)
    first, second = division_tables(schedule_of(season), divisions_of(season))
    assert [place.zone.value for place in first.places] == ["stay", "stay", "stay", "down"]
    assert [place.zone.value for place in second.places] == ["up", "stay", "stay", "stay"]
    points = [place.points_12 for place in first.places]
    assert points == [48, 24, 24, 0]
    assert [(place.reach.best, place.reach.worst) for place in first.places if place.reach] == [
        (1, 3),
        (1, 4),
        (1, 4),
        (2, 4),
    ]


def test_sure_of_first_and_of_promotion_while_others_still_play() -> None:
    season = running_season(4, 4, weeks_ago=2)
    firsts = set(Entry.objects.filter(seed=1).values_list("pk", flat=True))
    play_open(
        season, but=lambda match: match.round.number == 3 and not firsts & set(entries_at(match))
    )
    first, second = division_tables(schedule_of(season), divisions_of(season))
    said = [
        [(place.is_sure_of_first, place.is_sure_to_go_up) for place in shown.places]
        for shown in (first, second)
    ]
    nothing = [(False, False)] * 3
    assert said == [[(True, False), *nothing], [(True, True), *nothing]]


def test_finished_table_has_final_places_alone() -> None:
    season = played_season(4)
    [shown] = division_tables(schedule_of(season), divisions_of(season))
    assert shown.is_over
    assert [place.reach for place in shown.places] == [None] * 4
    assert Match.objects.filter(is_open=True).count() == 0
    assert moved(season, Season.Status.ARCHIVED).status == "archived"
