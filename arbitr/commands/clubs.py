"""Clubs: which there are; events taken over from other machines, taken along and brought back."""

import argparse
from pathlib import Path
from typing import Any

from arbitr.client import Client

_WAYS = ("read_only", "running", "shown")


def add_commands(commands: Any) -> None:
    clubs = commands.add_parser("clubs", help="list clubs with their ids")
    clubs.add_argument("names", nargs="*", metavar="NAME", help="those with all this in their name")
    clubs.set_defaults(run=_clubs)

    take_over = commands.add_parser("import", help="make an event of an archive")
    take_over.add_argument("club", help="the id of a club that you run")
    take_over.add_argument("file", type=Path, help="an archive: .json, or a .zip with one in it")
    take_over.add_argument(
        "--way",
        choices=_WAYS,
        default=_WAYS[0],
        help="to be looked at, to go on here, or shown while another computer runs it",
    )
    take_over.set_defaults(run=_import)

    along = commands.add_parser("take-along", help="let another computer run an event")
    along.add_argument("event")
    along.add_argument("file", type=Path, help="for the other computer: a .zip")
    along.add_argument("--who", help="who has it meanwhile; without, only the file once more")
    along.set_defaults(run=_take_along)

    back = commands.add_parser("bring-back", help="bring back how an event stands there")
    back.add_argument("event")
    back.add_argument("file", type=Path, help="as take-along gives it on the other computer")
    back.add_argument("--goes-on-there", action="store_true", help="the lock stays on")
    back.set_defaults(run=_bring_back)


def _clubs(client: Client, options: argparse.Namespace) -> int:
    wanted = [name.casefold() for name in options.names]
    for club in client.clubs():
        if all(name in club["name"].casefold() for name in wanted):
            print(f"{club['id']}  {club['name']}" + (f", {club['town']}" if club["town"] else ""))
    return 0


def _import(client: Client, options: argparse.Namespace) -> int:
    event = client.take_over(options.club, options.file.read_bytes(), way=options.way)
    print(event["id"])
    return 0


def _take_along(client: Client, options: argparse.Namespace) -> int:
    if options.who:
        client.take_along(options.event, who=options.who)
    options.file.touch(mode=0o600)  # it holds names and a key
    options.file.write_bytes(client.travel_file(options.event))
    return 0


def _bring_back(client: Client, options: argparse.Namespace) -> int:
    is_last = not options.goes_on_there
    brought = client.bring_back(options.event, options.file.read_bytes(), is_last=is_last)
    print("brought back" if brought["is_new"] else "was brought before")
    return 0
