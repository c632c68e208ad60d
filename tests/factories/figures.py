"""The final figures of games that were played."""

from games.record import Record, read
from games.replay import Replay, replay
from league.models import Match
from league.results.queries import entries_at
from tests.factories.tables import lawful_record

TICKS = ("last", "won")


def played(match: Match) -> str:
    """A game without a handicap."""
    return lawful_record(match, seed=2)


def figures_of(match: Match, *, record: str = "", players: int = 0) -> dict[str, dict[str, int]]:
    """What each entry at the table would write down after a game, the first at A."""
    found = read((record or played(match)).encode())
    assert isinstance(found, Record)
    game = replay(found)
    assert isinstance(game, Replay)
    sheets = found.rules.figures.of(game.position).values()
    entries = entries_at(match)
    return dict(zip(entries[-players:], map(dict, sheets), strict=True))


def typed_figures(figures: dict[str, dict[str, int]]) -> dict[str, str]:
    """As the fields of a form."""
    typed = {}
    for entry, sheet in figures.items():
        for name, value in sheet.items():
            if name not in TICKS:
                typed[f"figure-{entry}-{name}"] = str(value)
            elif value:
                typed[f"tick-{name}"] = entry
    return typed
