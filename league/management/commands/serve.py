"""`make run` and `make venue`: prepare the embedded service, then serve it until Ctrl-C."""

import errno
import multiprocessing
import os
import socket
from argparse import ArgumentParser
from getpass import getpass
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError, call_command
from django.core.management.base import no_translations

from league.accounts import open_venue
from league.config.env import cannot_write
from league.copies import keep_copy
from league.models import User

REQUESTS_AT_ONCE = 16


class Command(BaseCommand):
    help = "Runs the embedded service: migrates, fills an empty database, serves until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)

    @no_translations  # its own texts are English, so those of the password's check should be
    def handle(self, *, port: int, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError(
                "This is the embedded service. See docs/operators.md for production."
            )
        is_venue = settings.MODE == "venue"
        host = local_address() if is_venue else "127.0.0.1"
        bind = "0.0.0.0" if is_venue else host  # noqa: S104  the room's network is the point
        check_port(bind, port)
        check_folder(settings.DATA_DIR)
        call_command("migrate", verbosity=0, interactive=False)
        if not User.objects.exists():
            self.open_venue() if is_venue else call_command("demo")
        address = f"http://{host}:{port}"
        self.announce(address, is_venue=is_venue)
        os.environ["ARBITR_URL"] = address  # read by the server's worker process
        hosts = os.environ.get("ARBITR_HOSTS", "")
        os.environ["ARBITR_HOSTS"] = f"{hosts},{host},{socket.gethostname()}"
        if is_venue:
            keep_copy("start")
        serve(bind, port)
        if is_venue:
            keep_copy("stop")
        self.stdout.write("Stopped.")

    def open_venue(self) -> None:
        """The first start on a club's laptop: who runs it?"""
        self.stdout.write("Welcome. Who runs the evenings on this computer?")
        name = ask("Your name: ")
        club = ask("Your club's name: ")
        password = self.ask_password()
        organiser = open_venue(name=name, club_name=club, password=password)
        self.stdout.write(f"\nYour login name is: {self.style.SUCCESS(organiser.username)}")

    def ask_password(self) -> str:
        while True:
            password = ask_secret("Choose a password: ")
            try:
                validate_password(password)
            except ValidationError as error:
                self.stdout.write(" ".join(error.messages))
                continue
            if password == ask_secret("The same password again: "):
                return password
            self.stdout.write("The two are not the same.")

    def announce(self, address: str, *, is_venue: bool) -> None:
        if is_venue:
            segno.make(address).terminal(compact=True)
            self.stdout.write(f"Phones in this room open {self.style.SUCCESS(address)}")
            self.stdout.write(f"Poster with the code:    {address}/venue/")
        else:
            self.stdout.write(f"Arbitr runs at {self.style.SUCCESS(address)}")
            call_command("demo", logins=True)
        self.stdout.write(f"Data: {settings.DATA_DIR}   Stop: Ctrl-C")
        self.stdout.flush()


def check_port(bind: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
        except OSError as error:
            why = (
                "is in use"
                if error.errno == errno.EADDRINUSE
                else f"cannot be used ({error.strerror})"
            )
            raise CommandError(f"Port {port} {why}. Choose another: PORT={port + 1}") from None
        except OverflowError:
            raise CommandError(f"There is no port {port}. Choose one from 1024 to 65535.") from None


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
            answer = " ".join(input(question).split())
        except EOFError:
            raise CommandError("The first start asks questions: run it in a terminal.") from None
        if answer:
            return answer


def ask_secret(question: str) -> str:
    return getpass(question) if os.isatty(0) else ask(question)


def serve(bind: str, port: int) -> None:
    """One web process; granian runs it as a child and stops it on Ctrl-C.

    Spawned, not forked: a fork would go on with the settings of this process, read before the
    address was known, and with its connection to the database.
    """
    from granian import Granian
    from granian.constants import Interfaces

    multiprocessing.set_start_method("spawn")
    Granian(
        "league.config.embedded:application",
        address=bind,
        port=port,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=REQUESTS_AT_ONCE,
        websockets=False,
        log_enabled=False,
        workers_kill_timeout=2,
        respawn_failed_workers=True,
    ).serve()
