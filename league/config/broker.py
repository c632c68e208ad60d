"""Celery's Redis transport, mended: a worker outlives the loss of its connection.

When Redis goes away, kombu 5.7 takes a channel's connection from under it. Whatever touches such
a channel later (the acknowledgement of a job that was under way, the channel's own closing) fails
with an AttributeError, which Celery takes for a bug and ends the worker. As a connection error,
which it is, Celery knows how to live with it.
"""

from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as RedisConnectionError


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
    """Serve the usual addresses; Celery's own setting is forgotten when it connects anew."""
    for scheme in ("redis", "rediss"):
        TRANSPORT_ALIASES[scheme] = f"{__name__}:{Transport.__name__}"
