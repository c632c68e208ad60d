"""Drawing lots so that everybody can draw them again: from the stored seed, by SHA-256."""

from collections.abc import Iterable
from hashlib import sha256


def drawn_order(entries: Iterable[str], *, seed: int) -> list[str]:
    """Who is drawn before whom depends on the two and the seed alone, not on who else is there."""
    return sorted(entries, key=lambda entry: (lot_of(entry, seed=seed), entry))


def lot_of(entry: str, *, seed: int) -> str:
    """The digest of “seed:entry” in hexadecimal digits; the smallest is drawn first."""
    return sha256(f"{seed}:{entry}".encode()).hexdigest()
