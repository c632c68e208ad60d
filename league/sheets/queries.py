"""Score sheets as phones, versions and services read them.

What a phone is told of a sheet is the same for everybody at the table and names nobody, so that it
can be built once for all.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import datetime
from functools import cache as remembered
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import get_language, gettext

from games.contract import Rules
from games.pads import Said
from games.points import turn_read
from games.ranking import shared_ranks
from games.registry import rules_of
from games.replay import ReplayStep
from games.scene import without_words
from games.tallies import side_name, tallied
from games.values import STANDARD, Setup, SideScore
from league.models import Event, Sheet, SheetAct, Submission
from league.models.game_played import GamePlayed, Scoring
from league.said import sentences, words
from league.sheets import checks, ledger as kinds
from league.sheets.checks import Frame, OnSheet, fields_of, sides_of
from league.sheets.ledger import Act, SheetLine
from league.sheets.memory import SheetMemory
from league.sheets.replay import SheetGame, attempt, sentence, told_of

_PLAIN = frozenset((str, int, float, bool, type(None)))
_CACHED_S = 1  # for phones that ask another process than the one that wrote
_memory = SheetMemory(most=64)  # about as many tables as are written on at a time


def frame_of(sheet: Sheet) -> Frame:
    rules = rules_of(sheet.game)
    return Frame(
        rules=rules,
        setup=Setup(
            sheet.players, sheet.variant or "base", sheet.edition or STANDARD, own=sheet.tags
        ),
        is_plain=sheet.way == Sheet.Way.PLAIN,
        is_discreet=sheet.help == Sheet.Help.CHECK,
        is_closed=sheet.closed_at is not None,
        higher_wins=rules.higher_score_wins if rules else sheet.other_scoring == Scoring.HIGHER,
    )


def on_sheet(sheet: Sheet) -> OnSheet:
    """With everything written on it: where its start is remembered, only what came since is read.

    Nothing is remembered within a transaction, which may yet be taken back.
    """
    frame = frame_of(sheet)
    page = _memory.page(sheet.pk, frame=frame, number=sheet.number)
    if page is None:
        page = OnSheet(frame, tuple(_acts(sheet.acts.all())))
    else:
        for act in _acts(sheet.acts.filter(number__gt=len(page.acts))):
            page = page.with_act(act)
    if not transaction.get_connection().in_atomic_block:
        _memory.keep(sheet.pk, page)
    return page


def as_of(sheet: Sheet, until: datetime) -> OnSheet:
    """With all that was written before a moment."""
    return OnSheet(frame_of(sheet), tuple(_acts(sheet.acts.filter(at__lte=until))))


def as_it_was(sheet: Sheet, *, number: int, is_closed: bool) -> OnSheet:
    """With its first so many acts."""
    page = on_sheet(sheet)
    return OnSheet(replace(page.frame, is_closed=is_closed), page.acts[:number])


def _acts(acts: QuerySet[SheetAct]) -> Iterator[Act]:
    rows = acts.order_by("number").values_list("number", "kind", "seat", "text", "target")
    return (Act(*row) for row in rows)


def as_data(value: Any) -> Any:
    """Dataclasses as objects, sentences translated: ready for JSON."""
    kind: type = type(value)
    if kind in _PLAIN:
        return value
    if kind is Said:
        return words(value)
    if isinstance(value, list | tuple):
        is_ready = all(type(item) in _PLAIN for item in value)
        return value if is_ready else [as_data(item) for item in value]
    if names := _names(kind):
        return {name: as_data(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(name): as_data(item) for name, item in value.items()}
    return value


@remembered
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def pad_shown(game: SheetGame) -> dict[str, Any]:
    """Its drawings with words in the reader's language, not with their own."""
    looks = game.rules.looks
    pad = looks.pad(game.position, last=game.last)
    panels = {seat: without_words(panel) for seat, panel in pad.panels.items()}
    shown: dict[str, Any] = as_data(replace(pad, board=without_words(pad.board), panels=panels))
    words = sentences(looks.describe(game.position))
    return {**shown, "described": f"{game.rules.name}. {words}"}


def state_of(sheet: Sheet, page: OnSheet | None = None) -> dict[str, Any]:
    """What stands on the sheet, and what can be written on it."""
    page = page or on_sheet(sheet)
    return {
        "number": len(page.acts),
        "stage": stage_of(page),
        "help": sheet.help,
        "is_by_time": page.ledger.is_by_time,
        "wiped": sheet.wiped_at is not None,
        "remarks": {} if page.frame.is_closed else remarks_on(sheet, until=len(page.acts)),
        **_written(page),
        **(_plain(page) if page.is_plain else _refereed(page)),
    }


def remarks_on(sheet: Sheet, *, until: int = checks.MOST_ACTS) -> dict[int, str]:
    """By the number of the act. Once the sheet is closed everybody may read it, but not these."""
    return dict(sheet.remarks.filter(number__lte=until).values_list("number", "text"))


def stage_of(page: OnSheet) -> str:
    if page.frame.is_closed:
        return "closed"
    if page.needs_set_up:
        return "set_up"
    if page.is_over:
        return "over"
    return "plain" if page.is_plain else "playing"


