"""Who plays no more although their event goes on: out of a bracket, or left in a stage before."""

from collections.abc import Collection, Sequence
from enum import StrEnum

from django.db.models import Q

from league.models import Entry, Event, Stage, StageEntry
from league.standings.bracket import PlaceRange, playing_on
from league.standings.field import field_of
from league.standings.keys.bracket_places import ranges_in, states_in
from league.standings.queries import inputs_as_played, scheme_of


class Ending(StrEnum):
    OUT = "out"  # no match of the bracket is to come for them
    DID_NOT_GO_ON = "did_not_go_on"  # to the stage that is played


def out_of_bracket(stage: Stage) -> dict[str, PlaceRange]:
    """Who has no match to come in it, with the place that each has taken or shares."""
    if not stage.format.has_bracket:
        return {}
    field = field_of(inputs_as_played(stage), scheme=scheme_of(stage))
    states, ranges = states_in(field), ranges_in(field)
    going_on = playing_on(states)
    return {
        entry: ranges[entry]
        for entry in {entry for state in states for entry in state.entries if entry}
        if entry not in going_on
    }


def endings_of(entries: Sequence[Entry]) -> dict[str, Ending]:
    """Of those who are here in events that run.

    By two queries, and what each bracket takes in which some of them play.
    """
    here = [entry for entry in entries if entry.status == Entry.Status.CHECKED_IN]
    stages = _stages_at_play(
        [entry for entry in here if entry.event.status == Event.Status.RUNNING]
    )
    later = [stage for stage in stages.values() if not stage.is_first]
    gone_on = _gone_on(later, here) if later else set()
    out = {event: out_of_bracket(stage) for event, stage in stages.items()}
    endings: dict[str, Ending] = {}
    for entry in here:
        stage = stages.get(entry.event_id)
        if stage and not stage.is_first and entry.pk not in gone_on:
            endings[entry.pk] = Ending.DID_NOT_GO_ON
        elif entry.pk in out.get(entry.event_id, {}):
            endings[entry.pk] = Ending.OUT
    return endings


def _stages_at_play(entries: Collection[Entry]) -> dict[str, Stage]:
    """By event: the last of its stages that has begun."""
    if not entries:
        return {}
    events = {entry.event_id: entry.event for entry in entries}
    begun = Stage.objects.filter(Q(order=1) | Q(begun_at__isnull=False), event__in=events)
    stages = {stage.event_id: stage for stage in begun.order_by("order")}
    for stage in stages.values():
        stage.event = events[stage.event_id]  # read already
    return stages


def _gone_on(stages: Sequence[Stage], entries: Sequence[Entry]) -> set[str]:
    places = StageEntry.objects.filter(stage__in=stages, entry__in=entries)
    return set(places.values_list("entry", flat=True))
