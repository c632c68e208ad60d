"""Records of random games, sound or damaged, for the promises that all games keep."""

from typing import Any

from hypothesis import strategies as st

from games.contract import Rules
from games.record import Record, read


def recorded(rules: Rules, seed: int) -> tuple[str, Record]:
    text = rules.random_play.game(seed, players=None, variant=None)
    record = read(text.encode())
    assert isinstance(record, Record), text
    return text, record


def mutated(text: str, data: Any) -> str:
    """A record with some lines dropped, doubled, exchanged, or with a letter changed."""
    lines = text.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        kind = data.draw(st.sampled_from(("drop", "double", "swap", "letter")))
        if kind == "drop":
            del lines[at]
        elif kind == "double":
            lines.insert(at, lines[at])
        elif kind == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif lines[at]:
            where = data.draw(st.integers(0, len(lines[at]) - 1))
            letter = data.draw(st.characters(codec="utf-8"))
            lines[at] = lines[at][:where] + letter + lines[at][where + 1 :]
        if not lines:
            break
    return "\n".join(lines)


def described(rules: Rules, position: Any) -> str:
    """A position in English sentences."""
    return " ".join(map(str, rules.looks.describe(position)))
