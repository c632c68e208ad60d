"""A client that is generated from the description works against the service as it is."""

import importlib
import json
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from league.api.description import Description
from league.config.wsgi import application
from league.models import Player, User
from league.standings.services import compute_standings
from tests.factories import make_club, make_token, make_user
from tests.factories.events import played_round, running_event

pytestmark = pytest.mark.django_db
PACKAGE = "arbitr_generated"
Part = Callable[[str], Any]
# What the generator does not know of itself: files as they are.
AS_FILES = ("application/zip", "text/plain")


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the package, made of the whole description."""
    folder = tmp_path_factory.mktemp("generated")
    source, config = folder / "openapi.json", folder / "config.yml"
    source.write_text(json.dumps(Description().get_schema(public=True)))
    settings = {
        "post_hooks": [],
        "package_name_override": PACKAGE,
        "content_type_overrides": dict.fromkeys(AS_FILES, "application/octet-stream"),
    }
    config.write_text(json.dumps(settings))  # which is YAML, too
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    where = ["--path", str(source), "--config", str(config)]
    target = ["--output-path", str(folder / PACKAGE)]
    done = subprocess.run([*command, *where, *target], check=False, capture_output=True, text=True)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "WARNING" not in said, said
    return folder


@pytest.fixture
def part(generated: Path, monkeypatch: pytest.MonkeyPatch) -> Part:
    monkeypatch.syspath_prepend(str(generated))
    return lambda name: importlib.import_module(f"{PACKAGE}.{name}")


@pytest.fixture
def _one_transaction() -> Any:
    """As Django's test client does, keep a request's end from closing the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def client_of(part: Part, user: User, *scopes: str) -> Any:
    secret = make_token(user, *scopes)[1]
    client = part("client").AuthenticatedClient("http://testserver", token=secret)
    return client.set_httpx_client(
        httpx.Client(
            base_url="http://127.0.0.1",
            transport=httpx.WSGITransport(app=application),
            headers={"Authorization": f"Bearer {secret}", "Accept-Encoding": "identity"},
        )
    )


def test_every_operation_and_shape_is_generated(generated: Path, part: Part) -> None:
    described = Description().get_schema(public=True)
    wanted = {
        operation["operationId"]
        for item in described["paths"].values()
        for operation in item.values()
    }
    package = importlib.import_module(PACKAGE)
    modules = [each.name for each in pkgutil.walk_packages(package.__path__, f"{PACKAGE}.")]
    for name in modules:
        importlib.import_module(name)
    made = {name.rpartition(".")[2] for name in modules if name.startswith(f"{PACKAGE}.api.")}
    assert wanted <= made
    assert len(part("models").__all__) >= len(described["components"]["schemas"])


@pytest.mark.usefixtures("_one_transaction")
def test_generated_client_adds_and_finds_a_member(part: Part) -> None:
    admin = make_user()
    club = make_club("Hexa", admin=admin)
    client = client_of(part, admin, "read", "clubs")
    found = part("api.clubs.clubs_list").sync(client=client)
    wanted = part("models").NewMemberRequest(full_name="Jana Nováková", client_key="1")
    add = part("api.clubs.clubs_members_create")
    first, again = (add.sync_detailed(club.pk, client=client, body=wanted) for _ in range(2))

    assert [each.name for each in found.results] == ["Hexa"]
    assert (int(first.status_code), int(again.status_code)) == (201, 200)
    assert first.parsed.id == again.parsed.id == Player.objects.get().pk
    assert first.headers["RateLimit"].startswith('"api";r=')


@pytest.mark.usefixtures("_one_transaction")
def test_generated_client_opens_an_event_and_reads_another(part: Part) -> None:
    admin = make_user()
    club = make_club("Hexa", admin=admin)
    stage = running_event(4)
    played_round(stage)
    compute_standings(stage.pk)
    client = client_of(part, admin, "read", "events")
    models = part("models")
    wanted = models.NewEventRequest(
        club=club.pk,
        template=models.TemplateEnum.SWISS,
        name="Zima",
        starts_at=datetime(2027, 1, 5, 18, tzinfo=UTC),
    )
    made = part("api.events.events_create").sync(client=client, body=wanted)
    table = part("api.events.events_standings_retrieve").sync(stage.event_id, client=client)
    rounds = part("api.events.events_rounds_list").sync(stage.event_id, client=client)
    seated = part("api.rounds.rounds_matches_list").sync(rounds.results[0].id, client=client)
    nothing = part("api.events.events_retrieve").sync("bcdfghjkmn", client=client)

    assert (made.name, made.club, made.status) == ("Zima", club.pk, "draft")
    assert [row.rank for row in table.results] == [1, 2, 3, 4]
    assert [len(match.sides) for match in seated.results] == [4]
    assert isinstance(nothing, models.Problem)
    assert (nothing.status, nothing.code) == (404, "not-found")


@pytest.mark.usefixtures("_one_transaction")
def test_generated_client_sends_a_file_and_takes_one(part: Part) -> None:
    admin = make_user()
    club = make_club("Hexa", admin=admin)
    client = client_of(part, admin, "read", "clubs", "events")
    event = running_event(4, club=club, name="Zima").event_id
    archive = client.get_httpx_client().get(f"/api/v1/events/{event}/archive").content
    sent = part("types").File(payload=BytesIO(archive), mime_type="application/octet-stream")
    read = part("api.clubs.clubs_archives_read_create")
    told = read.sync(club.pk, client=client, body=sent, client_key="1")
    whole = part("api.clubs.clubs_archive_retrieve").sync(club.pk, client=client)

    assert (told.name, told.status) == ("Zima", "running")
    assert whole.payload.read(2) == b"PK"
