"""The servers that other tests stand on: they answer, survive kill and start, and go away."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
import redis

from tests import services

Maker = Callable[[], services.Server]
MAKERS: dict[str, Maker] = {
    "machine's or wheel's postgres": services.Postgres,
    "wheel's postgres": lambda: services.Postgres(wheel=True),
    "machine's or wheel's redis": lambda: services.Redis(durable=True),
    "wheel's redis": lambda: services.Redis(durable=True, wheel=True),
}
WRITE_AND_SLEEP = """
import sys, time
from tests import services
server = getattr(services, sys.argv[1])()
server.start()
print(server.process.pid, server.folder, flush=True)
time.sleep(60)
"""


def write_mark(server: services.Server) -> None:
    if isinstance(server, services.Postgres):
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE mark AS SELECT 'kept'::text AS note")
    else:
        with redis.Redis.from_url(server.url) as client:
            client.set("note", "kept")


def read_mark(server: services.Server) -> str:
    if isinstance(server, services.Postgres):
        with psycopg.connect(server.url) as connection:
            row = connection.execute("SELECT note FROM mark").fetchone()
            assert row is not None
            return str(row[0])
    with redis.Redis.from_url(server.url, decode_responses=True) as client:
        return str(client.get("note"))


def is_running(pid: int) -> bool:
    """Whether the process exists and is no zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())
def test_server_killed_and_started_again_keeps_port_and_data(make: Maker) -> None:
    with make() as server:
        write_mark(server)
        url = server.url
        server.kill()
        assert not server.answers()
        server.start()
        assert (server.url, read_mark(server)) == (url, "kept")


@pytest.mark.parametrize("make", [services.Postgres, services.Redis])
def test_closed_server_leaves_nothing_behind(make: Maker) -> None:
    with make() as server:
        assert server.process is not None
        pid, folder = server.process.pid, server.folder
        assert (is_running(pid), folder.exists()) == (True, True)
    assert (is_running(pid), folder.exists(), server.answers()) == (False, False, False)


@pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells a process of its parent's death"
)
@pytest.mark.parametrize("name", ["Postgres", "Redis"])
def test_server_dies_when_its_parent_is_killed(name: str) -> None:
    command = [sys.executable, "-c", WRITE_AND_SLEEP, name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid_text, folder = parent.stdout.readline().split()
        assert is_running(int(pid_text))
        parent.kill()
    deadline = time.monotonic() + 10
    while is_running(int(pid_text)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(int(pid_text))
    shutil.rmtree(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to change to another account")
def test_postgres_of_root_runs_as_another_account() -> None:
    with services.Postgres() as server:
        assert server.process is not None
        assert Path(f"/proc/{server.process.pid}").stat().st_uid == server.account["user"] != 0


def test_shared_servers_answer(
    postgres_server: services.Postgres | services.Given,
    redis_server: services.Redis | services.Given,
) -> None:
    with psycopg.connect(postgres_server.url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    with redis.Redis.from_url(redis_server.url) as client:
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
