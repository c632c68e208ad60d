"""Examples in the API's description. A test asks the rules whether they are true."""

RECORD = """\
[Game "triolet"]
[Players "2"]
[Termination "time"]
A h8=11 i8=3 =25
B g9=8 h9=4 =27
A f8=4 f9=3 =36
"""

VERDICT = {
    "game": "triolet",
    "variant": "base",
    "edition": "standard",
    "players": 2,
    "rules_version": 1,
    "status": "complete",
    "termination": "time",
    "claims": "mismatch",
    "turns": 3,
    "sides": [
        {"side": "A", "seats": ["A"], "rank": 1, "score": 62, "keys": [62]},
        {"side": "B", "seats": ["B"], "rank": 2, "score": 27, "keys": [27]},
    ],
    "findings": [
        {
            "line": 6,
            "seat": "A",
            "code": "claim-differs",
            "severity": "warning",
            "message": "36 points were claimed; the placement gives 37.",
            "rule": "3.1",
        }
    ],
    "digest": "a48779615478ad35b2700de69c0d807527c6614e934d9bf7444713b327c6c2bc",
}

HAND_IN = {
    "client_key": "round-3-table-2",
    "game": 1,
    "seating": {"A": "pwgn3tpvcm", "B": "kh4792hpxd"},
    "record": RECORD,
}
HAND_IN_FIGURES = {
    "client_key": "round-3-table-2",
    "game": 1,
    "seating": {"A": "pwgn3tpvcm", "B": "kh4792hpxd"},
    "absent": ["mw7hn8xbz2"],
    "figures": {"pwgn3tpvcm": {"points": 358}, "kh4792hpxd": {"points": 326}},
    "termination": "time",
}
RULING = {
    "kind": "scores",
    "game": 1,
    "marks": {"pwgn3tpvcm": 18, "kh4792hpxd": "18+", "mw7hn8xbz2": "x"},
    "reason": "Both sides agreed on the scores at the desk.",
    "private": "The slip is in the box of round 3.",
    "version": 7,
}
RULING_BY_FIGURES = {
    "kind": "forfeit",
    "game": 1,
    "marks": {"mw7hn8xbz2": "x"},
    "figures": {"pwgn3tpvcm": {"points": 182}, "kh4792hpxd": {"points": 175}},
    "reason": "The third player went home after four turns.",
    "version": 7,
}
OPEN_SHEET = {"game": 1, "seating": {"A": "pwgn3tpvcm", "B": "kh4792hpxd"}, "way": "checked"}
NOTES = {
    "after": 4,
    "notes": [{"client_key": "turn-5", "kind": "action", "seat": "A", "text": "h8=5 i8=7 j8=3"}],
}
