"""Whoever changes a season holds its row; the rows of its events come after it, in their order."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from league.errors import Stale
from league.models import Season


@contextmanager
def changing_season(season_id: str, *, version: int | None = None) -> Iterator[Season]:
    """A short transaction. `version`: the one that the page was made from."""
    with transaction.atomic():
        season = Season.objects.select_for_update().select_related("club").get(pk=season_id)
        if version is not None and season.version != version:
            raise Stale
        yield season
        season.version += 1
        season.save()
