"""The web server of an embedded service, with no proxy in front of it.

waitress reads a whole request before it gives it to a thread, so that whoever announces a body and
never sends it holds a socket, not one of the threads that answer. What it lacks is a limit for the
time that a request may take to arrive: it counts from the last byte, so one byte now and then
would hold the socket for ever.
"""

import os
import select
import time

from django.conf import settings
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

from league.config.wsgi import Application

REQUESTS_AT_ONCE = 16
LOOKED_AT_EVERY_S = 5
# Windows can watch 512 sockets at once; elsewhere a process has 1,024 files by default.
CONNECTIONS = 400 if os.name == "nt" else 800


class Connection(HTTPChannel):
    """A connection that knows since when a request has been arriving."""

    arriving_since = 0.0

    def received(self, data: bytes) -> bool:
        if self.request is None:
            self.arriving_since = time.monotonic()
        return bool(super().received(data))

    def is_late(self) -> bool:
        return (
            self.request is not None
            and time.monotonic() - self.arriving_since > self.adj.channel_timeout
        )


class Server(TcpWSGIServer):
    channel_class = Connection

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.is_late():
                channel.will_close = True


def run(application: Application, *, host: str, port: int) -> None:
    """Answer requests until Ctrl-C."""
    options = Adjustments(
        host=host,
        port=port,
        threads=REQUESTS_AT_ONCE,
        connection_limit=CONNECTIONS,
        channel_timeout=settings.REQUEST_ARRIVES_WITHIN_S,
        cleanup_interval=LOOKED_AT_EVERY_S,
        max_request_body_size=settings.LARGEST_BODY,
        asyncore_use_poll=hasattr(select, "poll"),
        ident=None,
    )
    Server(application, adj=options).run()
