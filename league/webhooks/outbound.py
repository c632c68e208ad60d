"""Sends to an address that somebody typed in, and nowhere that it must not lead to.

The name is resolved once, every address it has is looked at, and the connection goes to one that
was looked at: a name that means something else a moment later leads nowhere else. Redirects are not
followed. Time and size are bounded, whatever the other side does.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from queue import Empty, SimpleQueue
from urllib.parse import SplitResult, urlsplit

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
# Host and port -> addresses; raises OSError where there are none.
Resolve = Callable[[str, int], Sequence[str]]

MOST_LETTERS = 500  # of an address
_KEPT_BYTES = 300  # of an answer
_PORTS = {"https": 443, "http": 80}
_FIRST_FREE_PORT = 1024  # below it are services that are none of ours
_COMPATIBLE = ipaddress.IPv6Network("::/96")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
# Of IANA's registries of special addresses: not in the tables of every Python that we run on.
_DENIED = tuple(
    map(
        ipaddress.ip_network,
        (
            "192.88.99.0/24",  # relays of 6to4
            "::ffff:0:0:0/96",  # translated from version 4 (SIIT)
            "64:ff9b:1::/48",  # a site's own NAT64, with the number wherever the site puts it
            "3fff::/20",  # for documentation
            "5f00::/16",  # segment routing
            "fec0::/10",  # a site's own, as they were once
        ),
    )
)
_ISATAP = (0x00005EFE, 0x02005EFE)  # before the number of version 4 that it leads to (RFC 5214)


class SendFault(StrEnum):
    STATUS = "status"
    REDIRECT = "redirect"
    NOT_FOUND = "not-found"
    PRIVATE = "private"
    ADDRESS = "address"
    CONNECTION = "connection"
    CERTIFICATE = "certificate"
    TIME = "time"
    UNREADABLE = "unreadable"


# What waiting does not change.
LASTING = (SendFault.PRIVATE, SendFault.ADDRESS)


@dataclass(frozen=True)
class Answer:
    """`fault`: empty where the other side has taken it."""

    fault: str = ""
    status: int | None = None
    text: str = ""


@dataclass(frozen=True)
class Terms:
    """What is allowed. `networks`: that are no public ones, and may be reached all the same."""

    over_http: bool = False
    networks: tuple[Network, ...] = ()
    limit_s: float = 8
    http_only_within: bool = False  # plain http stays within `networks`
    kept_bytes: int = _KEPT_BYTES  # of an answer


class NotSent(Exception):
    def __init__(self, fault: SendFault) -> None:
        super().__init__(fault)
        self.fault = fault


def resolved(host: str, port: int) -> list[str]:
    """As the machine resolves it."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[4][0]) for address in found]


def post(
    url: str,
    *,
    body: bytes,
    headers: Mapping[str, str],
    terms: Terms,
    resolve: Resolve = resolved,
) -> Answer:
    """Send it once, and say how that went; nothing is raised for what the other side does."""
    until = time.monotonic() + terms.limit_s
    try:
        parts = checked(url, terms=terms)
        address = _checked_address(parts, terms=terms, resolve=resolve, until=until)
        return _sent(parts, address, body=body, headers=headers, until=until, kept=terms.kept_bytes)
    except NotSent as refused:
        return Answer(refused.fault)
    except ssl.SSLCertVerificationError:
        return Answer(SendFault.CERTIFICATE)
    except http.client.HTTPException:
        return Answer(SendFault.TIME if time.monotonic() >= until else SendFault.UNREADABLE)
    except TimeoutError:
        return Answer(SendFault.TIME)
    except OSError:
        return Answer(SendFault.TIME if time.monotonic() >= until else SendFault.CONNECTION)


def checked(url: str, *, terms: Terms) -> SplitResult:
    """Its parts, if it is one that anything is sent to; a private number is refused already."""
    try:
        parts = urlsplit(url)
        port = parts.port
        host = ascii_host(parts)
    except ValueError:  # UnicodeError is one
        raise NotSent(SendFault.ADDRESS) from None
    allowed = ("https", "http") if terms.over_http else ("https",)
    is_plain = not (parts.username or parts.password or parts.fragment)
    is_shaped = url.isprintable() and " " not in url and len(url) <= MOST_LETTERS
    if parts.scheme not in allowed or not host or not is_plain or not is_shaped:
        raise NotSent(SendFault.ADDRESS)
    if port is not None and port not in _PORTS.values() and port < _FIRST_FREE_PORT:
        raise NotSent(SendFault.ADDRESS)
    if _is_number(host) and not is_reachable(host, networks=terms.networks):
        raise NotSent(SendFault.PRIVATE)
    return parts


