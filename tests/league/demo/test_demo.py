"""The demo: there once, with every state and format, and people to log in as."""

import json
from collections import Counter
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.test import Client

from games.registry import GAMES
from league.demo.chance import HOSTILE_NAMES
from league.demo.programme import EVENTS, EventBilled
from league.demo.series import AUTUMN
from league.demo.services.demo import LOGINS, PASSWORD
from league.events.queries.events import has_rounds
from league.models import (
    Club,
    Event,
    Job,
    Match,
    MatchGame,
    Official,
    PaperCopy,
    Player,
    Rating,
    Result,
    Round,
    SealLogEntry,
    Seat,
    Series,
    Sheet,
    Stage,
    User,
)
from league.permissions import Actor
from league.results.queries import versions_of
from league.series.queries.series import counted_series
from league.series.queries.shown import series_shown
from league.sheets.queries import on_sheet, stage_of
from league.standings.queries import published_rows
from league.web.public.mine import my_day
from tests.league.links import Walk

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo")]


def event_called(name: str) -> Event:
    return Event.objects.get(name=name)


def rounds_of(event: Event) -> list[str]:
    """How they stand; without rounds, how games stand."""
    rounds = Round.objects.filter(stage__event=event).order_by("number")
    states = list(rounds.values_list("status", flat=True))
    return states if has_rounds(event) else sorted(set(states))


def kinds_of(event: Event) -> str:
    return ", ".join(stage.kind for stage in event.stages.order_by("order"))


def test_demo_fills_an_empty_database_once() -> None:
    assert Club.objects.count() == 7
    assert set(HOSTILE_NAMES) <= set(Player.objects.values_list("full_name", flat=True))
    assert all(User.objects.get(username=login[0]).check_password(PASSWORD) for login in LOGINS)
    with pytest.raises(CommandError, match="not empty"):
        call_command("demo")


def test_logins_are_printed_only_where_they_work() -> None:
    here, elsewhere = StringIO(), StringIO()
    call_command("demo", logins=True, stdout=here)
    User.objects.update(username=F("id"))
    call_command("demo", logins=True, stdout=elsewhere)
    assert "log in as jana" in here.getvalue()
    assert elsewhere.getvalue() == ""


