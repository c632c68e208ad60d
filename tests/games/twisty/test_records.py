"""Recorded games with the verdicts that the rules give; each says in its first line why."""

import json
from pathlib import Path

import pytest

from games.verify import verify

RECORDS = sorted(Path(__file__).with_name("records").glob("*.txt"))


def test_there_are_records() -> None:
    assert len(RECORDS) >= 40


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_is_judged_as_expected(path: Path) -> None:
    verdict = verify(path.read_bytes()).as_dict()
    for finding in verdict["findings"]:  # type: ignore[attr-defined]
        assert "{" not in finding.pop("message")
    assert verdict == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
