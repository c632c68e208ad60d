"""`manage.py pair`: the engine of the Swiss by itself, for operators and outside checkers."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.pairing.dutch.engine import Hindrance, pair_dutch
from league.pairing.positions import BadPosition, NumberedPosition, read_line, read_report

REASONS = {
    Hindrance.BYE: "nobody who may sit out leaves a complete round",
    Hindrance.APART: "the pairs kept apart leave no complete round",
    Hindrance.STARTS: "too many would have to start, or not to start, once more",
    Hindrance.MET: "too many have met already",
}


class Command(BaseCommand):
    help = (
        "Pairs positions of a two-seat Swiss: a TRF, or lines of JSON as in the corpus of the "
        "tests. Prints a line of JSON for each; no database is needed."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a file, or - for standard input")

    def handle(self, *, file: str, **options: Any) -> None:
        bad = 0
        for name, position in _positions(_text(file), name=Path(file).stem):
            answer = _answer(position)
            bad += "error" in answer
            self.stdout.write(json.dumps({"id": name} | answer, ensure_ascii=False))
        if bad:
            raise CommandError(f"Positions that could not be read: {bad}")


def _text(file: str) -> str:
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}") from None
    return content.decode("utf-8-sig", errors="replace")


def _positions(text: str, *, name: str) -> Iterator[tuple[str, NumberedPosition | BadPosition]]:
    if not text.lstrip().startswith(("{", "[")):
        yield name, _read_or_fault(read_report, text)
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield _id_of(line) or f"line {number}", _read_or_fault(_numbered_line, line)


def _numbered_line(line: str) -> NumberedPosition:
    return NumberedPosition.from_one(read_line(line))


def _read_or_fault(
    read: Callable[[str], NumberedPosition], text: str
) -> NumberedPosition | BadPosition:
    try:
        return read(text)
    except BadPosition as fault:
        return fault


def _id_of(line: str) -> str:
    try:
        return str(json.loads(line)["id"])
    except (ValueError, KeyError, TypeError):
        return ""


def _answer(told: NumberedPosition | BadPosition) -> dict[str, object]:
    """By the numbers of whoever asks."""
    if isinstance(told, BadPosition):
        return {"error": str(told)}
    drawn = pair_dutch(told.position)
    if isinstance(drawn, Hindrance):
        return {"pairs": None, "bye": None, "reason": REASONS[drawn]}
    pairs = [tuple(told.numbers[number - 1] for number in pair) for pair in drawn.pairs]
    return {"pairs": pairs, "bye": told.numbers[drawn.bye - 1] if drawn.bye else None}
