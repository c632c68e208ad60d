"""Client keys of programs: each token has its own, whatever those of others are."""

import hashlib

from rest_framework.request import Request

from league.api.access import caller_of

MOST_CHARACTERS = 64
_STORED_CHARACTERS = 40


def stored_key(request: Request, key: str) -> str:
    """The key as it is stored beside those that phones make."""
    own = f"{caller_of(request)}:{key}"
    return hashlib.sha256(own.encode()).hexdigest()[:_STORED_CHARACTERS]
