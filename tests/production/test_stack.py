"""The services of docker-compose.yml together, on a real PostgreSQL and Redis."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests import services
from tests.processes import Process, Processes, eventually
from tests.production.proxy import running_names, start_proxy
from tests.production.smtp import Sink, running_sink
from tests.production.stack import SITE, Stack, new_database, run
from tests.silent import answered, silent_clients
from tests.visitor import Visitor

FOREVER = "max-age=315360000, public, immutable"
LIVE = "/health/live"
READY = "/health/ready"


class Running(Stack):
    """All services started, with a mail server to write to."""

    sink: Sink
    changes_before: dict[Path, int]
    postgres_url: str
    redis_url: str

    def last(self, service: str) -> Process:
        return next(one for one in reversed(self.processes.all) if one.name == service)

    def is_ready(self) -> bool:
        try:
            return Visitor(self.port).get(READY).status == 200
        except OSError:
            return False

    def mail_states(self, recipient: str) -> list[tuple[bool, str]]:
        with psycopg.connect(self.postgres_url) as connection:
            return connection.execute(
                "SELECT sent_at IS NOT NULL, state FROM league_notice AS notice"
                " JOIN league_job AS job ON job.id = job_id WHERE recipient = %s",
                [recipient],
            ).fetchall()


def changes(folder: Path) -> dict[Path, int]:
    """When each file was written last."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}


@pytest.fixture(scope="module")
def running(
    image: Path,
    tmp_path_factory: pytest.TempPathFactory,
    postgres_server: services.Postgres | services.Given,
) -> Iterator[Running]:
    with (
        new_database(postgres_server.url) as database,
        services.Redis() as redis,
        running_sink() as sink,
        Processes(tmp_path_factory.mktemp("stack")) as processes,
    ):
        stack = Running(
            image,
            processes,
            postgres_url=database,
            redis_url=redis.url,
            EMAIL_HOST="127.0.0.1",
            EMAIL_PORT=str(sink.port),
            ARBITR_HEARTBEAT_S="1",
            ARBITR_SWEEP_S="1",
        )
        stack.sink, stack.postgres_url, stack.redis_url = sink, database, redis.url
        stack.changes_before = changes(image)
        stack.run_once("migrate")
        for name in ("web", "worker", "beat"):
            stack.start(name)
        eventually(stack.is_ready, "the service is ready")
        yield stack


@pytest.fixture(autouse=True)
def _logs_of_failures(request: pytest.FixtureRequest, running: Running) -> Iterator[None]:
    yield
    running.processes.show_logs(request.node)


def test_service_is_ready_with_its_worker(running: Running) -> None:
    answer = Visitor(running.port).get(READY)
    assert '"checks": {"database": true, "broker": true, "workers": true}' in answer.text


@pytest.mark.parametrize("service", ["web", "worker", "beat"])
def test_health_check_succeeds(running: Running, service: str) -> None:
    eventually(lambda: running.is_healthy(service), f"{service} is healthy")


def test_health_check_of_postgresql_succeeds(running: Running) -> None:
    address = urlsplit(running.postgres_url)
    folder = services.installed_postgres() or services.wheel_postgres()
    words = running.services["postgres"]["healthcheck"]["test"][1:]
    place = ["--host", str(address.hostname), "--port", str(address.port or 5432)]
    done = run([str(folder / words[0]), *words[1:], *place], environment={}, folder=folder)
    assert done.returncode == 0, done.stdout


def test_health_check_of_redis_succeeds(running: Running) -> None:
    folder = Path(services.wheel_redis()).parent
    words = running.services["redis"]["healthcheck"]["test"][1:]
    place = ["-p", str(urlsplit(running.redis_url).port)]
    done = run([str(folder / words[0]), *place, *words[1:]], environment={}, folder=folder)
    assert (done.returncode, done.stdout) == (0, "PONG\n")


