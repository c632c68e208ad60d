"""Recorded games and the verdicts they must get; each record says why in its comments.

`digest` is that of the canonical form, written out by hand for records that are not in it.
"""

import json
from pathlib import Path

import pytest

from games.verify import verify

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


def test_there_are_records() -> None:
    assert len(RECORDS) >= 30


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_record_gets_its_verdict(file: Path) -> None:
    verdict = verify(file.read_bytes()).as_dict()
    findings = verdict["findings"]
    assert isinstance(findings, list)
    for finding in findings:
        assert finding.pop("message")
    assert verdict == json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
