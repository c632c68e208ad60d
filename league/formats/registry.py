"""The ways to play that a stage may have: one line each."""

from league.formats.contract import Format
from league.formats.double_elimination import DOUBLE_ELIMINATION
from league.formats.groups import GROUPS
from league.formats.knockout import KNOCKOUT
from league.formats.open_evening import OPEN_EVENING
from league.formats.round_robin import ROUND_ROBIN
from league.formats.solo import SOLO
from league.formats.swiss import SWISS
from league.formats.tables import TABLES

# In the order in which they are offered. Keys are kept with stages and never change.
FORMATS: tuple[Format, ...] = (
    TABLES,
    SWISS,
    ROUND_ROBIN,
    KNOCKOUT,
    DOUBLE_ELIMINATION,
    GROUPS,
    OPEN_EVENING,
    SOLO,
)


def format_of(key: str) -> Format:
    """The format of a stage, by its kind; LookupError if it is not registered."""
    for format_ in FORMATS:
        if format_.key == key:
            return format_
    raise LookupError(f"no format is called {key!r}")
