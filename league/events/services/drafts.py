"""A draft edited by hand. What it gives up is judged anew before anything is written."""

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError, Stale
from league.live.services import changing_event
from league.models import Match, Round
from league.pairing.editing import judged, swapped
from league.pairing.queries import pairing_of, terms_of
from league.pairing.services import write_pairing
from league.permissions import Actor


def swap_entries(draft: Round, *, actor: Actor, first: str, second: str, version: int) -> None:
    """Two entries change places: at their tables, or with somebody who sits out."""
    before = pairing_of(draft)
    placed = {entry for table in before.tables for entry in table.entries} | set(before.byes)
    if first == second or not {first, second} <= placed:
        raise LeagueError(_("Choose two different players of this round."))
    situation = terms_of(draft).situation
    if not placed <= situation.by_id.keys():
        raise LeagueError(_("Somebody at these tables is no longer here. Draw the round again."))
    after, _cost = judged(swapped(before, first, second), situation=situation)
    with changing_event(draft.event_id):
        _check_unchanged(draft, version=version)
        write_pairing(draft, after, is_edited=True)
        log_action(actor, gettext_noop("swap in draft"), draft, first=first, second=second)


def lock_table(match: Match, *, actor: Actor, is_locked: bool, version: int) -> None:
    """Keep a table as it is when the round is drawn again, or let it go."""
    draft = match.round
    with changing_event(match.event_id):
        _check_unchanged(draft, version=version)
        Match.objects.filter(pk=match.pk).update(is_locked=is_locked)
        Round.objects.filter(pk=draft.pk).update(version=F("version") + 1)
        action = gettext_noop("lock table") if is_locked else gettext_noop("unlock table")
        log_action(actor, action, match, table=match.table)


def _check_unchanged(draft: Round, *, version: int) -> None:
    same = Round.objects.filter(
        pk=draft.pk, version=version, status=Round.Status.DRAFT, draw=Round.Draw.DRAWN
    )
    if not same.exists():
        raise Stale
