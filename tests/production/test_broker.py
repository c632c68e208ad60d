"""The mended Redis transport, beside kombu's own: when that is mended too, ours can go."""

import pytest
from kombu import Connection
from kombu.transport import redis as kombu_redis
from redis.exceptions import ConnectionError as RedisConnectionError

from league.config.celery import Transport
from tests import services


def channel_that_lost_its_connection(url: str, transport: type) -> kombu_redis.Channel:
    connection = Connection(url, transport=transport)
    channel: kombu_redis.Channel = connection.channel()
    connection.collect()
    assert RedisConnectionError in connection.connection_errors
    return channel


def test_late_acknowledgement_fails_as_a_connection_error(
    redis_server: services.Redis | services.Given,
) -> None:
    channel = channel_that_lost_its_connection(redis_server.url, Transport)
    with pytest.raises(RedisConnectionError):
        channel.basic_ack("a delivery of before")


def test_late_acknowledgement_looks_like_a_bug_to_kombu(
    redis_server: services.Redis | services.Given,
) -> None:
    channel = channel_that_lost_its_connection(redis_server.url, kombu_redis.Transport)
    with pytest.raises(AttributeError):
        channel.basic_ack("a delivery of before")


def test_addresses_of_redis_use_the_mended_transport() -> None:
    for url in ("redis://127.0.0.1:1/0", "rediss://127.0.0.1:1/0"):
        assert Connection(url).get_transport_cls() is Transport
