"""What other tiebreaks would make of the standings, before they are changed."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from league.events.services.previews import Moved, moved_between
from league.models import Stage
from league.standings.queries import inputs_of, scheme_of
from league.standings.table import Row, standings


def preview_chain(stage: Stage, changes: Mapping[str, Any]) -> list[Moved]:
    """Whose place would be another one, in the order of the table as it would be."""
    changed = copy(stage)
    for name, value in changes.items():
        setattr(changed, name, value)
    return moved_between(_rows_with_chain(stage), _rows_with_chain(changed))


def _rows_with_chain(stage: Stage) -> Sequence[Row]:
    return standings(inputs_of(stage), chain=stage.chain, scheme=scheme_of(stage))
