"""An event brought back: the rows here become those of the file, in one transaction or not at all.

What only grows is only added to. The lock stays on while the other computer goes on, and comes off
with the last state. The same state again changes nothing and is answered as the first time.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import IntegrityError
from django.db.models import ProtectedError
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.archive.import_plan import ArchivePlan
from league.archive.queries.returns import ReturnPlan, return_plan
from league.archive.queries.taken import base_of
from league.archive.services.handovers import end_handover
from league.archive.services.returned_rows import ReturnedRows
from league.audit import log_action
from league.errors import LeagueError, Stale
from league.live import changing_event
from league.models import Event, Handover, Player
from league.permissions import Actor
from league.webhooks.services.news import tell_event_finished

_TRIES = 5


class ReturnConflict(LeagueError):
    """The file and what is here do not go together."""

    status = 409
    code = "conflict"


class _Overtaken(Exception):
    """Something was changed between looking and writing."""


@dataclass(frozen=True)
class Agreed:
    """What an official said to the questions that a file raises."""

    choices: Mapping[str, str] = field(default_factory=dict)  # who people of the file are here
    overrules: bool = False  # what was changed here is lost


@dataclass(frozen=True)
class Returned:
    handover: Handover
    counts: Mapping[str, int]  # what is new, by kind
    is_new: bool


_NOTHING_SAID = Agreed()


def bring_back(
    event: Event,
    plan: ArchivePlan,
    *,
    actor: Actor,
    is_last: bool,
    agreed: Agreed = _NOTHING_SAID,
    comes_again: bool = False,
) -> Returned:
    """`is_last`: from now on the event goes on here."""
    for _attempt in range(_TRIES):
        seen = return_plan(event, plan, choices=agreed.choices, comes_again=comes_again)
        if seen.is_repeat:
            return Returned(seen.handover, seen.counts(), is_new=False)
        if seen.conflicts and not (agreed.overrules and seen.may_overrule):
            raise ReturnConflict(" ".join(each.text for each in seen.conflicts))
        try:
            return _written(event, seen, actor=actor, is_last=is_last)
        except _Overtaken:
            continue
        except (IntegrityError, ProtectedError):
            raise ReturnConflict(
                _("The rows of the file do not fit with those that are here.")
            ) from None
    raise Stale


def _written(event: Event, seen: ReturnPlan, *, actor: Actor, is_last: bool) -> Returned:
    with changing_event(event.pk, even_away=True) as stored:
        if stored.live_version != seen.live_version:
            raise _Overtaken
        was_over = stored.is_over
        players = _players(stored, seen)
        ReturnedRows(seen, stored, players).write()
        handover = seen.handover
        handover.people = {pk: player.pk for pk, player in players.items() if player.pk != pk}
        handover.digest, handover.rows = base_of(stored)
        handover.state_at = timezone.now()
        handover.state_made_at = seen.plan.document["about"]["made_at"]
        handover.save()
        if is_last:
            end_handover(stored, handover)
        if stored.is_over and not was_over:
            tell_event_finished(stored)
        action = gettext_noop("bring an event back")
        log_action(actor, action, stored, digest=seen.plan.report.digest, is_last=is_last)
    handover.refresh_from_db()
    return Returned(handover, seen.counts(), is_new=True)


def _players(event: Event, seen: ReturnPlan) -> dict[str, Player]:
    """Those who are here, and guests for all others; names of the club's own stay as they are."""
    told = seen.plan.taken.desk["players"] if seen.plan.taken else ()
    privacy = {row["id"]: row["privacy"] for row in told}
    ids = {person.pk for person in seen.people}
    taken = set(Player.objects.filter(pk__in=ids).values_list("pk", flat=True))
    players = {}
    for person in seen.people:
        players[person.pk] = person.here or Player.objects.create(
            full_name=person.name.strip() or "?",
            privacy=privacy.get(person.pk, Player.Privacy.INITIAL),
            keeper=event.club,
            **({} if person.pk in taken else {"pk": person.pk}),
        )
    return players
