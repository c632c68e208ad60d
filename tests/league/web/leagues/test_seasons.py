"""Pages of seasons: for everybody, for players, and for those who run them."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Club, Entry, Match, Player, Postponement, Season, User
from league.seasons.queries.seasons import divisions_of
from tests.conftest import OpenPage
from tests.factories import make_club, make_player, make_user
from tests.factories.events import entries_at
from tests.factories.seasons import (
    make_season,
    moved,
    open_match,
    play_open,
    played_season,
    running_season,
)
from tests.factories.tables import other_table
from tests.league.web.reading import plain

pytestmark = pytest.mark.django_db


@pytest.fixture
def jana() -> User:
    return make_user("jana")


@pytest.fixture
def club(jana: User) -> Club:
    return make_club("Klub Olomouc", admin=jana)


def text_of(response: HttpResponse) -> str:
    return plain(response.content.decode())


def address(name: str, season: Season) -> str:
    return reverse(name, args=[season.pk])


def plays(user: User, match: Match, letter: str = "A") -> Player:
    seat = match.seats.get(letter=letter)
    seat.player.user = user
    seat.player.save()
    return seat.player


def test_season_shows_tables_zones_and_the_round_of_now(open_page: OpenPage) -> None:
    season = running_season(4, 4, weeks_ago=1)
    play_open(season, but=lambda match: match.round.number == 2)
    page = text_of(open_page(address("season", season), queries=16))
    for words in ("Division 1", "goes down", "Division 2", "goes up", "Round 2", "Possible"):
        assert words in page
    assert "My season" not in page


def test_season_says_who_is_sure_of_first_and_of_going_up(open_page: OpenPage) -> None:
    """Seven in a lower division: two go up, and the second has won all but the first's match."""
    season = running_season(4, 7, weeks_ago=6, movers=2)
    firsts = set(Entry.objects.filter(seed__lte=2).values_list("pk", flat=True))
    play_open(
        season, but=lambda match: match.round.number > 5 and not firsts & set(entries_at(match))
    )
    text = text_of(open_page(address("season", season), queries=16))
    assert (text.count("sure of 1st place"), text.count("sure to go up")) == (1, 1)


def test_page_of_a_larger_season_takes_as_many_queries(open_page: OpenPage) -> None:
    season = running_season(6, 6, 6, weeks_ago=2)
    play_open(season)
    open_page(address("season", season), queries=16, shows="Division 3")


def test_whole_schedule_is_public_from_the_start(open_page: OpenPage) -> None:
    season = running_season(4)
    page = text_of(open_page(address("season-schedule", season), queries=11))
    for words in ("Round 1", "Round 2", "Round 3", "Hráč1A Z. – Hráč1D Z."):
        assert words in page


def test_player_sees_what_to_play_by_when(client: Client) -> None:
    season = running_season(4)
    user = make_user()
    plays(user, open_match(season))
    client.force_login(user)
    page = text_of(client.get(address("season", season)))
    assert "My season" in page
    assert "Play by:" in page
    assert "Then round 2" in page


def test_players_agree_on_a_day(client: Client) -> None:
    match = open_match(running_season(4))
    asks, answers = make_user(), make_user()
    plays(asks, match)
    plays(answers, match, "B")
    day = timezone.localdate() + timedelta(days=9)
    page, say = reverse("match-days", args=[match.pk]), reverse("match-days-say", args=[match.pk])
    client.force_login(asks)
    assert "Propose this day" in text_of(client.get(page))
    client.post(say, {"do": "ask", "play_on": day.isoformat()})
    client.force_login(answers)
    assert "Agree" in text_of(client.get(page))
    client.post(say, {"do": "agree", "play_on": day.isoformat()})
    assert list(Postponement.objects.order_by("number").values_list("kind", "play_on")) == [
        ("asked", day),
        ("agreed", day),
    ]
    assert "Agreed day" in text_of(client.get(page))


