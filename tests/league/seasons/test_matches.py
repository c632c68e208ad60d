"""Days of matches: reminders, postponements, and what officials decide about overdue ones."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.errors import LeagueError
from league.events.services.entries import withdraw_entry
from league.events.services.rounds import withdraw_round
from league.models import AuditEntry, Entry, Match, Notice, Postponement, Result, Season
from league.permissions import SERVICE
from league.seasons.days import Days
from league.seasons.queries.schedule import match_days, overdue_matches, schedule_of
from league.seasons.queries.seasons import sides_of
from league.seasons.services.match_days import (
    answer_proposal,
    forfeit_match,
    propose_day,
    remind_of_deadlines,
    set_day,
)
from league.standings.queries import published_rows
from league.standings.services import compute_standings
from tests.factories import make_user
from tests.factories.seasons import open_match, play_open, running_season

pytestmark = pytest.mark.django_db

TODAY = timezone.localdate


def with_accounts(match: Match) -> list[str]:
    """Give everybody at the table an account with a confirmed address."""
    found = []
    for seat in match.seats.order_by("letter"):
        seat.player.user = make_user()
        seat.player.save()
        found.append(seat.player.user.email)
    return sorted(found)


def days(number: int) -> object:
    return timezone.now() + timedelta(days=number)


def test_players_are_reminded_once_before_the_deadline() -> None:
    season = running_season(4)
    told = with_accounts(open_match(season))
    assert remind_of_deadlines() == 0
    assert remind_of_deadlines(now=days(4)) == 2  # both matches; one has nobody to write to
    assert sorted(Notice.objects.values_list("recipient", flat=True)) == told
    assert {each.subject[:8] for each in Notice.objects.all()} == {"Play by "}
    assert remind_of_deadlines(now=days(5)) == 0
    assert Notice.objects.count() == 2


def test_players_are_told_once_when_the_deadline_has_passed() -> None:
    season = running_season(4, weeks_ago=1)
    told = with_accounts(open_match(season))
    assert remind_of_deadlines() == 2
    assert sorted(Notice.objects.values_list("recipient", flat=True)) == told
    assert "The deadline has passed" in Notice.objects.all()[0].subject
    assert remind_of_deadlines() == 0


def test_new_day_brings_a_new_reminder() -> None:
    season = running_season(4, weeks_ago=1)
    match = open_match(season)
    with_accounts(match)
    remind_of_deadlines()
    set_day(match, actor=SERVICE, play_on=TODAY() + timedelta(days=2))
    assert remind_of_deadlines() == 1
    assert Notice.objects.filter(subject__startswith="Play by").count() == 2


def test_season_that_reminds_nobody_still_tells_of_overdue_matches() -> None:
    season = running_season(4, reminder_days=0)
    with_accounts(open_match(season))
    assert remind_of_deadlines(now=days(5)) == 0
    assert remind_of_deadlines(now=days(7)) == 2


def test_played_match_is_not_reminded_of() -> None:
    season = running_season(4)
    with_accounts(open_match(season))
    play_open(season)
    assert remind_of_deadlines(now=days(9)) == 0
    assert Notice.objects.count() == 0


def test_day_holds_once_the_other_side_agrees() -> None:
    season = running_season(4, weeks_ago=1)
    match = open_match(season)
    first, second = sides_of(match)
    day = TODAY() + timedelta(days=5)
    propose_day(match, actor=SERVICE, side=first, play_on=day)
    [late, _other] = overdue_matches(schedule_of(season))
    assert late.days_late == 1
    with pytest.raises(LeagueError, match="not waiting for your answer"):
        answer_proposal(match, actor=SERVICE, side=first, play_on=day, agrees=True)
    answer_proposal(match, actor=SERVICE, side=second, play_on=day, agrees=True)
    found = match_days(match)
    assert found is not None
    assert (found.days, found.due_on) == (Days(day), day)
    assert [each.meeting.match.pk for each in overdue_matches(schedule_of(season))] != [match.pk]
    assert list(
        AuditEntry.objects.filter(object_id=match.pk).order_by("at").values_list("action", "event")
    ) == [("propose a day", match.event_id), ("agree to a day", match.event_id)]


def test_other_side_is_written_to_about_a_proposal() -> None:
    match = open_match(running_season(4))
    with_accounts(match)
    first, second = sides_of(match)
    propose_day(match, actor=SERVICE, side=first, play_on=TODAY())
    [notice] = Notice.objects.all()
    assert notice.user == Entry.objects.get(pk=second).player.user
    assert notice.subject.startswith("Will you play on")


def test_mail_speaks_the_language_of_the_season() -> None:
    match = open_match(running_season(4, language="sk"))
    with_accounts(match)
    first, second = sides_of(match)
    reader = Entry.objects.get(pk=second).player.user
    reader.language = "en"
    reader.save()
    day = TODAY()
    propose_day(match, actor=SERVICE, side=first, play_on=day)
    [notice] = Notice.objects.all()
    assert f"Budete hrať {day.day}. {day.month}. {day.year}?" in notice.subject


def test_answer_to_an_older_proposal_is_refused() -> None:
    season = running_season(4)
    match = open_match(season)
    first, second = sides_of(match)
    propose_day(match, actor=SERVICE, side=first, play_on=TODAY())
    propose_day(match, actor=SERVICE, side=second, play_on=TODAY() + timedelta(days=1))
    with pytest.raises(LeagueError, match="Another day has been proposed"):
        answer_proposal(match, actor=SERVICE, side=first, play_on=TODAY(), agrees=True)
    assert Postponement.objects.count() == 2


def test_day_must_come_and_the_match_must_be_open() -> None:
    season = running_season(4)
    match = open_match(season)
    side = sides_of(match)[0]
    with pytest.raises(LeagueError, match="today or a later day"):
        propose_day(match, actor=SERVICE, side=side, play_on=TODAY() - timedelta(days=2))
    with pytest.raises(LeagueError, match="Only those who play"):
        propose_day(match, actor=SERVICE, side="bcdfghjkmn", play_on=TODAY())
    play_open(season)
    with pytest.raises(LeagueError, match="is over"):
        set_day(match, actor=SERVICE, play_on=TODAY())
    assert Postponement.objects.count() == 0


def test_round_with_days_agreed_on_is_not_withdrawn() -> None:
    season = running_season(4)
    match = open_match(season)
    set_day(match, actor=SERVICE, play_on=TODAY())
    with pytest.raises(LeagueError, match="agreeing on days"):
        withdraw_round(match.round, actor=SERVICE)


@pytest.mark.parametrize(("absent", "points"), [((0,), [0, 24]), ((1,), [24, 0]), ((0, 1), [0, 0])])
def test_overdue_match_is_forfeited(absent: tuple[int, ...], points: list[int]) -> None:
    season = running_season(4, weeks_ago=1)
    match = open_match(season)
    sides = sides_of(match)
    forfeit_match(match, actor=SERVICE, absent=[sides[at] for at in absent])
    stage = match.round.stage
    compute_standings(stage.pk)
    rows = {row.entry: row.points_12 for row in published_rows(stage)}
    assert [rows[side] for side in sides] == points
    assert Result.objects.get().ground == Result.Ground.FORFEIT
    assert [each.meeting.match.pk for each in overdue_matches(schedule_of(season))] != [match.pk]
    with pytest.raises(LeagueError, match="is over"):
        forfeit_match(Match.objects.get(pk=match.pk), actor=SERVICE, absent=sides)


def test_forfeit_names_somebody_of_the_match() -> None:
    match = open_match(running_season(4))
    for absent in ([], ["bcdfghjkmn"]):
        with pytest.raises(LeagueError, match="Say who in this match did not play"):
            forfeit_match(match, actor=SERVICE, absent=absent)
    assert Result.objects.count() == 0


def test_whoever_left_is_met_by_nobody() -> None:
    season = running_season(4)
    gone = Entry.objects.get(seed=1)
    withdraw_entry(gone, actor=SERVICE, is_confirmed=True)
    to_come = schedule_of(season).rounds[1:]
    assert [
        (len(part.meetings), len(part.sitting_out)) for each in to_come for part in each.divisions
    ] == [(1, 1), (1, 1)]
    assert Season.objects.get().status == Season.Status.RUNNING
