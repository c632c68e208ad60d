"""What is kept of the text of a record: nothing that names people.

Comments go, and so does what stands in tags that are not the game's. A line that can be read says
only what the game has words for, and stays as it is; of one that cannot be read, whatever could be
a name goes, and the rest stays for whoever corrects it. Lines stay where they are, so that findings
name the right ones.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from games.contract import SEATS, RuleModule
from games.record import DEFAULTS, MAX_LINES, is_action
from games.registry import GAMES, rules_of
from games.replay import TERMINATIONS
from games.verdict import Verdict

CUT = "?"  # a sign that no game has

_TAG = re.compile(r'\[([^\W_]+)([ \t]+)"([^"]*)"\]')
_COMMON_TAGS = frozenset(("Game", "Players", *DEFAULTS))
_FREE_TAGS = frozenset(("Event", "Round", "Table", "Date"))
_SEAT_TAGS = {f"Seat{letter}": letter for letter in SEATS}
_BLANKS = " \t\r"
_WORD = re.compile(r"[^\W\d_]{2,}")
# Three letters, or two that are neither a tile (GR) nor beside a number (4xB); or a phone number.
_MAY_NAME = re.compile(r"[^\W\d_]{3,}|(?<!\w)(?![A-Z]{2}(?!\w))[^\W\d_]{2}(?!\w)|\d{7,}")
_USUAL_WORDS = frozenset(("rack", "draw", "left", "pass", "swap", "take"))  # of several games


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a record, and what it says of who sat where."""

    text: str
    names: dict[str, str]  # seat letter -> name, for proposing a seating; never stored


def keep(text: str) -> Kept:
    """Blank what names people, and the comments; the lines stay where they are."""
    lines = text.removeprefix("\ufeff").split("\n")
    sheet = _Sheet(lines[:MAX_LINES])
    kept = [sheet.kept(line) for line in lines[:MAX_LINES]]
    kept += [""] * (len(lines) - len(kept))  # nobody reads what is beyond the limit
    return Kept("\n".join(kept), sheet.names)


def with_tag(text: str, name: str, value: str) -> str:
    """The record with a tag set, on the line where it stood, or before all others."""
    line = f'[{name} "{value}"]'
    lines = text.split("\n")
    for at, each in enumerate(lines):
        tag = _TAG.match(each.strip())
        if tag and tag[1] == name:
            lines[at] = line
            return "\n".join(lines)
    return "\n".join([line, *lines])


def as_typed(verdict: Verdict, *, typed: str, kept: str) -> Verdict:
    """A verdict on what is kept, with the lines of the text as it was typed.

    A tag that was put before all others is in the one and not in the other.
    """
    added = kept.count("\n") - typed.count("\n")
    findings = (replace(each, line=max(each.line - added, 1)) for each in verdict.findings)
    return replace(verdict, findings=tuple(findings)) if added else verdict


class _Sheet:
    """The lines of a record, and what of them is known to name nobody."""

    def __init__(self, lines: list[str]) -> None:
        self.names: dict[str, str] = {}
        self._lines = lines
        tags = {tag[1]: tag[3] for line in lines if (tag := _TAG.match(line.strip()))}
        rules = rules_of(tags.get("Game", ""))
        self._games = [rules] if rules else [_rules(game) for game in GAMES]
        players = tags.get("Players", "")
        self._players = int(players) if len(players) == 1 and players in "0123456789" else 0
        self._own = frozenset(rules.own_tags(self._players)) if rules and players else frozenset()
        self._other_tags: dict[str, int] = {}

    def kept(self, line: str) -> str:
        content = line.strip()
        if content.startswith("["):
            return self._kept_tag(content)
        text = line.partition(";")[0].rstrip()
        return text if self._is_action(text) else self._cut(text)

    def _kept_tag(self, content: str) -> str:
        tag = _TAG.match(content)
        if tag is None:
            return f"[{CUT}]"  # no tag, whatever it names
        name, gap, value = tag.groups()
        after = content[tag.end() :].partition(";")[0].strip()
        if name in _SEAT_TAGS:
            self.names.setdefault(_SEAT_TAGS[name], value.strip()[:200])
        shown = f'[{self._tag_name(name)}{gap}"{self._value(name, value)}"]'
        return f"{shown} {CUT}" if after else shown

    def _tag_name(self, name: str) -> str:
        """Tags that nobody knows may be named after people. Given twice, they still are."""
        if name in self._known_tags:
            return name
        return f"Tag{self._other_tags.setdefault(name, len(self._other_tags) + 1)}"

    def _value(self, name: str, value: str) -> str:
        if name not in _COMMON_TAGS and name not in self._own:
            return ""
        return value if self._is_formed(name, value) else self._cut(value)

    def _is_formed(self, name: str, value: str) -> bool:
        if name in self._own:
            [rules] = self._games
            return rules.read_tag(name, value, players=self._players) is None
        return value in {
            "Game": GAMES,
            "Variant": [each for rules in self._games for each in rules.variants],
            "Edition": [each for rules in self._games for each in rules.editions],
            "Termination": TERMINATIONS,
        }.get(name, ())

    def _is_action(self, text: str) -> bool:
        content = text.strip(_BLANKS)
        return not content or any(is_action(rules, content) for rules in self._games)

    def _cut(self, text: str) -> str:
        return _MAY_NAME.sub(lambda found: found[0] if found[0] in self._words else CUT, text)

    @cached_property
    def _known_tags(self) -> frozenset[str]:
        """Of the game for any number of players: a seat that does not play may have tags."""
        own = (
            tag
            for rules in self._games
            for tag in rules.own_tags(max(max(numbers) for numbers in rules.variants.values()))
        )
        return frozenset((*_COMMON_TAGS, *_FREE_TAGS, *_SEAT_TAGS, *own))

    @cached_property
    def _words(self) -> frozenset[str]:
        """The game's own, as far as lines of this record that can be read use them."""
        texts = (line.partition(";")[0] for line in self._lines)
        read = (text for text in texts if self._is_action(text))
        return _USUAL_WORDS.union(*map(_WORD.findall, read))


def _rules(game: str) -> RuleModule:
    rules = rules_of(game)
    assert rules is not None
    return rules
