"""The text format common to all games: lines, tags, claims, canonical form, digest.

What the words of an action mean is the game's matter; whether an action is lawful, the replay's
(games/verify.py). Paragraphs are those of docs/games/record-format.md.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.contract import Rules
from games.registry import rules_of
from games.values import SEATS, Action, Setup, Unreadable, gettext_noop as _
from games.verdict import Finding

MAX_BYTES = 262_144
MAX_LINES = 5_000
DEFAULTS = {"Variant": "base", "Edition": "standard", "Termination": "normal"}

# Category Cc without tab and line ends; and bytes that were no UTF-8, decoded as surrogates.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\udc80-\udcff]|\r(?!\n)")
# What a text without remarks is made of, if it is in ASCII and its lines end as on Unix.
_PLAIN = bytes({*b"\t\n", *range(0x20, 0x7F)} - {*b";"})
_TAG = re.compile(r'\[([^\W_]+)[ \t]+"([^"]*)"\][ \t]*(?:;.*)?')
_LONGEST_NUMBER = 6
_USUAL = {str(small): small for small in range(200)}  # numbers that are read by one look
_SEATS = frozenset(SEATS)
_HANDS = frozenset(("rack", "left"))
_BLANKS = " \t\r"  # a \r within a line was refused before


@dataclass(frozen=True, slots=True)
class Tag:
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Record:
    """A record that could be read; `lines` holds the line of each action."""

    rules: Rules
    tags: dict[str, Tag]
    setup: Setup
    actions: list[Action]
    lines: list[int]

    def value(self, tag: str) -> str:
        return self.tags[tag].value if tag in self.tags else DEFAULTS[tag]


@dataclass(frozen=True, slots=True)
class Unread:
    """A text that is no record: the first thing wrong with it, and the tags that it has."""

    finding: Finding
    tags: dict[str, Tag]


def number(text: str) -> int | None:
    """A number as records write it: at most six digits, no sign, no leading zeros."""
    if text in _USUAL:
        return _USUAL[text]
    is_number = text.isdigit() and text.isascii() and len(text) <= _LONGEST_NUMBER
    return int(text) if is_number and (text[0] != "0" or text == "0") else None


def read(data: bytes) -> Record | Unread:
    """Read a whole record, or find the first line that is not of its form (record 2.1)."""
    if len(data) > MAX_BYTES:
        text = _("The record is larger than {limit} KiB.")
        finding = _error(1, "too-large", "record 1.1", text, limit=MAX_BYTES // 1024)
        return Unread(finding, _Lines(data[:MAX_BYTES]).tags)
    parsed = _Lines(data)
    game = parsed.tags.get("Game")
    rules = rules_of(game.value) if game else None
    findings = [*parsed.findings, *_wrong_tags(parsed.tags, rules)]
    content = parsed.actions
    if findings:  # an action that is not of its form is said only if nothing before it is wrong
        end = _first(findings).line
        content = [(line, text) for line, text in content if line < end]
    actions, wrong = _read_actions(rules, content, is_plain=parsed.is_plain)
    if wrong or findings or rules is None:
        return Unread(wrong or _first(findings), parsed.tags)
    lines = [line for line, _text in content]
    return Record(rules, parsed.tags, _setup(rules, parsed.tags), actions, lines)


def read_again(data: bytes, actions: Mapping[int, Action]) -> Record | None:
    """A record whose actions were read before, by their lines; None if it is none."""
    parsed = _Lines(data) if len(data) <= MAX_BYTES else None
    rules = rules_of(parsed.tags["Game"].value) if parsed and "Game" in parsed.tags else None
    if parsed is None or rules is None or parsed.findings or any(_wrong_tags(parsed.tags, rules)):
        return None
    lines = [line for line, _content in parsed.actions]
    if not actions.keys() >= set(lines):
        return None
    return Record(
        rules, parsed.tags, _setup(rules, parsed.tags), [actions[line] for line in lines], lines
    )


def players_allowed(rules: Rules, setup: Setup) -> bool:
    """Whether the variant is for this number of players; an unknown one, whether any is."""
    if setup.variant in rules.variants:
        return setup.players in rules.variants[setup.variant]
    return any(setup.players in numbers for numbers in rules.variants.values())


def read_action(rules: Rules, content: str) -> Action | None:
    """A line without blanks at its ends; None if it is not of the form of the game's actions."""
    actions, _wrong = _read_actions(rules, [(1, content)], is_plain=False)
    return actions[0] if actions else None


