"""The version of a row that a program has read, sent back so that nothing newer is overwritten."""

from typing import Any

from rest_framework import serializers

_MOST_VERSIONS = 2**31 - 1  # as many as the column holds


class VersionField(serializers.IntegerField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=_MOST_VERSIONS, **kwargs)
