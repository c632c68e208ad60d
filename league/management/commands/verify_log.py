"""`manage.py verify_log`: whether the log of seals still begins with a head that was noted.

Nothing is asked for but a file: the answer of `GET /api/v1/seals/consistency?old=…&new=…`.
Exit codes: 0 the newer log begins with the older one, and the older one is the noted one if a head
was given; 1 it does not; 2 the file cannot be read; 3 it is about another head than the noted one.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand

from league.archive.canonical import UnreadableArchive, read_json
from league.archive.proofs import ConsistencyProof, consistency_in


class Command(BaseCommand):
    help = (
        "Checks, without a database, that the log of seals only grew between two heads. Exit code "
        "0: it did; 1: it did not; 2: the file cannot be read; 3: it is about another head."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the answer of /api/v1/seals/consistency")
        parser.add_argument("--head", default="", metavar="HASH", help="the older one, as noted")
        parser.add_argument("--new-head", default="", metavar="HASH", help="the newer one")

    def handle(self, *, file: Path, head: str, new_head: str, **options: Any) -> None:
        try:
            proof = consistency_in(read_json(file.read_bytes()))
        except OSError as error:
            self.stderr.write(f"{error.filename}: {error.strerror}")
            sys.exit(2)
        except UnreadableArchive as error:
            self.stderr.write(str(error))
            sys.exit(2)
        if proof is None:
            self.stderr.write("The file is no answer about two heads of a log.")
            sys.exit(2)
        sys.exit(self._told(proof, head=head.lower(), new_head=new_head.lower()))

    def _told(self, proof: ConsistencyProof, *, head: str, new_head: str) -> int:
        sizes = f"{proof.old_size} ({proof.old_root}) and {proof.new_size} ({proof.new_root})"
        self.stdout.write(f"heads of the log at sizes {sizes}")
        if not proof.holds():
            self.stdout.write("not consistent: the newer log does not begin with the older one")
            return 1
        self.stdout.write("consistent: the newer log begins with the older one")
        if (head or proof.old_root) != proof.old_root:
            self.stdout.write("the older head is not the noted one")
            return 3
        if (new_head or proof.new_root) != proof.new_root:
            self.stdout.write("the newer head is not the noted one")
            return 3
        if not head:
            self.stdout.write("compare the older head with one that somebody noted (--head)")
        return 0
