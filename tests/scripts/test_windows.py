"""A club's laptop mostly runs Windows: nothing on the way there may need another system.

Read from the source, for no Windows is at hand: what was not tried says docs/organisers.md.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import ROOT

ONLY_POSIX_MODULES = {
    *("crypt", "curses", "fcntl", "grp", "nis", "posix", "pty", "pwd", "readline", "resource"),
    *("spwd", "syslog", "termios", "tty"),
}
ONLY_POSIX = {
    "os": {
        *("chown", "chroot", "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg"),
        *("getpgid", "getuid", "killpg", "lchown", "mkfifo", "nice", "setsid", "setuid"),
        *("statvfs", "sync", "uname", "wait3", "wait4", "waitpid"),
    },
    "select": {"epoll", "kqueue", "poll"},
    "signal": {
        *("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "SIGUSR2", "alarm"),
        *("pause", "pthread_sigmask", "setitimer", "sigwait"),
    },
    "socket": {"AF_UNIX", "socketpair"},
    "time": {"tzset"},
}
READS_OR_WRITES_TEXT = {"open", "read_text", "write_text"}


def on_the_way() -> Iterator[Path]:
    yield from (ROOT / name for name in ("manage.py", "run.py", "venue.py"))
    for name in ("start", "install", "language", "compile_messages"):
        yield ROOT / "scripts" / f"{name}.py"
    for folder in ("games", "league"):
        yield from sorted((ROOT / folder).rglob("*.py"))


def needs_of(source: str) -> list[str]:
    """What a file asks of the system that Windows does not have, or has otherwise."""
    return sorted({need for node in ast.walk(ast.parse(source)) for need in _needs(node)})


def _needs(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (name.name for name in names if name.name in ONLY_POSIX_MODULES)
        case ast.ImportFrom(module=str(module), names=names):
            if module in ONLY_POSIX_MODULES:
                yield module
            only = ONLY_POSIX.get(module, set())
            yield from (f"{module}.{name.name}" for name in names if name.name in only)
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            if name in ONLY_POSIX.get(module, ()):
                yield f"{module}.{name}"
        case ast.Constant(value=str(text)):
            if "%-" in text and any(f"%-{letter}" in text for letter in "dmHIjMSy"):
                yield "strftime without a leading zero"
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            if name in READS_OR_WRITES_TEXT and not _names_its_encoding(node):
                yield f"{name} in the system's encoding"


def _names_its_encoding(call: ast.Call) -> bool:
    """Or is about bytes, or opens something that is no file."""
    words = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
    is_method = isinstance(call.func, ast.Attribute) and call.func.attr == "open"
    return (
        any(keyword.arg == "encoding" for keyword in call.keywords)
        or "utf-8" in words
        or any(isinstance(word, str) and "b" in word for word in words)
        or (is_method and bool(call.args))
    )


def test_nothing_on_the_way_needs_another_system() -> None:
    files = list(on_the_way())
    found = {
        str(path.relative_to(ROOT)): needs
        for path in files
        if (needs := needs_of(path.read_text(encoding="utf-8")))
    }
    assert len(files) > 300
    assert found == {}


@pytest.mark.parametrize(
    ("source", "needs"),
    [
        ("import fcntl", ["fcntl"]),
        ("from pwd import getpwnam", ["pwd"]),
        ("import os\nos.getuid()", ["os.getuid"]),
        ("from signal import SIGKILL", ["signal.SIGKILL"]),
        ("moment.strftime('%-d. %-m.')", ["strftime without a leading zero"]),
        ("path.read_text()", ["read_text in the system's encoding"]),
        ("open(path)", ["open in the system's encoding"]),
        ("open(path, 'rb')", []),
        ("path.write_text(text, encoding='utf-8')", []),
        ("'%-5s' % name", []),
    ],
)
def test_needs_are_seen(source: str, needs: list[str]) -> None:
    """The control of the test above."""
    assert needs_of(source) == needs
