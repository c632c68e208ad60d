"""Positions at random, in the form of the corpus, that aim at rare criteria.

Two thirds come from rounds paired by lot, so that colours and floats are as unlike a real event as
can be. Where most games are drawn, one large bracket is left in which many have met: exchanges.
Where the first numbers start and win, they are topscorers who are all due the same: C10 and C11.
"""

import json
from random import Random

from league.pairing.dutch.engine import Drawn, pair_dutch
from league.pairing.positions import read_line
from tests.league.pairing.dutch.exhaustive import Case

WORTHS = (
    {"W": "1", "D": "0.5", "L": "0", "P": "1", "Z": "0", "F": "0"},
    {"W": "3", "D": "1", "L": "0", "P": "1", "Z": "0", "F": "0"},
    {"W": "3", "D": "2", "L": "1", "P": "3", "Z": "0", "F": "0"},
)
RESULTS = ("10", "01", "==")
FORFEITS = ("+-", "-+", "--")


def random_case(seed: int, *, most: int = 9) -> Case:
    luck = Random(seed)
    count, rounds = luck.randint(4, most), luck.randint(2, 5)
    case: Case = {
        "id": f"random-{seed}",
        "round": 1,
        "rounds": rounds + luck.choice((0, 0, 1, 3)),
        "first": luck.choice("wb"),
        "points": luck.choice(WORTHS),
        "history": [""] * count,
    }
    if luck.random() < 0.2:
        case["accel"] = {"last": 2 * -(-count // 4), "points": ["1", "0.5"]}
    if luck.random() < 0.25:
        case["forbidden"] = [luck.sample(range(1, count + 1), 2) for _ in range(2)]
    mood = luck.choice(("usual", "by lot", "draws", "draws", "leaders", "leaders"))
    if mood == "leaders":
        case["rounds"] = rounds
    while case["round"] < rounds:
        if not _play(case, luck, mood=mood):
            break
    case["out"] = {str(n): "Z" for n in range(1, count + 1) if luck.random() < 0.05}
    return case


def _play(case: Case, luck: Random, *, mood: str) -> bool:
    """One round further; False when there is none."""
    count = len(case["history"])
    told = dict.fromkeys(range(1, count + 1), "Z")
    away = {str(n): luck.choice("ZHF") for n in told if luck.random() < 0.06}
    case["out"] = away
    pairs = _paired(case) if mood == "usual" else _lots(case, luck, mood=mood)
    if pairs is None:
        return False
    told |= {int(n): kind for n, kind in away.items()}
    for white, black in pairs:
        if not black:
            told[white] = "U"
            continue
        one, two = _result(white, black, luck, mood=mood)
        told[white], told[black] = f"{black}w{one}", f"{white}b{two}"
    case["history"] = [f"{past} {told[n]}".strip() for n, past in enumerate(case["history"], 1)]
    case["round"] += 1
    return True


def _paired(case: Case) -> list[tuple[int, int]] | None:
    drawn = pair_dutch(read_line(json.dumps(case)))
    if not isinstance(drawn, Drawn):
        return None
    return [*drawn.pairs, *([(drawn.bye, 0)] if drawn.bye else [])]


def _result(white: int, black: int, luck: Random, *, mood: str) -> str:
    if luck.random() < 0.05:
        return luck.choice(FORFEITS)
    if mood == "draws" and luck.random() < 0.85:
        return "=="
    if mood == "leaders" and luck.random() < 0.7:
        return "10" if white < black else "01"
    return luck.choice(RESULTS)


def _lots(case: Case, luck: Random, *, mood: str) -> list[tuple[int, int]]:
    here = [n for n in range(1, len(case["history"]) + 1) if str(n) not in case["out"]]
    luck.shuffle(here)
    pairs = list(zip(here[::2], [*here[1::2], 0], strict=False))
    if mood != "leaders":
        return pairs
    # The first number of a pair starts, so that the leaders are all due not to.
    return [
        (min(pair), max(pair)) if 0 not in pair and luck.random() < 0.85 else pair for pair in pairs
    ]
