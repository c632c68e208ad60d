"""Reports taken over as events: finished or going on, equal when they are told again."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.demo.services.simulation import EventPlan, simulate_event
from league.errors import LeagueError
from league.events.queries.events import first_stage
from league.events.queries.recheck import differences
from league.events.services.entries import withdraw_entry
from league.events.services.rounds import close_round
from league.exchange.import_plan import ImportAs, plan_of
from league.exchange.queries.reports import problem_told, trf_event
from league.exchange.services import ImportWishes, import_report
from league.models import AuditEntry, ByeRequest, Club, Entry, Event, Match, Player, Round, Stage
from league.pairing.trf.reader import read_trf
from league.pairing.trf.writer import write_trf
from league.permissions import SERVICE
from league.standings.inputs import RoundOutcome
from league.standings.queries import published_rows, schedule_of
from league.standings.services import compute_standings
from tests.conftest import OpenPage
from tests.factories import make_club, make_player, make_token, make_user
from tests.factories.events import enter, played_round, published_round, running_event
from tests.league.pairing.test_trf_reader import line, text
from tests.league.web.reading import errors_on, plain

# What a report says, and what becomes of it; its services run on both databases elsewhere.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
ENGLISH = {"accept-language": "en"}
START = datetime(2026, 3, 1, 9, tzinfo=UTC)


def taken(told: str, *, club: Club | None = None, as_what: str = "", key: str = "") -> Stage:
    plan = plan_of(read_trf(told))
    assert plan.as_what, plan.problems
    event = plan.event
    starts_at = datetime(*event.start.timetuple()[:3], 9, tzinfo=UTC) if event.start else START
    wishes = ImportWishes(
        name=event.name or "Open",
        game_name="Chess",
        starts_at=starts_at,
        as_what=ImportAs(as_what) if as_what else plan.as_what[0],
    )
    made, _is_new = import_report(
        club or make_club(), plan, wishes=wishes, actor=SERVICE, client_key=key
    )
    stage = first_stage(made)
    compute_standings(stage.pk)
    stage.refresh_from_db()
    return stage


def told_again(stage: Stage) -> str:
    return write_trf(trf_event(Stage.objects.get(pk=stage.pk), in_full=True))


KINDS = [("swiss", 7, 5), ("swiss", 24, 6), ("round_robin", 5, 5), ("round_robin", 8, 7)]
# Brackets and groups are drawn from more than a report tells: they come back as finished alone.
OTHER_KINDS = [("knockout", 11, 4), ("double_elimination", 6, 7), ("groups", 9, 5)]
OWN = ("052", "092", "182", "202", "212")  # the last day, and tiebreaks that need scores


@pytest.mark.parametrize(("kind", "entries", "rounds"), KINDS)
def test_simulated_event_comes_back_as_it_was(kind: str, entries: int, rounds: int) -> None:
    event = simulate_event(EventPlan(kind, entries=entries, rounds=rounds, seed=entries))
    told = write_trf(trf_event(first_stage(event), in_full=True))
    stage = taken(told)
    again = told_again(stage)
    assert told_again(taken(again)) == again  # once more, nothing at all is another
    assert [row[:85] + row[89:] for row in _kept(again)] == [
        row[:85] + row[89:] for row in _kept(told)
    ]  # ranks may be shared where the game itself decided
    assert list(differences(stage.event)) == []


@pytest.mark.parametrize(("kind", "entries", "rounds"), OTHER_KINDS)
def test_event_of_another_kind_comes_back_as_finished(kind: str, entries: int, rounds: int) -> None:
    event = simulate_event(EventPlan(kind, entries=entries, rounds=rounds, seed=entries))
    report = trf_event(first_stage(event), in_full=True)
    told = write_trf(report)
    plan = plan_of(read_trf(told))
    [(heading, problem)] = [
        (told.splitlines()[problem.line - 1], problem_told(problem)) for problem in plan.problems
    ]
    assert heading == f"092 Individual: {report.system}"
    assert report.system in problem
    assert plan.as_what == (ImportAs.FINISHED,)

    stage = taken(told)
    assert stage.event.status == Event.Status.FINISHED
    assert _games(told_again(stage)) == _games(told)
    assert list(differences(stage.event)) == []


def _games(told: str) -> list[tuple[str, str]]:
    """Names and rounds. Points and ranks are another format's."""
    return [(row[:48], row[89:]) for row in told.splitlines() if row.startswith("001")]


