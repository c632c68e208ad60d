"""Digests: of a version, what two parties must have seen alike to agree; of all that counts."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict


class Content(TypedDict):
    """What a version says."""

    seating: dict[str, str]  # seat letter -> entry
    claims: dict[str, dict[str, Any]]  # by entry
    termination: str
    record: str
    record_digest: str  # empty: the record cannot be read, or there is none


def digest_of(content: Content, *, game: int) -> str:
    """Of one game of a match: two games may well say the same.

    A record counts by its own digest, so that spacing makes no difference; else by its text.
    """
    record = content["record"]
    text = content["record_digest"] or (
        hashlib.sha256(record.encode()).hexdigest() if record else ""
    )
    said = [game, content["seating"], content["claims"], content["termination"], text]
    written = json.dumps(said, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()


Counted = tuple[str, int, Sequence[Mapping[str, Any]]]  # match, game, sides of what counts


def digest_of_results(results: Iterable[Counted]) -> str:
    """Of everything that counts in an event, in whatever order it is given."""
    said = sorted(
        [match, game, sorted(sides, key=lambda side: str(side["entry"]))]
        for match, game, sides in results
    )
    written = json.dumps(said, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()
