"""What merging two players would do, and who might be merged."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.clubs.queries.namesakes import players_alike
from league.models import Event, Player


@dataclass(frozen=True)
class MergePlan:
    kept: Player
    gone: Player
    events: int  # whose entries move
    moves_account: bool
    conflict: str = ""  # why it cannot be done, and what to do


def events_played(player: Player) -> QuerySet[Event]:
    """Events that a player has entered, alone or in a team."""
    return Event.objects.filter(Q(entries__player=player) | Q(entries__partner=player)).distinct()


def merge_plan(kept: Player, gone: Player) -> MergePlan:
    events = set(events_played(gone).values_list("pk", flat=True))
    conflict = ""
    if kept.user_id and gone.user_id:
        conflict = _("Both have an account. Unlink one of them first.")
    elif in_both := events_played(kept).filter(pk__in=events).first():
        conflict = _(
            "Both are entered in “%(event)s”, so they may be two people. "
            "Take one entry out of that event first."
        ) % {"event": in_both.name}
    return MergePlan(
        kept=kept,
        gone=gone,
        events=len(events),
        moves_account=bool(gone.user_id),
        conflict=conflict,
    )


def likely_duplicates(player: Player) -> list[Player]:
    """People of a similar name whom the same club looks after."""
    club = player.looked_after_by
    return players_alike(club, typed=player.full_name, but=player.pk).here if club else []
