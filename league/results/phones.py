"""How people tell phones apart: by a number that the asking phone and the asked one both show."""

from hashlib import sha256


def number_of(device: str, *, seat: str) -> str:
    """Two digits, others at each seat: nothing by which a phone could be followed about."""
    digest = sha256(f"{device}:{seat}".encode()).digest()
    return str(10 + int.from_bytes(digest[:4], "big") % 90)
