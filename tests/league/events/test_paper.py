"""The event on paper, kept by itself after every round."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from league import tasks
from league.events.services.lifecycle import forget_old_papers, keep_paper
from league.events.services.rounds import reopen_round
from league.models import Job, PaperCopy, Player
from league.permissions import SERVICE
from tests.factories.events import played_round, running_event

pytestmark = pytest.mark.django_db


def test_closing_a_round_asks_for_paper() -> None:
    closed = played_round(running_event(8))
    jobs = Job.objects.filter(kind=Job.Kind.KEEP_PAPER)
    assert list(jobs.values_list("object_id", flat=True)) == [closed.pk]


def test_paper_is_kept_once_for_a_round() -> None:
    stage = running_event(8)
    closed = played_round(stage)
    job = Job.objects.get(kind=Job.Kind.KEEP_PAPER)
    tasks.keep_paper(job.pk)
    keep_paper(closed.pk)
    [copy] = PaperCopy.objects.all()
    assert (copy.event, copy.after_round) == (stage.event, 1)
    assert "Hráč H." in copy.html


def test_paper_has_the_standings_of_its_round_whichever_job_comes_first() -> None:
    stage = running_event(8)
    closed = played_round(stage)
    stage.standings.all().delete()
    type(stage).objects.update(published_version=0)
    keep_paper(closed.pk)
    assert "<b>11</b>" in "".join(PaperCopy.objects.get().html.split())


def test_paper_tells_no_full_names() -> None:
    stage = running_event(8)
    Player.objects.filter(entries__seed=1).update(full_name="Jana Nováková")
    keep_paper(played_round(stage).pk)
    html = PaperCopy.objects.get().html
    assert ("Jana N." in html, "Nováková" in html) == (True, False)


def test_reopened_round_gets_no_paper() -> None:
    closed = played_round(running_event(8))
    reopen_round(closed, actor=SERVICE)
    keep_paper(closed.pk)
    assert PaperCopy.objects.count() == 0


def test_venue_keeps_a_file_beside_the_copies(settings: Any, tmp_path: Path) -> None:
    settings.MODE, settings.DATA_DIR = "venue", tmp_path
    keep_paper(played_round(running_event(8)).pk)
    [file] = (tmp_path / "copies").glob("*.html")
    assert file.name.endswith("-uterni-vecer-1.html")
    assert file.read_text(encoding="utf-8") == PaperCopy.objects.get().html


def test_elsewhere_no_file_is_written(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    keep_paper(played_round(running_event(8)).pk)
    assert list(tmp_path.iterdir()) == []


def test_old_papers_are_forgotten() -> None:
    keep_paper(played_round(running_event(8)).pk)
    forget_old_papers()
    assert PaperCopy.objects.count() == 1
    PaperCopy.objects.update(made_at=timezone.now() - timedelta(days=31))
    forget_old_papers()
    assert PaperCopy.objects.count() == 0
