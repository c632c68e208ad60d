"""The board of a table as spectators see it: as late as its event wants, without remarks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Exists, Max, OuterRef, Q
from django.utils import timezone

from league.models import Round, Sheet
from league.sheets.queries import as_of, state_of

LAST_SHOWN = 5
_CACHED_S = 1  # many spectators ask at once
_UNWATCHED = "-"


@dataclass(frozen=True)
class SeatWatched:
    letter: str
    name: str
    score: int | None
    panel: str  # SVG of what lies before the seat
    is_on_turn: bool


@dataclass(frozen=True)
class Watched:
    """What a spectator sees of an open sheet."""

    game: str
    stage: str
    board: str  # SVG
    seats: Sequence[SeatWatched]
    last: Sequence[Mapping[str, Any]]  # the newest first
    delay_min: int


def has_open_board() -> Exists:
    """Of a match: there is something to watch, if its event allows it."""
    return Exists(Sheet.objects.filter(match=OuterRef("pk"), closed_at=None))


def watched_version(match: str) -> str:
    """Another one when spectators would see something else."""
    key = f"watched:{match}"
    version: str | None = cache.get(key)
    if version is None:
        version = _version(match)
        cache.set(key, version, _CACHED_S)
    return version


def watched(match: str, *, names: Mapping[str, str]) -> Watched | None:
    """Under the names of entries. None: nothing is to be seen."""
    sheet = _sheet(match)
    if sheet is None or sheet.match is None:
        return None
    delay_min = sheet.match.event.boards_delay_min
    state = state_of(sheet, as_of(sheet, _until(delay_min)))
    pad = state.get("pad") or {}
    return Watched(
        game=sheet.game,
        stage=state["stage"],
        board=pad.get("board") or state.get("board", ""),
        seats=_seats(sheet, state, names=names),
        last=state["log"][: -LAST_SHOWN - 1 : -1],
        delay_min=delay_min,
    )


def _version(match: str) -> str:
    sheet = _sheet(match)
    if sheet is None or sheet.match is None:
        return _UNWATCHED
    until = _until(sheet.match.event.boards_delay_min)
    last = sheet.acts.filter(at__lte=until).aggregate(last=Max("number"))["last"]
    return f"{sheet.game_number}-{last or 0}"


def _sheet(match: str) -> Sheet | None:
    """The open one of a match, if its event lets everybody look on."""
    is_public = Q(match__event__shows_boards=True) & ~Q(match__round__status=Round.Status.DRAFT)
    sheets = Sheet.objects.filter(is_public, match=match, closed_at=None)
    return sheets.select_related("match__event").order_by("-game_number").first()


def _until(delay_min: int) -> datetime:
    return timezone.now() - timedelta(minutes=delay_min)


def _seats(
    sheet: Sheet, state: Mapping[str, Any], *, names: Mapping[str, str]
) -> list[SeatWatched]:
    sides = state.get("standings", [])
    scores = {seat: side["score"] for side in sides for seat in side["seats"]}
    panels = (state.get("pad") or {}).get("panels", {})
    return [
        SeatWatched(
            letter=letter,
            name=names.get(entry, ""),
            score=scores.get(letter),
            panel=panels.get(letter, ""),
            is_on_turn=letter == state["turn"],
        )
        for letter, entry in sorted(sheet.seating.items())
    ]
