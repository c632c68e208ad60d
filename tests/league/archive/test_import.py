"""Events taken over from archives: the same content, people matched, all of it or nothing."""

from contextlib import suppress
from copy import deepcopy
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings, strategies as st

from games.verify import verify
from league.archive.canonical import canonical, read_json
from league.archive.import_plan import ArchivePlan, TakeAs
from league.archive.queries import imports
from league.archive.queries.archives import content_digest
from league.archive.queries.imports import archive_sent, hindrances, people_matched
from league.archive.rows import ArchiveContent
from league.archive.services.imports import import_archive
from league.archive.services.seals import event_archive
from league.archive.standings_again import tables_again
from league.archive.verification import digests_in, verified
from league.archive.zipped import document_in, zipped
from league.errors import LeagueError
from league.events.queries.recheck import differences
from league.events.services.lifecycle import move_event
from league.models import (
    Club,
    Entry,
    Event,
    Job,
    Match,
    MatchGame,
    Player,
    RatedGame,
    Rating,
    RatingChange,
    Seat,
)
from league.models.public_id import LENGTH
from league.permissions import SERVICE
from league.ratings.services import compute_ratings, recompute_ratings
from league.standings.services import compute_standings
from tests.factories import make_club, make_player, make_token, make_user
from tests.league.archive.test_changes import ARCHIVE, DATA, HEAD, LETTERS
from tests.league.web.reading import plain

pytestmark = pytest.mark.django_db


def plan_of(document: Any) -> ArchivePlan:
    document["digests"] = digests_in(document)
    return archive_sent(canonical(document).encode())


def imported(club: Club, data: bytes = DATA, *, way: TakeAs = TakeAs.READ_ONLY) -> Event:
    event, is_new = import_archive(club, archive_sent(data), way=way, actor=SERVICE)
    assert is_new
    for stage in event.stages.all():
        compute_standings(stage.pk)
    return event


def test_finished_event_is_read_only_and_the_same_content() -> None:
    club = make_club()
    event = imported(club)

    assert (event.pk, event.status, event.is_rated) == ("zmhvnrdtfh", "archived", False)
    assert event.imported.source == "https://arbitr.example"
    assert content_digest(event) == event.imported.digest == ARCHIVE["digests"]["content"]
    assert list(differences(event)) == []
    assert verified(event_archive(event)).is_consistent
    assert event_archive(event)["standings"] == ARCHIVE["standings"]
    names = {pk: told["name"] for pk, told in event_archive(event)["people"]["entries"].items()}
    assert names == {pk: told["name"] for pk, told in ARCHIVE["people"]["entries"].items()}
    with pytest.raises(LeagueError, match="imported to be read"):
        move_event(event, to=Event.Status.FINISHED, actor=SERVICE, version=event.version)


def test_same_archive_again_gives_the_event_that_it_made() -> None:
    club = make_club()
    event = imported(club)
    again, is_new = import_archive(club, archive_sent(DATA), way=TakeAs.READ_ONLY, actor=SERVICE)
    assert (again, is_new) == (event, False)
    with pytest.raises(LeagueError, match="here already"):
        import_archive(make_club(), archive_sent(DATA), way=TakeAs.READ_ONLY, actor=SERVICE)


def test_people_of_the_club_are_matched_and_no_others() -> None:
    club = make_club()
    document = deepcopy(ARCHIVE)
    document["about"]["names"] = "full"
    players = sorted(document["people"]["players"])
    for number, pk in enumerate(players):
        document["people"]["players"][pk] = f"Osoba Číslo{number}"
    by_id = make_player("Jiné Jméno", pk=players[0], keeper=club)
    by_name = make_player("CISLO1 Osoba", club=club)
    foreign = make_player("Cizí Člověk", pk=players[2], club=make_club())
    make_player("Osoba Číslo3", club=club)
    make_player("Osoba Číslo3", club=club)

    plan = plan_of(document)

    assert people_matched(plan, club=club) == {players[0]: by_id, players[1]: by_name}
    import_archive(club, plan, way=TakeAs.READ_ONLY, actor=SERVICE)
    assert not Entry.objects.filter(player=foreign).exists()
    assert Player.objects.filter(keeper=club, full_name="Osoba Číslo2").count() == 1


