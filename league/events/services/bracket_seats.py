"""A wrong winner found later: the right one takes the seat, while nothing is handed in there.

A corrected result may name another for a match that is published already. Where its table has no
result, no record and no score sheet yet, the seats follow the bracket by themselves, and the phones
at them are let go. Tables where something was handed in stay as they are, and so do rounds whose
draft was changed by hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext_noop

from league.audit import log_action
from league.live import changing_event
from league.models import Bye, Entry, Event, Match, Seat, Stage
from league.permissions import SERVICE
from league.results.services.counted_results import want_standings
from league.standings.bracket import Misplaced, misplaced
from league.standings.bracket_places import states_in
from league.standings.field import field_of
from league.standings.queries import inputs_as_played, rounds_to_play, scheme_of


@dataclass(frozen=True)
class _SeatChange:
    """Somebody takes somebody's seat."""

    match: Match
    leaves: str
    comes: str

    @property
    def place(self) -> tuple[str, str]:
        return self.match.round_id, self.leaves


def misplaced_in(stage: Stage) -> tuple[Misplaced, ...]:
    """Tables of the bracket whose seats are not those that results before them name now."""
    if not stage.format.has_bracket:
        return ()
    inputs = inputs_as_played(stage)
    gone = inputs.bracket.gone if inputs.bracket else frozenset()
    return misplaced(states_in(field_of(inputs, scheme=scheme_of(stage))), gone=gone)


def follow_bracket(stage_id: str) -> None:
    """Seat at untouched tables whom the bracket names. May run twice without harm."""
    stage = Stage.objects.select_related("event").get(pk=stage_id)
    _keep_length(stage)
    found = misplaced_in(stage)
    if not found:
        return
    with changing_event(stage.event_id) as event:
        same = Stage.objects.filter(pk=stage.pk, wanted_version=stage.wanted_version)
        if event.status != Event.Status.RUNNING or not same.exists():
            return  # what has changed since has a job of its own
        changes = _possible(list(_wanted(stage, found)))
        if changes:
            _seat(changes)
            want_standings(stage.pk)


def _keep_length(stage: Stage) -> None:
    """A second final that nobody needs is not planned any more; one that is needed, is."""
    if stage.format.has_bracket and stage.event.has_started:
        Stage.objects.filter(pk=stage.pk).update(rounds_planned=rounds_to_play(stage))


def _wanted(stage: Stage, found: Sequence[Misplaced]) -> Iterator[_SeatChange]:
    by_slot = {each.state.slot.key: each for each in found if len(each.wrong) == len(each.right)}
    untouched = Match.objects.filter(
        round__stage=stage,
        round__is_edited=False,  # there an official chose who sits where
        slot__in=by_slot,
        is_open=True,
        state__in=Match.NOTHING_IN,
        submissions=None,
        sheets=None,
    )
    for match in untouched.select_related("round__stage__event"):
        here = by_slot[match.slot]
        for leaves, comes in zip(here.wrong, here.right, strict=True):
            yield _SeatChange(match, leaves, comes)


def _possible(changes: list[_SeatChange]) -> list[_SeatChange]:
    """Without those for whom somebody would have to leave a table that stays as it is."""
    while True:
        left = {change.place for change in changes}
        kept = [
            change
            for change in changes
            if (change.match.round_id, change.comes) in left
            or not Seat.objects.filter(round=change.match.round_id, entry=change.comes).exists()
        ]
        if len(kept) == len(changes):
            return kept
        changes = kept


def _seat(changes: Sequence[_SeatChange]) -> None:
    letters = {}
    for change in changes:  # all get up first: nobody sits twice in a round
        seats = Seat.objects.filter(match=change.match, entry=change.leaves)
        letters[change] = sorted(seats.values_list("letter", flat=True))
        seats.delete()
    entries = Entry.objects.select_related("player", "partner").in_bulk(
        [change.comes for change in changes]
    )
    for change in changes:
        match, entry = change.match, entries[change.comes]
        Seat.objects.bulk_create(
            Seat(round_id=match.round_id, match=match, entry=entry, player=player, letter=letter)
            for player, letter in zip(entry.players, letters[change], strict=True)
        )
        Bye.objects.filter(round=match.round_id, entry=change.comes, kind=Bye.Kind.PAIRING).update(
            entry=change.leaves
        )
        Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
        log_action(
            SERVICE,
            gettext_noop("seat by the bracket"),
            match,
            table=match.table,
            first=change.comes,
            second=change.leaves,
        )
