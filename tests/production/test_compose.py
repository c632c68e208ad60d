"""docker-compose.yml and the Dockerfile: what they promise an operator, read from the files.

The schema is that of https://github.com/compose-spec/compose-spec (Apache License 2.0), as the
package check-jsonschema 0.39.0 carries it.
"""

import copy
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.processes import ROOT
from tests.production.stack import REFERENCE, VARIABLES, compose_file, dockerfile, fill_in

COMPOSE_TIMEOUT_S = 60
OURS = {"migrate", "web", "worker", "beat", "backup"}
ENDING = {"migrate", "backup"}
SERVERS = {"pgbouncer", "postgres", "proxy", "redis"}
OWN_PROXY = "docker-compose.own-proxy.yml"
SCHEMA = Path(__file__).parent / "compose_spec" / "compose-spec.json"
# Read by settings.py, and no matter for the services of docker-compose.yml.
NOT_FOR_COMPOSE = {
    *("ARBITR_DATA", "ARBITR_DEBUG", "ARBITR_STATIC", "ARBITR_STATIC_EDITION"),
    *("ARBITR_COPY_EVERY_S", "ARBITR_REQUEST_S"),
}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return dict(compose_file(VARIABLES)["services"])


def settings_read() -> set[str]:
    """The names that settings.py asks league.config.env for, and ours that any module knows."""
    text = (ROOT / "league/config/settings.py").read_text()
    modules = [
        path.read_text() for top in ("games", "league") for path in (ROOT / top).rglob("*.py")
    ]
    ours = {name for each in modules for name in re.findall(r"\"(ARBITR_[A-Z_]+)\"", each)}
    return {"ARBITR_MODE", *ours, *re.findall(r"\benv\.\w+\(\s*\"([A-Z_]+)\"", text)}


def version(image: str) -> int:
    found = re.search(r":(\d+)", image)
    assert found, image
    return int(found[1])


def test_services_are_the_known_ones(services: dict[str, Any]) -> None:
    assert set(services) == OURS | SERVERS


@pytest.mark.parametrize("name", ["docker-compose.yml", OWN_PROXY])
def test_file_is_as_the_specification_wants_it(name: str) -> None:
    assert faults(compose_file(VARIABLES, name=name)) == []


def test_mistakes_against_the_specification_are_found() -> None:
    """The control of the test above."""
    wrong = copy.deepcopy(compose_file(VARIABLES))
    wrong["services"]["web"]["helthcheck"] = {}
    wrong["services"]["proxy"]["cap_add"] = "NET_BIND_SERVICE"
    assert {"services.proxy.cap_add", "services.web"} <= set(faults(wrong))


def faults(file: dict[str, Any]) -> list[str]:
    """Where it is not as the schema wants it."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    found = jsonschema.Draft202012Validator(schema).iter_errors(file)
    return sorted(".".join(map(str, fault.absolute_path)) for fault in found)


def test_services_but_those_that_end_have_a_health_check(services: dict[str, Any]) -> None:
    without = {name for name, service in services.items() if "healthcheck" not in service}
    assert without == ENDING
    assert {services[name]["restart"] for name in services} == {"no", "unless-stopped"}
    assert {name for name in services if services[name]["restart"] == "no"} == ENDING


def test_every_container_is_closed_in(services: dict[str, Any]) -> None:
    """Nothing is written but into volumes and memory; no capability but the proxy's low ports."""
    for name, service in services.items():
        closed = {
            "read_only": service["read_only"],
            "cap_drop": service["cap_drop"],
            "security_opt": service["security_opt"],
        }
        assert (name, closed) == (
            name,
            {
                "read_only": True,
                "cap_drop": ["ALL"],
                "security_opt": ["no-new-privileges:true"],
            },
        )
    added = {name: service["cap_add"] for name, service in services.items() if "cap_add" in service}
    assert added == {"proxy": ["NET_BIND_SERVICE"]}
    # Their images start as root, and need capabilities to become somebody else.
    assert (services["postgres"]["user"], services["redis"]["user"]) == ("postgres", "redis")


def test_logs_are_rotated_and_resources_limited(services: dict[str, Any]) -> None:
    for service in services.values():
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}
        limits = service["deploy"]["resources"]["limits"]
        assert set(limits) == {"cpus", "memory", "pids"}
        # Docker refuses to start a container that may use more cores than the machine has.
        assert 0 < float(limits["cpus"]) <= 1


def test_sizes_are_the_operators_choice() -> None:
    chosen = {"WEB_CPUS": "4", "WEB_MEMORY": "3g", "POSTGRES_CPUS": "2", "WORKER_MEMORY": "2g"}
    services = compose_file({**VARIABLES, **chosen})["services"]
    limits = {name: services[name]["deploy"]["resources"]["limits"] for name in services}
    assert (limits["web"]["cpus"], limits["web"]["memory"]) == ("4", "3g")
    assert (limits["postgres"]["cpus"], limits["worker"]["memory"]) == ("2", "2g")


