"""Files between their preview and the answer to it: too large to be sent to and fro with a page."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import LeagueError
from league.models import SentFile, User

KEPT_FOR = timedelta(hours=2)


def keep_sent_file(data: bytes, *, user: User | None) -> str:
    """Until it is taken over; of each person the last one alone. Gives its id."""
    assert user is not None  # pages that take files are for accounts
    with transaction.atomic():
        SentFile.objects.filter(user=user).delete()
        return SentFile.objects.create(user=user, data=data).pk


def sent_file(pk: str, *, user: User | None) -> bytes:
    fresh = SentFile.objects.filter(pk=pk[:20], at__gt=timezone.now() - KEPT_FOR)
    kept = fresh.filter(user=user).first()
    if kept is None:
        raise LeagueError(_("The file is not kept any more. Choose it again."))
    return bytes(kept.data)


def forget_sent_files() -> None:
    SentFile.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()
