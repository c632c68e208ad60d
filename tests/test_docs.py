"""The documentation names only what exists: files, headings and make targets.

That every setting is documented is asserted in tests/production/test_compose.py.
"""

import re
from pathlib import Path

import pytest

from tests.processes import ROOT

PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)|\b(?:src|href)=\"([^\"]+)\"")
# In code, inline or fenced: a sentence may say that one makes something.
TARGET = re.compile(r"(?:^|`)make ([a-z]+)", re.MULTILINE)


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def broken_links(page: Path) -> list[str]:
    targets = [first or second for first, second in LINK.findall(page.read_text())]
    local = [target for target in targets if not target.startswith(("http://", "https://"))]
    return [target for target in local if not leads_somewhere(page, target)]


def leads_somewhere(page: Path, target: str) -> bool:
    path, _, heading = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.exists():
        return False
    return not heading or heading in anchors(file.read_text())


def anchors(text: str) -> set[str]:
    """Of the headings, as the pages of code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))


@pytest.mark.parametrize("document", PAGES, ids=page_name)
def test_links_lead_somewhere(document: Path) -> None:
    assert broken_links(document) == []


def test_link_to_nowhere_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        '# A, b!\n[x](#a-b) [x](no.md) [x](page.md#c) <img src="no.png"> [x](https://x)'
    )
    assert broken_links(page) == ["no.md", "page.md#c", "no.png"]


@pytest.mark.parametrize("document", PAGES, ids=page_name)
def test_make_targets_exist(document: Path) -> None:
    assert set(TARGET.findall(document.read_text())) - make_targets() == set()


def test_make_targets_are_found_in_code() -> None:
    assert TARGET.findall("`make run`\n\n    one could make sense\n```\nmake test ARGS=x\n```") == [
        "run",
        "test",
    ]


def test_every_page_is_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        for first, second in LINK.findall(page.read_text()):
            file = (page.parent / (first or second).partition("#")[0]).resolve()
            if file.suffix == ".md" and file not in reached:
                waiting.append(file)
    assert set(PAGES) - reached == set()
