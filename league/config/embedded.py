"""The WSGI application of an embedded service, with the jobs' worker and clock as its threads.

The server imports this in its worker process alone, so that no management command ever starts
the threads. Both are daemons: a job cut short by the end of the process is a row that the next
start's sweep finds.
"""

import threading

from celery.beat import Scheduler, Service

from league.config.celery import app
from league.config.wsgi import application

WORKER_THREADS = 2


def _work() -> None:
    app.WorkController(
        hostname="embedded",
        pool_cls="threads",
        concurrency=WORKER_THREADS,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    ).start()


def _keep_time() -> None:
    Service(app, scheduler_cls=Scheduler, max_interval=1).start()


for name, target in (("jobs", _work), ("clock", _keep_time)):
    threading.Thread(target=target, name=name, daemon=True).start()

__all__ = ["application"]