def test_wrong_day_is_said_beside_the_field(client: Client) -> None:
    match = open_match(running_season(4))
    user = make_user()
    plays(user, match)
    client.force_login(user)
    say = reverse("match-days-say", args=[match.pk])
    early = client.post(say, {"do": "ask", "play_on": "2001-01-01"})
    assert early.status_code == 422
    assert "Choose today or a later day." in text_of(early)
    sets = client.post(say, {"do": "set", "play_on": timezone.localdate().isoformat()})
    assert "not waiting for your answer" in text_of(sets) or "been proposed since" in text_of(sets)
    assert Postponement.objects.count() == 0


def test_match_of_no_season_has_no_days(client: Client) -> None:
    assert client.get(reverse("match-days", args=[other_table().pk])).status_code == 404


def test_officials_decide_about_overdue_matches(
    client: Client, open_page: OpenPage, club: Club, jana: User
) -> None:
    season = running_season(4, club=club, weeks_ago=1)
    client.force_login(jana)
    page = text_of(open_page(address("season-overdue", season), queries=16))
    assert "1 day late" in page
    first, second = Match.objects.filter(round__number=1).order_by("table")
    day = timezone.localdate() + timedelta(days=3)
    do = address("season-overdue-do", season)
    client.post(do, {"do": "set", "match": first.pk, "play_on": day.isoformat()})
    absent = second.seats.get(letter="A").entry_id
    client.post(do, {"do": "forfeit", "match": second.pk, "absent": [absent]})
    assert "Nothing is overdue" in text_of(client.get(address("season-overdue", season)))
    assert Postponement.objects.get().kind == Postponement.Kind.SET
    second.refresh_from_db()
    assert second.state == Match.State.ACCEPTED


def test_round_is_extended_for_all(client: Client, club: Club, jana: User) -> None:
    season = running_season(4, club=club, weeks_ago=1)
    client.force_login(jana)
    day = timezone.localdate() + timedelta(days=3)
    do = address("season-overdue-do", season)
    client.post(do, {"do": "extend", "round": "1", "play_on": day.isoformat()})
    assert season.round_dates.get(number=1).due_on == day
    assert "Nothing is overdue" in text_of(client.get(address("season-overdue", season)))


def test_calendar_of_everybody_and_of_one(client: Client) -> None:
    season = running_season(4)
    entry = open_match(season).seats.get(letter="A").entry_id
    whole = client.get(address("season-calendar", season))
    own = client.get(address("season-calendar", season), {"entry": entry})
    assert whole["Content-Type"] == "text/calendar; charset=utf-8"
    assert [answer.content.count(b"BEGIN:VEVENT") for answer in (whole, own)] == [6, 3]


def test_season_is_set_up_from_the_clubs_page(client: Client, club: Club, jana: User) -> None:
    client.force_login(jana)
    assert "Seasons with divisions" in text_of(client.get(reverse("club", args=[club.pk])))
    given = {
        "name": "Liga",
        "divisions": "2",
        "game": "other",
        "other_name": "Dáma",
        "format": "single",
        "rounds_planned": "4",
    }
    wrong = client.post(reverse("season-new", args=[club.pk]), {**given, "other_name": ""})
    assert "Type the name of the game." in text_of(wrong)
    client.post(reverse("season-new", args=[club.pk]), given)
    season = Season.objects.get()
    member = make_player("Ema Malá", club=club)
    upper, lower = divisions_of(season)
    players = address("season-players", season)
    client.post(
        players, {"division": lower.pk, "names": "Jan Nový\nPetr Starý", "players": [member.pk]}
    )
    assert "3 players" in text_of(client.get(players))
    entry = lower.event.entries.get(player=member)
    client.post(address("season-players-do", season), {"do": "up", "entry": entry.pk})
    assert upper.event.entries.get().player == member
    client.post(address("season-players-do", season), {"do": "remove", "entry": "bcdfghjkmn"})
    assert "Somebody changed this" in text_of(client.get(players))


