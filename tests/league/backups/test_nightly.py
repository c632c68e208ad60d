"""A backup every night where a folder is set: wanted by the sweep, made by a job, kept by rule."""

import os
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league import tasks
from league.backups.backup_file import opened
from league.backups.kept_nights import KeepRule, name_of
from league.jobs import beat
from league.models import Job
from tests.factories import make_club

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.BACKUPS = tmp_path / "backups"
    return tmp_path / "backups"


@pytest.fixture(autouse=True)
def _pages_in_english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


def wanted() -> list[Job]:
    return list(Job.objects.filter(kind=Job.Kind.BACK_UP))


def tried() -> Job:
    """What a worker does with tonight's job, once."""
    tasks.sweep()
    Job.objects.update(due_at=timezone.now())
    [job] = wanted()
    tasks.back_up(job.pk)
    job.refresh_from_db()
    return job


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_nothing_is_wanted_without_a_folder() -> None:
    tasks.sweep()
    assert wanted() == []


def test_one_backup_a_night(folder: Path) -> None:
    make_club("Hexa")
    job = tried()
    assert (job.state, job.reason) == (Job.State.DONE, "")
    assert names(folder) == [f"arbitr-{job.object_id}.zip"]
    assert folder.stat().st_mode & 0o777 == 0o700
    with opened(folder / names(folder)[0]) as backup:
        assert {table.name: table.rows for table in backup.manifest.tables}["league_club"] == 1
    tasks.sweep()
    assert [each.pk for each in wanted()] == [job.pk]


def test_another_night_another_backup(folder: Path, settings: Any) -> None:
    first = tried()
    Job.objects.filter(pk=first.pk).update(object_id="2026-01-01")
    tasks.sweep()
    assert sorted(job.state for job in wanted()) == [Job.State.DONE, Job.State.WAITING]


def test_work_done_twice_keeps_the_first_file(folder: Path) -> None:
    job = tried()
    [name] = names(folder)
    before = (folder / name).read_bytes()
    Job.objects.filter(pk=job.pk).update(state=Job.State.WAITING)
    make_club()
    assert tried().state == Job.State.DONE
    assert (folder / name).read_bytes() == before


def test_old_ones_make_room_and_what_others_put_there_stays(folder: Path, settings: Any) -> None:
    settings.BACKUPS_KEPT = KeepRule(days=2, weeks=0, months=0)
    folder.mkdir()
    today = timezone.localdate()
    for days in range(2, 9):
        (folder / name_of(today - timedelta(days))).touch()
    others = ["arbitr-before-upgrade.zip", "arbitr-2026-01-01.zip.abc.part", "notes.txt"]
    for name in others:
        (folder / name).touch()
    os.utime(folder / others[1], (0, 0))  # of a worker that was killed long ago

    job = tried()

    kept = {name_of(date.fromisoformat(job.object_id)), name_of(today - timedelta(2))}
    assert set(names(folder)) == kept | {others[0], others[2]}


def test_new_one_stays_where_the_clock_was_wrong(folder: Path, settings: Any) -> None:
    settings.BACKUPS_KEPT = KeepRule(days=1, weeks=1, months=1)
    folder.mkdir()
    (folder / name_of(date(2999, 1, 1))).touch()
    job = tried()
    assert names(folder) == [f"arbitr-{job.object_id}.zip", "arbitr-2999-01-01.zip"]


def test_failure_is_parked_with_its_reason_and_old_ones_stay(
    folder: Path, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.BACKUPS = folder / "not" / "mounted"
    for _ in range(3):
        job = tried()
    assert (job.state, job.attempts) == (Job.State.PARKED, 3)
    assert job.reason.startswith("FileNotFoundError: ")
    assert str(settings.BACKUPS) in job.reason
    assert caplog.text.count("failed, attempt") == 3
    tasks.sweep()
    assert len(wanted()) == 1, "once a night, not every few seconds"


def test_health_tells_of_the_last_one(folder: Path, client: Client) -> None:
    beat("celery@one", started_at=timezone.now())
    assert client.get("/health/ready").json()["backup"] == {"last_at": None, "is_late": True}
    assert "none made yet" in client.get("/health/").content.decode()
    tried()
    told = client.get("/health/ready").json()["backup"]
    assert (told["last_at"][:10], told["is_late"]) == (f"{timezone.now():%Y-%m-%d}", False)
    assert "last made" in client.get("/health/").content.decode()


def test_late_backup_is_told_and_pages_go_on(folder: Path, client: Client) -> None:
    beat("celery@one", started_at=timezone.now())
    tried()
    Job.objects.filter(kind=Job.Kind.BACK_UP).update(
        finished_at=timezone.now() - timedelta(hours=37)
    )
    response = client.get("/health/ready")
    assert (response.status_code, response.json()["backup"]["is_late"]) == (200, True)
    assert "badge" in client.get("/health/").content.decode().split("Nightly backup")[1][:900]
