"""An event of twelve by the client alone, from its creation to its archive.

The first round is played on the service, the second on a laptop that took the event along.

The archive is verified without the service, as itself and as sealed. Then one byte of a copy is
another one, each time elsewhere, and the check names what was changed.
"""

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from arbitr import Client, Refused
from arbitr.answers import Event
from arbitr.simulation import people, random_record
from tests.arbitr.conftest import Run, client_of
from tests.copies import copy_database, prepare_empty
from tests.journeys.service import running
from tests.prepared import prepared
from tests.processes import ROOT, clean_environment, eventually

PEOPLE, ROUNDS = 12, 2
PASSWORD = "kolik-je-kaleidoskopu"
NOWHERE = "http://127.0.0.1:9"


def played(site: Client, club: str, folder: Path) -> Event:
    luck = random.Random(12)
    event = begun(site, club, luck)
    play_round(site, event, luck)
    file = folder / "taken.json"
    file.write_bytes(site.take_along(event["id"], who="Laptop of Jana"))
    with pytest.raises(Refused) as locked:
        site.draw(event["id"])
    assert locked.value.code == "played-elsewhere"
    with on_laptop(file, folder / "laptop") as there:
        assert there.event(event["id"])["name"] == event["name"]
        play_round(there, event, luck)
        assert there.send_home(event["id"])["returned_at"]
    return site.move(site.event(event["id"]), to="finished")


def begun(site: Client, club: str, luck: random.Random) -> Event:
    event = site.open_event(
        club,
        template="swiss",
        name="Twelve",
        starts_at=datetime.now(UTC),
        game="triolet",
        stage={"rounds_planned": ROUNDS},
    )
    event = site.move(event, to="open")
    entered = site.enter(event["id"], list(people(PEOPLE, luck)), is_here=True)
    assert len(entered["entries"]) == PEOPLE
    return site.move(site.event(event["id"]), to="running")


def play_round(site: Client, event: Event, luck: random.Random) -> None:
    desk = site.at_desk(event["id"], name="script")
    published = site.publish(site.draw(event["id"]))
    for match in list(site.matches(published["id"])):
        record = random_record(event, match, seed=luck.getrandbits(31))
        assert desk.hand_in(match, record)["outcome"] == "verified"
    site.close_round(site.round(published["id"]))
    desk.connection.close()


@contextmanager
def on_laptop(file: Path, folder: Path) -> Iterator[Client]:
    """A venue with the event that was taken along, as its organiser's client sees it."""
    copy_database(prepared("empty", prepare_empty), folder / "data")
    answers = ("Jana Malá", PASSWORD, PASSWORD)
    with running(folder, *answers, opens=file, ARBITR_MODE="venue") as laptop:
        there, _club = client_of(laptop, folder)
        yield there
        there.connection.close()


def sealed(site: Client, event: Event) -> bytes:
    """Empty until it is."""
    content = site.archive(event["id"])
    return content if json.loads(content)["log"] else b""


@pytest.fixture(scope="module")
def archive(club: tuple[Client, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Beside it, the head of the log of seals as somebody noted it."""
    site, club_id = club
    folder = tmp_path_factory.mktemp("archive")
    event = played(site, club_id, folder)
    file = folder / "event.arbitr.json"
    file.write_bytes(eventually(lambda: sealed(site, event), "the seal in the log"))
    (folder / "head").write_text(site.connection.get("/seals/head")["root"])
    return file


def verify(file: Path, *more: str) -> tuple[int, str]:
    """As a stranger does it: another process, no service, no database."""
    done = subprocess.run(
        [sys.executable, "-m", "arbitr", "verify", str(file), *more],
        cwd=ROOT,
        env=clean_environment(ARBITR_SITE=NOWHERE, ARBITR_DATA=str(file.parent / "none")),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_archive_is_consistent_and_as_sealed(archive: Path) -> None:
    head = (archive.parent / "head").read_text()
    code, said = verify(archive, "--head", head)
    games = PEOPLE // 2 * ROUNDS
    assert code == 0, said
    assert said.startswith(f"{games} matches, {games} records replayed, {games} results derived")
    assert "consistent in itself: 0 faults\nas sealed" in said
    other = head[::-1]
    code, said = verify(archive, "--head", other)
    assert (code, "not shown to be sealed" in said) == (3, True)


def in_a_record(document: Any) -> tuple[str, str]:
    """The last turn at table 3 of round 2."""
    content = document["content"]
    number = {row["id"]: row["number"] for row in content["rounds"]}
    table = next(
        row["id"] for row in content["matches"] if (number[row["round"]], row["table"]) == (2, 3)
    )
    record = next(row["record"] for row in content["submissions"] if row["match"] == table)
    turn = next(line for line in reversed(record.splitlines()) if "=" in line)
    written = json.dumps(record, ensure_ascii=False)
    end = written.rindex(turn) + len(turn)
    return written[:end], "round 2, table 3, game 1, submissions/"


def in_the_standings(document: Any) -> tuple[str, str]:
    """Who is first after the last round."""
    first = document["standings"]["tables"][-1]["rows"][0]["entry"]
    return f'"entry": "{first}', f"round {ROUNDS}, standings"


def in_a_name(document: Any) -> tuple[str, str]:
    player, shown = sorted(document["people"]["players"].items())[4]
    return f'"{player}": "{shown[0]}', f"people/players/{player}"


CHANGES = (in_a_record, in_the_standings, in_a_name)


@pytest.mark.parametrize("place", CHANGES, ids=lambda place: place.__name__)
def test_one_byte_changed_is_named(archive: Path, tmp_path: Path, place: Any) -> None:
    """The last one of a text, which stands where the name of the test says."""
    text = archive.read_text(encoding="utf-8")
    what, where = place(json.loads(text))
    at = text.rindex(what) + len(what) - 1
    assert text[at].isascii()
    changed = text[:at] + ("5" if text[at] != "5" else "4") + text[at + 1 :]
    file = tmp_path / "changed.arbitr.json"
    file.write_text(changed, encoding="utf-8")
    code, said = verify(file)
    assert (code, where in said) == (1, True), said


def test_archive_is_taken_over_once(
    archive: Path, arbitr: Run, club: tuple[Client, str], tmp_path: Path
) -> None:
    """Where its event is already, it is refused by a reason; a broken file before that."""
    _site, club_id = club
    code, listed, _complaints = arbitr("clubs", "lípy")
    assert (code, listed) == (0, f"{club_id}  Klub u Lípy\n")
    assert arbitr("clubs", "nobody") == (0, "", "")
    code, said, complaints = arbitr("import", club_id, str(archive))
    assert (code, said, bool(complaints.strip())) == (1, "", True)
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    code, _said, complaints = arbitr("import", club_id, str(broken))
    assert (code, "line 1" in complaints) == (1, True)