def _written(page: OnSheet) -> dict[str, Any]:
    ledger = page.ledger
    return {
        "log": _log(page.game) if page.game else [],
        "scores": [_points(page, line) for line in ledger.scores],
        "undone": [_listed(page, act) for act in ledger.undone],
        "refused": [_listed(page, act) for act in ledger.refused],
        "last": _tried(ledger.last) if ledger.last and not page.frame.is_closed else None,
        "redo": _tried(ledger.taken_back[-1]) if ledger.taken_back else None,
        "finding": finding_of(page),
    }


def _log(game: SheetGame) -> list[dict[str, Any]]:
    language = get_language() or ""
    for line, step in zip(game.lines, game.replay.steps, strict=True):
        if (language, line.number) not in game.told:
            game.told[language, line.number] = _logged(line, step)
    return [game.told[language, line.number] for line in game.lines]


def _logged(line: SheetLine, step: ReplayStep) -> dict[str, Any]:
    return {
        "number": line.number,
        "seat": line.seat,
        "words": line.words,
        "said": words(step.told.said),
        "signs": step.told.signs,
        "fields": step.told.fields,
        "points": step.points,
        "reckoned": words(step.reckoned),
        "gained": _gained(step) if step.points else [],
        "was": line.was,
    }


def _points(page: OnSheet, line: SheetLine) -> dict[str, Any]:
    """What a turn brought, where it was written by hand: told as an action is."""
    return {
        "number": line.number,
        "seat": line.seat,
        "words": line.words,
        "said": _turn_said(page, seat=line.seat, text=line.words),
        "fields": [],
        "points": None,
        "reckoned": "",
        "gained": [],
        "was": line.was,
    }


def _turn_said(page: OnSheet, *, seat: str, text: str) -> str:
    rules, setup = page.frame.rules, page.setup
    fields = {field.name: gettext(field.label) for field in fields_of(rules, setup)}
    sides = sides_of(rules, setup)
    turn = turn_read(seat, text, sides=sides)
    changes = [
        f"{'' if seat in side else f'{side}: '}{fields.get(name, name)} {_signed(change)}"
        for side, figures in (turn.changes if turn else {}).items()
        for name, change in figures.items()
    ]
    return ", ".join(changes) or gettext("no points")


def _signed(change: int) -> str:
    return f"{'−' if change < 0 else '+'}{abs(change)}"


def _gained(step: ReplayStep) -> list[tuple[str, str]]:
    """Sign and figure."""
    return [(gain.sign, gain.figure) for gain in step.rules.looks.points(step.points or "0")]


def _tried(act: Act) -> dict[str, Any]:
    return {"number": act.number, "kind": act.kind, "seat": act.seat, "words": act.text}


def _listed(page: OnSheet, act: Act) -> dict[str, Any]:
    """As people say it, too; set-ups have no other words."""
    if act.kind == kinds.SCORE:
        return {**_tried(act), "said": _turn_said(page, seat=act.seat, text=act.text)}
    rules, is_action = page.frame.rules, act.kind in (kinds.ACTION, kinds.REFUSED)
    told = told_of(rules, seat=act.seat, words=act.text) if rules and is_action else None
    said = {"said": words(told.said), "signs": told.signs} if told else {}
    return {**_tried(act), **said}


def finding_of(page: OnSheet) -> str:
    """What the rules say against that which the table let stand."""
    stood = page.ledger.let_stand
    if stood is None or page.game is None or not stood.text:
        return ""
    step = attempt(page.game, SheetLine(stood.number, stood.seat, stood.text))
    return "" if isinstance(step, ReplayStep) else words(sentence(step, is_discreet=False))


def _refereed(page: OnSheet) -> dict[str, Any]:
    rules, game = page.frame.rules, page.game
    assert rules is not None, "without rules a sheet is plain"
    if game is None:
        tags = list(rules.tags.names(page.setup.players))
        return {"turn": "", "tags": tags, "set_up": as_data(rules.looks.set_up(page.setup))}
    position = game.position
    return {
        "turn": position.turn,
        "pad": pad_shown(game),
        "standings": standings_shown(game, is_drawn=page.is_over),
    }


def standings_shown(game: SheetGame, *, is_drawn: bool = False) -> list[dict[str, Any]]:
    """How the sides stand; with the keys in words, and in pictures once all is over."""
    rules = game.rules
    standings = rules.play.standings(game.position)
    names = _key_names(rules, game.setup)
    ranks = shared_ranks([side.keys for side in standings])
    drawn = rules.looks.key_signs
    return [
        _side(side, rank, names=names, signs=drawn(game.position, side) if is_drawn else ())
        for rank, side in zip(ranks, standings, strict=True)
    ]


def _key_names(rules: Rules, setup: Setup) -> list[str]:
    return [gettext(name) for name in rules.play.key_names(setup)]


