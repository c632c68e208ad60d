"""An upgrade rates what was played before there were ratings."""

from importlib import import_module

import pytest
from django.apps import apps

from league import tasks
from league.models import Job, RatedGame, Rating
from tests.factories import make_player
from tests.factories.ratings import play

pytestmark = pytest.mark.django_db


def test_everything_played_before_is_wanted_and_then_rated() -> None:
    jana, petr = make_player("Jana Nováková"), make_player("Petr Svoboda")
    play({jana: 60, petr: 50}, counted=False)
    play({jana: 1, petr: 2}, counted=False, game="other", other_name="Dáma")
    RatedGame.objects.all().delete()
    Job.objects.all().delete()

    import_module("league.migrations.0012_ratings").want_ratings_of_what_was_played(apps, None)

    [job] = Job.objects.all()
    assert (job.kind, job.object_id) == ("compute_ratings", "triolet")
    tasks.compute_ratings(job.pk)
    assert dict(Rating.objects.values_list("player", "shown")) == {jana.pk: 1186, petr.pk: 1054}
