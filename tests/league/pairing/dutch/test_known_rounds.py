"""The engine of the Swiss against known answers, through the door that outsiders use.

`rounds.jsonl.gz`: 1,449 rounds of our own random events, each complete in itself, with the pairing
that bbpPairings 6.0.0 gave by the rules in force since February 2026. A line has `round` of
`rounds`, the colour of the `first` number, what results are worth (`points`), a `history` for each
number (12w1: won against 12 with white; U, H, F, Z: byes), who is `out`, who is kept apart
(`forbidden`), virtual points (`accel`), and what is `expected`, in the order of tables.
"""

import gzip
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

Case = dict[str, Any]
CORPUS = Path(__file__).with_name("rounds.jsonl.gz")


def known_rounds() -> list[Case]:
    return [json.loads(line) for line in gzip.decompress(CORPUS.read_bytes()).splitlines()]


def paired(text: str, folder: Path) -> list[Case]:
    file = folder / "rounds.jsonl"
    file.write_text(text)
    printed = StringIO()
    call_command("pair", str(file), stdout=printed)
    return [json.loads(line) for line in printed.getvalue().splitlines()]


def test_every_known_round_is_paired_as_expected(tmp_path: Path) -> None:
    cases = known_rounds()

    answers = paired("\n".join(map(json.dumps, cases)), tmp_path)

    told = [(answer["id"], answer["pairs"], answer["bye"]) for answer in answers]
    assert told == [(case["id"], case["expected"], case["bye"]) for case in cases]
    assert len(told) == 1449
    assert {bool(a["pairs"]) for a in answers if "reason" in a} == {False}
    assert sum("reason" in answer for answer in answers) == 33


@pytest.mark.parametrize("is_new", [False, True], ids=["XX lines", "TRF-2026"])
def test_report_of_a_known_round_is_paired_alike(is_new: bool, tmp_path: Path) -> None:
    cases = {tag: case for case in known_rounds() for tag in case["tags"]}

    for case in cases.values():
        [answer] = paired(as_trf(case, is_new=is_new), tmp_path)
        assert (answer["pairs"], answer["bye"]) == (case["expected"], case["bye"]), case["id"]


def as_trf(case: Case, *, is_new: bool) -> str:
    """The position as a report, in the one dialect or the other."""
    points, accel = case["points"], case.get("accel") or {"last": 0, "points": []}
    if is_new:
        worths = "162 " + "    ".join(
            f"{k} {points[v]}" for k, v in zip("WDLPA", "WDLPZ", strict=True)
        )
        lines = [f"142 {case['rounds']}", f"152 {case['first'].upper()}", worths]
        lines += [f"260   1  99 {' '.join(map(str, g))}" for g in case.get("forbidden", [])]
        lines += [
            f"250      {value:>4} {at:>3} {at:>3}    1 {accel['last']:>4}"
            for at, value in enumerate(accel["points"], start=1)
        ]
    else:
        colour = "white1" if case["first"] == "w" else "black1"
        lines = [f"XXR {case['rounds']}", f"XXC {colour}"]
        lines += [f"BB{k} {points[v]:>4}" for k, v in zip("WDLUZF", "WDLPZF", strict=True)]
        lines += [f"XXP {' '.join(map(str, g))}" for g in case.get("forbidden", [])]
        lines += [
            f"XXA {number:>4} {' '.join(accel['points'])}" for number in range(1, accel["last"] + 1)
        ]
    return "\n".join([*lines, *map(player_line, *numbered(case))])


def numbered(case: Case) -> tuple[list[int], list[list[str]]]:
    out = case.get("out", {})
    histories = [
        [*history.split(), *([out[str(number)]] if str(number) in out else [])]
        for number, history in enumerate(case["history"], start=1)
    ]
    return list(range(1, len(histories) + 1)), histories


def player_line(number: int, history: list[str]) -> str:
    cells = [
        f"{token[:-2]:>4} {token[-2]} {token[-1]}" if token[0].isdigit() else f"0000 - {token}"
        for token in history
    ]
    person = f"001 {number:>4} {'':4} {f'Player {number}':<33} {'':31}  0.0 {number:>4}"
    return "  ".join([person, *cells])
