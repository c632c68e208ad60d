"""What is kept of the text of a record: nothing that names people.

Comments go, and so does what stands in tags that are not the game's. A line that can be read says
only what the game has words for, and stays as it is; of one that cannot be read, whatever could be
a name goes, and the rest stays for whoever corrects it. Lines stay where they are, so that findings
name the right ones. What is read on the way is the record, so that nobody need read it again.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from games.contract import Rules
from games.record import DEFAULTS, MAX_LINES, Record, digest, read_action, read_again
from games.registry import GAMES, rules_of
from games.replay import TERMINATIONS
from games.values import SEATS, Action
from games.verdict import Verdict

CUT = "?"  # a sign that no game has

_TAG = re.compile(r'\[([^\W_]+)([ \t]+)"([^"]*)"\]')
_COMMON_TAGS = frozenset(("Game", "Players", *DEFAULTS))
_FREE_TAGS = frozenset(("Event", "Round", "Table", "Date"))
_SEAT_TAGS = {f"Seat{letter}": letter for letter in SEATS}
_BLANKS = " \t\r"
_LONGEST_NAME = 200
_WORD = re.compile(r"[^\W\d_]{2,}")
# Three letters, or two that are neither a tile (GR) nor beside a number (4xB); or a phone number.
_MAY_NAME = re.compile(r"[^\W\d_]{3,}|(?<!\w)(?![A-Z]{2}(?!\w))[^\W\d_]{2}(?!\w)|\d{7,}")
_USUAL_WORDS = frozenset(("rack", "draw", "left", "pass", "swap", "take"))  # of several games


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a record."""

    text: str
    record: Record | None  # what the text that is kept says; None if it cannot be read

    @property
    def digest(self) -> str:
        """Of the game that it tells; empty where there is none that can be read."""
        return digest(self.record) if self.record else ""


def keep(text: str, *, is_by_time: bool = False, tags: Mapping[str, str] = {}) -> Kept:
    """Blank what names people, and the comments; the lines stay where they are.

    `is_by_time` sets the tag that says that time was called; `tags` are set where the record does
    not say them itself.
    """
    lines = text.removeprefix("\ufeff").split("\n")
    reader = _TextReader(lines[:MAX_LINES])
    kept = "\n".join([*reader.kept, *[""] * (len(lines) - MAX_LINES)])  # nobody reads beyond it
    wanted = {tag: value for tag, value in tags.items() if tag not in reader.tags}
    if is_by_time:
        wanted["Termination"] = "time"
    tagged = kept
    for tag, value in wanted.items():
        tagged = with_tag(tagged, tag, value)
    added = tagged.count("\n") - kept.count("\n")
    actions = {line + added: action for line, action in reader.actions.items()}
    return Kept(tagged, read_again(tagged.encode(), actions))


def names_in(text: str) -> dict[str, str]:
    """Seat letter -> name, as a record's tags say it: for proposing a seating, never stored."""
    names: dict[str, str] = {}
    for line in text.removeprefix("\ufeff").split("\n")[:MAX_LINES]:
        tag = _TAG.match(line.strip())
        if tag and tag[1] in _SEAT_TAGS:
            names.setdefault(_SEAT_TAGS[tag[1]], tag[3].strip()[:_LONGEST_NAME])
    return names


def with_tag(text: str, name: str, value: str) -> str:
    """The record with a tag set, on the line where it stood, or before all others."""
    line = f'[{name} "{value}"]'
    lines = text.split("\n")
    for at, old in enumerate(lines):
        tag = _TAG.match(old.strip())
        if tag and tag[1] == name:
            lines[at] = line
            return "\n".join(lines)
    return "\n".join([line, *lines])


def as_typed(verdict: Verdict, *, typed: str, kept: str) -> Verdict:
    """A verdict on what is kept, with the lines of the text as it was typed.

    A tag that was put before all others is in the one and not in the other.
    """
    added = kept.count("\n") - typed.count("\n")
    findings = (replace(finding, line=max(finding.line - added, 1)) for finding in verdict.findings)
    return replace(verdict, findings=tuple(findings)) if added else verdict


class _TextReader:
    """The lines of a text, and what of them is known to name nobody."""

    def __init__(self, lines: list[str]) -> None:
        self.actions: dict[int, Action] = {}  # by line, of those that can be read
        self.tags = {tag[1]: tag[3] for line in lines if (tag := _TAG.match(line.strip()))}
        tags = self.tags
        rules = rules_of(tags.get("Game", ""))
        self._games = [rules] if rules else [_rules(game) for game in GAMES]
        players = tags.get("Players", "")
        self._players = int(players) if len(players) == 1 and players in "0123456789" else 0
        self._own = frozenset(rules.tags.names(self._players)) if rules and players else frozenset()
        self._other_tags: dict[str, int] = {}
        self._texts = [_without_comment(line) for line in lines]
        for number, text in enumerate(self._texts, start=1):
            if action := self._action(text):
                self.actions[number] = action
        self.kept = [self._kept(number, line) for number, line in enumerate(lines, start=1)]

    def _action(self, text: str) -> Action | None:
        """What a line says in the first game that has words for it."""
        content = text.strip(_BLANKS)
        if not content or content.startswith("["):
            return None
        read = (read_action(rules, content) for rules in self._games)
        return next((action for action in read if action), None)

    def _kept(self, number: int, line: str) -> str:
        content = line.strip()
        if content.startswith("["):
            return self._kept_tag(content)
        text = self._texts[number - 1]
        return text if number in self.actions else self._cut(text)

    def _kept_tag(self, content: str) -> str:
        tag = _TAG.match(content)
        if tag is None:
            return f"[{CUT}]"  # no tag, whatever it names
        name, gap, value = tag.groups()
        after = content[tag.end() :].partition(";")[0].strip()
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
            return rules.tags.read(name, value, players=self._players) is None
        return value in {
            "Game": GAMES,
            "Variant": [variant for rules in self._games for variant in rules.variants],
            "Edition": [edition for rules in self._games for edition in rules.editions],
            "Termination": TERMINATIONS,
        }.get(name, ())

    def _cut(self, text: str) -> str:
        return _MAY_NAME.sub(lambda name: name[0] if name[0] in self._words else CUT, text)

    @cached_property
    def _known_tags(self) -> frozenset[str]:
        """Of the game for any number of players: a seat that does not play may have tags."""
        own = (
            tag
            for rules in self._games
            for tag in rules.tags.names(max(max(numbers) for numbers in rules.variants.values()))
        )
        return frozenset((*_COMMON_TAGS, *_FREE_TAGS, *_SEAT_TAGS, *own))

    @cached_property
    def _words(self) -> frozenset[str]:
        """The game's own, as far as lines of this record that can be read use them."""
        readable = (self._texts[number - 1] for number in self.actions)
        return _USUAL_WORDS.union(*map(_WORD.findall, readable))


def _without_comment(line: str) -> str:
    return line.partition(";")[0].rstrip()


def _rules(game: str) -> Rules:
    rules = rules_of(game)
    assert rules is not None
    return rules
