"""One backup every night, where a folder for them is set; old ones make room."""

import time
from datetime import date
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from league.backups.kept_nights import name_of, night_at, night_of, nights_kept
from league.backups.services.backups import write_backup
from league.jobs import enqueue
from league.models import Job

_ABANDONED_S = 24 * 3600


def want_backup() -> None:
    """Once a night; when the service was not running then, as soon as it does."""
    if settings.BACKUPS is None:
        return
    local = timezone.localtime(timezone=timezone.get_default_timezone())
    night = night_at(local, hour=settings.BACKUP_HOUR).isoformat()
    with transaction.atomic():
        if not Job.objects.filter(kind=Job.Kind.BACK_UP, object_id=night).exists():
            enqueue(Job.Kind.BACK_UP, object_id=night)


def back_up(night: str) -> None:
    """Write the backup of this night unless it is there; only then are old ones deleted."""
    folder: Path | None = settings.BACKUPS
    if folder is None:  # unset since it was wanted
        return
    folder.mkdir(mode=0o700, exist_ok=True)  # not its parents: a disk may not be mounted
    path = folder / name_of(date.fromisoformat(night))
    if not path.exists():
        write_backup(path)
    _drop_old(folder, newest=path)


def _drop_old(folder: Path, *, newest: Path) -> None:
    by_night = {night: file for file in folder.iterdir() if (night := night_of(file.name))}
    for night in by_night.keys() - nights_kept(by_night, settings.BACKUPS_KEPT):
        if by_night[night] != newest:  # with a clock that was wrong, others may look younger
            by_night[night].unlink(missing_ok=True)
    for draft in folder.glob("arbitr-*.zip.*.part"):  # of a worker that was killed
        if draft.stat().st_mtime < time.time() - _ABANDONED_S:
            draft.unlink(missing_ok=True)
