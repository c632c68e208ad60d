"""What Django's settings for cache and mail point to."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from django.core.cache.backends.redis import RedisCache
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from redis.exceptions import RedisError

from league.notices import write_mail

logger = logging.getLogger(__name__)


def _forgiving(name: str, *, instead: Any) -> Callable[..., Any]:
    method = getattr(RedisCache, name)

    def forgiving(self: RedisCache, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except RedisError as error:
            logger.warning("no cache: %s", error)
            return instead

    return forgiving


class ForgivingRedisCache(RedisCache):
    """The cache in Redis, without which the service goes on.

    Caches and throttles are help, not truth: while Redis is away, every look-up is a miss and
    nobody is counted. Log-ins, pages and the API answer as if the cache were empty.
    """

    add = _forgiving("add", instead=True)
    get = _forgiving("get", instead=None)
    set = _forgiving("set", instead=None)
    touch = _forgiving("touch", instead=False)
    delete = _forgiving("delete", instead=False)
    get_many = _forgiving("get_many", instead={})
    has_key = _forgiving("has_key", instead=False)
    incr = _forgiving("incr", instead=0)
    set_many = _forgiving("set_many", instead=[])
    delete_many = _forgiving("delete_many", instead=None)


class Outbox(BaseEmailBackend):
    """Mail of libraries becomes rows like our own."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            for recipient in message.recipients():
                write_mail(
                    recipient=recipient, subject=str(message.subject), body=str(message.body)
                )
        return len(email_messages)
