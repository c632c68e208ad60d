"""The command `arbitr` against a real service with its jobs: an event from its draft to its end."""

import json
import random
import re
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from arbitr import Client, Refused
from arbitr.cli import main, make_parser
from arbitr.completion import SHELLS, script, words_of
from arbitr.record_files import Place, Unusable, by_place, place_of
from arbitr.simulation import Plan, random_record, started
from tests.arbitr.conftest import Run


def test_event_is_simulated_with_records_watched_and_taken_out(
    arbitr: Run, club: tuple[Client, str], tmp_path: Path
) -> None:
    client, club_id = club
    plan = ("--game", "triolet", "--entries", "4", "--rounds", "2", "--seed", "5")
    code, said, _complaints = arbitr("simulate", club_id, "--template", "swiss", *plan)
    assert code == 0
    event = client.event(said.split()[-1])
    assert (event["status"], event["is_played_out"]) == ("finished", True)
    states = [
        match["state"]
        for each in client.rounds(event["id"])
        for match in client.matches(each["id"])
    ]
    assert states == ["accepted"] * 4
    _code, table, _complaints = arbitr("standings", event["id"])
    assert table.startswith("After round 2, final\n")
    assert len(table.splitlines()) == 2 + 4
    _code, listed, _complaints = arbitr("events", "--status", "finished")
    assert event["id"] in listed
    file = tmp_path / "standings.json"
    assert arbitr("export", event["id"], "standings", "--kind", "json", "-o", str(file))[0] == 0
    assert json.loads(file.read_text(encoding="utf-8-sig"))
    archive = tmp_path / "event.arbitr.json"
    assert arbitr("export", event["id"], "archive", "-o", str(archive))[0] == 0
    assert arbitr("verify", str(archive))[0] == 0
    packed = tmp_path / "event.zip"
    assert arbitr("export", event["id"], "archive", "-o", str(packed))[0] == 0
    assert arbitr("verify", str(packed))[0] == 0
    text = archive.read_text(encoding="utf-8")
    archive.write_text(re.sub(r'"score": (\d)', '"score": 9\\1', text, count=1), encoding="utf-8")
    assert arbitr("verify", str(archive))[0] != 0
    exported = tmp_path / "exported"
    for table, told in (("overall", "rows"), ("statistics", "rows"), ("entries", "rows")):
        asked = ("export", event["id"], table, "--kind", "json", "--full-names")
        assert arbitr(*asked, "-o", str(exported))[0] == 0, table
        assert told in exported.read_text(encoding="utf-8"), table
    assert arbitr("export", event["id"], "records", "-o", str(exported))[0] == 0
    assert exported.read_bytes().startswith(b"PK")
    head = json.loads(packed_document(packed))["log"]["root"]
    assert arbitr("verify", str(packed), "--head", head)[0] == 0


def test_tables_that_are_no_event_s_own_are_taken_out(
    arbitr: Run, club: tuple[Client, str], tmp_path: Path
) -> None:
    client, club_id = club
    series = client.connection.post("/series", {"club": club_id, "name": "Podzim"})["id"]
    season = client.connection.post(
        "/seasons", {"club": club_id, "name": "Liga", "game": "triolet", "divisions": 2}
    )["id"]
    member = client.connection.post(f"/clubs/{club_id}/members", {"full_name": "Jan Nový"})["id"]
    file = tmp_path / "table"
    for of, table, column in (
        (club_id, "members", "full_name"),
        (series, "series", "total"),
        (season, "divisions", "division"),
        ("triolet", "ratings", "rating"),
        ("triolet", "game-statistics", "players"),
        (member, "player-statistics", "players"),
    ):
        assert arbitr("export", of, table, "--kind", "json", "-o", str(file))[0] == 0, table
        told = json.loads(file.read_text(encoding="utf-8-sig"))
        assert column in {each["key"] for each in told["columns"]}, (table, told)
    asked = ("export", club_id, "club-ratings", "--kind", "json", "-o", str(file))
    assert arbitr(*asked, "--game", "triolet")[0] == 0
    code, _said, complaints = arbitr(*asked)
    assert (code, "--game" in complaints) == (1, True)


