"""`make run` and `make venue`: prepare the embedded service, then serve it until Ctrl-C."""

import errno
import gzip
import hashlib
import os
import shutil
import socket
from argparse import ArgumentParser
from getpass import getpass
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError, call_command
from django.utils import translation
from django.utils.translation import gettext as _

from league.accounts import open_venue
from league.archive.import_plan import ArchivePlan, TakeAs
from league.archive.queries.imports import archive_sent
from league.archive.services.imports import import_archive
from league.config import embedded
from league.config.env import cannot_write
from league.copies import keep_copy
from league.errors import LeagueError
from league.models import Club, User
from league.permissions import SERVICE


class Command(BaseCommand):
    help = "Runs the embedded service: migrates, fills an empty database, serves until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--language", default="en", help="of what is said and asked here")
        parser.add_argument(
            "--open", dest="file", type=Path, metavar="FILE", help="an event taken along"
        )

    def handle(self, *, port: int, language: str, file: Path | None, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError(
                "This is the embedded service. See docs/operators.md for production."
            )
        with translation.override(language):
            plan = plan_in(file) if file else None  # a wrong file is told before any question
            self.prepare_and_serve(port, plan, is_venue=settings.MODE == "venue")

    def prepare_and_serve(self, port: int, plan: ArchivePlan | None, *, is_venue: bool) -> None:
        host = local_address() if is_venue else "127.0.0.1"
        bind = "0.0.0.0" if is_venue else host  # noqa: S104  the room's network is the point
        check_port(bind, port)
        check_folder(settings.DATA_DIR)
        self.prepare(plan, is_venue=is_venue)
        address = f"http://{host}:{port}"
        os.environ["ARBITR_URL"] = address  # read by the process that serves
        hosts = os.environ.get("ARBITR_HOSTS", "")
        os.environ["ARBITR_HOSTS"] = f"{hosts},{host},{socket.gethostname()}"
        os.environ["ARBITR_STATIC_EDITION"] = static_edition()
        os.environ["ARBITR_STATIC"] = str(pack_static(settings.DATA_DIR / "static"))
        ended = embedded.serve(
            host=bind, port=port, when_ready=lambda: self.announce(address, is_venue=is_venue)
        )
        if ended:
            raise CommandError(_("The service stopped on its own. Its last messages are above."))
        if is_venue:
            keep_copy("stop")
        self.say(_("Stopped."))

    def prepare(self, plan: ArchivePlan | None, *, is_venue: bool) -> None:
        self.say(_("Preparing the database …"))
        call_command("migrate", verbosity=0, interactive=False)
        if not User.objects.exists():
            self.open_venue(plan) if is_venue else call_command("demo")
        if plan is not None:
            self.open_event(plan)
        if is_venue:
            self.say(_("Keeping a copy of the database …"))
            keep_copy("start")
        self.say(_("Starting the service …"))

    def open_event(self, plan: ArchivePlan) -> None:
        """An event that was taken along: it goes on here, in the first club of this computer."""
        club = Club.objects.filter(admins__is_superuser=True).order_by("pk").first()
        if club is None:
            raise CommandError(_("There is no club here that could have the event."))
        try:
            event, is_new = import_archive(club, plan, way=TakeAs.RUNNING, actor=SERVICE)
        except LeagueError as error:
            raise CommandError(str(error.message)) from None
        told = _("Opened: %(name)s") if is_new else _("This event is here already: %(name)s.")
        self.say(told % {"name": event.name})

    def open_venue(self, plan: ArchivePlan | None) -> None:
        """The first start on a club's laptop: who runs it? A file says for which club."""
        self.say(_("Welcome. Who runs the evenings on this computer?"))
        name = ask(_("Your name:"))
        told = plan.document["people"]["club"].get("name") if plan else ""
        club = str(told or ask(_("Your club’s name:")))
        password = self.ask_password()
        organiser = open_venue(name=name, club_name=club, password=password)
        self.say("")
        self.say(_("Your login name is: %(name)s") % {"name": organiser.username})

    def ask_password(self) -> str:
        while True:
            password = ask_secret(_("Choose a password:"))
            try:
                validate_password(password)
            except ValidationError as error:
                self.say(" ".join(error.messages))
                continue
            if password == ask_secret(_("The same password again:")):
                return password
            self.say(_("The two are not the same."))

    def announce(self, address: str, *, is_venue: bool) -> None:
        """The last line is the one to go on with."""
        self.say(_("Data: %(folder)s   Stop: Ctrl-C") % {"folder": settings.DATA_DIR})
        if is_venue:
            segno.make(address).terminal(compact=True)
            line = _("Open %(address)s here; phones in this room scan the code above.")
        else:
            call_command("demo", logins=True)
            line = _("Arbitr runs at %(address)s")
        self.say(line % {"address": self.style.SUCCESS(address)})

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def plan_in(file: Path) -> ArchivePlan:
    """What a file would become; told at once where it is none."""
    try:
        plan = archive_sent(file.read_bytes(), limit_s=None)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from None
    except LeagueError as error:
        raise CommandError(f"{file}: {error.message}") from None
    if faults := plan.report.faults:
        raise CommandError(f"{file}: {faults[0].told(_)}")
    return plan


def static_edition() -> str:
    """Another one after any change: it is part of the files' addresses."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            changed = storage.get_modified_time(name).timestamp()
            digest.update(f"{name} {changed} {storage.size(name)}\n".encode())
    return digest.hexdigest()[:12]


def pack_static(folder: Path) -> Path:
    """All static files in one folder, and beside each its gzip: phones in the room load a third."""
    shutil.rmtree(folder, ignore_errors=True)
    for finder in get_finders():
        for name, storage in finder.list([]):
            path = folder / (getattr(storage, "prefix", None) or "") / name
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(storage.path(name), path)
            packed = gzip.compress(whole := path.read_bytes(), mtime=0)
            if len(packed) < len(whole):
                path.with_name(f"{path.name}.gz").write_bytes(packed)
    return folder


def check_port(bind: str, port: int) -> None:
    with socket.socket() as probe:
        if os.name == "posix":  # on Windows it would let two services share a port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
        except OSError as error:
            in_use = error.errno in (errno.EADDRINUSE, errno.EACCES)
            why = _("Port %(port)d is in use.") if in_use else _("Port %(port)d cannot be used.")
            advice = _("Choose another: PORT=%(other)d for make, --port %(other)d for Python.")
            said = f"{why} {advice}" % {"port": port, "other": port + 1}
            raise CommandError(said) from None
        except OverflowError:
            no_port = _("There is no port %(port)d. Choose one from 1024 to 65535.")
            raise CommandError(no_port % {"port": port}) from None


def check_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds people's data
        probe = folder / f".probe.{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise CommandError(cannot_write(folder, error)) from None


def local_address() -> str:
    """This computer's address on the room's network; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def ask(question: str) -> str:
    while True:
        try:
            answer = " ".join(input(f"{question} ").split())
        except EOFError:
            raise CommandError(_("The first start asks questions: run it in a terminal.")) from None
        if answer:
            return answer


def ask_secret(question: str) -> str:
    return getpass(f"{question} ") if os.isatty(0) else ask(question)