def running(document: Any) -> Any:
    """As if its last table were still being played."""
    document = deepcopy(document)
    content = document["content"]
    last = max(content["rounds"], key=lambda round_: round_["number"])
    last |= {"status": "published", "closed_at": None}
    match = next(row for row in content["matches"] if row["round"] == last["id"])
    for kind in ("submissions", "results", "games"):
        gone = {row.get("id") for row in content[kind] if row["match"] == match["id"]}
        content[kind] = [row for row in content[kind] if row["match"] != match["id"]]
        if kind == "submissions":
            for said in ("verifications", "confirmations", "dissents"):
                content[said] = [r for r in content[said] if r["submission"] not in gone]
    content["seals"] = []
    document["about"] |= {"status": "running", "finished_at": None, "names": "full"}
    document["log"] = None
    [stage] = content["stages"]
    tables, rounds = tables_again(ArchiveContent(content), stage)
    document["standings"] = {
        "tables": [
            {"stage": stage["id"], "after_round": number, "rows": rows}
            for number, rows in tables.items()
        ],
        "rounds": [
            {"stage": stage["id"], "entry": entry, "cells": cells}
            for entry, cells in sorted(rounds.items())
        ],
    }
    return document


def test_running_event_goes_on_here() -> None:
    plan = plan_of(running(ARCHIVE))
    assert plan.ways[:2] == (TakeAs.RUNNING, TakeAs.READ_ONLY)

    event, _is_new = import_archive(make_club(), plan, way=TakeAs.RUNNING, actor=SERVICE)
    for stage in event.stages.all():
        compute_standings(stage.pk)

    assert (event.status, event.is_rated) == ("running", True)
    assert list(
        Match.objects.filter(event=event, is_open=True).values_list("state", flat=True)
    ) == ["waiting"]
    assert list(differences(event)) == []
    assert content_digest(event) == plan.report.digest