def test_events_are_in_every_state_and_format() -> None:
    closed = "closed"
    shown = {
        event.name: (event.status, kinds_of(event), event.game, rounds_of(event))
        for event in Event.objects.filter(division=None)
    }
    assert shown == {
        "Večer u Kaleidoskopu": (
            *("running", "tables", "kaleidoskop"),
            [closed, "published", "published"],
        ),
        "Twisty pro dva": ("running", "swiss", "twisty", [closed, closed, "draft"]),
        "Kaleidoskop ve dvojicích": ("running", "swiss", "kaleidoskop", []),
        "Triolet o pohár Hané": ("open", "tables", "triolet", []),
        "Úterky s Kaleidoskopem": ("open", "tables", "kaleidoskop", []),
        "O zlatou kostku": ("draft", "tables", "kaleidoskop", []),
        "Velký Triolet": ("finished", "tables", "triolet", [closed] * 3),
        "Podzimní večer 2": ("finished", "tables", "kaleidoskop", [closed] * 3),
        "Podzimní večer 3": ("finished", "tables", "twisty", [closed] * 3),
        "Podzimní večer 4": ("finished", "tables", "kaleidoskop", [closed] * 3),
        "Dvojice na zahradě": ("archived", "swiss", "kaleidoskop", [closed] * 3),
        "Brněnský Kaleidoskop": ("finished", "tables", "kaleidoskop", [closed] * 3),
        "Brněnská liga, 3. kolo": ("open", "swiss", "kaleidoskop", []),
        "Přebor Žižkova": ("finished", "round_robin", "polyssimo", [closed] * 5),
        "Pohár Žižkova": ("running", "knockout", "polyssimo", [closed] * 2 + ["draft"]),
        "Druhá šance": ("finished", "double_elimination", "twisty", [closed] * 8),
        "Žižkovské skupiny": ("running", "groups", "triolet", [closed, closed, "draft"]),
        "Čtyři rohy a finále": (
            *("running", "groups, knockout", "polyssimo"),
            [closed] * 4 + ["draft"],
        ),
        "Bratislavský pohár": ("finished", "swiss, knockout", "triolet", [closed] * 8),
        "Večer štyroch hier": ("finished", "tables", "kaleidoskop", [closed] * 4),
        "Štvrtkový Polyssimo": ("open", "tables", "polyssimo", []),
        "Osadníci v Žiline": ("finished", "tables", "other", [closed] * 2),
        "Ubongo v Chrudimi": ("open", "tables", "other", []),
        "Zvláštní jména u stolu": ("finished", "tables", "twisty", [closed] * 2),
        "Zimní liga Trioletu": ("finished", "swiss", "triolet", [closed] * 11),
        "Kaleidoskop na archu": ("running", "tables", "kaleidoskop", [closed, "published"]),
        "Twisty pre začiatočníkov": ("running", "tables", "twisty", [closed, "published"]),
        "Triolet bez papíru": ("running", "tables", "triolet", [closed, "published"]),
        "Polyssimo ve dvou": ("running", "swiss", "polyssimo", [closed, "published"]),
        "Otevřený hrací večer": ("running", "open", "kaleidoskop", ["published"]),
        "Sólová liga Kaleidoskopu": ("running", "solo", "kaleidoskop", ["published"]),
    }
    entered = {event.name: event.entries.count() for event in Event.objects.filter(division=None)}
    of_series = [each for each in AUTUMN.events if isinstance(each, EventBilled)]
    assert entered == {
        each.name: each.entries + len(each.applicants) for each in (*EVENTS, *of_series)
    }
    assert entered["Brněnský Kaleidoskop"] == 120


def test_solo_games_have_records_and_one_is_under_way() -> None:
    games = Match.objects.filter(event__name="Sólová liga Kaleidoskopu")
    assert games.filter(is_open=False, grade=Result.Grade.VERIFIED).count() >= 16
    assert games.filter(is_open=True).count() == 1
    rows = published_rows(Stage.objects.get(event__name="Sólová liga Kaleidoskopu"))
    assert len(rows) == 8


def test_standings_are_there_at_once_and_no_job_waits() -> None:
    assert not Stage.objects.exclude(published_version=F("wanted_version")).exists()
    assert not Job.objects.exists()
    out = StringIO()
    big = event_called("Brněnský Kaleidoskop")
    call_command("standings", big.pk, json=True, stdout=out, skip_checks=True)
    assert len(json.loads(out.getvalue())) == 120


def test_ratings_are_those_that_results_give_and_some_are_settled() -> None:
    out = StringIO()
    call_command("ratings", check=True, stdout=out)
    assert out.getvalue() == "0 differences\n"
    assert set(Rating.objects.values_list("game", flat=True)) == set(GAMES)
    assert Rating.objects.filter(game="triolet", games__gte=10).count() > 5


def test_finished_events_were_played_on_their_day() -> None:
    for event in Event.objects.filter(status__in=["finished", "archived"], division=None):
        [first, *_later] = Round.objects.filter(stage__event=event).order_by("number")
        assert first.published_at == event.starts_at
        assert event.finished_at is not None
        assert (event.finished_at - event.starts_at).days == 0


def test_events_that_are_over_are_in_the_log_of_seals() -> None:
    over = Event.objects.filter(status__in=["finished", "archived"]).order_by("finished_at")
    sealed = SealLogEntry.objects.order_by("index").values_list("event", flat=True)
    assert list(sealed) == list(over.values_list("pk", flat=True))