def test_days_are_chosen_by_a_rule_and_changed_by_hand(
    client: Client, club: Club, jana: User
) -> None:
    season = make_season(4, club=club)
    client.force_login(jana)
    dates = address("season-dates", season)
    client.post(dates, {"first": "2027-01-04", "every": "week", "pause_1": "2027-01-13"})
    starts = season.round_dates.order_by("number").values_list("starts_on", flat=True)
    assert [day.isoformat() for day in starts.all()] == ["2027-01-04", "2027-01-18", "2027-01-25"]
    season.refresh_from_db()
    by_hand = {"version": season.version}
    for number, (start, due) in enumerate(
        [("2027-01-04", "2027-01-10"), ("2027-02-01", "2027-02-07"), ("2027-01-25", "2027-01-31")],
        start=1,
    ):
        by_hand |= {f"starts_{number}": start, f"due_{number}": due}
    wrong = client.post(dates, by_hand)
    assert "start after the one before it" in text_of(wrong)
    client.post(dates, by_hand | {"starts_3": "2027-02-08", "due_3": "2027-02-14"})
    assert [day.isoformat() for day in starts.all()] == ["2027-01-04", "2027-02-01", "2027-02-08"]


def test_steps_say_what_is_missing(client: Client, club: Club, jana: User) -> None:
    season = make_season(2, club=club)
    client.force_login(jana)
    manage = address("season-manage", season)
    assert "needs at least 3" in text_of(client.get(manage))
    client.post(address("season-move", season), {"to": "open", "version": season.version})
    assert Season.objects.get().status == "draft"
    ready = moved(make_season(3, club=club))
    client.post(address("season-move", ready), {"to": "open", "version": ready.version})
    ready.refresh_from_db()
    assert ready.status == "open"


def test_next_season_is_shown_then_drafted(client: Client, club: Club, jana: User) -> None:
    season = played_season(3, 3, club=club)
    client.force_login(jana)
    assert "Come up" in text_of(client.get(address("season-outcome", season)))
    leaving = season.divisions.get(order=1).event.entries.get(seed=1).pk
    given = {
        "name": "Liga 2",
        "divisions": "2",
        "newcomers": "Nový Hráč",
        f"stay_{leaving}": "paused",
    }
    shown = text_of(client.post(address("season-next", season), {**given, "do": "show"}))
    assert "moves up into a free place" in shown
    assert "Division 2 (3)" in shown
    assert Season.objects.count() == 1
    client.post(address("season-next", season), {**given, "do": "draft"})
    made = Season.objects.get(previous=season)
    assert [division.event.entries.count() for division in divisions_of(made)] == [3, 3]


def test_play_off_is_decided_on_the_page(client: Client, club: Club, jana: User) -> None:
    season = played_season(6, 6, club=club, has_play_offs=True)
    client.force_login(jana)
    page = address("season-outcome", season)
    assert "Hráč2B Z. won" in text_of(client.get(page))
    upper, lower = divisions_of(season)
    winner = lower.event.entries.get(seed=2).pk
    client.post(address("season-play-off", season), {"division": upper.pk, "winner": winner})
    assert "Winner: Hráč2B Z." in text_of(client.get(page))


def test_archive_lists_champions(open_page: OpenPage) -> None:
    season = moved(played_season(3, 3), Season.Status.ARCHIVED)
    page = text_of(open_page(reverse("club-seasons", args=[season.club_id]), queries=9))
    assert "Division 1: Hráč1A Z." in page


def test_draft_is_seen_by_those_who_run_the_club_alone(
    client: Client, club: Club, jana: User
) -> None:
    season = make_season(3, club=club)
    lists = reverse("club-seasons", args=[club.pk])
    assert client.get(address("season", season)).status_code == 404
    assert "Liga" not in text_of(client.get(lists))
    client.force_login(jana)
    assert "A draft" in text_of(client.get(address("season", season)))
    assert "Liga" in text_of(client.get(lists))


def test_division_and_match_lead_to_the_season(client: Client) -> None:
    season = running_season(3)
    match = open_match(season)
    assert "The whole season" in text_of(client.get(match.event.get_absolute_url()))
    assert "Day of the match" in text_of(client.get(reverse("match", args=[match.pk])))
