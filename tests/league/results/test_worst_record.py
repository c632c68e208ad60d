"""The worst records of 256 KiB: work and room are bounded, in calls and bytes (promise 10)."""

import resource
import sys
import time
import tracemalloc
from collections.abc import Iterator
from types import FrameType

import pytest

from games.anonymous import keep
from games.record import MAX_BYTES, MAX_LINES
from games.registry import GAMES, rules_of
from games.verify import verify
from league.results.record_text import decode

MOST_CALLS = 1_000_000
MOST_BYTES = 64 * 1024 * 1024


def filled(head: str, line: str) -> str:
    """As many equal lines as a record may have."""
    room = MAX_BYTES - len(head.encode())
    return head + line * min(room // len(line.encode()), MAX_LINES - head.count("\n"))


def worst_records(game: str) -> Iterator[tuple[str, str]]:
    rules = rules_of(game)
    assert rules is not None
    lawful = max(
        (rules.random_play.game(seed, players=None, variant=None) for seed in range(5)), key=len
    )
    head = "".join(line for line in lawful.splitlines(keepends=True) if line.startswith("["))
    longest = max(lawful.removeprefix(head).splitlines(), key=len)
    yield "comments", filled(lawful, f"; {'x' * 48}\n")
    yield "long comments on lawful lines", lawful.replace("\n", f" ; {'y' * 900}\n")[:MAX_BYTES]
    yield "equal lines", filled(head, f"{longest}\n")
    yield "padded lines", filled(head, f"{longest}{' ' * 30}\n")
    yield "one line of words", head + "A" + " 1" * ((MAX_BYTES - len(head) - 1) // 2)
    yield "one word", head + "A " + "1" * (MAX_BYTES - len(head) - 3)
    yield "one list", head + "A place " + "a1," * ((MAX_BYTES - len(head) - 10) // 3)
    yield "one claim", head + "A pass =" + "9" * (MAX_BYTES - len(head) - 9)
    yield "tags", "".join(f'[T{number} "{"v" * 40}"]\n' for number in range(4_000))
    yield "brackets", "[\n" * MAX_LINES
    yield "unclosed", '[A "' * (MAX_BYTES // 4)
    yield "line ends", "\n" * MAX_BYTES
    yield "carriage returns", "\r" * MAX_BYTES


class Calls:
    """How many functions were called, of Python and of C."""

    def __init__(self) -> None:
        self.count = 0

    def __enter__(self) -> "Calls":
        sys.setprofile(self._seen)
        return self

    def __exit__(self, *exc_info: object) -> None:
        sys.setprofile(None)

    def _seen(self, _frame: FrameType, event: str, _arg: object) -> None:
        if event in ("call", "c_call"):
            self.count += 1


def judge(text: str) -> None:
    read = decode(text.encode())
    assert isinstance(read, str)
    verify(keep(read).text.encode())


@pytest.mark.parametrize("game", GAMES)
def test_worst_record_is_judged_within_its_limits(
    game: str, is_chaos: bool, figures: dict[str, str]
) -> None:
    verify(b"")  # tables of the game are built once, before any record
    for name, text in worst_records(game):
        assert len(text.encode()) <= MAX_BYTES, name
        judge(text[:2000])
        with Calls() as calls:
            judge(text)
        tracemalloc.start()
        judge(text)
        _now, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert (name, calls.count < MOST_CALLS, peak < MOST_BYTES) == (name, True, True), (
            calls.count,
            peak,
        )
    if is_chaos:
        figures[f"worst record of {game}"] = measured(game)


def measured(game: str) -> str:
    slowest, which = 0.0, ""
    for name, text in worst_records(game):
        started = time.perf_counter()
        judge(text)
        if (took := time.perf_counter() - started) > slowest:
            slowest, which = took, name
    room = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return f"{slowest * 1000:.0f} ms ({which}), process {room} MB"


def test_twice_the_lines_are_twice_the_work() -> None:
    """Work grows in proportion: of a hostile text that is read to its end."""
    head = '[Game "triolet"]\n[Players "4"]\n'
    counts = []
    for lines in (1000, 2000, 4000):
        with Calls() as calls:
            judge(head + f"; {'x' * 40}\n" * lines)
        counts.append(calls.count)
    assert counts[1] < 2.1 * counts[0]
    assert counts[2] < 2.1 * counts[1]
