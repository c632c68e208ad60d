"""The process of an embedded service: pages, with the jobs' worker and clock as its threads.

Only `serve` starts it, so that no management command ever has the threads. Both are daemons: a job
cut short by the end of the process is a row that the next start's sweep finds.
"""

import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable
from multiprocessing.process import BaseProcess

from celery.beat import Scheduler, Service

from league.config.celery import app

_WORKER_THREADS = 2
_SPAWN = multiprocessing.get_context("spawn")
_FAREWELL_S = 2  # for requests under way, after Ctrl-C


def _work() -> None:
    app.WorkController(
        hostname="embedded",
        pool_cls="threads",
        concurrency=_WORKER_THREADS,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    ).start()


def _keep_time() -> None:
    Service(app, scheduler_cls=Scheduler, max_interval=1).start()


def _end_with_the_parent() -> None:
    """However the parent ends: nobody should have to look for what it left behind."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def run(*, host: str, port: int) -> None:
    """Serve until Ctrl-C, or until the process that started this one is gone."""
    from league.config import server
    from league.config.wsgi import application

    for name, target in (("jobs", _work), ("clock", _keep_time), ("end", _end_with_the_parent)):
        threading.Thread(target=target, name=name, daemon=True).start()
    server.run(application, host=host, port=port)


def serve(*, host: str, port: int, when_ready: Callable[[], None]) -> int:
    """Keep a process of `run` until Ctrl-C: one that dies by itself gets a successor.

    Returns how the last one ended. Spawned, not forked: a fork would go on with the settings of
    this process, read before the address was known, and with its connection to the database.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    is_well = True
    while is_well:  # what dies before it answers would only die again
        process = _SPAWN.Process(target=run, kwargs={"host": host, "port": port}, daemon=True)
        process.start()
        try:
            if is_well := _answers(port, process):
                when_ready()
            process.join()
        except KeyboardInterrupt:
            process.join(_FAREWELL_S)
            process.kill()
            return 0
    return process.exitcode or 0


def _answers(port: int, process: BaseProcess) -> bool:
    """Whether it does; waits until it is known."""
    while process.is_alive():
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            process.join(0.1)
        else:
            return True
    return False
