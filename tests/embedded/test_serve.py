"""`manage.py serve`, as `make run` and `make venue` start it: from the first start to the end."""

import os
import re
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
from tests.silent import answered, silent_clients
from tests.visitor import Visitor

WELL = (
    '{"ok": true, "checks": {"database": true, "broker": true, "workers": true}, '
    '"oldest_job_age_s": 0, "parked": 0, "backup": null}'
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

    def start(self, *answers: str, language: str = "en") -> Process:
        """Start as a person would, who answers the questions of a first start."""
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        process = self.processes.start(
            "serve",
            [*command, "--language", language],
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
    assert at_home.log.splitlines()[:9] == [
        "Preparing the database …",
        "Making up clubs and events to look at (first start only) …",
        "Starting the service …",
        f"Data: {at_home.folder}   Stop: Ctrl-C",
        "  log in as jana   password arbitr-demo   (organiser, runs the club in Olomouc)",
        "  log in as petr   password arbitr-demo   (arbiter of two of her events)",
        "  log in as eva    password arbitr-demo   (player)",
        "  log in as admin  password arbitr-demo   (superuser)",
        f"Arbitr runs at http://127.0.0.1:{at_home.port}",
    ]


def test_demo_can_log_in_under_the_printed_address(at_home: Embedded) -> None:
    visitor = Visitor(at_home.port)
    visitor.get("/accounts/login/")
    answer = visitor.post("/accounts/login/", {"login": "jana", "password": "arbitr-demo"})
    assert (answer.status, answer.headers["Location"]) == (302, "/")
    assert "Jana Nováková" in visitor.get("/").text


def test_static_files_are_served_without_collecting_them(at_home: Embedded) -> None:
    visitor = Visitor(at_home.port)
    link = r'<link rel="stylesheet" href="(/static/[0-9a-f]{12}/arbitr/arbitr.css)">'
    [address] = re.findall(link, visitor.get("/").text)
    answer = visitor.get(address)
    assert (answer.status, answer.headers.get_content_type()) == (200, "text/css")
    assert "immutable" in answer.headers["Cache-Control"], "a phone need not ask again"


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
        match[1]
        for line in at_venue.log.splitlines()
        if (match := re.match(r"Open (\S+) here", line))
    ]
    phone = Visitor(at_venue.port, site=address)
    assert address in phone.get("/venue/").text
    phone.get("/accounts/login/")
    answer = phone.post("/accounts/login/", {"login": "zofie-nova", "password": PASSWORD})
    assert (answer.status, answer.headers["Location"]) == (302, "/")


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


def test_venue_ends_its_start_with_what_to_open(at_venue: Embedded) -> None:
    eventually(lambda: "Open http" in at_venue.log, "the address is said")
    lines = at_venue.log.splitlines()
    [last] = [number for number, line in enumerate(lines) if line.startswith("Open http")]
    assert re.search(r":\d+ here; phones in this room scan the code above\.$", lines[last])
    assert lines[last - 1].startswith("▀▀▀"), "the code stands right above"


def test_venue_asks_in_the_language_of_the_computer(processes: Processes) -> None:
    service = Embedded(processes, ARBITR_MODE="venue")
    process = service.start("Jan", "Klub", "1234", PASSWORD, PASSWORD, language="cs")
    eventually(lambda: "telefony" in process.log, "the service is announced")
    assert "Vaše jméno:" in process.log
    assert "Heslo je příliš krátké." in process.log
    assert "Your name" not in process.log


def test_clients_that_never_send_their_body_do_not_stop_the_service(at_venue: Embedded) -> None:
    """24 of them used to be enough."""
    with silent_clients(at_venue.port) as clients:
        assert Visitor(at_venue.port).get("/health/live").text == '{"ok": true}'
        assert "Arbitr" in Visitor(at_venue.port).get("/").text
        assert answered(clients) == [], "all of them are still waited for"


def test_request_has_to_arrive_in_time_however_it_drips(
    processes: Processes, at_home: Embedded
) -> None:
    service = Embedded(processes, ARBITR_REQUEST_S="1")
    copy_database(at_home.folder, service.folder)
    service.start_and_wait()
    with socket.create_connection(("127.0.0.1", service.port)) as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
        eventually(lambda: not accepts_a_byte(connection), "the connection is closed")
    assert Visitor(service.port).get("/health/live").text == '{"ok": true}'


def accepts_a_byte(connection: socket.socket) -> bool:
    try:
        connection.sendall(b"x")
    except OSError:
        return False
    return True


@pytest.mark.skipif(sys.platform != "linux", reason="children are looked up in /proc")
def test_web_process_that_dies_has_a_successor(processes: Processes, at_home: Embedded) -> None:
    service = Embedded(processes)
    copy_database(at_home.folder, service.folder)
    process = service.start_and_wait()
    process.wait_for("Arbitr runs at")
    [first] = web_processes(process)
    os.kill(first, signal.SIGKILL)
    process.wait_for("Arbitr runs at", times=2)
    eventually(service.is_well, "the successor is well")
    assert first not in web_processes(process)


@pytest.mark.skipif(sys.platform != "linux", reason="children are looked up in /proc")
def test_web_process_ends_with_the_one_that_was_started(
    processes: Processes, at_home: Embedded
) -> None:
    service = Embedded(processes)
    copy_database(at_home.folder, service.folder)
    process = service.start_and_wait()
    os.kill(process.popen.pid, signal.SIGKILL)
    process.wait()
    eventually(lambda: not service.is_well(), "nothing is left to answer")


def web_processes(process: Process) -> list[int]:
    """Without the helper of multiprocessing that looks after what was left behind."""
    return [
        pid
        for pid in process.children
        if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
