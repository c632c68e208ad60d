"""A change of a series: its row is held, its version rises."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import LeagueError
from league.models import Series


@contextmanager
def changing_series(series: Series) -> Iterator[Series]:
    """A short transaction, so that two admins take turns. What is archived is not changed."""
    with transaction.atomic():
        stored = Series.objects.select_for_update().select_related(None).get(pk=series.pk)
        if stored.is_archived:
            raise LeagueError(_("The series is archived. Take it out of the archive to change it."))
        stored.version += 1
        yield stored
        stored.save()
