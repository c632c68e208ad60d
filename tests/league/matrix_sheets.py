"""Who may see and write score sheets: pages, live parts and the API in the permission matrix."""

from dataclasses import replace

from league.models import Match, Sheet, SheetAct
from tests.league.matrix_results import of_played_match
from tests.league.world import (
    EVERYBODY,
    GUEST,
    NOBODY,
    OFFICIALS,
    OPERATORS,
    PLAYER,
    Row,
    World,
    of_live,
)

TABLE = frozenset({PLAYER, GUEST}) | OFFICIALS


def of_sheet(world: World, whose: str, role: str) -> dict[str, object]:
    """That is being written, of a match that is public."""
    match = Match.objects.get(pk=of_played_match(world, whose, role)["pk"])
    entries = list(match.seats.order_by("letter").values_list("entry", flat=True))
    fields = {
        "game": match.event.game,
        "players": 2,
        "seating": dict(zip("AB", entries, strict=False)),
    }
    return {"pk": Sheet.objects.get_or_create(match=match, closed_at=None, defaults=fields)[0].pk}


def live_state(world: World, whose: str, role: str) -> dict[str, object]:
    return {"language": "cs", **of_sheet(world, whose, role)}


def of_first_act(world: World, whose: str, role: str) -> dict[str, object]:
    given = of_sheet(world, whose, role)
    fields = {"key": "k", "kind": "action", "seat": "A", "text": "h8=5"}
    SheetAct.objects.get_or_create(sheet_id=str(given["pk"]), number=1, defaults=fields)
    return {**given, "act": 1}


def of_drawings(world: World, whose: str, role: str) -> dict[str, object]:
    return {**of_sheet(world, whose, role), "number": 0}


def of_drawing(world: World, whose: str, role: str) -> dict[str, object]:
    return {**of_sheet(world, whose, role), "move": 0}


SEEN = Row(own=TABLE, other=OPERATORS, arguments=of_sheet, hidden=True)
WRITTEN = Row(own=TABLE, other=OPERATORS, arguments=of_sheet)
# Over the API a phone without an account is nobody: it may see what its session may see.
API_KEPT = Row(
    own=OFFICIALS | {PLAYER},
    other=OPERATORS,
    arguments=of_played_match,
)
SHEETS_MATRIX: dict[str, Row] = {
    "practice": Row(none=EVERYBODY),
    "practice-at-once": Row(none=EVERYBODY, method="post"),
    "app-manifest": Row(none=EVERYBODY, arguments=lambda world, whose, role: {"language": "sk"}),
    "app-worker": Row(none=EVERYBODY),
    "match-sheet": replace(WRITTEN, arguments=of_played_match),
    "sheet": SEEN,
    "sheet-record": SEEN,
    "sheet-replay": SEEN,
    "sheet-drawings": replace(SEEN, arguments=of_drawings),
    "sheet-drawing": replace(SEEN, arguments=of_drawing),
    "sheet-write": replace(WRITTEN, method="post"),
    "sheet-hints": WRITTEN,
    "sheet-try": WRITTEN,
    "sheet-shuffle": WRITTEN,
    "sheet-before": replace(WRITTEN, arguments=of_first_act),
    "sheet-hand-in": replace(WRITTEN, method="post"),
    "sheet-give-up": replace(WRITTEN, method="post"),
    "sheet-again": replace(WRITTEN, method="post"),
    "sheet-forget": replace(WRITTEN, method="post"),
    "live-sheet": replace(SEEN, arguments=live_state),
    "live-clock": Row(own=NOBODY, other=NOBODY, arguments=of_live(number=1), hidden=True),
    "live-board": Row(own=NOBODY, other=NOBODY, arguments=of_live(match="bcdfghjkmn"), hidden=True),
    "api-matches-sheets-list": API_KEPT,
    "api-sheets-list": Row(none=EVERYBODY, method="post"),
    "api-sheets-detail": SEEN,
    "api-sheets-record": SEEN,
    "api-sheets-notes": replace(
        SEEN, own=OFFICIALS | {PLAYER}, method="post", known_to=frozenset({GUEST})
    ),
    "api-sheets-hand-in": replace(
        SEEN, own=OFFICIALS | {PLAYER}, method="post", known_to=frozenset({GUEST})
    ),
}
