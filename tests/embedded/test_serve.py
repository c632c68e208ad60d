"""`manage.py serve`, as `make run` and `make venue` start it: from the first start to the end."""

import signal
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.copies import NAME, copy_database
from tests.processes import Process, Processes, clean_environment, eventually
from tests.services import free_port
from tests.visitor import Visitor

WELL = (
    '{"ok": true, "checks": {"database": true, "broker": true, "workers": true}, '
    '"oldest_job_age_s": 0, "parked": 0}'
)
PASSWORD = "kolik-je-kaleidoskopu"
ANSWERS = ("Žofie Nová", "Klub u Lípy", PASSWORD, PASSWORD)


class Embedded:
    """An embedded service with its folder; started and stopped as often as a test likes."""

    def __init__(self, processes: Processes, **settings: str) -> None:
        self.processes = processes
        self.folder = processes.folder / "data"
        self.port = free_port()
        self.settings = {"ARBITR_DATA": str(self.folder), **settings}

    @property
    def log(self) -> str:
        return self.processes.all[-1].log

    def start(self, *answers: str) -> Process:
        """Start as a person would, who answers the questions of a first start."""
        process = self.processes.start(
            "serve",
            [sys.executable, "manage.py", "serve", "--port", str(self.port)],
            environment=clean_environment(**self.settings),
        )
        for answer in answers:
            process.tell(answer)
        return process

    def start_and_wait(self, *answers: str) -> Process:
        process = self.start(*answers)
        eventually(
            lambda: self.is_well() or process.popen.poll() is not None, "the service is well"
        )
        assert self.is_well(), "the service ended"
        return process

    def is_well(self) -> bool:
        try:
            return Visitor(self.port).get("/health/ready").text == WELL
        except OSError:
            return False

    def clubs(self) -> list[tuple[str, str]]:
        return clubs_in(self.folder / NAME)


