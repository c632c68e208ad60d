"""The command line: judge records, list games, draw positions, play random games.

Exit codes of `verify`: 0 complete and the claims match or are absent, 1 anything else, 2 the file
cannot be read or names no known game; of many files, the highest.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, cast

from games.record import MAX_BYTES, Unread, read
from games.registry import GAMES, rules_of
from games.replay import replay
from games.scene import sprite
from games.values import STANDARD
from games.verdict import Finding, Verdict
from games.verify import verify
from games.zips import ZippedFile, is_zip, zipped_files

if TYPE_CHECKING:
    from io import TextIOWrapper

STDIN = "-"
MANY = 50  # files from which on both cores and a progress bar pay


def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    _say_what_the_terminal_cannot()
    try:
        code = int(options.run(options))
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _say_what_the_terminal_cannot() -> None:
    """Letters that the output's encoding lacks are spelt out, rather than ending the command."""
    for stream in (sys.stdout, sys.stderr):
        cast("TextIOWrapper", stream).reconfigure(errors="backslashreplace")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    verify = commands.add_parser("verify", help="judge records")
    verify.add_argument(
        "files", nargs="+", metavar="FILE", help="a record, a folder, a zip, or - for input"
    )
    verify.add_argument("--json", action="store_true", help="print verdicts as JSON")
    verify.set_defaults(run=_verify)

    games = commands.add_parser("list", help="name the games, variants and editions")
    games.set_defaults(run=_list)

    show = commands.add_parser("show", help="draw a position")
    show.add_argument("file", metavar="FILE")
    show.add_argument("--svg", metavar="OUT.svg", help="where to draw; without it, say it in words")
    show.add_argument(
        "--turn", type=int, metavar="N", help="after so many turns; default: the last"
    )
    show.set_defaults(run=_show)

    random = commands.add_parser("random", help="play a random lawful game and print its record")
    random.add_argument("game", choices=GAMES)
    random.add_argument("--seed", type=int, required=True)
    random.add_argument("--players", type=int)
    random.add_argument("--variant")
    random.add_argument("--edition", default=STANDARD)
    random.set_defaults(run=_random)

    signs = commands.add_parser("signs", help="draw a game's signs for lines of text: signs.svg")
    signs.add_argument("game", choices=GAMES)
    signs.set_defaults(run=_signs)
    return parser


def _verify(options: argparse.Namespace) -> int:
    files = list(_expanded(options.files))
    is_single = len(options.files) == 1 and files == options.files
    worst = 0
    for file, data, error in _judged(files):
        if data is None:
            _complain(f"{file}: {error}")
            worst = 2
            continue
        verdict, code = data
        worst = max(worst, code)
        if not options.json:
            print(_table(file, verdict) if is_single else _row(file, verdict))
        else:
            document = verdict.as_dict() if is_single else {"file": file, **verdict.as_dict()}
            print(json.dumps(document))
    return worst


Judged = tuple[str, tuple[Verdict, int] | None, str]


def _judged(files: Sequence[str | ZippedFile]) -> Iterator[Judged]:
    """The verdicts in the order of the files, by all cores where there are many."""
    if len(files) < MANY or STDIN in files:  # other processes do not have our input
        yield from _with_progress(map(_judge, files), len(files))
        return
    with ProcessPoolExecutor() as pool:
        yield from _with_progress(pool.map(_judge, files, chunksize=16), len(files))


def _judge(file: str | ZippedFile) -> Judged:
    name, data, error = file if isinstance(file, ZippedFile) else _opened(file)
    if error:
        return name, None, error
    verdict = verify(data)
    return name, (verdict, _exit_code(verdict)), ""


def _opened(file: str) -> tuple[str, bytes, str]:
    """Its name, what it holds, and why that cannot be read."""
    try:
        return file, _content(file), ""
    except OSError as error:
        return file, b"", error.strerror or str(error)


def _content(file: str) -> bytes:
    """What a file holds, as far as a record may be long, and one byte more to show that it is."""
    if file == STDIN:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(file).open("rb") as opened:
        return opened.read(MAX_BYTES + 1)


def _exit_code(verdict: Verdict) -> int:
    if verdict.game is None or rules_of(verdict.game) is None:
        return 2
    return 0 if verdict.status == "complete" and verdict.claims != "mismatch" else 1


