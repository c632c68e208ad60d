"""Sending to an address that somebody typed in: where it may lead, and what is made of answers."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network

import pytest

from league.webhooks.outbound import Answer, NotSent, SendFault, Terms, checked, is_reachable, post
from tests.league.webhooks.receiver import ALLOWED, receiving

EVERYWHERE = Terms(over_http=True)


def sent(url: str, terms: Terms = EVERYWHERE, **options: object) -> Answer:
    return post(url, body=b"{}", headers={"X-Test": "1"}, terms=terms, **options)  # type: ignore[arg-type]


def test_what_was_sent_arrives_whole() -> None:
    with receiving() as receiver:
        answer = sent(receiver.url, ALLOWED)

    assert answer == Answer("", 200, "thanks")
    [got] = receiver.got
    assert (got.path, got.body) == ("/news?from=arbitr", b"{}")
    assert got.headers["Host"] == f"127.0.0.1:{receiver.port}"
    assert got.headers["X-Test"] == "1"


def test_name_leads_to_the_address_that_was_looked_at() -> None:
    """The name exists nowhere: only the address can have led there."""
    with receiving() as receiver:
        url = f"http://results.club.invalid:{receiver.port}/"
        answer = sent(url, ALLOWED, resolve=lambda host, port: ["127.0.0.1"])

    assert answer.status == 200
    assert receiver.got[0].headers["Host"] == f"results.club.invalid:{receiver.port}"


def test_loopback_is_refused_unless_allowed() -> None:
    with receiving() as receiver:
        by_number = sent(receiver.url)
        by_name = sent(f"http://localhost:{receiver.port}/")
        as_whole_number = sent(f"http://2130706433:{receiver.port}/")  # 127.0.0.1
        in_short = sent(f"http://127.1:{receiver.port}/")
        mapped = sent(f"http://[::ffff:127.0.0.1]:{receiver.port}/")

    refused = Answer(SendFault.PRIVATE)
    assert [by_number, by_name, as_whole_number, in_short, mapped] == [refused] * 5
    assert receiver.got == []


def test_one_private_address_among_several_is_enough_to_refuse() -> None:
    with receiving() as receiver:
        url = f"http://club.example:{receiver.port}/"
        answer = sent(url, resolve=lambda host, port: ["93.184.216.34", "127.0.0.1"])
    assert (answer, receiver.got) == (Answer(SendFault.PRIVATE), [])


def test_name_is_resolved_once_so_that_it_cannot_change_its_mind() -> None:
    """First an address that is allowed, then another one: the second is never asked for."""
    asked: list[str] = []

    def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["127.0.0.2"]

    with receiving() as receiver:
        answer = sent(f"http://club.example:{receiver.port}/", ALLOWED, resolve=rebinding)
        again = sent(f"http://club.example:{receiver.port}/", resolve=rebinding)

    assert (answer.status, again) == (200, Answer(SendFault.PRIVATE))
    assert asked == ["club.example"] * 2


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0"),
        *("100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "239.1.1.1", "255.255.255.255"),
        *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:10.0.0.1"),
        *("::ffff:169.254.169.254", "::7f00:1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1"),
        *("2002:7f00:1::", "2002:c0a8:101::1", "2001:0:7f00:1::", "2001:db8::1"),
        *("fec0::1", "::ffff:0:10.0.0.1", "::ffff:0:8.8.8.8", "192.88.99.1", "3fff::1", "5f00::1"),
        *("64:ff9b:1:7f00:0:100:808:808", "2002:c058:6301::1", "::ffff:192.88.99.1"),
        *("2606:4700::5efe:127.0.0.1", "2606:4700::200:5efe:10.0.0.1"),
    ],
)
def test_addresses_that_are_no_public_ones(address: str) -> None:
    assert not is_reachable(address)


@pytest.mark.parametrize(
    "address",
    [
        *("93.184.216.34", "8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "192.88.98.1"),
        *("2606:4700::5efe:8.8.8.8", "2002:808:808::1"),
    ],
)
def test_addresses_of_the_public_internet(address: str) -> None:
    assert is_reachable(address)


def test_allowed_network_is_reachable_and_no_other() -> None:
    networks = [ip_network("10.1.0.0/16")]
    assert is_reachable("10.1.2.3", networks=networks)
    assert not is_reachable("10.2.2.3", networks=networks)


@pytest.mark.parametrize(
    "url",
    [
        *("http://club.example/", "ftp://club.example/", "file:///etc/passwd", "club.example"),
        *("https://", "https://user@club.example/", "https://a:b@club.example/", ""),
        *("https://club.example/#part", "https://club.example:22/", "https://club.example:25/x"),
        *(
            "https://club.example:99999/",
            "https://club.example/a b",
            "https://club.example/\r\nX:1",
        ),
        *("https://[::1", "gopher://club.example/", "https://club.example/" + "a" * 500),
    ],
)
def test_addresses_that_nothing_is_sent_to(url: str) -> None:
    with pytest.raises(NotSent) as refused:
        checked(url, terms=Terms())
    assert refused.value.fault is SendFault.ADDRESS


@pytest.mark.parametrize(
    "url",
    ["https://club.example", "https://klub-šachů.cz/a?b=c", "https://club.example:8443/x"],
)
def test_addresses_that_may_be_sent_to(url: str) -> None:
    assert checked(url, terms=Terms()).scheme == "https"


def test_redirect_is_not_followed() -> None:
    with receiving() as aim, receiving() as receiver:
        receiver.statuses, receiver.headers = [302], {"Location": aim.url}
        answer = sent(receiver.url, ALLOWED)
    assert (answer.fault, answer.status, aim.got) == (SendFault.REDIRECT, 302, [])


def test_error_is_kept_with_the_beginning_of_its_text() -> None:
    with receiving() as receiver:
        receiver.statuses, receiver.answer = [500], b"<b>broken\xff\x00</b>" + b"x" * 5000
        answer = sent(receiver.url, ALLOWED)
    assert (answer.fault, answer.status) == (SendFault.STATUS, 500)
    assert answer.text.startswith("<b>broken\ufffd</b>xxx")
    assert len(answer.text) < 300


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert sent(f"http://127.0.0.1:{port}/", ALLOWED) == Answer(SendFault.CONNECTION)


def test_name_that_is_not_known() -> None:
    def unknown(host: str, port: int) -> list[str]:
        raise socket.gaierror

    assert sent("https://club.example/", resolve=unknown) == Answer(SendFault.NOT_FOUND)


@contextmanager
def answering(*pieces: bytes, then_hangs: bool) -> Iterator[int]:
    """A server that sends the pieces and then hangs, or closes. It gives its port."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _peer = server.accept()
            with connection:
                connection.recv(65536)
                for piece in pieces:
                    connection.sendall(piece)
                if then_hangs:
                    over.wait(20)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        over.set()
        thread.join()