def test_bracket_with_an_open_match_is_no_event_yet() -> None:
    rows = (line(1, "   2 w  "), line(2, "   1 b  "))
    plan = plan_of(read_trf(text("092 Individual: Knock-Out", "142 1", *rows)))
    assert plan.as_what == ()
    assert plan.problems[-1].text == "Round %(round)d has no result at some table."


def _kept(told: str) -> list[str]:
    rows = told.replace(" \n", "\n").splitlines()
    return [row for row in rows if row[:3] not in OWN and not row.startswith("022")]


def test_ranks_are_the_published_ones_by_the_tiebreaks_of_the_report() -> None:
    stage = running_event(8, stage={"kind": "swiss", "rounds_planned": 5, "chain": ["BH", "SB"]})
    for _ in range(3):
        played_round(stage)
    compute_standings(stage.pk)
    told = trf_event(stage, in_full=True)
    again = taken(write_trf(told))
    assert again.chain == ["BH", "SB"]
    ranks = [player.rank for player in trf_event(again).players]
    assert ranks == [player.rank for player in told.players]


def test_running_event_goes_on() -> None:
    told = running_event(7, stage={"kind": "swiss", "rounds_planned": 4})
    played_round(told)
    stage = taken(write_trf(trf_event(told)))
    assert stage.event.status == Event.Status.RUNNING
    second = published_round(stage)
    for match in second.matches.all():
        enter(match, 1, 2)
    close_round(second, actor=SERVICE)
    assert {len(player.rounds) for player in trf_event(stage).players} == {2}
    assert stage.rounds_planned == 4


def test_round_with_missing_results_is_being_played() -> None:
    stage = taken(
        text(
            "142 3",
            line(1, "   2 w 1", "   3 b 1"),
            line(2, "   1 b 0", "   4 w  "),
            line(3, "   4 b 1", "   1 w 0"),
            line(4, "   3 w 0", "   2 b  "),
        )
    )
    second = stage.rounds.get(number=2)
    assert (second.status, stage.event.status) == (Round.Status.PUBLISHED, Event.Status.RUNNING)
    waiting = second.matches.get(state=Match.State.WAITING)
    assert waiting.is_open
    enter(waiting, 1, 2)
    waiting.refresh_from_db()
    assert waiting.state == Match.State.ACCEPTED


def test_everything_of_a_report_is_taken_over() -> None:
    stage = taken(
        text(
            "012 Spring Open",
            "042 2026/03/01",
            "052 2026/03/02",
            "142 4",
            "152 B",
            "162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0",
            "202 BH/C1,KS/L+1,GE,OTHER_LUCK",
            "240 H 003    2",
            "240 Z 003    4",
            "260 001 004    1    3",
            line(1, "   2 b 1", "   4 w +"),
            line(2, "   1 w 0", "0000 - U"),
            line(3, "0000 - U", "0000 - H"),
            line(4, "", "   1 b -"),
        )
    )
    assert (stage.win_12, stage.draw_12, stage.bye_12, stage.rounds_planned) == (36, 12, 12, 4)
    assert (stage.chain, stage.koya_draws) == (["BH-C1", "KS", "REP"], 1)
    told = trf_event(stage)
    assert (told.first_starts, set(told.apart)) == (False, {(1, 3)})
    assert (set(told.resting), set(told.absent)) == ({2}, {4})
    assert (told.start, told.end) == (date(2026, 3, 1), date(2026, 3, 2))
    assert stage.event.entries.get(seed=4).first_round == 2
    assert not stage.event.is_rated
    first = stage.event.entries.select_related("player").get(seed=1)
    assert first.player.full_name == "First Surname1"
    assert AuditEntry.objects.filter(event=stage.event_id, action="import event").exists()


