"""How phones are told apart, by people and by rows, without anything to follow one about by."""

from hashlib import sha256


def number_of(device: str, *, seat: str) -> str:
    """Two digits, others at each seat, which the asking phone and the asked one both show."""
    digest = sha256(f"{device}:{seat}".encode()).digest()
    return str(10 + int.from_bytes(digest[:4], "big") % 90)


def mark_of(device: str, *, match: str) -> str:
    """What acts of one phone at a match have in common; empty where there is no phone."""
    return sha256(f"{device}:{match}".encode()).hexdigest()[:16] if device else ""
