"""Clubs: which there are, and events of other machines taken over into one."""

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