def test_stopped_worker_is_noticed_and_its_successor_too(running: Running) -> None:
    assert running.is_healthy("worker")
    assert running.last("worker").end() == 0
    eventually(lambda: not running.is_healthy("worker"), "the worker's health check fails")
    answer = Visitor(running.port).get(READY)
    assert answer.status == 503
    assert '"workers": false' in answer.text
    running.start("worker")
    eventually(running.is_ready, "the service is ready again")
    assert running.is_healthy("worker")


def test_signing_up_sends_a_mail_with_a_link_that_works(running: Running) -> None:
    visitor = Visitor(running.port, site=SITE)
    visitor.get("/accounts/signup/")
    answer = visitor.post(
        "/accounts/signup/",
        {"username": "jana", "email": "jana@arbitr.example", "password1": "kolik-je-kaleidoskopu"},
    )
    assert (answer.status, answer.headers["Location"]) == (302, "/accounts/confirm-email/")
    eventually(
        lambda: running.mail_states("jana@arbitr.example") == [(True, "done")],
        "the mail is sent and its job done",
    )
    [mail] = [one for one in running.sink.received if one["To"] == "jana@arbitr.example"]
    assert str(mail["From"]) == "Arbitr <arbitr@localhost>"
    link = re.search(rf"{SITE}(/accounts/confirm-email/\S+)", mail.get_content())
    assert link
    assert visitor.get(link[1]).status == 200


def test_plain_http_is_redirected_but_health(running: Running) -> None:
    insecure = Visitor(running.port, site=SITE.replace("https", "http"))
    answer = insecure.get("/events/")
    assert (answer.status, answer.headers["Location"]) == (301, f"{SITE}/events/")
    assert insecure.get(LIVE).text == '{"ok": true}'
    assert insecure.get(READY).status == 200
    secure = Visitor(running.port, site=SITE).get("/events/")
    assert secure.status == 200
    assert secure.headers["Strict-Transport-Security"].startswith("max-age=31536000")


def test_other_host_names_are_refused(running: Running) -> None:
    for host in ("elsewhere.example", "localhost", "127.0.0.1", "[::1]"):
        stranger = Visitor(running.port, site=f"https://{host}")
        assert (host, stranger.get("/").status) == (host, 400)
        assert stranger.get(LIVE).status == 200  # for probes from inside, which know no name


def test_static_files_have_hashed_names_and_are_kept_forever(running: Running) -> None:
    visitor = Visitor(running.port, site=SITE)
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', visitor.get("/").text)
    assert styles
    for path in styles:
        assert re.fullmatch(r"/static/\w+/\w+\.[0-9a-f]{12}\.css", path)
        answer = visitor.get(path)
        assert (answer.status, answer.headers["Cache-Control"]) == (200, FOREVER)


@pytest.fixture(scope="module")
def proxied(running: Running) -> Iterator[int]:
    """The port of a proxy before the web service."""
    with running_names("127.0.0.1") as names:
        port, proxy = start_proxy(running.processes, web_port=running.port, names=names)
        eventually(lambda: is_live(port) or proxy.popen.poll() is not None, "the proxy answers")
        assert is_live(port), proxy.log
        yield port


def is_live(port: int) -> bool:
    try:
        return Visitor(port, site=SITE).get(LIVE).status == 200
    except OSError:
        return False


def test_clients_that_never_send_their_body_stop_at_the_proxy(
    running: Running, proxied: int
) -> None:
    with silent_clients(proxied, host=SITE.removeprefix("https://")) as clients:
        assert Visitor(proxied, site=SITE).get(LIVE).text == '{"ok": true}'
        assert Visitor(proxied).get("/events/").status in (301, 400)
        assert answered(clients) == [], "all of them are still waited for"


def test_services_write_nothing_into_the_image(running: Running, image: Path) -> None:
    """Its file system is read-only."""
    eventually(lambda: running.is_healthy("beat"), "the clock runs")
    assert changes(image) == running.changes_before


@pytest.mark.parametrize("service", ["web", "beat"])
def test_service_ends_when_asked(running: Running, service: str) -> None:
    """As `docker compose stop` asks; the worker's end is tested above."""
    assert running.last(service).end() == 0
    running.start(service)
    eventually(running.is_ready, "the service is ready again")