def clubs_in(database: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return connection.execute("SELECT id, name FROM league_club ORDER BY id").fetchall()


def press_ctrl_c(process: Process) -> int:
    """A terminal sends it to the whole group."""
    process.signal_group(signal.SIGINT)
    return process.wait()


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """A service of `make run`, shared by the tests that leave it running."""
    with Processes(tmp_path_factory.mktemp("home")) as processes:
        service = Embedded(processes)
        service.start_and_wait()
        yield service


@pytest.fixture(scope="module")
def at_venue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """A service of `make venue`, shared by the tests that leave it running."""
    with Processes(tmp_path_factory.mktemp("venue")) as processes:
        service = Embedded(processes, ARBITR_MODE="venue", ARBITR_COPY_EVERY_S="1")
        service.start_and_wait(*ANSWERS)
        yield service


@pytest.fixture(autouse=True)
def _logs_of_failures(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    for name in {"at_home", "at_venue"} & set(request.fixturenames):
        request.getfixturevalue(name).processes.show_logs(request.node)


def test_start_shows_the_address_and_whom_to_log_in_as(at_home: Embedded) -> None:
    assert at_home.log.splitlines()[:7] == [
        "Making up clubs and events to look at (first start only) …",
        f"Arbitr runs at http://127.0.0.1:{at_home.port}",
        "  log in as jana   password arbitr-demo   (organiser, runs the club in Olomouc)",
        "  log in as petr   password arbitr-demo   (arbiter of two of her events)",
        "  log in as eva    password arbitr-demo   (player)",
        "  log in as admin  password arbitr-demo   (superuser)",
        f"Data: {at_home.folder}   Stop: Ctrl-C",
    ]


def test_demo_can_log_in_under_the_printed_address(at_home: Embedded) -> None:
    visitor = Visitor(at_home.port)
    visitor.get("/accounts/login/")
    answer = visitor.post("/accounts/login/", {"login": "jana", "password": "arbitr-demo"})
    assert (answer.status, answer.headers["Location"]) == (302, "/me/")
    assert "Jana Nováková" in visitor.get("/me/").text


def test_static_files_are_served_without_collecting_them(at_home: Embedded) -> None:
    visitor = Visitor(at_home.port)
    assert '<link rel="stylesheet" href="/static/arbitr/arbitr.css">' in visitor.get("/").text
    answer = visitor.get("/static/arbitr/arbitr.css")
    assert (answer.status, answer.headers.get_content_type()) == (200, "text/css")


def test_forgotten_password_is_mailed_to_the_console(at_home: Embedded) -> None:
    visitor = Visitor(at_home.port)
    visitor.get("/accounts/password/reset/")
    answer = visitor.post("/accounts/password/reset/", {"email": "jana@arbitr.example"})
    assert (answer.status, answer.headers["Location"]) == (302, "/accounts/password/reset/done/")
    eventually(lambda: "To: jana@arbitr.example" in at_home.log, "the mail is printed")
    eventually(
        lambda: f"http://127.0.0.1:{at_home.port}/accounts/password/reset/key/" in at_home.log,
        "the mail names the address of this service",
    )
    assert "Traceback" not in at_home.log


def test_next_start_keeps_the_data(processes: Processes, at_home: Embedded) -> None:
    service = Embedded(processes)
    copy_database(at_home.folder, service.folder)
    first = service.start_and_wait()
    clubs = service.clubs()
    assert "Making up clubs" in at_home.log
    assert "Making up clubs" not in first.log
    assert press_ctrl_c(first) == 0
    assert first.log.splitlines()[-1] == "Stopped."
    second = service.start_and_wait()
    assert "log in as jana" in second.log
    assert service.clubs() == clubs != []
    assert press_ctrl_c(second) == 0
    assert second.log.splitlines()[-1] == "Stopped."


def test_port_in_use_is_named_with_advice(processes: Processes) -> None:
    service = Embedded(processes)
    with socket.socket() as other:
        other.bind(("127.0.0.1", service.port))
        other.listen()
        process = service.start()
        assert process.wait() == 1
    assert process.log.count("\n") == 1
    assert f"Port {service.port} is in use" in process.log
    assert f"PORT={service.port + 1}" in process.log


@pytest.mark.parametrize("secret", ["", "given"], ids=["own-secret", "given-secret"])
def test_folder_that_cannot_be_written_is_named_with_advice(
    processes: Processes, tmp_path: Path, secret: str
) -> None:
    """A folder inside a file: no rights of any user help there."""
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    process = Embedded(processes, ARBITR_DATA=str(folder), SECRET_KEY=secret).start()
    assert process.wait() == 1
    assert process.log.count("\n") == 1
    assert f"Cannot write to {folder} (Not a directory)" in process.log
    assert "DATA=folder" in process.log


def test_first_start_of_a_venue_asks_and_the_next_does_not(processes: Processes) -> None:
    service = Embedded(processes, ARBITR_MODE="venue")
    first = service.start_and_wait("Jan", "Klub", "1234", "a-good-one", "other", PASSWORD, PASSWORD)
    assert "This password is too short." in first.log
    assert "The two are not the same." in first.log
    assert "Your login name is: jan" in first.log
    assert "arbitr-demo" not in first.log
    assert [name for _, name in service.clubs()] == ["Klub"]
    assert press_ctrl_c(first) == 0

    second = service.start_and_wait()
    assert "Your name" not in second.log
    assert [name for _, name in service.clubs()] == ["Klub"]
    assert press_ctrl_c(second) == 0
    assert second.log.splitlines()[-1] == "Stopped."


def test_questions_of_a_venue_need_answers(processes: Processes) -> None:
    process = Embedded(processes, ARBITR_MODE="venue").start(ANSWERS[0])
    assert process.popen.stdin is not None
    process.popen.stdin.close()
    assert process.wait() == 1
    assert process.log.endswith("The first start asks questions: run it in a terminal.\n")


def test_phones_reach_a_venue_at_the_address_it_shows(at_venue: Embedded) -> None:
    [address] = [
        line.rpartition(" ")[2] for line in at_venue.log.splitlines() if "Phones in this" in line
    ]
    phone = Visitor(at_venue.port, site=address)
    assert address in phone.get("/venue/").text
    phone.get("/accounts/login/")
    answer = phone.post("/accounts/login/", {"login": "zofie-nova", "password": PASSWORD})
    assert (answer.status, answer.headers["Location"]) == (302, "/me/")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere 127.0.0.2 is no address")
def test_only_a_venue_answers_the_room(at_venue: Embedded, at_home: Embedded) -> None:
    """On Linux every address 127.x.y.z is this computer, as good as one of the network."""
    in_room = Visitor(at_venue.port, address="127.0.0.2", site=f"http://localhost:{at_venue.port}")
    assert in_room.get("/health/live").text == '{"ok": true}'
    with pytest.raises(ConnectionRefusedError):
        Visitor(at_home.port, address="127.0.0.2").get("/health/live")


def test_venue_keeps_copies_of_its_database(at_venue: Embedded) -> None:
    copies = at_venue.folder / "copies"
    copy = eventually(lambda: max(copies.glob("*.sqlite3"), default=None), "a copy is kept")
    assert clubs_in(copy) == at_venue.clubs() != []
