"""docker-compose.yml and the Dockerfile: what they promise an operator, read from the files."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.processes import ROOT
from tests.production.stack import REFERENCE, VARIABLES, compose_file, dockerfile, fill_in

COMPOSE_TIMEOUT_S = 60
OURS = {"migrate", "web", "worker", "beat"}
# Read by settings.py, and no matter for the services of docker-compose.yml.
NOT_FOR_COMPOSE = {
    *("ARBITR_DATA", "ARBITR_DEBUG", "ARBITR_STATIC", "ARBITR_STATIC_EDITION"),
    *("ARBITR_COPY_EVERY_S", "ARBITR_REQUEST_S"),
}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return dict(compose_file(VARIABLES)["services"])


def settings_read() -> set[str]:
    """The names that settings.py asks league.config.env for."""
    text = (ROOT / "league/config/settings.py").read_text()
    return {"ARBITR_MODE", *re.findall(r"\benv\.\w+\(\s*\"([A-Z_]+)\"", text)}


def version(image: str) -> int:
    found = re.search(r":(\d+)", image)
    assert found, image
    return int(found[1])


def test_services_are_the_known_ones(services: dict[str, Any]) -> None:
    assert set(services) == {*OURS, "postgres", "proxy", "redis"}


def test_every_service_but_the_one_that_ends_has_a_health_check(services: dict[str, Any]) -> None:
    without = {name for name, service in services.items() if "healthcheck" not in service}
    assert without == {"migrate"}
    assert services["migrate"]["restart"] == "no"


def test_services_wait_for_the_migrations_and_these_for_the_database(
    services: dict[str, Any],
) -> None:
    waits = {name: services[name]["depends_on"] for name in OURS}
    after_migrations = {
        "migrate": {"condition": "service_completed_successfully"},
        "redis": {"condition": "service_healthy"},
    }
    assert waits == {
        "migrate": {"postgres": {"condition": "service_healthy"}},
        "web": after_migrations,
        "worker": after_migrations,
        "beat": after_migrations,
    }


def test_servers_are_new_enough_and_redis_forgets_nothing(services: dict[str, Any]) -> None:
    assert version(services["postgres"]["image"]) >= 16
    assert version(services["redis"]["image"]) >= 7
    command = services["redis"]["command"]
    options = dict(zip(command[1::2], command[2::2], strict=True))
    assert options == {"--maxmemory-policy": "noeviction", "--appendonly": "yes"}


def test_data_of_the_servers_is_in_volumes(services: dict[str, Any]) -> None:
    volumes = compose_file(VARIABLES)["volumes"]
    kept = {name: services[name]["volumes"][0].partition(":")[0] for name in ("postgres", "redis")}
    kept["proxy"] = services["proxy"]["volumes"][1].partition(":")[0]
    assert set(kept.values()) == set(volumes)


def test_worker_may_finish_its_job_before_it_is_killed(services: dict[str, Any]) -> None:
    # The limit and the margin by default: league/config/settings.py.
    assert int(services["worker"]["stop_grace_period"].removesuffix("s")) >= 60 + 10


def test_only_the_proxy_is_reachable_from_elsewhere(
    services: dict[str, Any],
) -> None:
    ports = {name: service["ports"] for name, service in services.items() if "ports" in service}
    assert ports == {
        "web": ["127.0.0.1:8000:8000"],
        "proxy": ["80:80", "443:443", "443:443/udp"],
    }


def test_missing_variable_is_named() -> None:
    for name in VARIABLES:
        with pytest.raises(LookupError, match=f"Set {name} in .env"):
            compose_file({key: value for key, value in VARIABLES.items() if key != name})


def test_variables_are_filled_in_as_compose_does() -> None:
    text = "${A}|${A:-b}|${B}|${B:-b:c}|${A:?no}"
    assert fill_in({"key": [text, 5]}, {"A": "a"}) == {"key": ["a|a||b:c|a", 5]}


def test_every_setting_reaches_every_service_of_ours(services: dict[str, Any]) -> None:
    given = {name: set(services[name]["environment"]) for name in OURS}
    assert given == dict.fromkeys(OURS, settings_read() - NOT_FOR_COMPOSE)


def test_every_name_is_explained_to_operators(services: dict[str, Any]) -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    names = {found["name"] for found in REFERENCE.finditer(text)} | settings_read()
    for service in services.values():
        names |= set(service.get("environment", {}))
    explained = set(re.findall(r"\w+", (ROOT / "docs/operators.md").read_text()))
    assert names - explained == set()


def test_image_runs_as_an_ordinary_user() -> None:
    instructions = dockerfile()
    last_stage = max(at for at, (word, _) in enumerate(instructions) if word == "FROM")
    users = [rest for word, rest in instructions[last_stage:] if word == "USER"]
    assert users == ["arbitr"]
    assert any("useradd" in rest and "arbitr" in rest for word, rest in instructions[last_stage:])


def test_image_holds_the_code_and_its_static_files_and_no_tests(image: Path) -> None:
    assert (image / "staticfiles" / "staticfiles.json").exists()
    assert {path.name for path in image.iterdir()} >= {"games", "league", "templates", "manage.py"}
    assert not (image / "tests").exists()
    sources = {path.relative_to(image) for path in image.glob("locale/*/LC_MESSAGES/django.po")}
    compiled = {path.relative_to(image) for path in image.glob("locale/*/LC_MESSAGES/django.mo")}
    assert {path.with_suffix(".mo") for path in sources} == compiled


def test_compose_itself_reads_the_file() -> None:
    """Where there is a `docker compose`; the other tests read the same file without it."""
    docker = shutil.which("docker")
    if docker and call([docker, "compose", "version"]).returncode == 0:
        done = call([docker, "compose", "--file", "docker-compose.yml", "config", "--quiet"])
        assert (done.returncode, done.stdout) == (0, "")


def call(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        check=False,
        cwd=ROOT,
        env={**os.environ, **VARIABLES},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=COMPOSE_TIMEOUT_S,
    )
