"""The embedded service as people start it: the real server, its jobs, and the mail it prints."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string, policy
from pathlib import Path

from tests.processes import Processes, clean_environment, eventually
from tests.services import free_port
from tests.visitor import Visitor

# Django prints each message with its headers and ends it with a ruler.
_PRINTED_MAIL = re.compile(r"^Content-Type: .*?(?=^-{79}$)", re.MULTILINE | re.DOTALL)


class Service:
    def __init__(
        self, processes: Processes, *answers: str, opens: Path | None = None, **settings: str
    ) -> None:
        """`answers`: to the questions of a venue's first start. `opens`: an event taken along."""
        self.processes = processes
        self.port = free_port()
        folder = str(processes.folder / "data")
        opened = ["--open", str(opens)] if opens else []
        self.process = processes.start(
            "serve",
            [sys.executable, "manage.py", "serve", "--port", str(self.port), *opened],
            environment=clean_environment(ARBITR_DATA=folder, **settings),
        )
        for answer in answers:
            self.process.tell(answer)
        eventually(
            lambda: self._is_well() or self.process.popen.poll() is not None, "the service is well"
        )
        assert self._is_well(), "the service ended"

    @property
    def log(self) -> str:
        return self.process.log

    def address(self, path: str = "/", *, host: str = "localhost") -> str:
        return f"http://{host}:{self.port}{path}"

    def mail_to(self, recipient: str, *, with_text: str) -> str:
        """What the newest mail to somebody gives for a pattern's group, once there is one."""
        pattern = re.compile(with_text, re.MULTILINE)
        found: list[str] = eventually(
            lambda: [
                match[1] for body in self._mails_to(recipient) if (match := pattern.search(body))
            ],
            f"a mail to {recipient} with {with_text}",
        )
        return found[-1]

    def _mails_to(self, recipient: str) -> Iterator[str]:
        for printed in _PRINTED_MAIL.findall(self.log):
            mail = message_from_string(printed, policy=policy.default)
            if mail["To"] == recipient:
                yield mail.get_content()

    def _is_well(self) -> bool:
        try:
            return Visitor(self.port).get("/health/ready").status == 200
        except OSError:
            return False


@contextmanager
def running(
    folder: Path, *answers: str, opens: Path | None = None, **settings: str
) -> Iterator[Service]:
    with Processes(folder) as processes:
        yield Service(processes, *answers, opens=opens, **settings)
