"""Room on the stack of CPython, for calls within calls."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

# CPython keeps the frames of calls in chunks of 16 KiB. Up to 3.12 a chunk goes back to the system
# with the call that needed it, so that a loop at its edge, as in templates within templates, asks
# for memory at every turn (github.com/python/cpython/issues/142183): pages took up to twice the
# time, depending on what called them. A frame that says it needs more gets a chunk of its own, the
# next power of two, and what it leaves over is enough for all calls below it.
_FRAME_SLOTS = 17_000  # of 8 bytes, never touched: the chunk has 256 KiB, and 120 are left


def with_room(function: Callable[P, T]) -> Callable[P, T]:
    def called(*args: P.args, **kwargs: P.kwargs) -> T:
        return function(*args, **kwargs)

    called.__code__ = called.__code__.replace(co_stacksize=_FRAME_SLOTS)
    return called
