"""Work in a process of its own: answered, reported on, stopped at its limit, and heard of."""

import math
import operator
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

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


def test_child_is_found_from_any_working_directory(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    asked = (
        f"import sys, operator; sys.path.insert(0, {str(root)!r})\n"
        "from league.child_process import compute\n"
        "print(compute(operator.add, 1, 2, limit_s=30))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (answer.stdout, answer.returncode) == ("3\n", 0), answer.stderr
