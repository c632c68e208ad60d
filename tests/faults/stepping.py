"""The worker of the kill grid: our Celery app, whose verify job stops where a test says.

Nothing in the service knows of it. The test names a step in the file `stop`; the process that
comes there writes its number to `reached`, and goes on when the step is named no more.
"""

import functools
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

from league import celery_app

django.setup()

from league import jobs, tasks  # noqa: E402
from league.results.services import verification  # noqa: E402

FOLDER = Path(os.environ["TEST_STEPS"])
POLL_S = 0.02
_at_work: list[str] = []


def stop_at(step: str) -> None:
    if _wanted() != step:
        return
    reached = FOLDER / f"reached.{os.getpid()}"
    reached.write_text(str(os.getpid()))
    reached.rename(FOLDER / "reached")
    while _wanted() == step:
        time.sleep(POLL_S)


def after(module: Any, name: str, step: str, *, always: bool = False) -> None:
    """Stop when a function of a module has returned."""
    function: Callable[..., Any] = getattr(module, name)

    @functools.wraps(function)
    def stopping(*args: Any, **kwargs: Any) -> Any:
        found = function(*args, **kwargs)
        if always or _at_work:
            stop_at(step)
        return found

    setattr(module, name, stopping)


def _wanted() -> str:
    try:
        return (FOLDER / "stop").read_text()
    except FileNotFoundError:
        return ""


def _watch_worker() -> None:
    work = tasks.JobTask.__call__

    def __call__(self: tasks.JobTask, job_id: str) -> None:  # noqa: N807
        if self.name != "league.tasks.verify_submission":
            return work(self, job_id)
        stop_at("received")
        _at_work.append(job_id)
        try:
            return work(self, job_id)
        finally:
            _at_work.clear()

    tasks.JobTask.__call__ = __call__  # type: ignore[method-assign]
    after(jobs, "claim", "claimed")
    after(verification, "verdict_on", "computed")
    after(verification, "_flags", "before write")
    after(verification, "after_act", "written")
    after(verification, "verify_submission", "committed")
    after(jobs, "finish", "finished")


_watch_worker()
app = celery_app
