"""Origins of a club's website, as people type them and as browsers compare them.

An origin is a scheme, a host and a port: `https://www.klub.cz`. What is typed may be the address of
any page; what is kept goes into a header as it is, so nothing else may stand in it.
"""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

MOST = 20  # of a club
_HOST = re.compile(r"(?=.{1,253}\Z)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*")
_USUAL_PORTS = {"https": 443, "http": 80}


class NoOrigin(ValueError):
    """`typed` is the address of no page."""

    def __init__(self, typed: str) -> None:
        super().__init__(typed)
        self.typed = typed


def origin_of(typed: str) -> str:
    """Of the page with this address; without a scheme it is a page over https."""
    address = typed.strip()
    if "://" not in address:
        address = f"https://{address}"
    try:
        parts = urlsplit(address)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode().rstrip(".")
    except ValueError:  # UnicodeError is one
        raise NoOrigin(typed) from None
    if parts.scheme not in _USUAL_PORTS or not _HOST.fullmatch(host) or "@" in parts.netloc:
        raise NoOrigin(typed)
    is_usual = port is None or port == _USUAL_PORTS[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if is_usual else f":{port}")


def origins_of(lines: Iterable[str]) -> list[str]:
    """Each once, in the order in which they were typed."""
    return list(dict.fromkeys(origin_of(line) for line in lines if line.strip()))
