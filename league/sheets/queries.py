"""Score sheets as phones, versions and services read them.

What a phone is told of a sheet is the same for everybody at the table and names nobody, so that it
can be built once for all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext

from games.contract import Rules, Setup, SideScore
from games.pads import Said
from games.ranking import shared_ranks
from games.registry import rules_of
from games.replay import ReplayStep
from games.scene import without_words
from games.tallies import side_name, tallied
from league.models import Event, Sheet, Submission
from league.models.game_played import GamePlayed, Scoring
from league.said import sentences, words
from league.sheets import checks
from league.sheets.checks import Frame, OnSheet, totals_of
from league.sheets.ledger import Act, SheetLine
from league.sheets.replay import SheetGame, attempt, sentence

_CACHED_S = 1  # for phones that ask another process than the one that wrote


def frame_of(sheet: Sheet) -> Frame:
    return Frame(
        rules=rules_of(sheet.game),
        setup=Setup(
            sheet.players, variant=sheet.variant or "base", edition=sheet.edition or "standard"
        ),
        is_plain=sheet.way == Sheet.Way.PLAIN,
        is_discreet=sheet.help == Sheet.Help.CHECK,
        is_closed=sheet.closed_at is not None,
    )


def on_sheet(sheet: Sheet, *, until: datetime | None = None) -> OnSheet:
    """With everything written on it; or all that was written before a moment."""
    return OnSheet(frame_of(sheet), tuple(acts_of(sheet, until=until)))


def acts_of(sheet: Sheet, *, until: datetime | None = None) -> Sequence[Act]:
    acts = sheet.acts.order_by("number")
    if until is not None:
        acts = acts.filter(at__lte=until)
    rows = acts.values_list("number", "kind", "seat", "text", "target")
    return [Act(*row) for row in rows]


def as_data(value: Any) -> Any:
    """Dataclasses as objects, sentences translated: ready for JSON."""
    if isinstance(value, Said):
        return words(value)
    if is_dataclass(value):
        return {field.name: as_data(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): as_data(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_data(item) for item in value]
    return value


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
        "remarks": {} if page.frame.is_closed else remarks_on(sheet),
        **_written(page),
        **(_plain(page) if page.is_plain else _refereed(page)),
    }


def remarks_on(sheet: Sheet) -> dict[int, str]:
    """By the number of the act. Once the sheet is closed everybody may read it, but not these."""
    return dict(sheet.remarks.values_list("number", "text"))


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
        "scores": [
            {"number": s.number, "seat": s.seat, "field": s.field, "change": s.change}
            for s in ledger.scores
        ],
        "undone": [_tried(act) for act in ledger.undone],
        "refused": [_tried(act) for act in ledger.refused],
        "last": _tried(ledger.last) if ledger.last and not page.frame.is_closed else None,
        "finding": finding_of(page),
    }


def _log(game: SheetGame) -> list[dict[str, Any]]:
    return [
        {
            "number": line.number,
            "seat": line.seat,
            "words": line.words,
            "said": words(step.told.said),
            "points": step.points,
            "gained": _gained(step) if step.points else [],
            "was": line.was,
        }
        for line, step in zip(game.lines, game.replay.steps, strict=True)
    ]


def _gained(step: ReplayStep) -> list[tuple[str, str]]:
    """Sign and figure."""
    return [(gain.sign, gain.figure) for gain in step.rules.looks.points(step.points or "0")]


def _tried(act: Act) -> dict[str, Any]:
    return {"number": act.number, "kind": act.kind, "seat": act.seat, "words": act.text}


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
        "standings": _standings(rules, game, is_drawn=page.is_over),
    }


def _standings(rules: Rules, game: SheetGame, *, is_drawn: bool) -> list[dict[str, Any]]:
    """How the sides stand; with the keys in words, and in pictures once all is over."""
    standings = rules.play.standings(game.position)
    names = [gettext(name) for name in rules.play.key_names(game.setup)]
    ranks = shared_ranks([side.keys for side in standings])
    drawn = rules.looks.key_signs
    return [
        _side(side, rank, names=names, signs=drawn(game.position, side) if is_drawn else ())
        for rank, side in zip(ranks, standings, strict=True)
    ]


def _side(
    side: SideScore, rank: int, *, names: Sequence[str], signs: Sequence[str] = ()
) -> dict[str, Any]:
    return {
        "side": side.side,
        "seats": list(side.seats),
        "score": side.score,
        "rank": rank,
        "keys": [
            {"name": name, "value": abs(key), "sign": sign}
            for name, key, sign in zip(names, side.keys, signs or ("",) * len(names), strict=False)
        ],
    }


def _plain(page: OnSheet) -> dict[str, Any]:
    rules, setup = page.frame.rules, page.setup
    totals = totals_of(page)
    return {
        "turn": "",
        "fields": [
            {"name": field.name, "label": gettext(field.label), "kind": field.kind}
            for field in checks.fields_of(rules, setup)
        ],
        "totals": totals,
        "standings": _sums(page, totals),
        "board": rules.looks.draw(page.game.position, last=page.game.last, coordinates=False)
        if rules and page.game
        else "",
    }


def _sums(page: OnSheet, totals: Mapping[str, Mapping[str, int]]) -> list[dict[str, Any]]:
    """By the game's own keys where its rules accept the figures; else by their sum."""
    rules, setup = page.frame.rules, page.setup
    termination = "time" if page.ledger.is_by_time else "normal"
    standings = tallied(rules, setup, totals, termination=termination) if rules else None
    if isinstance(standings, Sequence):
        ranks = shared_ranks([side.keys for side in standings])
        return [_side(side, rank, names=()) for rank, side in zip(ranks, standings, strict=True)]
    sides = checks.sides_of(rules, setup)
    scores = [sum(totals[side_name(seats)].values()) for seats in sides]
    ranks = shared_ranks([(score,) for score in scores])
    return [
        {"side": side_name(seats), "seats": list(seats), "score": score, "rank": rank, "keys": []}
        for seats, score, rank in zip(sides, scores, ranks, strict=True)
    ]


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


def version_of(number: int, *, is_closed: bool = False) -> str:
    return f"{number}{'c' if is_closed else ''}"


def tell_version(sheet: str, version: str) -> None:
    """Anyone who asks next sees it at once."""
    cache.set(_key(sheet), version, _CACHED_S)


def version_now(sheet: str) -> str | None:
    """The version that a sheet has; None: there is no such sheet."""
    version: str | None = cache.get(_key(sheet))
    if version is None:
        row = Sheet.objects.filter(pk=sheet).values_list("number", "closed_at").first()
        if row is not None:
            version = version_of(row[0], is_closed=row[1] is not None)
            tell_version(sheet, version)
    return version


def _key(sheet: str) -> str:
    return f"sheet:{sheet}"