def test_member_of_the_name_is_entered_and_others_are_guests_of_the_club() -> None:
    club = make_club()
    member = make_player(club=club, full_name="First Surname1")
    make_player(club=club, full_name="First Surname2")
    make_player(club=club, full_name="First Surname2")
    stage = taken(text(line(1, "   2 w 1"), line(2, "   1 b 0")), club=club)
    players = {entry.seed: entry.player for entry in stage.event.entries.all()}
    assert players[1] == member
    assert (players[2].club, players[2].keeper) == (None, club)


def test_same_key_gives_the_same_event_and_another_report_is_refused() -> None:
    club = make_club()
    told = text(line(1, "   2 w 1"), line(2, "   1 b 0"))
    first = taken(told, club=club, key="k")
    assert taken(told, club=club, key="k") == first
    assert Entry.objects.count() == 2
    with pytest.raises(LeagueError, match="different content"):
        taken(told.replace("2 w 1", "2 w =").replace("1 b 0", "1 b ="), club=club, key="k")
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([line(1, "0000 - U")], "An event needs two players at least."),
        (
            [line(1, "   2 w  ", "   2 b 1"), line(2, "   1 b  ", "   1 w 0")],
            "Round 1 has no result at some table.",
        ),
        (
            ["092 Round-Robin", line(1, "   2 w 1"), line(2, "   1 b 0"), line(3, "0000 - H")],
            "There are no half-point byes in a round robin.",
        ),
    ],
)
def test_report_that_is_no_event_is_hindered(lines: list[str], expected: str) -> None:
    plan = plan_of(read_trf(text(*lines)))
    assert plan.is_hindered
    assert [one.text % one.gaps for one in plan.problems if one.is_fatal] == [expected]


def test_round_robin_goes_on_only_where_it_follows_the_schedule() -> None:
    played = text(
        "092 Round-Robin",
        "142 3",
        line(1, "   4 w 1"),
        line(2, "   3 w 1"),
        line(3, "   2 b 0"),
        line(4, "   1 b 0"),
    )
    assert plan_of(read_trf(played)).as_what == (ImportAs.RUNNING, ImportAs.FINISHED)
    other = played.replace("   4 w 1", "   2 w 1").replace("   3 w 1", "   1 b 0")
    other = other.replace("   2 b 0", "   4 w 0").replace("   1 b 0\n", "   3 b 1\n")
    fixed = plan_of(read_trf(other))
    assert ImportAs.RUNNING not in fixed.as_what


def test_way_that_is_not_offered_is_refused_and_nothing_is_written() -> None:
    told = text(line(1, "   2 w  "), line(2, "   1 b  "))
    with pytest.raises(LeagueError, match="in this way"):
        taken(told, as_what="finished")
    assert (Event.objects.count(), Player.objects.count()) == (0, 0)


def test_open_round_of_another_event_keeps_its_tables() -> None:
    """Table numbers are free in an event of its own."""
    published_round(running_event(4, stage={"kind": "swiss", "rounds_planned": 3}))
    stage = taken(text(line(1, "   2 w  "), line(2, "   1 b  ")))
    assert stage.rounds.get().matches.get().table == 1


@pytest.fixture
def club(client: Client) -> Club:
    admin = make_user()
    client.force_login(admin)
    return make_club(admin=admin)


GOOD = text("012 Spring Open", "042 2026/03/01", line(1, "   2 w 1"), line(2, "   1 b 0"))
WISHES = {"name": "Spring", "game_name": "Chess", "date": "2026-03-01", "time": "09:00"}