def test_answer_that_never_ends_is_cut() -> None:
    """A socket's own limit would begin anew with every line that drips in."""
    terms = Terms(over_http=True, networks=ALLOWED.networks, limit_s=0.3)
    with answering(b"HTTP/1.1 200 OK\r\nX-A: 1\r\n", then_hangs=True) as port:
        assert sent(f"http://127.0.0.1:{port}/", terms) == Answer(SendFault.TIME)


def test_answer_that_is_no_http() -> None:
    with answering(b"SSH-2.0-OpenSSH\r\n", then_hangs=False) as port:
        assert sent(f"http://127.0.0.1:{port}/", ALLOWED) == Answer(SendFault.UNREADABLE)


def test_resolver_that_hangs_is_left_behind() -> None:
    over = threading.Event()

    def hanging(host: str, port: int) -> list[str]:
        over.wait(20)
        return ["93.184.216.34"]

    terms = Terms(limit_s=0.2)
    assert sent("https://club.example/", terms, resolve=hanging) == Answer(SendFault.TIME)
    over.set()


def test_no_variable_opens_private_networks_in_production() -> None:
    """The allowance of these tests is a value in settings that nothing outside can set."""
    environment = {
        "ARBITR_MODE": "production",
        "SECRET_KEY": "x" * 50,
        "ARBITR_HOSTS": "arbitr.example",
        "ARBITR_URL": "https://arbitr.example",
        "DATABASE_URL": "postgres://a:b@127.0.0.1/c",
        "REDIS_URL": "redis://127.0.0.1",
        "ARBITR_WEBHOOK_NETWORKS": "127.0.0.0/8",
        "WEBHOOK_NETWORKS": "127.0.0.0/8",
        "WEBHOOKS_OVER_HTTP": "1",
    }
    program = (
        "from league.config import settings as s; print(s.WEBHOOK_NETWORKS, s.WEBHOOKS_OVER_HTTP)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "() False"
