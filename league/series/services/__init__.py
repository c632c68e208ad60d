"""Everything that the people of a club do with a series."""

from league.series.services.evenings import (
    add_evening,
    move_evening,
    open_next_evening,
    remove_evening,
)
from league.series.services.settings import (
    WrongNumbers,
    archive_series,
    create_series,
    edit_series,
    reopen_series,
    say_guest,
)

__all__ = [
    "WrongNumbers",
    "add_evening",
    "archive_series",
    "create_series",
    "edit_series",
    "move_evening",
    "open_next_evening",
    "remove_evening",
    "reopen_series",
    "say_guest",
]