def _side(
    side: SideScore, rank: int, *, names: Sequence[str], signs: Sequence[str] = ()
) -> dict[str, Any]:
    return {
        "side": side.side,
        "seats": list(side.seats),
        "score": side.score,
        "rank": rank,
        "keys": [
            _compared(name, abs(key), sign)
            for name, key, sign in zip(names, side.keys, signs or ("",) * len(names), strict=False)
        ],
    }


def _compared(name: str, value: int, sign: str = "") -> dict[str, Any]:
    return {"name": name, "value": value, "sign": sign}


def _plain(page: OnSheet) -> dict[str, Any]:
    """`pads`: what each seat can have brought; a phone without network needs them all."""
    rules, setup, kept = page.frame.rules, page.setup, page.kept
    return {
        "turn": kept.turn,
        "order": setup.seats,
        "pads": {seat: as_data(page.turns.pad(kept, seat)) for seat in setup.seats},
        "fields": [
            {
                "name": field.name,
                "label": gettext(field.label),
                "kind": field.kind,
                "sign": field.symbol,
            }
            for field in fields_of(rules, setup)
        ],
        "totals": kept.figures,
        "adds_up": _summands(page),
        "standings": _sums(page, kept.figures),
        "board": rules.looks.draw(page.game.position, last=page.game.last, coordinates=False)
        if rules and page.game
        else "",
    }


def _sums(page: OnSheet, totals: Mapping[str, Mapping[str, int]]) -> list[dict[str, Any]]:
    """By the game's own keys where its rules accept the figures; else by the scores alone.

    What was compared is told at the end.
    """
    rules, setup = page.frame.rules, page.setup
    is_whole = page.ledger.ended is not None and not page.ledger.is_by_time
    ending = "normal" if is_whole else "time"
    standings = tallied(rules, setup, totals, termination=ending) if rules else None
    if rules and isinstance(standings, Sequence):
        names = _key_names(rules, setup) if page.is_over else []
        ranks = shared_ranks([side.keys for side in standings])
        return [_side(side, rank, names=names) for rank, side in zip(ranks, standings, strict=True)]
    sides = sides_of(rules, setup)
    name = rules.figures.score(setup).name if rules else ""
    scores = [_score(totals[side_name(seats)], name) for seats in sides]
    ranks = shared_ranks([(score if page.frame.higher_wins else -score,) for score in scores])
    return [
        {
            **_side(SideScore(side_name(seats), seats, score, ()), rank, names=()),
            "keys": [_compared(gettext("Points"), score)] if page.is_over else [],
        }
        for seats, score, rank in zip(sides, scores, ranks, strict=True)
    ]


def _summands(page: OnSheet) -> list[str]:
    """The figures of which a score is the sum, if it is one: for what waits on a phone."""
    rules, setup = page.frame.rules, page.setup
    names = [field.name for field in fields_of(rules, setup)]
    return [name for name in names if rules is None or name == rules.figures.score(setup).name]


def _score(figures: Mapping[str, int], name: str) -> int:
    return figures[name] if name in figures else sum(figures.values())


def has_sheets(played: GamePlayed) -> bool:
    """A sheet adds up points: where only places are kept, there is nothing to write on it."""
    return played.rules is not None or played.scoring != Scoring.PLACES


def is_checked(event: Event, played: GamePlayed) -> bool:
    """Whether the referee may look on: the game has rules, and the event keeps records."""
    return played.has_records and event.records != Event.Records.OFF


@dataclass(frozen=True)
class SheetSaid:
    """How the sheet was kept."""

    pk: str
    kind: str  # check, full: the help that was on; let_stand; plain
    finding: str = ""  # what the rules say against that which the table let stand


def sheet_said(submission: Submission) -> SheetSaid | None:
    """None: it was handed in without one."""
    sheet: Sheet | None = getattr(submission, "sheet", None)
    if sheet is None:
        return None
    if sheet.way == Sheet.Way.PLAIN:
        return SheetSaid(sheet.pk, "plain")
    page = on_sheet(sheet)
    if page.ledger.let_stand is None:
        return SheetSaid(sheet.pk, sheet.help)
    return SheetSaid(sheet.pk, "let_stand", finding_of(page))


def version_of(sheet: Sheet, *, number: int | None = None, is_closed: bool | None = None) -> str:
    """Another one after every act, closing and wiping; as it is now, unless said otherwise."""
    number = sheet.number if number is None else number
    is_closed = sheet.closed_at is not None if is_closed is None else is_closed
    wiped = f"w{sheet.wiped_at.timestamp():.0f}" if sheet.wiped_at else ""
    return f"{number}{'c' if is_closed else ''}{wiped}"


def tell_version(sheet: str, version: str) -> None:
    """Anyone who asks next sees it at once."""
    cache.set(_key(sheet), version, _CACHED_S)


def version_now(sheet: str) -> str | None:
    """The version that a sheet has; None: there is no such sheet."""
    version: str | None = cache.get(_key(sheet))
    if version is None:
        row = Sheet.objects.filter(pk=sheet).only("number", "closed_at", "wiped_at").first()
        if row is not None:
            version = version_of(row)
            tell_version(sheet, version)
    return version


def _key(sheet: str) -> str:
    return f"sheet:{sheet}"
