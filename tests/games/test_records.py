"""Recorded games of all games have the verdicts that stand beside them."""

import json
from pathlib import Path

import pytest

from games.verify import verify

RECORDS = sorted(Path(__file__).parent.glob("*/records/*.txt"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parts[-3]}/{file.stem}")
def test_record_has_its_verdict(file: Path) -> None:
    expected = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    verdict = verify(file.read_bytes()).as_dict()
    for finding in verdict["findings"]:  # type: ignore[attr-defined]
        assert finding.pop("message")
    assert {name: verdict[name] for name in expected} == expected
