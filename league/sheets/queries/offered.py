"""Which score sheets a match can have."""

from league.models import Event
from league.models.game_played import GamePlayed, Scoring


def has_sheets(played: GamePlayed) -> bool:
    """A sheet adds up points: where only places are kept, there is nothing to write on it."""
    return played.rules is not None or played.scoring != Scoring.PLACES


def is_checked(event: Event, played: GamePlayed) -> bool:
    """Whether the referee may look on: the game has rules, and the event keeps records."""
    return played.has_records and event.records != Event.Records.OFF
