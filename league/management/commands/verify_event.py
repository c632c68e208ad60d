"""`manage.py verify_event`: whether an archive is what it says, without any database.

Exit codes: 0 consistent in itself, and as sealed if a head was given; 1 something is wrong in it;
2 the file cannot be read; 3 consistent in itself, but not shown to be what the given head sealed.
"""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand

from league.archive.canonical import UnreadableArchive, read_json
from league.archive.import_plan import archive_plan
from league.archive.verification import ArchiveReport, SealState

_SEALS = {
    SealState.NONE: "not sealed: the file has no proof that it was logged",
    SealState.LOGGED: "in the log with this head: compare it with one that somebody noted (--head)",
    SealState.SEALED: "as sealed: it is in the log with the noted head",
    SealState.OTHER_HEAD: "not shown to be sealed: its proof does not lead to the noted head",
    SealState.BROKEN: "not as sealed: its proof is not of this content",
}


class Command(BaseCommand):
    help = (
        "Replays every record, derives every result, recomputes every standing and compares the "
        "last seal of an archive, without a database. Exit code 0: nothing is wrong; 1: something "
        "is; 2: the file cannot be read; 3: not shown to be what the head sealed."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help="an archive, or a file for a laptop: .json, or a .zip with it"
        )
        parser.add_argument("--head", default="", metavar="HASH", help="of the log, as noted")
        parser.add_argument(
            "--proof", type=Path, metavar="FILE", help="a proof for that head, from the service"
        )
        parser.add_argument(
            "--consistency",
            type=Path,
            metavar="FILE",
            help="the way from the archive's head to that head, from the service",
        )
        parser.add_argument("--json", action="store_true", help="one document")

    def handle(
        self,
        *,
        file: Path,
        head: str,
        proof: Path | None = None,
        consistency: Path | None = None,
        **options: Any,
    ) -> None:
        try:
            data = file.read_bytes()
            given = read_json(proof.read_bytes()) if proof else None
            way = read_json(consistency.read_bytes()) if consistency else None
            plan = archive_plan(data, head=head, proof=given, consistency=way)
        except OSError as error:
            self.stderr.write(f"{error.filename}: {error.strerror}")
            sys.exit(2)
        except UnreadableArchive as error:
            self.stderr.write(str(error))
            sys.exit(2)
        if options["json"]:
            self.stdout.write(json.dumps(_told(plan.report), indent=1, sort_keys=True))
        else:
            self._print(plan.report)
        sys.exit(_code(plan.report, has_head=bool(head)))

    def _print(self, report: ArchiveReport) -> None:
        for finding in report.findings:
            self.stdout.write(str(finding))
        self.stdout.write(
            f"{report.matches} matches, {report.records} records replayed, {report.results} "
            f"results derived, {report.tables} tables of standings recomputed"
        )
        verdict = "consistent in itself" if report.is_consistent else "not consistent"
        notes = f", {report.notes} notes" if report.notes else ""
        self.stdout.write(f"{verdict}: {len(report.faults)} faults{notes}")
        self.stdout.write(f"{_SEALS[report.seal]}{f' ({report.head})' if report.head else ''}")


def _told(report: ArchiveReport) -> dict[str, Any]:
    findings = [
        {**asdict(finding), "where": finding.where, "text": finding.text % finding.gaps}
        for finding in report.findings
    ]
    return {
        "consistent": report.is_consistent,
        "seal": report.seal.value,
        "head": report.head,
        "digest": report.digest,
        "findings": findings,
    }


def _code(report: ArchiveReport, *, has_head: bool) -> int:
    if not report.is_consistent:
        return 1
    return 3 if has_head and report.seal is not SealState.SEALED else 0
