"""The Celery app: over Redis in production, inside the web process when embedded.

Its Redis transport is fixed here, so that a worker outlives the loss of its connection. When Redis
goes away, kombu 5.7 takes a channel's connection from under it. Whatever touches such a channel
later (the acknowledgement of a job that was under way, the channel's own closing) fails with an
AttributeError, which Celery takes for a bug and ends the worker. As a connection error, which it
is, Celery knows how to live with it.
"""

import os
from typing import Any

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as RedisConnectionError

from league.config.env import or_stop


class Channel(redis.Channel):
    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002
        if getattr(self.connection, "client", None) is None:
            raise RedisConnectionError("The connection of this channel is lost.")
        parameters: dict[str, Any] = super()._connparams(  # type: ignore[misc]
            asynchronous=asynchronous
        )
        return parameters


class Transport(redis.Transport):
    Channel = Channel


def mend_redis() -> None:
    """Serve the usual addresses; Celery's own setting is forgotten when it reconnects."""
    for scheme in ("redis", "rediss"):
        TRANSPORT_ALIASES[scheme] = f"{__name__}:{Transport.__name__}"


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")

mend_redis()
app = Celery("arbitr")


@app.on_configure.connect
def configure(sender: Celery, **_: object) -> None:
    from django.conf import settings

    with or_stop():
        broker_url = settings.BROKER_URL
    embedded = broker_url.startswith("memory:")
    # Celery over Redis hands a message out again when it is unacknowledged for this long; it must
    # stay well above a job's time limit. All three places read it.
    visibility = {"visibility_timeout": max(600, 5 * settings.JOB_LIMIT_S)}
    sender.conf.update(
        broker_url=broker_url,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_transport_options=(
            {"polling_interval": 0.05}
            if embedded
            else {
                **visibility,
                "max_retries": 0,  # of a publisher: a request need not wait for Redis either
                "socket_connect_timeout": 3,
                "socket_timeout": 10,
                "socket_keepalive": True,
                "health_check_interval": 10,
            }
        ),
        result_backend_transport_options=visibility,
        visibility_timeout=visibility["visibility_timeout"],
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_soft_time_limit=settings.JOB_LIMIT_S,
        # Before the lease runs out, so that no two workers ever do the same job.
        task_time_limit=settings.JOB_LIMIT_S + max(1, settings.JOB_MARGIN_S // 2),
        # The row in the database is retried by the sweep; a publisher need not wait for Redis.
        task_publish_retry=False,
        task_serializer="json",
        accept_content=["json"],
        worker_prefetch_multiplier=1,
        # A job under way needs Redis no more. Killed, it would wait for its lease to run out.
        worker_cancel_long_running_tasks_on_connection_loss=False,
        worker_redirect_stdouts=False,
        worker_hijack_root_logger=False,
        worker_send_task_events=False,
        beat_sync_every=1,  # the age of its file tells whether the clock runs
        timezone="UTC",
        imports=["league.tasks"],
        beat_schedule={
            name: {
                "task": f"league.tasks.{name}",
                "schedule": every_s,
                "options": {"expires": every_s},
            }
            for name, every_s in (
                ("sweep", settings.SWEEP_S),
                ("keep_hourly_copy", settings.COPY_EVERY_S),
            )
            if every_s
        },
    )
