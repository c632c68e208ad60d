"""What the kill grid prepares and rechecks, in a process with the services' own settings.

Does what it is told, line by line, and answers.
"""

import json
import sys

import league.config.wsgi  # noqa: F401 - sets Django up

# isort: split

from django.db import close_old_connections

from league.events.queries.recheck import differences
from league.models import Match, User
from tests.factories import make_token
from tests.factories.events import published_round, running_event


def prepare(tables: str) -> str:
    """So many tables of two, whose players have accounts and programs that act for them."""
    stage = running_event(2 * int(tables), stage={"table_size": 2})
    return json.dumps([_table(match) for match in published_round(stage).matches.all()])


def _table(match: Match) -> dict[str, object]:
    seating, tokens = {}, {}
    for seat in match.seats.select_related("player"):
        seat.player.user = User.objects.create(username=seat.pk)  # hashing a password takes long
        seat.player.save()
        seating[seat.letter] = seat.entry_id
        tokens[seat.letter] = make_token(seat.player.user, "read", "play")[1]
    return {"match": match.pk, "seating": seating, "tokens": tokens}


def recheck() -> str:
    return " | ".join(map(str, differences())) or "sound"


DONE = {"prepare": prepare, "recheck": recheck}


def main() -> None:
    for line in sys.stdin:
        name, *words = line.split()
        close_old_connections()
        print(f"answer {DONE[name](*words)}", flush=True)


if __name__ == "__main__":
    main()
