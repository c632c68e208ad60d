"""Series as pages, the API and services read them."""

from league.series.queries.evenings import (
    CountedSeries,
    counted_series,
    events_to_add,
    last_own_event,
)
from league.series.queries.explained import SeriesRowExplained, explained_row
from league.series.queries.lists import series_listed, series_of_club, series_of_event
from league.series.queries.shown import SeriesShown, series_shown

__all__ = [
    "CountedSeries",
    "SeriesRowExplained",
    "SeriesShown",
    "counted_series",
    "events_to_add",
    "explained_row",
    "last_own_event",
    "series_listed",
    "series_of_club",
    "series_of_event",
    "series_shown",
]
