"""Work in a process of its own: answered, reported on, stopped at its limit, and heard of."""

import math
import operator
import time
from collections.abc import Callable

import pytest

from league.child_process import TookTooLong, WorkFailed, compute


def counted(number: int, *, progress: Callable[[float], None]) -> int:
    for step in range(1, number + 1):
        progress(step / number)
    return number


def test_answer_is_what_the_function_gives() -> None:
    assert compute(math.factorial, 20, limit_s=30) == math.factorial(20)


def test_progress_comes_through() -> None:
    shares: list[float] = []
    assert compute(counted, 4, limit_s=30, progress=shares.append) == 4
    assert shares == [0.25, 0.5, 0.75, 1.0]


def test_work_that_raises_is_heard_of_and_the_next_is_done() -> None:
    with pytest.raises(WorkFailed, match="ZeroDivisionError"):
        compute(operator.truediv, 1, 0, limit_s=30)
    assert compute(operator.add, 1, 2, limit_s=30) == 3


def test_work_is_stopped_at_its_limit_and_the_next_is_done() -> None:
    with pytest.raises(TookTooLong):
        compute(time.sleep, 60, limit_s=0.2)
    assert compute(operator.add, 1, 2, limit_s=30) == 3