def test_page_shows_what_would_be_made_and_then_makes_it(
    client: Client, club: Club, open_page: OpenPage
) -> None:
    address = reverse("event-import", args=[club.pk])
    lead = "Take over an event from another program"
    open_page(address, queries=4, shows=lead, headers=ENGLISH)
    sent = SimpleUploadedFile("open.trf", GOOD.encode("cp1250"))
    preview = client.post(address, {"file": sent}, headers=ENGLISH)
    assert "Nothing is written yet." in plain(preview.content.decode())
    form = preview.context["form"]
    assert (form["name"].value(), form["as_what"].value()) == ("Spring Open", "finished")
    assert Event.objects.count() == 0
    typed = {**WISHES, "report": form["report"].value(), "client_key": "k", "as_what": "finished"}
    made = client.post(address, typed)
    event = Event.objects.get()
    assert made.headers["Location"] == reverse("event-standings", args=[event.pk])
    assert (event.name, event.status, event.other_name) == ("Spring", "finished", "Chess")
    client.post(address, typed)
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (GOOD.replace("2 w 1", "9 w 1"), "Line 3: Round 1: there is no opponent number 9."),
        ("nothing", "There is no player in it: no line begins with 001."),
    ],
)
def test_page_names_problems_by_their_lines(
    client: Client, club: Club, sent: str, expected: str
) -> None:
    address = reverse("event-import", args=[club.pk])
    answer = client.post(address, {"text": sent}, headers=ENGLISH)
    assert answer.status_code == 422
    assert expected in plain(answer.content.decode())
    typed = {**WISHES, "report": sent, "as_what": "finished"}
    assert client.post(address, typed, headers=ENGLISH).status_code == 422
    assert Event.objects.count() == 0


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"", "Choose a file, or paste the report."),
        (b"\x00\x01", "This is no tournament report: a report is plain text."),
        (b"0" * (1024 * 1024 + 1), "The file is larger than 1 MiB. Leave out what is not needed."),
    ],
)
def test_page_refuses_what_is_no_report(
    client: Client, club: Club, sent: bytes, expected: str
) -> None:
    address = reverse("event-import", args=[club.pk])
    file = {"file": SimpleUploadedFile("open.trf", sent)} if sent else {}
    assert expected in str(errors_on(client.post(address, file, headers=ENGLISH)))


def test_api_reads_a_report_and_takes_it_over_once(client: Client, club: Club) -> None:
    user = club.admins.get()
    _token, secret = make_token(user, "read", "write")
    headers = {**ENGLISH, "authorization": f"Token {secret}"}

    def send(where: str, body: dict[str, str]) -> Any:
        address = f"/api/v1/clubs/{club.pk}/{where}"
        return client.post(address, body, content_type="application/json", headers=headers)

    read = send("reports/read", {"report": GOOD.replace("1 b 0", "1 b ?")}).json()
    assert (read["as_what"], read["problems"][0]["line"]) == ([], 4)
    body = {
        "report": GOOD,
        "name": "Spring",
        "game_name": "Chess",
        "starts_at": "2026-03-01T09:00:00+01:00",
        "as_what": "finished",
        "client_key": "abc",
    }
    first, again = send("reports", body), send("reports", body)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["id"] == again.json()["id"]
    bad = {**body, "report": GOOD.replace("2 w 1", "9 w 1"), "client_key": "other"}
    refused = send("reports", bad)
    assert "Line 3: Round 1: there is no opponent number 9." in refused.json()["detail"]
    assert Event.objects.count() == 1


def test_acceleration_and_editions_come_back_as_they_were() -> None:
    stage = running_event(8, stage={"kind": "swiss", "rounds_planned": 5, "is_accelerated": True})
    played_round(stage)
    stage.refresh_from_db()
    told = trf_event(stage, in_full=True)
    assert (told.code, len(told.virtual)) == ("FIDE_DUTCH_2025_BAKU", 4)
    again = taken(write_trf(told))
    assert (again.is_accelerated, again.editions) == (True, {"2026": 1})
    assert trf_event(again).virtual == told.virtual
    older = taken(text("192 FIDE_DUTCH_2017", line(1, "   2 w 1"), line(2, "   1 b 0")))
    assert older.editions == {"2017": 1}


def test_foreign_report_keeps_its_acceleration_of_either_dialect(
    client: Client, club: Club
) -> None:
    address = reverse("event-import", args=[club.pk])
    stage = running_event(9, stage={"kind": "swiss", "rounds_planned": 5, "is_accelerated": True})
    entry = stage.event.entries.get(seed=9)
    ByeRequest.objects.create(entry=entry, round_number=1, kind=ByeRequest.Kind.ABSENT)
    played_round(stage)
    told = write_trf(trf_event(stage, in_full=True))
    assert "250       2.0   1   2    1    6" in told  # of 9; of the 8 who played round 1 it were 4
    for dialect in ("XXA", "250"):
        kept = "\n".join(row for row in told.splitlines() if row[:3] != dialect)
        shown = client.post(address, {"text": kept}, headers=ENGLISH)
        assert "Format Swiss for two, Baku acceleration" in plain(shown.content.decode())
        again = taken(kept)
        assert again.is_accelerated
        assert told_again(again).count("\nXXA") == 6
        assert again.event.entries.get(seed=9).first_round == 1


