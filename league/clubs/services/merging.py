"""Two rows that are one person."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.clubs.queries import merge_plan
from league.clubs.services.changing import locked_player, tell_events
from league.errors import LeagueError, Stale
from league.models import Entry, Player, Seat, SeriesGuest
from league.permissions import Actor


def merge_players(
    kept: Player, *, actor: Actor, gone: Player, version: int, gone_version: int
) -> None:
    """Everything of `gone` becomes `kept`'s, and its row is deleted. This cannot be undone."""
    if kept.pk == gone.pk:
        raise LeagueError(_("A player cannot be merged with themselves."))
    with transaction.atomic():
        tell_events(kept, gone)
        stored = {row.pk: locked_player(row) for row in sorted((kept, gone), key=lambda p: p.pk)}
        into, out = stored[kept.pk], stored[gone.pk]
        if (into.version, out.version) != (version, gone_version):
            raise Stale
        plan = merge_plan(into, out)
        if plan.conflict:
            raise LeagueError(plan.conflict)
        Entry.objects.filter(player=out).update(player=into)
        Entry.objects.filter(partner=out).update(partner=into)
        Seat.objects.filter(player=out).update(player=into)
        _move_guest_marks(out, into)
        account, gone_id = into.user or out.user, out.pk
        out.delete()
        into.user = account
        into.version += 1
        into.save()
        log_action(actor, gettext_noop("merge players"), into, gone=gone_id)


def _move_guest_marks(out: Player, into: Player) -> None:
    """What was said about either of them in a series; about the one who stays, if about both."""
    said = SeriesGuest.objects.filter(player=into).values("series")
    SeriesGuest.objects.filter(player=out).exclude(series__in=said).update(player=into)
