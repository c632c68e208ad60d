"""Who may open which page of a series: that part of the permission matrix."""

from dataclasses import replace

from tests.league.world import (
    CLUB_ADMIN,
    EVERYBODY,
    OPERATORS,
    SUPERUSER,
    Row,
    as_csv,
    of_club,
    of_series,
    of_series_row,
)

SEEN = Row(own=EVERYBODY, other=EVERYBODY, arguments=of_series)
RUN = Row(own=frozenset({CLUB_ADMIN, SUPERUSER}), other=OPERATORS, arguments=of_series)

SERIES_MATRIX: dict[str, Row] = {
    "all-series": Row(none=EVERYBODY),
    "series": SEEN,
    "series-row": replace(SEEN, arguments=of_series_row),
    "series-print": SEEN,
    "series-table": replace(SEEN, arguments=as_csv(of_series)),
    "series-new": replace(RUN, arguments=of_club),
    "series-edit": RUN,
    "series-evenings": RUN,
    "series-next": RUN,
    "series-evening-move": replace(RUN, method="post"),
    "series-evening-remove": replace(RUN, method="post"),
    "series-archive": replace(RUN, method="post"),
    "series-guest": replace(RUN, arguments=of_series_row, method="post"),
}