def test_another_game_is_played_in_each_round() -> None:
    rounds = Round.objects.filter(stage__event__name="Večer štyroch hier").order_by("number")
    names = [each.game_here.name for each in rounds]
    assert names == ["Kaleidoskop", "Polyssimo Challenge", "Twisty", "Azul"]


def test_open_event_has_a_waiting_list_and_somebody_to_approve() -> None:
    entries = event_called("Triolet o pohár Hané").entries
    assert Counter(entries.values_list("status", flat=True)) == {
        "registered": 12,
        "waitlisted": 2,
        "applied": 1,
    }
    assert entries.get(player__user__username="eva").status == "registered"


def test_check_in_is_under_way() -> None:
    entries = event_called("Ubongo v Chrudimi").entries
    assert Counter(entries.values_list("status", flat=True)) == {"checked_in": 4, "registered": 4}


def test_running_evening_has_a_late_table_and_a_clock() -> None:
    event = event_called("Večer u Kaleidoskopu")
    late, now = Round.objects.filter(stage__event=event, status="published").order_by("number")
    states = [Counter(each.matches.values_list("state", flat=True)) for each in (late, now)]
    assert states[0] == {"accepted": 6, "waiting": 1}
    assert states[1].keys() == {"accepted", "contradicted", "disputed", "handed_in", "waiting"}
    # Not what remains by now: the demo may have been made a while ago.
    assert now.clock_started_at is not None
    assert late.clock_started_at is not None
    between = now.clock_started_at - late.clock_started_at
    assert timedelta(minutes=45) <= between < timedelta(minutes=60)
    assert late.remaining_s is not None
    assert late.remaining_s < 0
    assert PaperCopy.objects.filter(event=event).count() == 1
    assert Counter(event.entries.values_list("status", "first_round")) == {
        ("checked_in", 1): 25,
        ("checked_in", 2): 1,
        ("withdrawn", 1): 1,
    }


def test_running_evening_has_a_contested_result_and_a_table_that_calls() -> None:
    tables = event_called("Večer u Kaleidoskopu").matches.filter(round__number=3)
    assert [match.state for match in tables.filter(is_contested=True)] == ["accepted"]
    asked = tables.filter(calls__cause="asked", calls__ended_at=None)
    assert [match.state for match in asked] == ["waiting"]


def test_entry_fee_is_paid_by_some() -> None:
    event = event_called("Triolet o pohár Hané")
    assert (event.entry_fee, event.entries.filter(paid=event.entry_fee).count()) == (80, 5)


def test_eva_is_asked_to_confirm() -> None:
    seat = Seat.objects.get(
        player__user__username="eva",
        match__round__stage__event__name="Večer u Kaleidoskopu",
        match__is_open=True,
    )
    [version] = versions_of(seat.match)
    assert version.outcome == "verified"
    assert version.submission.seat.entry_id != seat.entry_id
    assert seat.match.state == "handed_in"


def test_records_of_finished_events_are_verified() -> None:
    games = MatchGame.objects.filter(match__event__name="Velký Triolet")
    grades = Counter(games.values_list("result__grade", flat=True))
    assert grades["verified"] > grades["entered"] > 0


def test_all_four_games_are_played_on_sheets() -> None:
    scenes: dict[str, Counter[str]] = {}
    for sheet in Sheet.objects.filter(closed_at=None):
        stage = stage_of(on_sheet(sheet))
        kind = "plain" if sheet.way == "plain" else {"plain": "let stand"}.get(stage, stage)
        scenes.setdefault(sheet.game, Counter())[kind] += 1
    assert scenes == {
        "kaleidoskop": {"playing": 1, "let stand": 1, "plain": 1},
        "polyssimo": {"playing": 1, "let stand": 1, "plain": 1},
        "triolet": {"playing": 1, "let stand": 1},
        "twisty": {"playing": 1, "let stand": 1},
    }
    helped = Sheet.objects.filter(help="full").values_list("match__event__name", flat=True)
    assert set(helped) == {"Twisty pre začiatočníkov"}


