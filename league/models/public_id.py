"""Short random keys, so that no address tells how many of something there are."""

import secrets
from typing import Any

from django.db import models

ALPHABET = "23456789bcdfghjkmnpqrstvwxyz"  # no vowels: no words; no 0/o, 1/l
LENGTH = 10  # 28^10: a million rows collide once with probability 1/600, then the insert fails


def new_public_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


class PublicIdField(models.CharField):
    """The primary key of every row that has an address."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs |= {
            "primary_key": True,
            "max_length": LENGTH,
            "default": new_public_id,
            "editable": False,
        }
        super().__init__(**kwargs)
