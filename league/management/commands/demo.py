"""`manage.py demo`: fill an empty database with made-up clubs and events."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.demo.services.demo import LOGINS, PASSWORD, load_demo
from league.models import User


class Command(BaseCommand):
    help = "Loads the demo into an empty database; with --logins, prints who can log in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--logins", action="store_true")

    def handle(self, *, logins: bool, **options: Any) -> None:
        if logins:
            self.print_logins()
            return
        if User.objects.exists():
            raise CommandError("The database is not empty. The demo is for a new one: DATA=folder")
        self.stdout.write("Making up clubs and events to look at (first start only) …")
        self.stdout.flush()
        load_demo()

    def print_logins(self) -> None:
        present = set(User.objects.values_list("username", flat=True))
        for login, _name, role in LOGINS:
            if login in present:
                self.stdout.write(f"  log in as {login:6} password {PASSWORD}   ({role})")