def packed_document(packed: Path) -> bytes:
    with ZipFile(packed) as opened:
        return opened.read("event.arbitr.json")


def test_folder_of_records_is_handed_in_at_the_desk(
    arbitr: Run, club: tuple[Client, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, club_id = club
    plan = Plan(club_id, "swiss", "triolet", entries=4, rounds=1, seed=1)
    event = started(client, plan, random.Random(1))
    published = client.publish(client.draw(event["id"]))
    folder = tmp_path / "records"
    folder.mkdir()
    for match in client.matches(published["id"]):
        record = random_record(event, match, seed=match["table"])
        (folder / f"1-{match['table']}.txt").write_text(record, encoding="utf-8")
    desk = client.at_desk(event["id"], name="scanner")
    desk.connection.close()
    monkeypatch.setenv("ARBITR_TOKEN", desk.connection.token)
    (folder / "1-9.txt").write_text('[Game "triolet"]', encoding="utf-8")
    code, _said, complaints = arbitr("hand-in", event["id"], str(folder))
    assert (code, "no such table" in complaints) == (1, True)
    assert {match["state"] for match in client.matches(published["id"])} == {"waiting"}
    (folder / "1-9.txt").unlink()
    code, said, _complaints = arbitr("hand-in", event["id"], str(folder))
    assert (code, said.count("verified")) == (0, 2)
    _code, judged, _complaints = arbitr("judge", str(folder / "1-1.txt"))
    assert "complete" in judged


def test_people_are_entered_and_a_namesake_is_asked_about(
    arbitr: Run, club: tuple[Client, str], tmp_path: Path
) -> None:
    client, club_id = club
    event = client.open_event(
        club_id, template="evening", name="Večer", starts_at=datetime.now(UTC), game="twisty"
    )
    event = client.move(event, to="open")
    people = tmp_path / "people.txt"
    people.write_text("Eva Nová\n\nIvo Malý\n", encoding="utf-8-sig")
    assert arbitr("enter", event["id"], "Jan Sova", "--from", str(people))[0] == 0
    assert len(list(client.entries(event["id"]))) == 3
    code, _said, complaints = arbitr("enter", event["id"])
    assert (code, "Who?" in complaints) == (1, True)
    with pytest.raises(Refused) as refused:
        client.connection.post(f"/events/{event['id']}/entries/many", {"peple": []})
    assert (refused.value.status, "peple" in refused.value.errors) == (400, True)


def test_login_is_kept_for_its_owner_alone(
    club: tuple[Client, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    client, _club = club
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("ARBITR_TOKEN", raising=False)
    monkeypatch.setattr("sys.stdin", StringIO(client.connection.token + "\n"))
    assert main(["login", client.connection.site]) == 0
    kept = tmp_path / "arbitr" / "logins.json"
    assert kept.stat().st_mode & 0o077 == 0
    assert main(["me"]) == 0
    assert "read" in capsys.readouterr().out
    assert main(["logout"]) == 0
    assert client.connection.token not in kept.read_text()
    monkeypatch.setattr("sys.stdin", StringIO("arb_wrong\n"))
    assert main(["login", client.connection.site]) == 1
    assert "arb_wrong" not in kept.read_text()


def test_nobody_answers_is_said_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("arbitr.connection.TRIES", 1)
    assert main(["--site", "http://127.0.0.1:9", "events"]) == 2
    assert "does not answer" in capsys.readouterr().err


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_knows_every_command(shell: str) -> None:
    parser = make_parser()
    written = script(parser, shell=shell)
    assert all(word in written for word in words_of(parser)[""])
    assert "--status" in written


def test_file_says_by_its_name_where_it_was_played() -> None:
    assert place_of(Path("2-5.txt")) == Place(2, 5)
    assert place_of(Path("round2-table05-game1.txt")) == Place(2, 5, 1)
    for name in ("game.txt", "0-3.txt", "1-2-3-4.txt"):
        with pytest.raises(Unusable):
            place_of(Path(name))
    with pytest.raises(Unusable, match="both"):
        by_place([Path("1-2.txt"), Path("1-02.txt")])
