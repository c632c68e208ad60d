"""The game of docs/developers/add-a-game.md, made from the files on that page."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "developers" / "add-a-game.md"
GAME = "stairs"
_BLOCK = re.compile(r"^(In )?`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", re.M | re.S)


def new_files() -> dict[str, str]:
    """By their paths."""
    return {path: text for within, path, text in _BLOCK.findall(PAGE.read_text()) if not within}


def changed_lines() -> dict[str, str]:
    """What a file that is there already gets in place of the line that begins alike."""
    return {path: text for within, path, text in _BLOCK.findall(PAGE.read_text()) if within}


def follow(root: Path) -> None:
    """Do in a tree what the page says."""
    for path, text in new_files().items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for path, line in changed_lines().items():
        file = root / path
        start = line.split("=")[0]
        before = file.read_text(encoding="utf-8")
        after = re.sub(rf"^{re.escape(start)}=.*\n", line, before, flags=re.M)
        assert after != before, path
        file.write_text(after, encoding="utf-8")
