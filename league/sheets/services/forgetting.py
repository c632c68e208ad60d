"""Names typed for a practice game, and what was remarked there, are kept no longer than of use."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import LeagueError
from league.models import Sheet, SheetRemark

KEPT_FOR = timedelta(days=30)


def forget_names(sheet: Sheet) -> None:
    """At once, for good. What was played stays: nobody is named in it."""
    if not sheet.is_practice:
        raise LeagueError(_("Names of a match are those of its event."))
    _blank(Sheet.objects.filter(pk=sheet.pk))


def forget_old_names() -> None:
    """Of all practice sheets that were opened long ago."""
    is_old = Q(match=None, created_at__lt=timezone.now() - KEPT_FOR)
    says_something = ~Q(names={}) | Q(remarks__text__gt="")
    _blank(Sheet.objects.filter(is_old & says_something))


def _blank(sheets: QuerySet[Sheet]) -> None:
    found = list(sheets.values_list("pk", flat=True).distinct())
    if not found:
        return
    with transaction.atomic():
        Sheet.objects.filter(pk__in=found).update(names={})
        SheetRemark.objects.filter(sheet__in=found).update(text="")
