"""Recorded games with the verdicts that the rules give; each says in comments why."""

import json
from pathlib import Path

import pytest

from games.verify import verify
from tests.games.polyssimo import oracle

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_record_has_its_verdict(file: Path) -> None:
    verdict = verify(file.read_bytes()).as_dict()
    for finding in verdict["findings"]:
        assert "{" not in finding.pop("message")
    assert verdict == json.loads(file.with_suffix(".json").read_text())


def test_second_referee_agrees_about_all_that_were_replayed() -> None:
    replayed = 0
    for file in RECORDS:
        verdict = verify(file.read_bytes())
        if verdict.digest is None:  # unreadable, or illegal at a tag
            continue
        replayed += 1
        wrong, _table = oracle.judged(file.read_text())
        error = verdict.error
        assert (error and (error.line, error.code)) == wrong, file.stem
    assert replayed > 30


def test_every_code_of_the_rules_has_a_record() -> None:
    found = set()
    for file in RECORDS:
        found |= {
            each["code"] for each in json.loads(file.with_suffix(".json").read_text())["findings"]
        }
    own = {"draft", "taken", "not-own", "shape", "occupied", "can-place"}
    assert found == own | {"after-end", "wrong-seat", "tag-value", "players", "syntax"}
