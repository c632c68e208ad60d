"""Events: list them, enter people, watch the standings, play one by chance."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arbitr.answers import Standings
from arbitr.client import Client
from arbitr.progress import Bar
from arbitr.record_files import Unusable
from arbitr.simulation import NoRound, Plan, play

_WATCH_S = 3
_CLEAR = "\x1b[H\x1b[2J"
_STATUSES = ("draft", "open", "running", "finished", "archived")


def add_commands(commands: Any) -> None:
    events = commands.add_parser("events", help="list events")
    events.add_argument("--status", choices=_STATUSES)
    events.add_argument("--club", help="of one club: its id")
    events.set_defaults(run=_events)

    enter = commands.add_parser("enter", help="enter people in an event, as an official")
    enter.add_argument("event")
    enter.add_argument("names", nargs="*", metavar="NAME", help="with spaces, so in quotes")
    enter.add_argument("--from", dest="file", help="a file with a name a line, or - for input")
    enter.add_argument("--here", action="store_true", help="they have come")
    enter.add_argument(
        "--namesakes", action="store_true", help="others of the same name are others"
    )
    enter.set_defaults(run=_enter)

    standings = commands.add_parser("standings", help="print the standings of an event")
    standings.add_argument("event")
    standings.add_argument("--after", type=int, metavar="ROUND")
    standings.add_argument("--watch", action="store_true", help="and again when they change")
    standings.set_defaults(run=_standings)

    simulate = commands.add_parser("simulate", help="play an event by chance, over the network")
    simulate.add_argument("club", help="the id of a club that you run")
    simulate.add_argument("--template", default="swiss")
    simulate.add_argument("--game", default="triolet")
    simulate.add_argument("--entries", type=int, default=8)
    simulate.add_argument("--rounds", type=int, default=3)
    simulate.add_argument("--seed", type=int, default=1)
    simulate.add_argument(
        "--scores", action="store_true", help="type scores, instead of handing in records"
    )
    simulate.set_defaults(run=_simulate)


def _events(client: Client, options: argparse.Namespace) -> int:
    for event in client.events(status=options.status, club=options.club):
        day = event["starts_at"][:10]
        print(f"{event['id']}  {day}  {event['status']:<8}  {event['game']:<11}  {event['name']}")
    return 0


def _enter(client: Client, options: argparse.Namespace) -> int:
    names = [*options.names, *_names_in(options.file)]
    if not names:
        raise Unusable("Who? Name them, or a file with a name a line: --from people.txt")
    entered = client.enter(
        options.event, names, is_here=options.here, is_namesake=options.namesakes
    )
    for entry in entered["entries"]:
        print(f"{entry['id']}  {entry['name']}")
    for name in entered["already"]:
        print(f"{name} is in the event already", file=sys.stderr)
    return 0


def _names_in(file: str | None) -> Sequence[str]:
    if file is None:
        return []
    text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    return [line.strip() for line in text.splitlines() if line.strip()]


def _standings(client: Client, options: argparse.Namespace) -> int:
    shown: Standings | None = None
    while True:
        table = client.whole_standings(options.event, after=options.after)
        if table != shown:
            print((_CLEAR if options.watch and sys.stdout.isatty() else "") + written(table))
            sys.stdout.flush()
        shown = table
        if not options.watch or table["is_final"]:
            return 0
        time.sleep(_WATCH_S)


def written(table: Standings) -> str:
    """As a table of text, its columns as wide as what is in them."""
    head = ["", "", "points", *table["chain"]]
    rows = [
        [str(row["rank"]), row["name"], str(row["points"])]
        + [row["texts"].get(key, "") for key in table["chain"]]
        for row in table["results"]
    ]
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = [f"After round {table['after_round']}" + (", final" if table["is_final"] else "")]
    for row in [head, *rows]:
        rank, name, *figures = row
        cells = [rank.rjust(widths[0]), name.ljust(widths[1])]
        cells += [cell.rjust(width) for cell, width in zip(figures, widths[2:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _simulate(client: Client, options: argparse.Namespace) -> int:
    plan = Plan(
        club=options.club,
        template=options.template,
        game=options.game,
        entries=options.entries,
        rounds=options.rounds,
        seed=options.seed,
        has_records=not options.scores,
    )
    with Bar("Playing", total=100) as bar:

        def shown(what: str, share: float) -> None:
            bar.label = what
            bar.to(100 * share)

        try:
            event = play(client, plan, progress=shown)
        except NoRound as error:
            raise Unusable(str(error)) from None
    print(event["id"])
    return 0
