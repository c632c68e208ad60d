"""Recorded games, reasoned from the rules: see the comments in the records.

What a complete game scores was recounted by oracle.py, which shares no code with the module.
"""

import json
from pathlib import Path

import pytest

from games.verify import verify
from tests.games.kaleidoskop.oracle import replay

RECORDS = sorted(Path(__file__).with_name("records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_second_referee_agrees(path: Path) -> None:
    verdict = verify(path.read_bytes())
    if verdict.status == "unreadable" or (verdict.error and verdict.error.seat is None):
        return
    broken, tracks, is_over, false_claims = replay(path.read_text("utf-8"))
    error = verdict.error
    assert broken == ((error.line, error.code) if error else None)
    assert false_claims == [one.line for one in verdict.findings if one.severity == "warning"]
    if verdict.status == "complete":
        by_seat = sorted(verdict.sides, key=lambda side: side.standing.side)
        assert [list(side.standing.keys) for side in by_seat] == tracks
        assert is_over or verdict.termination == "time"


def test_every_code_has_a_record() -> None:
    codes = {
        finding["code"]
        for path in RECORDS
        for finding in json.loads(path.with_suffix(".json").read_text("utf-8"))["findings"]
    }
    assert codes == {
        "after-end",
        "claim-differs",
        "draw",
        "exchange-colour",
        "exchange-size",
        "exchange-time",
        "field",
        "first-tile",
        "not-adjacent",
        "not-in-hand",
        "occupied",
        "pass-time",
        "players",
        "rack",
        "supply",
        "syntax",
        "tag-value",
        "wrong-seat",
    }