def _expanded(files: Iterable[str]) -> Iterator[str | ZippedFile]:
    """Folders and zips give their files by name, without subfolders and hidden ones."""
    for file in files:
        if file == STDIN or not Path(file).is_dir():
            yield from zipped_files(file) if is_zip(file) else [file]
            continue
        try:
            names = sorted(entry.name for entry in os.scandir(file) if _may_be_record(entry))
        except OSError:  # said when it is opened
            yield file
            continue
        yield from (os.path.join(file, name) for name in names if name[0] != ".")  # noqa: PTH118


def _may_be_record(entry: os.DirEntry[str]) -> bool:
    """Files, and links that lead nowhere, which are complained of; no folders, pipes or sockets."""
    return entry.is_file() or (entry.is_symlink() and not Path(entry.path).exists())


def _with_progress(judged: Iterable[Judged], total: int) -> Iterator[Judged]:
    is_shown = sys.stderr.isatty() and total >= MANY
    for done, verdict in enumerate(judged, start=1):
        if is_shown:
            bar = "#" * (30 * done // total)
            print(f"\r[{bar:<30}] {done}/{total}", end="", file=sys.stderr, flush=True)
        yield verdict
    if is_shown:
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr)


def _row(file: str, verdict: Verdict) -> str:
    standings = [(side.rank, side.standing) for side in verdict.sides]
    sides = "  ".join(f"{rank}. {side.side} {side.score}" for rank, side in standings)
    error = verdict.error
    what = f"line {error.line}: {error.message}" if error else sides
    return f"{file}  {verdict.status}, claims {verdict.claims}  {what}".rstrip()


def _table(file: str, verdict: Verdict) -> str:
    players = "" if verdict.players is None else f", {verdict.players} players"
    lines = [
        f"{verdict.game or 'no game'}{players}: {verdict.status}",
        f"claims {verdict.claims}, {verdict.turns} turns, termination {verdict.termination}",
    ]
    for side in verdict.sides:
        keys = " ".join(map(str, side.standing.keys))
        lines.append(f"{side.rank:>3}. {side.standing.side:<4} {side.standing.score:>5}   ({keys})")
    for finding in verdict.findings:
        place = f"line {finding.line}" + (f", seat {finding.seat}" if finding.seat else "")
        lines.append(
            f"{finding.severity} {finding.code} ({place}, rule {finding.rule}): {finding.message}"
        )
    if verdict.digest:
        lines.append(f"digest {verdict.digest}")
    return "\n".join(lines)


def _list(options: argparse.Namespace) -> int:
    for game in GAMES:
        rules = rules_of(game)
        assert rules is not None
        variants = ", ".join(
            f"{variant} ({'/'.join(map(str, players))} players)"
            for variant, players in rules.variants.items()
        )
        editions = ", ".join(rules.editions)
        print(f"{game}: {rules.name}, rules version {rules.rules_version}")
        print(f"  variants: {variants}\n  editions: {editions}")
    return 0


def _show(options: argparse.Namespace) -> int:
    try:
        record = read(_content(options.file))
    except OSError as error:
        return _complain(f"{options.file}: {error.strerror or error}")
    if isinstance(record, Unread):
        return _complain(f"line {record.finding.line}: {record.finding.message}")
    game = replay(record)
    if isinstance(game, Finding):
        return _complain(f"line {game.line}: {game.message}")
    position, last = game.after(options.turn)
    if not options.svg:
        print(*record.rules.looks.describe(position), sep="\n")
        return 0
    try:
        Path(options.svg).write_text(
            record.rules.looks.draw(position, last=last, coordinates=True), encoding="utf-8"
        )
    except OSError as error:
        return _complain(f"{options.svg}: {error.strerror or error}")
    return 0


def _signs(options: argparse.Namespace) -> int:
    rules = rules_of(options.game)
    assert rules is not None
    print(sprite(rules.looks.signs()))
    return 0


def _random(options: argparse.Namespace) -> int:
    rules = rules_of(options.game)
    assert rules is not None
    if options.variant is not None and options.variant not in rules.variants:
        return _complain(f"{options.game} has the variants {', '.join(rules.variants)}")
    variants = [options.variant] if options.variant else list(rules.variants)
    allowed = {number for variant in variants for number in rules.variants[variant]}
    if options.players is not None and options.players not in allowed:
        return _complain(f"{options.game} is for {', '.join(map(str, sorted(allowed)))} players")
    if options.edition not in rules.editions:
        return _complain(f"{options.game} has the editions {', '.join(rules.editions)}")
    chosen = {name: getattr(options, name) for name in ("players", "variant", "edition")}
    print(rules.random_play.game(options.seed, **chosen), end="")
    return 0


def _complain(text: str) -> int:
    print(text, file=sys.stderr)
    return 2
