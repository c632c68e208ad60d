"""Sheets, and the lines of records to write on them."""

from collections.abc import Sequence
from functools import cache

from games.record import Record, read
from games.registry import rules_of
from games.replay import words_of
from league.models import Match, Sheet
from league.permissions import SERVICE, Actor
from league.results.queries import seating_of
from league.sheets.services.acts import Note, Written, write
from league.sheets.services.sheets import Practice, open_practice, open_sheet
from tests.factories.tables import record_of

_TURN = 100  # points
PHONE, OTHER_PHONE = Actor(device="phone"), Actor(device="other phone")


@cache
def lines_of(game: str, *, players: int = 2, seed: int = 1) -> Sequence[tuple[str, str]]:
    """Seat and words of the actions of a random game with closed hands."""
    found = _closed_game(game, players=players, seed=seed)
    return [
        (action.seat, words_of(found.rules, action._replace(claim=None)))
        for action in found.actions
    ]


@cache
def tags_of(game: str, *, players: int = 2, seed: int = 1) -> str:
    """The own tags of that game, as a sheet's set-up writes them."""
    found = _closed_game(game, players=players, seed=seed)
    return "\n".join(f"{tag} {value}" for tag, value in found.setup.own.items())


def _closed_game(game: str, *, players: int, seed: int) -> Record:
    """Games with open hands are passed over: a sheet keeps none."""
    rules = rules_of(game)
    assert rules is not None
    for at in range(seed, seed + 200):
        found = read(record_of(at, game=game, players=players, variant="base").encode())
        assert isinstance(found, Record)
        if not any(map(rules.play.tells_hand, found.actions)):
            return found
    raise AssertionError("no such game")


def practice(game: str = "triolet", *, players: int = 2, **given: object) -> Sheet:
    return open_practice(Practice(game=game, players=players, **given))  # type: ignore[arg-type]


def noted(*lines: tuple[str, str], kind: str = "action", key: str = "k") -> list[Note]:
    return [
        Note(key=f"{key}{at}", kind=kind, seat=seat, text=text)
        for at, (seat, text) in enumerate(lines)
    ]


def written(sheet: Sheet, *notes: Note, after: int | None = None, by: Actor = PHONE) -> Written:
    """Notes made on the sheet as it is now, unless said otherwise."""
    sheet.refresh_from_db()
    number = sheet.number if after is None else after
    return write(sheet, notes, after=number, actor=by)


def sheet_at(match: Match, *, game: int = 1, way: str = "checked", **seating: str) -> Sheet:
    """Opened for a match as it was paired, or as it is said who sits where."""
    seats = seating or seating_of(match, game=game)
    sheet = open_sheet(match, actor=SERVICE, game=game, seating=seats, way=way)
    return Sheet.objects.select_related("match__event", "match__round__stage__event").get(
        pk=sheet.pk
    )


def played_out(sheet: Sheet) -> Sheet:
    """With all lines of a lawful game on it."""
    lines = lines_of(sheet.game, players=sheet.players)
    done = written(sheet, *noted(*lines))
    assert len(done.taken) == len(lines)
    sheet.refresh_from_db()
    return sheet


def by_hand(sheet: Sheet, *points: int) -> Sheet:
    """Points alone, in the order of the seats: as many turns as a game needs to bring them."""
    sheet.refresh_from_db()
    lines = [
        (seat, f"points {min(_TURN, each - at)}")
        for seat, each in zip("ABCD", points, strict=False)
        for at in range(0, each, _TURN)
    ]
    notes = noted(*lines, kind="score", key=f"points{sheet.number}-")
    assert written(sheet, *notes).refused is None
    return sheet


def ended(sheet: Sheet, *, by: str = "end") -> Sheet:
    """By the table, or because time was called."""
    assert written(sheet, Note(by, by)).refused is None
    sheet.refresh_from_db()
    return sheet
