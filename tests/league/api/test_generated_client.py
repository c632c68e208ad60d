"""A client that is generated from the description works against the service as it is."""

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from league.api.description import Description
from league.config.wsgi import application
from league.models import Player
from tests.factories import make_club, make_token, make_user

pytestmark = pytest.mark.django_db
PATHS = ("/api/v1/clubs", "/api/v1/clubs/{id}", "/api/v1/clubs/{id}/members", "/api/v1/events")


@pytest.fixture
def client_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A few operations: what all have in common is in them."""
    described = Description().get_schema(public=True)
    described["paths"] = {path: described["paths"][path] for path in PATHS}
    for item in described["paths"].values():
        for operation in item.values():
            for response in operation["responses"].values():
                response.pop("links", None)  # to operations that are left out
    source, config = tmp_path / "openapi.json", tmp_path / "config.yml"
    source.write_text(json.dumps(described))
    config.write_text("post_hooks: []\npackage_name_override: arbitr_generated\n")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    where = ["--path", str(source), "--config", str(config)]
    target = ["--output-path", str(tmp_path / "arbitr_generated")]
    done = subprocess.run([*command, *where, *target], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.syspath_prepend(str(tmp_path))
    return "arbitr_generated"


@pytest.fixture
def _one_transaction() -> Any:
    """As Django's test client does, keep a request's end from closing the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("_one_transaction")
def test_generated_client_adds_and_finds_a_member(client_module: str) -> None:
    admin = make_user()
    club = make_club("Hexa", admin=admin)

    def part(name: str) -> Any:
        return importlib.import_module(f"{client_module}.{name}")

    secret = make_token(admin, "read", "clubs")[1]
    client = part("client").AuthenticatedClient("http://testserver", token=secret)
    client.set_httpx_client(
        httpx.Client(
            base_url="http://127.0.0.1",
            transport=httpx.WSGITransport(app=application),
            headers={"Authorization": f"Bearer {secret}", "Accept-Encoding": "identity"},
        )
    )
    found = part("api.clubs.clubs_list").sync(client=client)
    wanted = part("models").NewMemberRequest(full_name="Jana Nováková", client_key="1")
    add = part("api.clubs.clubs_members_create")
    first, again = (add.sync_detailed(club.pk, client=client, body=wanted) for _ in range(2))

    assert [each.name for each in found.results] == ["Hexa"]
    assert (int(first.status_code), int(again.status_code)) == (201, 200)
    assert first.parsed.id == again.parsed.id == Player.objects.get().pk
    assert first.headers["RateLimit"].startswith('"api";r=')
