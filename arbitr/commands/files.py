"""Records and archives: judge them, hand them in, check them."""

import argparse
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from arbitr.answers import Match, Submission, Verdict
from arbitr.client import Client
from arbitr.progress import counted
from arbitr.record_files import Place, Unusable, by_place, record_files, record_in

TABLES = ("standings", "overall", "pairings", "results", "entries", "cross", "statistics")
ARCHIVE, RECORDS, MEMBERS, SERIES = "archive", "records", "members", "series"
# What is no event's own; the key of a game stands where others have an id.
OTHERS = {
    MEMBERS: "/clubs/{id}/files/members",
    "club-ratings": "/clubs/{id}/files/ratings/{game}",
    SERIES: "/series/{id}/files/table",
    "divisions": "/seasons/{id}/files/divisions",
    "ratings": "/games/{id}/files/ratings",
    "game-statistics": "/games/{id}/files/statistics",
    "player-statistics": "/players/{id}/files/statistics",
}
MANAGE = Path(__file__).resolve().parent.parent.parent / "manage.py"


def add_commands(commands: Any) -> None:
    judge = commands.add_parser("judge", help="what the rules say about a record; nothing is kept")
    judge.add_argument("files", nargs="+", type=Path, metavar="FILE")
    judge.set_defaults(run=_judge)

    hand_in = commands.add_parser("hand-in", help="hand in the record of a match, or a folder")
    hand_in.add_argument("what", help="a match, or an event if a folder is handed in: its id")
    hand_in.add_argument("path", type=Path, metavar="FILE")
    hand_in.add_argument("--game", type=int, default=1, help="of a match of several games")
    hand_in.set_defaults(run=_hand_in)

    export = commands.add_parser("export", help="take a table out, or the archive of an event")
    export.add_argument(
        "of", help="the id of the event, club, series, season or player; of a game its key"
    )
    export.add_argument("table", choices=(*TABLES, ARCHIVE, RECORDS, *OTHERS))
    export.add_argument("--game", help="its key: for club-ratings, and one game of a series")
    export.add_argument("--kind", choices=("csv", "xlsx", "json"), default="csv")
    export.add_argument("--full-names", action="store_true", help="for officials")
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="else it is printed")
    export.set_defaults(run=_export)

    check = commands.add_parser("verify", help="check an archive, without any network")
    check.add_argument("file", type=Path)
    check.add_argument("--head", default="", help="of the log of seals, as you noted it")
    check.add_argument("--proof", type=Path, metavar="FILE", help="a proof for that head")
    check.add_argument(
        "--consistency", type=Path, metavar="FILE", help="from the archive's head to that one"
    )
    check.set_defaults(run=_verify)

    log = commands.add_parser("verify-log", help="check that the log of seals only grew")
    log.add_argument("file", type=Path, help="the answer of /api/v1/seals/consistency")
    log.add_argument("--head", default="", help="the older head, as you noted it")
    log.set_defaults(run=_verify_log)


def _judge(client: Client, options: argparse.Namespace) -> int:
    worst = 0
    for file in options.files:
        verdict = client.verify(file.read_bytes())
        print(_said(file.name, verdict))
        worst = max(worst, int(verdict["status"] != "complete" or verdict["claims"] == "mismatch"))
    return worst


def _said(name: str, verdict: Verdict) -> str:
    sides = "  ".join(
        f"{side['rank']}. {side['side']} {side['score']}" for side in verdict["sides"]
    )
    lines = [f"{name}: {verdict['status']}, claims {verdict['claims']}  {sides}".rstrip()]
    lines += [f"  line {each['line']}: {each['message']}" for each in verdict["findings"]]
    return "\n".join(lines)


def _hand_in(client: Client, options: argparse.Namespace) -> int:
    if not options.path.is_dir():
        match = client.match(options.what)
        handed_in = client.hand_in(match, record_in(options.path), game=options.game)
        return _told(options.path.name, handed_in)
    files = by_place(list(record_files(options.path)))
    if not files:
        raise Unusable(f"There are no records in {options.path}.")
    matches = _matches(client, options.what, wanted=list(files))
    records = {place: record_in(file) for place, file in files.items()}  # all, before any is sent
    worst = 0
    for place in counted(sorted(files), "Handing in"):
        handed_in = client.hand_in(matches[place], records[place], game=place.game)
        worst = max(worst, _told(files[place].name, handed_in))
    return worst


def _matches(client: Client, event: str, *, wanted: Sequence[Place]) -> dict[Place, Match]:
    """Of every file; one that fits no table stops all of them."""
    found: dict[tuple[int, int], Match] = {}
    numbers = {place.round for place in wanted}
    for round_ in client.rounds(event):
        if round_["number"] in numbers:
            for match in client.matches(round_["id"]):
                found[round_["number"], match["table"]] = match
    missing = [place for place in wanted if (place.round, place.table) not in found]
    if missing:
        raise Unusable(f"The event has no such table: {'; '.join(map(str, missing))}")
    return {place: found[place.round, place.table] for place in wanted}


def _told(name: str, handed_in: Submission) -> int:
    is_contradicted = handed_in["outcome"] == "contradicted"
    print(f"{name}: {handed_in['outcome']}  {handed_in['reason']}".rstrip())
    verdict = handed_in["verdict"]
    if is_contradicted and verdict:
        print(_said(name, verdict), file=sys.stderr)
    return int(is_contradicted)


def _export(client: Client, options: argparse.Namespace) -> int:
    content = _exported(client, options)
    if options.output:
        options.output.write_bytes(content)
    else:
        sys.stdout.buffer.write(content)
    return 0


def _exported(client: Client, options: argparse.Namespace) -> bytes:
    names = "full" if options.full_names else "public"
    if options.table == ARCHIVE:
        is_zip = bool(options.output and options.output.suffix.lower() == ".zip")
        form = "zip" if is_zip else "json"
        return client.archive(options.of, names=names, form=form)
    if options.table == RECORDS:
        return client.records(options.of)
    if options.table in OTHERS:
        return _other_table(client, options)
    return client.table(options.of, options.table, kind=options.kind, names=names)


def _other_table(client: Client, options: argparse.Namespace) -> bytes:
    address = OTHERS[options.table]
    if "{game}" in address and not options.game:
        raise Unusable(f"{options.table} are those of a game: say which by --game.")
    is_narrowed = options.table == SERIES and options.game
    narrowed = {"game": options.game} if is_narrowed else {}
    path = address.format(id=options.of, game=options.game)
    return client.file(path, kind=options.kind, **narrowed)


def _verify(client: Client, options: argparse.Namespace) -> int:
    """By the rules and sums that stand beside this client; nobody is asked."""
    given = {name: getattr(options, name) for name in ("head", "proof", "consistency")}
    return _managed("verify_event", options.file, given)


def _verify_log(client: Client, options: argparse.Namespace) -> int:
    return _managed("verify_log", options.file, {"head": options.head})


def _managed(command_name: str, file: Path, given: Mapping[str, object]) -> int:
    command = [sys.executable, str(MANAGE), command_name, str(file)]
    for name, value in given.items():
        command += [f"--{name}", str(value)] if value else []
    return subprocess.run(command, check=False).returncode  # noqa: S603  a file's name, no shell
