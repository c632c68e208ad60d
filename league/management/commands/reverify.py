"""`manage.py reverify`: what a changed rule would change."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand

from league.management import stage_of
from league.results.services.verification import Scores, changed_verdicts, store_verdicts


class Command(BaseCommand):
    help = (
        "Lists the results whose verdict would be another one by the rules as they are now. "
        "Nothing that counts is changed: that is for a ruling."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--event", metavar="ID", help="this event alone")
        parser.add_argument(
            "--record", action="store_true", help="keep the new verdicts, for officials to see"
        )

    def handle(self, *, event: str | None, record: bool, **options: Any) -> None:
        chosen = stage_of(event).event if event else None
        changes = list(changed_verdicts(chosen))
        for change in changes:
            match = change.submission.match
            self.stdout.write(
                f"event {match.event_id} match {match.pk} game {change.submission.game}"
                f" version {change.submission.pk}{' (counts)' if change.counts else ''}:"
                f" rules {change.rules_before} {change.before}{_written(change.scores_before)}"
                f" -> rules {change.rules_after} {change.after}{_written(change.scores_after)}"
            )
        self.stdout.write(f"{len(changes)} verdicts would change")
        if record:
            self.stdout.write(f"{store_verdicts(chosen)} verdicts recorded")


def _written(scores: Scores) -> str:
    return "".join(f" {seats} {rank}. {score}" for seats, rank, score in sorted(scores))