def test_eva_finds_an_open_sheet_with_what_was_undone_and_refused() -> None:
    seat = Seat.objects.get(
        player__user__username="eva", match__is_open=True, match__event__name="Kaleidoskop na archu"
    )
    written = on_sheet(Sheet.objects.get(match=seat.match, closed_at=None)).ledger
    assert (len(written.undone), len(written.refused), len(written.remarks)) == (1, 1, 1)
    assert written.let_stand is None
    assert len(written.lines) > 10


def test_sheets_were_handed_in_and_verified() -> None:
    handed_in = Sheet.objects.exclude(submission=None)
    grades = Counter(handed_in.values_list("match__grade", flat=True))
    assert grades.keys() == {"verified", "kept"}  # kept: those that were let stand
    assert grades["verified"] > grades["kept"]
    assert set(handed_in.values_list("game", flat=True)) == set(GAMES)


def test_eva_sees_her_table() -> None:
    seats = my_day(Actor(user=User.objects.get(username="eva"))).seats
    assert sorted(mine.match.event.name.partition(":")[0] for mine in seats) == [
        "Kaleidoskop na archu",
        "Podzimní liga",
        "Večer u Kaleidoskopu",
    ]


def test_petr_is_arbiter_of_two_events_and_jana_runs_those_of_her_club() -> None:
    held = Official.objects.values_list("user__username", "role", "event__name")
    assert sorted(each for each in held if each[0] == "petr") == [
        ("petr", "arbiter", "Kaleidoskop na archu"),
        ("petr", "arbiter", "Večer u Kaleidoskopu"),
    ]
    in_olomouc = Event.objects.filter(club__town="Olomouc").values_list("name", flat=True)
    assert sorted(name for login, role, name in held if (login, role) == ("jana", "organiser")) == (
        sorted(in_olomouc)
    )


def test_series_of_six_evenings_is_under_way() -> None:
    series = Series.objects.get()
    shown = series_shown(counted_series(series))
    assert [each.state.value for each in shown.evenings] == [
        *("finished",) * 4,
        *("running", "to_come"),
    ]
    assert [game.key for game in shown.games] == ["triolet", "kaleidoskop", "twisty"]
    uses = {cell.use.value for each in shown.rows for cell in each.row.cells}
    assert (uses, shown.left) == ({"counted", "dropped", "waiting"}, 2)
    assert shown.guests
    verified = Match.objects.filter(event__series=series, grade=Result.Grade.VERIFIED)
    assert verified.values("event").distinct().count() >= 2


@pytest.mark.postgresql
def test_links_lead_to_every_room_and_all_pages_open(client: Client) -> None:
    """On PostgreSQL, where tests of single pages do not run."""
    client.force_login(User.objects.get(username="jana"))
    walk = Walk(client, most=2, all_of=frozenset({"club", "event"}))
    walk.go()
    assert walk.refused == {"/health/": 503}  # no worker in tests
    assert len(walk.reached["event"]) == Event.objects.exclude(status="draft").count() + 1
    assert set(walk.reached) >= {
        *("club-members", "club-ratings", "club-seasons", "event-cross", "event-entries"),
        *("event-find", "event-projector", "event-standings", "event-statistics", "live-board"),
        *("live-event", "live-match", "live-projector", "live-round", "live-standings", "match"),
        *("match-history", "player-against-other", "player-games", "player-statistics", "round"),
        *("ratings-game", "series-row", "statistics-game", "submission", "submission-replay"),
        *("console-live", "desk-live", "desk-steps", "event-check-in", "match-rule", "scores"),
        *("event-categories", "event-certificates", "event-chain", "event-codes", "event-prizes"),
        *("match-seats", "match-sheet", "my-matches", "print-names", "season-outcome", "tokens"),
    }