def ascii_host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    return host if host.isascii() else host.encode("idna").decode()


def is_reachable(address: str, *, networks: Sequence[Network] = ()) -> bool:
    """Whether it is one of the public Internet, in whatever clothes it comes."""
    given = ipaddress.ip_address(address.partition("%")[0])
    if any(given in network for network in networks):
        return True
    return all(map(_is_public, (given, *_within(given))))


def _is_public(address: Address) -> bool:
    is_denied = any(address in network for network in _DENIED)
    return address.is_global and not address.is_multicast and not is_denied


def _within(address: Address) -> Iterator[Address]:
    """The addresses of version 4 that one of version 6 stands for."""
    if isinstance(address, ipaddress.IPv4Address):
        return
    if address.ipv4_mapped:
        yield address.ipv4_mapped
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo
    is_isatap = (int(address) >> 32) & 0xFFFFFFFF in _ISATAP
    if address in _COMPATIBLE or address in _NAT64 or is_isatap:
        yield ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def _port(parts: SplitResult) -> int:
    return parts.port or _PORTS[parts.scheme]


def _checked_address(parts: SplitResult, *, terms: Terms, resolve: Resolve, until: float) -> str:
    """One of the addresses of a name that has none that is private."""
    found = _in_time(resolve, ascii_host(parts), _port(parts), until=until)
    if not found:
        raise NotSent(SendFault.NOT_FOUND)
    if not all(is_reachable(address, networks=terms.networks) for address in found):
        raise NotSent(SendFault.PRIVATE)
    if parts.scheme == "http" and terms.http_only_within:
        within = [ipaddress.ip_address(address.partition("%")[0]) for address in found]
        if not all(any(each in network for network in terms.networks) for each in within):
            raise NotSent(SendFault.ADDRESS)
    return found[0]


def _in_time(resolve: Resolve, host: str, port: int, *, until: float) -> Sequence[str]:
    """A resolver has no limit of its own: one that hangs is left to itself."""
    answers: SimpleQueue[Sequence[str]] = SimpleQueue()

    def ask() -> None:
        try:
            answers.put(resolve(host, port))
        except (OSError, UnicodeError):
            answers.put(())

    threading.Thread(target=ask, daemon=True).start()
    try:
        return answers.get(timeout=max(0.0, until - time.monotonic()))
    except Empty:
        raise TimeoutError from None


class _Connection(http.client.HTTPConnection):
    """To an address that was looked at, under the name that was asked for."""

    def __init__(self, parts: SplitResult, address: str, *, timeout: float) -> None:
        super().__init__(ascii_host(parts), _port(parts), timeout=timeout)
        self.default_port = _PORTS[parts.scheme]  # so that Host names it only where it differs
        self.address = address
        self.is_secure = parts.scheme == "https"
        self.is_cut = False

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), self.timeout)
        if self.is_secure:
            context = ssl.create_default_context()
            # The handshake comes once `sock` is the one that `cut` can end.
            self.sock = secure = context.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            secure.do_handshake()

    def cut(self) -> None:
        """From another thread: whoever waits for the other side is woken up."""
        self.is_cut = True
        if self.sock:
            try:
                self.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                return  # it is over already


def _sent(
    parts: SplitResult,
    address: str,
    *,
    body: bytes,
    headers: Mapping[str, str],
    until: float,
    kept: int,
) -> Answer:
    left_s = until - time.monotonic()
    if left_s <= 0:
        raise TimeoutError
    connection = _Connection(parts, address, timeout=left_s)
    # A socket's own limit begins anew with every byte that drips in.
    watch = threading.Timer(left_s, connection.cut)
    watch.daemon = True
    watch.start()
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body=body, headers={**headers, "Connection": "close"})
        response = connection.getresponse()
        text = response.read(kept).decode(errors="replace").replace("\x00", "")
    finally:
        watch.cancel()
        connection.close()
    if connection.is_cut:  # which looks like the end of an answer
        raise TimeoutError
    return Answer(_fault_of(response.status), response.status, text)


def _fault_of(status: int) -> str:
    if 200 <= status < 300:
        return ""
    return SendFault.REDIRECT if 300 <= status < 400 else SendFault.STATUS
