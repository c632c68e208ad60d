"""A wrong winner found later: the right one takes the seat, while nothing is handed in there.

A corrected result may name another for a match that is published already. Where the tables that
hang together have no result, no record and no score sheet yet, their seats follow the bracket by
themselves, and the phones at them are let go. For everything else an official is called, who
decides by `league.events.services.wrong_winners`.
"""

from collections.abc import Sequence

from django.db.models import F
from django.utils.translation import gettext_noop

from league.audit import log_action
from league.events.queries.wrong_winners import SeatChange, WrongWinner, wrong_winners
from league.live import changing_event
from league.models import Bye, Entry, Event, Match, Round, Seat, SeatHold, Stage
from league.permissions import SERVICE
from league.results.services.counted_results import want_standings
from league.standings.queries import rounds_to_play


def follow_bracket(stage_id: str) -> None:
    """Seat at untouched tables whom the bracket names. May run twice without harm."""
    stage = Stage.objects.select_related("event").get(pk=stage_id)
    if not stage.format.has_bracket or stage.event.status == Event.Status.ARCHIVED:
        return
    _keep_length(stage)
    cases = wrong_winners(stage)
    follow = [case for case in cases if case.follows_by_itself]
    if stage.event.status != Event.Status.RUNNING:
        follow = []
    asked = {case.lead.pk for case in cases if not case.follows_by_itself}
    flagged = Match.objects.filter(round__stage=stage, is_misplaced=True)
    if not follow and asked == set(flagged.values_list("pk", flat=True)):
        return
    with changing_event(stage.event_id):
        same = Stage.objects.filter(pk=stage.pk, wanted_version=stage.wanted_version)
        if not same.exists():
            return  # what has changed since has a job of its own
        flagged.exclude(pk__in=asked).update(is_misplaced=False)
        Match.objects.filter(pk__in=asked).update(is_misplaced=True)
        if follow:
            _follow(follow)
            want_standings(stage.pk)


def _keep_length(stage: Stage) -> None:
    """A second final that nobody needs is not planned any more; one that is needed, is."""
    if stage.event.has_started:
        Stage.objects.filter(pk=stage.pk).update(rounds_planned=rounds_to_play(stage))


def _follow(cases: Sequence[WrongWinner]) -> None:
    changes = [change for case in cases for change in case.changes]
    change_seats(changes)
    for change in changes:
        match = change.match
        log_action(
            SERVICE,
            gettext_noop("seat by the bracket"),
            match,
            table=match.table,
            first=change.comes,
            second=change.leaves,
        )


def stand_as_published(published: Round) -> None:
    """Tables that an official changed by hand before they were published are as they should be."""
    stage = Stage.objects.select_related("event").get(pk=published.stage_id)
    if not published.is_edited or not stage.format.has_bracket:
        return
    cases = [
        case
        for case in wrong_winners(stage)
        if all(table.match.round_id == published.pk for table in case.tables)
    ]
    if cases:
        with changing_event(stage.event_id):
            let_pass(stage, cases)
            want_standings(stage.pk)


def let_pass(stage: Stage, cases: Sequence[WrongWinner]) -> None:
    """Those who sit there go on from where they came; part of the caller's transaction."""
    stored = Stage.objects.get(pk=stage.pk)
    for case in cases:
        for slot, stood in case.stands.items():
            stored.stood[slot] = {"order": list(stood.order), "passed": list(stood.passed)}
    stored.save(update_fields=["stood"])


def change_seats(changes: Sequence[SeatChange]) -> list[tuple[list[str], list[str]]]:
    """Some get up, others sit down; for each change the seats that were left, and the new ones.

    Part of the caller's transaction.
    """
    left: list[list[Seat]] = []
    for change in changes:  # all get up first: nobody sits twice in a round
        seats = Seat.objects.filter(match=change.match, entry=change.leaves).order_by("letter")
        left.append(list(seats))
        SeatHold.objects.filter(seat__in=left[-1]).delete()
        seats.update(has_left=True)
    entries = Entry.objects.select_related("player", "partner").in_bulk(
        [change.comes for change in changes]
    )
    taken = [
        _sit_down(change, entries[change.comes], instead_of=seats)
        for change, seats in zip(changes, left, strict=True)
    ]
    return [
        ([seat.pk for seat in old], [seat.pk for seat in new])
        for old, new in zip(left, taken, strict=True)
    ]


def _sit_down(change: SeatChange, entry: Entry, *, instead_of: Sequence[Seat]) -> list[Seat]:
    match = change.match
    Bye.objects.filter(round=match.round_id, entry=change.comes, kind=Bye.Kind.PAIRING).update(
        entry=change.leaves
    )
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
    return Seat.objects.bulk_create(
        Seat(round_id=match.round_id, match=match, entry=entry, player=player, letter=seat.letter)
        for player, seat in zip(entry.players, instead_of, strict=True)
    )
