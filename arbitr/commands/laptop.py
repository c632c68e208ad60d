"""Laptop and server: an event taken along, its state sent, and brought back."""

import argparse
from pathlib import Path
from typing import Any

from arbitr.client import Client


def add_commands(commands: Any) -> None:
    along = commands.add_parser(
        "take-along", help="let another computer run an event: here it is locked"
    )
    along.add_argument("event")
    along.add_argument("--who", required=True, help="who has it; everybody reads it")
    along.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    along.set_defaults(run=_take_along)

    state = commands.add_parser("send-state", help="from there: send home how the event stands")
    state.add_argument("event")
    state.set_defaults(run=_send_state)

    home = commands.add_parser("send-home", help="from there: give the event back")
    home.add_argument("event")
    home.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="as a file, where there is no network"
    )
    home.set_defaults(run=_send_home)

    back = commands.add_parser("bring-back", help="take a file from there; here the event goes on")
    back.add_argument("event")
    back.add_argument("file", type=Path)
    back.add_argument("--goes-on-there", action="store_true", help="only to show how it stands")
    back.set_defaults(run=_bring_back)


def _take_along(client: Client, options: argparse.Namespace) -> int:
    _keep(options.output, client.take_along(options.event, who=options.who))
    return 0


def _send_state(client: Client, options: argparse.Namespace) -> int:
    client.send_state(options.event)
    return 0


def _send_home(client: Client, options: argparse.Namespace) -> int:
    if options.output:
        _keep(options.output, client.send_home_by_file(options.event))
    else:
        client.send_home(options.event)
    return 0


def _bring_back(client: Client, options: argparse.Namespace) -> int:
    is_last = False if options.goes_on_there else None
    back = client.bring_back(options.event, options.file.read_bytes(), is_last=is_last)
    added = ", ".join(f"{number} {kind}" for kind, number in back["added"].items() if number)
    print(f"new: {added or 'nothing'}" if back["is_new"] else "was brought back before")
    return 0


def _keep(file: Path, content: bytes) -> None:
    """It holds names, and maybe a key: nobody else reads it."""
    file.touch(mode=0o600)
    file.chmod(0o600)
    file.write_bytes(content)
