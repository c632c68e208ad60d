"""Stands for the web process in the kill grid: does what it is told, line by line, and answers.

It calls the services that a page calls, and stops where a test says (tests/faults/stepping.py).
"""

import sys

from tests.faults.stepping import after  # which sets Django up

# isort: split

from django.db import close_old_connections

from league.events.queries.audit import differences
from league.jobs import services as jobs
from league.models import Match, Submission
from league.permissions import SERVICE
from league.results.queries import seating_of
from league.results.services import handing_in
from tests.factories.events import published_round, running_event
from tests.factories.handing_in import confirm
from tests.factories.tables import record_of, seat_at

after(handing_in, "after_act", "stored", always=True)
after(jobs, "hint", "hinted", always=True)


def prepare(tables: str) -> str:
    """So many tables of two."""
    stage = running_event(2 * int(tables), stage={"table_size": 2})
    matches = published_round(stage).matches.order_by("table")
    return " ".join(matches.values_list("pk", flat=True))


def submit(match_id: str, seed: str) -> str:
    match = Match.objects.select_related("event", "round__stage__event").get(pk=match_id)
    made = handing_in.submit(
        match,
        handing_in.HandIn(seating=seating_of(match), record=record_of(int(seed), players=2)),
        actor=SERVICE,
        seat=seat_at(match, "A"),
        client_key="phone",
    )
    return made.pk


def agree(submission_id: str) -> str:
    confirm(Submission.objects.select_related("match").get(pk=submission_id), "B")
    return "agreed"


def audit() -> str:
    return " | ".join(map(str, differences())) or "sound"


DONE = {"prepare": prepare, "submit": submit, "agree": agree, "audit": audit}


def main() -> None:
    for line in sys.stdin:
        name, *words = line.split()
        close_old_connections()
        try:
            answer = DONE[name](*words)
        except Exception as error:  # as a web server does: this request failed, the next may not
            close_old_connections()
            answer = f"failed: {type(error).__name__}: {error}".replace("\n", " ")
        print(f"answer {answer}", flush=True)


if __name__ == "__main__":
    main()
