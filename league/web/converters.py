"""What may stand in an address: random ids, and library keys sealed so that none can be counted."""

import hashlib
import hmac

from django.conf import settings

from league.models.public_id import ALPHABET, LENGTH

_HALF_BITS = 32
_ROUNDS = 4


class PublicIdConverter:
    regex = f"[{ALPHABET}]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class LanguageConverter:
    """A language in the address, for parts of pages that are the same for every viewer."""

    regex = "|".join(dict(settings.LANGUAGES))

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value[:2]


class SealedNumberConverter:
    """A library's sequential key, permuted by a Feistel network under the secret key."""

    regex = "[0-9a-f]{16}"

    def to_python(self, value: str) -> int:
        left, right = divmod(int(value, 16), 1 << _HALF_BITS)
        for turn in reversed(range(_ROUNDS)):
            left, right = right ^ _mix(turn, left), left
        return left << _HALF_BITS | right

    def to_url(self, value: int) -> str:
        left, right = divmod(int(value), 1 << _HALF_BITS)
        for turn in range(_ROUNDS):
            left, right = right, left ^ _mix(turn, right)
        return f"{left << _HALF_BITS | right:016x}"


def _mix(turn: int, half: int) -> int:
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"{turn}:{half}".encode(), hashlib.sha256)
    return int.from_bytes(digest[:4])