def canonical(record: Record) -> str:
    """The same text for every way of writing the same game with the same claims (1.8)."""
    return "\n".join([text for text, _line in canonical_lines(record)]) + "\n"


def canonical_lines(record: Record) -> list[tuple[str, int]]:
    """Its canonical lines, each with the line of the text that says it; 0 for a tag filled in."""
    rules, tags = record.rules, record.tags
    lines = [
        (f'[{tag} "{value}"]', tags[tag].line if tag in tags else 0)
        for tag, value in _canonical_tags(record)
    ]
    write = rules.play.write
    lines += [
        (f"{action.seat} {words}", line)
        for action, line in _hands_in_order(record)
        if (words := write(action)) is not None
    ]
    return lines


def unusual_tags(rules: Rules, setup: Setup) -> dict[str, str]:
    """The own tags of a set-up that say something that does not go without them."""
    canonical_tag = rules.tags.canonical
    return {
        tag: value
        for tag, value in setup.own.items()
        if canonical_tag(tag, value, setup) not in (None, rules.tags.default(tag, setup))
    }


def digest(record: Record) -> str:
    return hashlib.sha256(canonical(record).encode()).hexdigest()


class _Lines:
    """The lines of a text, sorted into tags and actions, with what is wrong whatever the game."""

    def __init__(self, data: bytes) -> None:
        self.tags: dict[str, Tag] = {}
        self.actions: list[tuple[int, str]] = []
        self.findings: list[Finding] = []
        text = data.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
        self.is_plain = not data.translate(None, _PLAIN)
        if not self.is_plain and (bad := _FORBIDDEN.search(text)):
            self._forbid(text, bad)
            text = _FORBIDDEN.sub("\ufffd", text)  # what is shown of it can be printed and stored
        lines = text.split("\n")
        if not lines[-1]:
            del lines[-1]  # a final line end starts no new line
        if len(lines) > MAX_LINES:
            text = _("The record has more than {limit} lines.")
            self.findings.append(
                _error(MAX_LINES + 1, "too-large", "record 1.1", text, limit=MAX_LINES)
            )
            del lines[MAX_LINES:]
        for line, content in enumerate(lines, start=1):
            if content[:1] in _SEATS:  # most lines
                self.actions.append((line, content))
            else:
                self._read_other(line, content.strip(_BLANKS))

    def _read_other(self, line: int, content: str) -> None:
        """A line that does not begin with a seat."""
        if content[:1] == "[":
            self._read_tag(line, content)
        elif content and content[0] != ";":
            self.actions.append((line, content))

    def _forbid(self, text: str, bad: re.Match[str]) -> None:
        line = text.count("\n", 0, bad.start()) + 1
        if "\udc80" <= bad[0] <= "\udcff":
            sentence = _("This line has bytes that are not UTF-8 text.")
            self.findings.append(_error(line, "not-utf8", "record 1.1", sentence))
        else:
            sentence = _("This line has a control character (number {number}).")
            self.findings.append(_error(line, "syntax", "record 1.1", sentence, number=ord(bad[0])))

    def _read_tag(self, line: int, content: str) -> None:
        match = _TAG.fullmatch(content)
        if match is None:
            sentence = _('A tag is written [Name "value"], alone on its line.')
            self.findings.append(_error(line, "syntax", "record 1.2", sentence))
            return
        name, value = match.groups()
        if name in self.tags:
            sentence = _("The tag {tag} is given twice.")
            self.findings.append(_error(line, "tag-twice", "record 1.2", sentence, tag=name))
            return
        self.tags[name] = Tag(value, line)
        if self.actions:
            sentence = _("The tag {tag} comes after an action; tags come first.")
            self.findings.append(_error(line, "syntax", "record 1.2", sentence, tag=name))


def _wrong_tags(tags: dict[str, Tag], rules: Rules | None) -> Iterator[Finding]:
    """Tags that are missing or not of their form."""
    for required in ("Game", "Players"):
        if required not in tags:
            yield _missing(required)
    if "Game" in tags and rules is None:
        sentence = _("There is no game “{game}” here.")
        game = tags["Game"]
        yield _error(game.line, "syntax", "record 1.2", sentence, game=game.value)
    if "Players" not in tags:
        return
    players = tags["Players"]
    if not _is_digit(players.value):
        sentence = _("Players is one digit, not “{value}”.")
        yield _error(players.line, "syntax", "record 1.2", sentence, value=players.value)
    elif rules is not None and players_allowed(rules, _setup(rules, tags)):
        yield from _wrong_own_tags(tags, rules, players=int(players.value))


