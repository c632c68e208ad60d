"""What the desk may do where a round cannot be drawn, beyond drawing it with other allowances."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError
from league.events.services.rounds import redraw_round
from league.live.services import changing_event
from league.models import ByeRequest, Entry, Round
from league.permissions import Actor


def let_sit_out(draft: Round, *, actor: Actor, entry: str, version: int) -> None:
    """Give a half-point bye by the desk's decision, and draw the round without them."""
    with changing_event(draft.event_id):
        chosen = Entry.objects.filter(
            pk=entry, event=draft.event_id, status=Entry.Status.CHECKED_IN
        ).first()
        if chosen is None:
            raise LeagueError(_("Choose somebody who is here."))
        ByeRequest.objects.update_or_create(
            entry=chosen, round_number=draft.number, defaults={"kind": ByeRequest.Kind.HALF}
        )
        log_action(actor, gettext_noop("let sit out"), chosen, round=draft.number)
        redraw_round(draft, actor=actor, version=version, allowances=draft.allowances)


def unlock_tables(draft: Round, *, actor: Actor, version: int) -> None:
    """Let all tables go that were locked, and draw the whole round anew."""
    with changing_event(draft.event_id):
        draft.matches.update(is_locked=False)
        log_action(actor, gettext_noop("unlock all tables"), draft, number=draft.number)
        redraw_round(draft, actor=actor, version=version, allowances=draft.allowances)
