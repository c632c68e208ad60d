"""Which phone says something, and what that is worth. One phone is one voice.

A phone that says the same for another side was passed round. So was one that took its seat only
after the game was first handed in: nobody knows that it is another person's. We do not fingerprint.
"""

from collections.abc import Sequence
from typing import TypedDict

from django.utils.translation import gettext as _

from league.errors import LeagueError
from league.models import Match, Seat, SeatHold
from league.models.submission import How
from league.permissions import Actor, seats_of
from league.results.queries import Version, acts_of
from league.results.seating import mark_of
from league.results.states import Stance, latest_by_side


class Voice(TypedDict):
    """As the rows of acts keep it."""

    phone: str
    how: How
    author: str


def voice_of(
    match: Match,
    versions: Sequence[Version],
    *,
    actor: Actor,
    seat: Seat,
    digest: str = "",
    how: How = How.PHONE,
) -> Voice:
    """`versions`: of the game. `digest`: what the side stands by from now on, if by anything.

    Refused is a phone that holds the seats of two sides and has spoken for the other one.
    """
    phone = mark_of(actor.device, match=match.pk)
    standing = [version for version in versions if not version.is_history]
    alike = [
        act
        for act in latest_by_side(acts_of(standing))
        if phone
        and digest
        and (act.phone, act.digest) == (phone, digest)
        and act.side != seat.entry_id
    ]
    if alike:
        _check_one_voice(match, alike, actor=actor, seat=seat)
    if alike or actor.desk or _sat_down_late(standing, actor=actor, seat=seat):
        how = How.TABLE
    return Voice(phone=phone, how=how, author=actor.account)


def _check_one_voice(match: Match, alike: Sequence[Stance], *, actor: Actor, seat: Seat) -> None:
    held = set(seats_of(actor, match).values_list("entry", flat=True))
    if seat.entry_id in held and any(act.side in held for act in alike):
        raise LeagueError(
            _(
                "One phone is one voice, and this one has spoken for another player here. "
                "Somebody else at the table confirms, or an official."
            )
        )


def _sat_down_late(standing: Sequence[Version], *, actor: Actor, seat: Seat) -> bool:
    """An account is somebody whenever it comes, a phone since it took the seat."""
    is_own_account = actor.user is not None and seat.player.user_id == actor.user.pk
    if not standing or not actor.device or is_own_account:
        return False
    first = min(version.submission.at for version in standing)
    return SeatHold.objects.filter(seat=seat, device=actor.device, since__gt=first).exists()
