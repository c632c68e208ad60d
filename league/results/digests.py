"""The digest of a version: what two parties must have seen alike to agree."""

import hashlib
import json
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
