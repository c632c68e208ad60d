"""What standings are computed from, and the standings as published."""

from league.standings.queries.given import (
    Instead,
    Sides,
    inputs_of,
    ranked_entries,
    scheme_of,
    settings_of,
    terms_of,
    traits_of,
)
from league.standings.queries.published import (
    explanations,
    latest_rows,
    lean_rows,
    order_of,
    points_after,
    published_cells,
    published_rows,
    published_standing,
    rounds_with_standings,
)

__all__ = [
    "Instead",
    "Sides",
    "explanations",
    "inputs_of",
    "latest_rows",
    "lean_rows",
    "order_of",
    "points_after",
    "published",
    "published_cells",
    "published_rows",
    "ranked_entries",
    "rounds_with_standings",
    "scheme_of",
    "settings_of",
    "terms_of",
    "traits_of",
]
