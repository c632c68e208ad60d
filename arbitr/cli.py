"""The command `arbitr`: what a club's own scripts and its keyboard people do with a service.

Exit codes: 0 done; 1 refused, or a record that the rules contradict; 2 wrong usage, or nobody
answers; 130 stopped.
"""

import argparse
import sys
from collections.abc import Callable, Sequence

from arbitr import completion
from arbitr.client import Client
from arbitr.commands import clubs, events, files, laptop, session
from arbitr.connection import Refused, Unreachable
from arbitr.logins import login_for
from arbitr.record_files import Unusable

Run = Callable[[Client, argparse.Namespace], int]
INTERRUPTED = 130


def main(arguments: Sequence[str]) -> int:
    parser = make_parser()
    options = parser.parse_args(arguments)
    if options.command == "completion":
        print(completion.script(parser, shell=options.shell), end="")
        return 0
    login = login_for(options.site)
    client = Client(login.site, token=login.token, language=options.language)
    try:
        return int(options.run(client, options))
    except Refused as error:
        return _complain(str(error), code=1)
    except Unusable as error:
        return _complain(str(error), code=1)
    except (Unreachable, OSError) as error:
        return _complain(str(error), code=2)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        client.connection.close()


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="arbitr", description="A service of Arbitr, by keyboard.")
    parser.add_argument("--site", default="", help="its address; default: where you logged in last")
    parser.add_argument("--language", default="en", choices=("en", "cs", "sk"))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for area in (session, clubs, events, files, laptop):
        area.add_commands(commands)
    shell = commands.add_parser("completion", help="print what makes Tab work in your shell")
    shell.add_argument("shell", choices=completion.SHELLS)
    return parser


def _complain(text: str, *, code: int) -> int:
    print(text, file=sys.stderr)
    return code