RUNNING = running(ARCHIVE)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Of every value, whole lists and maps too."""
    named = list(value.items() if isinstance(value, dict) else enumerate(value))
    found = [(*path, key) for key, _inner in named]
    for key, inner in named:
        if isinstance(inner, dict | list):
            found += places(inner, (*path, key))
    return found


PLACES = [
    (is_running, place)
    for is_running, document in ((True, RUNNING), (False, ARCHIVE))
    for part in ("about", "content", "people", "setup")
    for place in [(part,), *places(document[part], (part,))]
]
ODD = st.one_of(
    *(st.none(), st.booleans(), st.integers(-(2**40), 2**40), LETTERS),
    st.sampled_from(["x" * 440, "yesterday", "2026-01-01T00:00:00", "0001-01-01T00:00:00+23:59"]),
    st.sampled_from([[], {}, [[]], [{}], ["x"], [7], {"a": {}}]),
)


def test_earlier_rounds_of_a_running_event_are_rated_here() -> None:
    plan = plan_of(running(ARCHIVE))
    event, _is_new = import_archive(make_club(), plan, way=TakeAs.RUNNING, actor=SERVICE)

    [job] = Job.objects.filter(kind=Job.Kind.COMPUTE_RATINGS)
    assert job.object_id == "kaleidoskop"
    compute_ratings(job.object_id)
    people = set(Seat.objects.filter(match__event=event).values_list("player", flat=True))
    assert set(Rating.objects.values_list("player", flat=True)) == people
    changes = RatingChange.objects.filter(match__event=event)
    counted = MatchGame.objects.filter(match__event=event, result__isnull=False)
    assert changes.values("match").distinct().count() == counted.count()
    rated = list(changes.order_by("order").values_list("match", "player", "mu_after"))
    recompute_ratings(job.object_id)
    assert list(changes.order_by("order").values_list("match", "player", "mu_after")) == rated


def test_what_is_only_looked_at_counts_for_no_rating() -> None:
    imported(make_club())
    assert not RatedGame.objects.exists()


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        (("content", "event", "time_zone"), "Nowhere/There", "time_zone"),
        (("setup", "event", "boards"), -4, "boards"),
        (("setup", "event", "colour"), "red", "colour is unknown"),
        (("content", "stages", 0, "settings", "seeding"), "magic", "seeding"),
        (("content", "entries", 0, "rating"), 10**9, "rating"),
        (("content", "confirmations", 0, "at"), "yesterday", "at"),
        (("people", "players", "dgp9hm3yzc"), 7, "people"),
        (("people", "entries", "2mvs8hcf68", "players"), [], "people/entries/2mvs8hcf68"),
        (("people", "event", "name"), "x" * 300, "people"),
        (("content", "results", 0, "sides", 0, "score"), 77, "score"),
        (("about", "status"), "x" * 440, "about, status"),
        (("about", "status"), "draft", "about, status"),
        (("about", "names"), "mine", "about, names"),
        (("about", "made_at"), "yesterday", "about, made_at"),
        (("about", "made_at"), "2026-05-02T10:00:00", "about, made_at"),  # of no time zone
        (("about", "finished_at"), "x", "about, finished_at"),
        (("about", "finished_at"), "0001-01-01T00:00:00+23:59", "about, finished_at"),
        (("about", "source"), "x" * 201, "about, source"),
        (("setup", "bye_requests"), [["2mvs8hcf68", "2", "half"]], "field bye_requests"),
        (("setup", "bye_requests"), [7], "field bye_requests"),
        (("setup", "bye_requests"), [["2mvs8hcf68", 2, "late"]], "bye_requests, kind"),
        (("setup", "bye_requests"), [["2mvs8hcf68", -2, "half"]], "bye_requests, round_number"),
        (("setup", "kept_apart"), [["2mvs8hcf68"]], "field kept_apart"),
        (("setup", "kept_apart"), [["2mvs8hcf68", ["x"]]], "field kept_apart"),
        (("people", "entries", "2mvs8hcf68", "team_name"), ["x"], "people/entries/2mvs8hcf68"),
        (("people", "entries", "2mvs8hcf68", "team_name"), "x" * 61, "2mvs8hcf68, team_name"),
        (("people", "entries", "2mvs8hcf68", "players"), [["x"]], "people/entries/2mvs8hcf68"),
        (("people", "entries", "2mvs8hcf68", "entered_at"), "now", "2mvs8hcf68, created_at"),
        (("people", "seats"), {}, "field seats"),
        (("content", "matches", 0, "remarks"), [7], "field remarks"),
        (("content", "rounds", 0, "status"), "draft", "round 1"),
        (("content", "stages", 0, "settings", "stood"), {"F1": 7}, "field stood"),
        (("content", "stages", 0, "settings", "is_double"), "no", "is_double"),
        (("content", "event", "box_tags"), {"kaleidoskop": 7}, "field box_tags"),
    ],
    ids=lambda value: str(value)[-30:],
)
def test_problem_is_named_and_nothing_is_written(path: Any, value: Any, why: str) -> None:
    document = deepcopy(ARCHIVE)
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    document["log"] = None
    plan = plan_of(document)
    club = make_club()

    told = hindrances(plan, club=club)

    assert any(why in each for each in told), told
    with pytest.raises(LeagueError, match=why):
        import_archive(club, plan, way=TakeAs.READ_ONLY, actor=SERVICE)
    assert not Event.objects.exists()
    assert not Player.objects.exists()


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(place=st.sampled_from(PLACES), odd=ODD)
def test_no_value_makes_taking_over_stumble(place: tuple[bool, tuple[Any, ...]], odd: Any) -> None:
    """Any value, whole lists and maps too: named before anything is written, or taken soundly."""
    is_running, path = place
    document = deepcopy(RUNNING if is_running else ARCHIVE)
    document["log"] = None
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = odd
    with suppress(LookupError, TypeError, AttributeError):
        document["digests"] = digests_in(document)
    club = make_club()
    with transaction.atomic():
        plan = archive_sent(canonical(document).encode())
        if not hindrances(plan, club=club):
            event, _is_new = import_archive(club, plan, way=plan.ways[0], actor=SERVICE)
            for stage in event.stages.all():
                compute_standings(stage.pk)
            again = event_archive(event)
            assert (again["content"], verified(again).faults) == (document["content"], [])
            assert Client().get(f"/events/{event.pk}/").status_code == 200
        transaction.set_rollback(True)


def test_ids_of_another_event_are_a_problem() -> None:
    club = make_club()
    imported(club)
    document = deepcopy(ARCHIVE)
    document["content"]["event"]["id"] = "bcdfghjkmn"
    document["log"] = None
    told = hindrances(plan_of(document), club=club)
    assert any("the same ids: matches" in each for each in told), told


def test_page_shows_what_would_happen_then_takes_it(client: Client) -> None:
    admin = make_user()
    club = make_club(admin=admin)
    client.force_login(admin)
    address = f"/clubs/{club.pk}/events/archive/"

    sent = {"file": SimpleUploadedFile("event.arbitr.zip", zipped(ARCHIVE))}
    preview = client.post(address, sent, headers={"Accept-Language": "en"})

    assert "Dvojice na zahradě" in plain(preview.content.decode())
    assert "records replayed: 8" in plain(preview.content.decode())
    assert not Event.objects.exists()
    form = preview.context["form"]
    taken = client.post(address, {"sent": form.initial["sent"], "way": "read_only"})
    assert taken.headers["Location"] == f"/events/{ARCHIVE['content']['event']['id']}/"
    assert len(form.initial["sent"]) == LENGTH  # the file itself does not go to and fro
    gone = client.post(address, {"sent": "bcdfghjkmn"}, headers={"Accept-Language": "en"})
    assert gone.headers["Location"] == address
    page = client.get(taken.headers["Location"]).content.decode()
    assert "https://arbitr.example" in page
    again = client.post(address, {"sent": form.initial["sent"], "way": "read_only"})
    assert again.headers["Location"] == taken.headers["Location"]


@pytest.mark.parametrize(
    ("sent", "status", "told"),
    [
        ({"file": SimpleUploadedFile("a.json", b"nonsense")}, 422, "cannot be read. See line 1."),
        ({"file": SimpleUploadedFile("a.json", b'{"schema": "arbitr.event/9"}')}, 422, "unknown"),
        ({}, 422, "This field is required"),
    ],
)
def test_page_says_what_is_wrong_with_a_file(
    client: Client, sent: dict[str, Any], status: int, told: str
) -> None:
    admin = make_user()
    club = make_club(admin=admin)
    client.force_login(admin)
    page = client.post(f"/clubs/{club.pk}/events/archive/", sent, headers={"Accept-Language": "en"})
    assert page.status_code == status
    assert told in plain(page.content.decode())


def test_program_reads_and_takes_an_archive_over() -> None:
    admin = make_user()
    club = make_club(admin=admin)
    token = {"Authorization": f"Bearer {make_token(admin, 'read', 'events')[1]}"}

    def post(path: str, data: bytes) -> Any:
        kind = "application/octet-stream"
        address = f"/api/v1/clubs/{club.pk}/{path}"
        return Client().post(address, data, content_type=kind, headers=token)

    read = post("archives/read", DATA).json()
    assert (read["problems"], read["ways"], read["head"]) == ([], ["read_only"], HEAD)
    assert post("archives/read", DATA[:-9]).status_code == 400
    made = post("archives?way=read_only", DATA)
    assert (made.status_code, made.json()["id"]) == (201, ARCHIVE["content"]["event"]["id"])
    assert post("archives", DATA).status_code == 200
    assert post("archives?way=running", b"").status_code == 400


def test_command_takes_an_archive_over(tmp_path: Path) -> None:
    club, file = make_club(), tmp_path / "event.arbitr.json"
    file.write_bytes(DATA)
    out = StringIO()
    call_command("import_event", file, "--club", club.pk, "--dry-run", stdout=out)
    call_command("import_event", file, "--club", club.pk, stdout=out)
    call_command("import_event", file, "--club", club.pk, stdout=out)
    assert out.getvalue().splitlines() == [
        "Nothing stands in the way.",
        "zmhvnrdtfh: taken over",
        "zmhvnrdtfh: was here already",
    ]
    with pytest.raises(CommandError, match="no club"):
        call_command("import_event", file, "--club", "x")


@pytest.mark.parametrize(
    ("change", "head", "code", "told"),
    [
        (b"", "", 0, "consistent in itself: 0 faults"),
        (b"", HEAD, 0, "as sealed"),
        (b"", "0" * 64, 3, "does not lead to the noted head"),
        (b" ", "", 1, "is not written as an archive writes it"),
        (b"}", "", 2, "cannot be read"),
    ],
)
def test_verify_event_says_it_by_its_exit_code(
    tmp_path: Path, capsys: Any, change: bytes, head: str, code: int, told: str
) -> None:
    file = tmp_path / "event.arbitr.json"
    file.write_bytes(DATA + change)
    with pytest.raises(SystemExit) as exited:
        call_command("verify_event", file, "--head", head)
    assert exited.value.code == code
    said = capsys.readouterr()
    assert told in said.out + said.err


def test_archive_command_writes_file_and_records(tmp_path: Path) -> None:
    event = imported(make_club())
    file, records = tmp_path / "event.zip", tmp_path / "records"
    call_command("archive", event.pk, file, "--records", records, stdout=StringIO())
    document = read_json(document_in(file.read_bytes()))
    assert document["content"] == ARCHIVE["content"]
    names = sorted(path.name for path in records.iterdir())
    assert names[0].startswith("round-01-table-01-game-1-")
    verdicts = [verify(path.read_bytes()).status for path in records.iterdir()]
    assert verdicts == ["complete"] * 8
    with pytest.raises(CommandError, match="no event"):
        call_command("archive", "x", file)


def test_large_archive_is_gone_through_in_a_process_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With the same plan and the same refusals, and an end where it takes too long."""
    here = archive_sent(DATA)
    monkeypatch.setattr(imports, "_CHECKED_HERE_BYTES", 1000)
    there = archive_sent(DATA)
    assert (there.document, there.report) == (here.document, here.report)
    with pytest.raises(LeagueError, match=r"cannot be read\. See line 1\."):
        archive_sent(b"nonsense" * 1000)
    with pytest.raises(LeagueError, match="longer than anybody waits"):
        archive_sent(DATA, limit_s=0.001)
    assert archive_sent(DATA, limit_s=None).report == here.report