def test_forfeits_of_who_left_a_round_robin_are_in_its_report() -> None:
    """So that points and ranks in it are the published ones."""
    stage = running_event(5, stage={"kind": "round_robin", "chain": ["SB"]})
    for _number in range(3):
        played_round(stage)
    leaver, winner = schedule_of(stage)[3][0]
    withdraw_entry(Entry.objects.get(pk=leaver), actor=SERVICE, is_confirmed=True)
    for _number in range(2):
        played_round(stage)
    told = trf_event(stage, in_full=True)
    seeds = dict(Entry.objects.filter(event=stage.event_id).values_list("pk", "seed"))
    cells = {player.number: player.rounds[3] for player in told.players}
    assert cells[seeds[winner]].outcome is RoundOutcome.FORFEIT_WIN
    assert cells[seeds[winner]].opponent == seeds[leaver]
    assert cells[seeds[leaver]].outcome is RoundOutcome.FORFEIT_LOSS
    published = {seeds[row.entry]: (row.rank, row.points_12) for row in published_rows(stage)}
    assert published == {p.number: (p.rank, told.total_12(p)) for p in told.players}
    again = taken(write_trf(told))
    assert [row for row in told_again(again).splitlines() if row[:3] == "001"] == [
        row for row in write_trf(told).splitlines() if row[:3] == "001"
    ]


def test_points_that_we_do_not_give_are_told() -> None:
    told = text(
        "162  W 3.0    D 1.0    L 0.0    A 1.0    P 1.0",
        "BBF  1.0",
        line(1, "   2 w +"),
        line(2, "   1 b -"),
        line(3, "0000 - F"),
        line(4, "0000 - Z"),
    )
    plan = plan_of(read_trf(told))
    assert [one.text for one in plan.problems] == [
        "A match lost by forfeit brings no points here.",
        "A missed round brings no points here.",
        "A bye for a full point counts as any other bye here.",
    ]
    assert plan.as_what == (ImportAs.FINISHED, ImportAs.RUNNING)


def test_free_round_of_a_round_robin_brings_no_points_and_that_is_told() -> None:
    told = text("092 Berger", line(1, "   2 w 1"), line(2, "   1 b 0"), line(3, "0000 - U"))
    plan = plan_of(read_trf(told))
    assert [one.text for one in plan.problems] == [
        "A free round of a round robin brings no points here."
    ]
    stage = taken(told, as_what="finished")
    points = {row.entry: row.points_12 for row in published_rows(stage)}
    assert sorted(points.values()) == [0, 0, 12]
    assert "P 0.0" in told_again(stage)


def test_who_missed_the_first_round_of_a_round_robin_is_in_its_schedule() -> None:
    """Nobody comes late to one; and nobody wins by forfeit whom the report does not say to."""
    rows = ["0000 - U", "   3 w 1", "   2 b 0", "0000 - Z"]
    told = text("092 Berger", "XXR 3", *(line(n, row) for n, row in enumerate(rows, start=1)))
    stage = taken(told)
    assert set(stage.event.entries.values_list("first_round", flat=True)) == {1}
    assert len(schedule_of(stage)) == 3
    points = {row.entry: row.points_12 for row in published_rows(stage)}
    assert sorted(points.values()) == [0, 0, 0, 12]


def test_other_acceleration_is_left_out_and_told() -> None:
    told = text("XXA    1  0.5", line(1, "   2 w 1"), line(2, "   1 b 0"))
    plan = plan_of(read_trf(told))
    assert not plan.is_accelerated
    assert [one.text for one in plan.problems] == [
        "Points of an acceleration other than Baku's are left out."
    ]