def test_backups_are_kept_in_a_volume_of_those_who_make_them(services: dict[str, Any]) -> None:
    """Or in a folder of the machine. The image has the folder, so that the volume is ours."""
    mounted = {name for name in services if "backups:/backups" in services[name].get("volumes", [])}
    assert mounted == {"worker", "backup"}
    assert {services[name]["environment"]["ARBITR_BACKUPS"] for name in OURS} == {"/backups"}
    elsewhere = compose_file({**VARIABLES, "BACKUPS_FOLDER": "/srv/backups"})["services"]
    assert "/srv/backups:/backups" in elsewhere["backup"]["volumes"]
    assert services["backup"]["profiles"] == ["backup"]
    [owned] = [rest for word, rest in dockerfile() if word == "RUN" and "/backups" in rest]
    assert "--owner=arbitr" in owned


def test_editions_of_the_operator_are_read_by_all_of_ours(services: dict[str, Any]) -> None:
    """From a folder of the machine, if there is one, and nothing is written there."""
    chosen = compose_file({**VARIABLES, "ARBITR_EDITIONS": "./editions"})["services"]
    for name in OURS:
        [inside] = {each[name]["environment"]["ARBITR_EDITIONS"] for each in (services, chosen)}
        assert f"editions:{inside}:ro" in services[name]["volumes"]
        assert f"./editions:{inside}:ro" in chosen[name]["volumes"]


def test_pgbouncer_is_switched_on_by_one_variable(services: dict[str, Any]) -> None:
    on = compose_file({**VARIABLES, "ARBITR_PGBOUNCER": "1"})["services"]
    assert (services["pgbouncer"]["scale"], on["pgbouncer"]["scale"]) == ("0", "1")
    said = {name: on[name]["environment"]["ARBITR_PGBOUNCER"] for name in OURS}
    assert said == {"web": "1", "worker": "1", "beat": "1", "migrate": "0", "backup": "0"}


def test_restore_goes_past_pgbouncer_and_finds_the_backups() -> None:
    """As operators are told to do it: one long transaction that rewrites all tables."""
    text = (ROOT / "docs/operators.md").read_text()
    told = re.findall(r"docker compose run [-\w ]*?(\w+) python manage.py restore /backups/", text)
    on = compose_file({**VARIABLES, "ARBITR_PGBOUNCER": "1"})["services"]
    assert [on[name]["environment"]["ARBITR_PGBOUNCER"] for name in told] == ["0"]
    assert all("backups:/backups" in on[name]["volumes"] for name in told)


def test_services_wait_for_the_migrations_and_these_for_the_database(
    services: dict[str, Any],
) -> None:
    waits = {name: services[name]["depends_on"] for name in OURS}
    after_migrations = {
        "migrate": {"condition": "service_completed_successfully"},
        "pgbouncer": {"condition": "service_healthy"},
        "redis": {"condition": "service_healthy"},
    }
    assert waits == {
        "migrate": {"postgres": {"condition": "service_healthy"}},
        "backup": {"postgres": {"condition": "service_healthy"}},
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
    assert {*kept.values(), "backups", "editions"} == set(volumes)


def test_worker_may_finish_its_job_before_it_is_killed(services: dict[str, Any]) -> None:
    # The limit and the margin by default: league/config/settings.py.
    assert int(services["worker"]["stop_grace_period"].removesuffix("s")) >= 60 + 10


def test_only_the_proxy_is_reachable_from_elsewhere(services: dict[str, Any]) -> None:
    """So there may be several of everything else: no two want the same port."""
    ports = {name: service["ports"] for name, service in services.items() if "ports" in service}
    assert ports == {"proxy": ["80:80", "443:443", "443:443/udp"]}
    assert not [name for name, service in services.items() if "container_name" in service]


def test_web_is_reached_from_the_machine_alone_where_the_proxy_is_another() -> None:
    alone = compose_file(VARIABLES, name=OWN_PROXY)["services"]
    assert alone == {"proxy": {"scale": 0}, "web": {"ports": ["127.0.0.1:8000:8000"]}}
    two = compose_file({**VARIABLES, "WEB_PORT": "127.0.0.1:8000-8001"}, name=OWN_PROXY)
    assert two["services"]["web"]["ports"] == ["127.0.0.1:8000-8001:8000"]


def test_missing_variable_is_named() -> None:
    for name in VARIABLES:
        with pytest.raises(LookupError, match=f"Set {name} in .env"):
            compose_file({key: value for key, value in VARIABLES.items() if key != name})


def test_variables_are_filled_in_as_compose_does() -> None:
    text = "${A}|${A:-b}|${B}|${B:-b:c}|${A:?no}|$$A"
    assert fill_in({"key": [text, 5]}, {"A": "a"}) == {"key": ["a|a||b:c|a|$A", 5]}


def test_every_setting_reaches_every_service_of_ours(services: dict[str, Any]) -> None:
    given = {name: set(services[name]["environment"]) for name in OURS}
    wanted = settings_read() - NOT_FOR_COMPOSE
    assert given == dict.fromkeys(OURS, wanted)


def test_every_name_is_explained_to_operators(services: dict[str, Any]) -> None:
    text = "".join((ROOT / name).read_text() for name in ("docker-compose.yml", OWN_PROXY))
    names = {found["name"] for found in REFERENCE.finditer(text)} | settings_read()
    names.discard(None)  # two dollars
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
        files = ["--file", "docker-compose.yml", "--file", OWN_PROXY]
        for given in (files[:2], files):
            done = call([docker, "compose", *given, "config", "--quiet"])
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