def _wrong_own_tags(tags: dict[str, Tag], rules: Rules, *, players: int) -> Iterator[Finding]:
    yield from (_missing(tag) for tag in rules.tags.required(players) if tag not in tags)
    for name in rules.tags.names(players):
        tag = tags.get(name)
        if tag and (wrong := rules.tags.read(name, tag.value, players=players)):
            yield _unreadable(tag.line, None, wrong)


def _read_actions(
    rules: Rules | None, content: list[tuple[int, str]], *, is_plain: bool
) -> tuple[list[Action], Finding | None]:
    """The actions up to the first that is not of its form, if any.

    Of an unknown game's actions only what is common to all games is judged. Plain lines have no
    remarks, and nothing but ASCII.
    """
    split = str.split if is_plain else _words
    read_words = rules.play.read if rules else None
    actions: list[Action] = []
    for line, text in content:
        words = split(text)
        seat = words.pop(0)
        claim = words.pop()[1:] if words and words[-1][0] == "=" else None
        if not words or seat not in _SEATS:
            sentence = _("A line is a seat (A, B, C or D), then what was done.")
            return actions, _error(line, "syntax", "record 1.3", sentence)
        if read_words is None:
            continue
        action = read_words(seat, words, claim)
        if isinstance(action, Unreadable):
            return actions, _unreadable(line, seat, action)
        actions.append(action)
    return actions, None


def _words(text: str) -> list[str]:
    """The words of a line without its remark."""
    text = text.partition(";")[0]
    # No game's words are other than ASCII, and split() would part them at exotic spaces.
    return text.split() if text.isascii() else [text]


def _setup(rules: Rules, tags: dict[str, Tag]) -> Setup:
    players = int(tags["Players"].value)
    values = {name: tags[name].value if name in tags else DEFAULTS[name] for name in DEFAULTS}
    known = rules.tags.names(players)
    own = {name: tag.value for name, tag in tags.items() if name in known}
    return Setup(players, values["Variant"], values["Edition"], own)


def _is_digit(text: str) -> bool:
    return len(text) == 1 and text in "0123456789"


def _canonical_tags(record: Record) -> list[tuple[str, str]]:
    setup, rules = record.setup, record.rules
    tags = [
        ("Game", rules.key),
        ("Variant", setup.variant),
        ("Edition", setup.edition),
        ("Players", str(setup.players)),
        ("Termination", record.value("Termination")),
    ]
    for tag in rules.tags.names(setup.players):
        written = setup.own.get(tag)
        value = (
            rules.tags.default(tag, setup)
            if written is None
            else rules.tags.canonical(tag, written, setup)
        )
        if value is not None:
            tags.append((tag, value))
    return tags


def _hands_in_order(record: Record) -> list[tuple[Action, int]]:
    """Starting hands first and hands that are left last, both by seat; each with its line."""
    played = list(zip(record.actions, record.lines, strict=True))
    kinds = [action.kind for action in record.actions]
    if _HANDS.isdisjoint(kinds):
        return played
    by_kind = list(zip(kinds, played, strict=True))
    racks = [numbered for kind, numbered in by_kind if kind == "rack"]
    lefts = [numbered for kind, numbered in by_kind if kind == "left"]
    others = [numbered for kind, numbered in by_kind if kind not in _HANDS]
    return [*sorted(racks, key=_seat), *others, *sorted(lefts, key=_seat)]


def _seat(numbered: tuple[Action, int]) -> str:
    return numbered[0].seat


def _missing(tag: str) -> Finding:
    return _error(1, "tag-missing", "record 1.2", _("The tag {tag} is missing."), tag=tag)


def _first(findings: list[Finding]) -> Finding:
    return min(findings, key=lambda finding: finding.line)


def _unreadable(line: int, seat: str | None, wrong: Unreadable) -> Finding:
    return Finding(line, seat, wrong.code, "error", wrong.rule, wrong.text, wrong.gaps)


def _error(line: int, code: str, rule: str, text: str, **gaps: object) -> Finding:
    return Finding(line, None, code, "error", rule, text, gaps)
