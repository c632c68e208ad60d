"""A bar on the terminal for work of known length; nothing where nobody watches."""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import TextIO, TypeVar

_CELLS = 28
_EVERY_S = 0.1
Item = TypeVar("Item")


class Bar:
    """`with Bar("Handing in", total=12) as bar: bar.step()`; it leaves no line behind."""

    def __init__(self, label: str, *, total: int, stream: TextIO | None = None) -> None:
        self.label = label
        self.total = max(total, 1)
        self.done = 0.0
        self.stream = stream or sys.stderr
        self.is_shown = self.stream.isatty()
        self._drawn_at = 0.0

    def __enter__(self) -> "Bar":
        self._draw()
        return self

    def __exit__(self, *error: object) -> None:
        if self.is_shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def step(self, by: float = 1) -> None:
        self.to(self.done + by)

    def to(self, done: float) -> None:
        self.done = min(done, self.total)
        if self.done == self.total or time.monotonic() - self._drawn_at > _EVERY_S:
            self._draw()

    def _draw(self) -> None:
        if not self.is_shown:
            return
        self._drawn_at = time.monotonic()
        full = int(_CELLS * self.done / self.total)
        bar = "█" * full + "░" * (_CELLS - full)
        self.stream.write(f"\r\x1b[K{self.label} {bar} {self.done:.0f}/{self.total}")
        self.stream.flush()


def counted(items: Sequence[Item], label: str) -> Iterator[Item]:
    """The items, with a bar that moves on after each."""
    with Bar(label, total=len(items)) as bar:
        for item in items:
            yield item
            bar.step()
