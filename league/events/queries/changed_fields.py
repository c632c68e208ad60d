"""A stage that has begun with others than those whom corrected results of the one before name.

Compared is who would have gone on by the settings when the stage began, and who would by the
results that count now, of the same people: somebody who has left since changes nothing. Whom an
official chose by hand stays chosen. Other starting numbers are told while nothing is handed in.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from django.db.models import Q

from league.events.queries.events import has_changed_field
from league.events.queries.stages import field_cut, kept_apart_in, pairs_met, stage_before
from league.models import Entry, Event, Match, Sheet, Stage, StageEntry, Submission
from league.pairing.qualifying import Qualified

Seeded = Mapping[str, Any]  # a place in a stage, by the columns of `StageEntry`


@dataclass(frozen=True)
class FieldSwap:
    """Somebody would have gone on in place of somebody; empty: nobody else does."""

    leaves: str
    comes: str


@dataclass(frozen=True)
class ChangedField:
    """Who is in a stage, and who would be by the results that count now."""

    stage: Stage
    before: Stage
    swaps: tuple[FieldSwap, ...]
    renumbered: tuple[str, ...]  # in it rightly, with another place in the stage before
    now: tuple[Qualified, ...]  # by the settings
    is_untouched: bool  # nothing of the stage was handed in
    is_drawn: bool  # a round of it is published, or a draft

    @property
    def can_be_put_right(self) -> bool:
        return self.is_untouched and self.stage.event.status == Event.Status.RUNNING

    @property
    def mark(self) -> str:
        """Another one when it is another case."""
        told = [self.stage.pk, self.is_untouched, self.is_drawn, self.swaps, self.renumbered]
        return sha256(repr(told).encode()).hexdigest()[:20]


@dataclass(frozen=True)
class FieldStood:
    """What an official let stand, with the reason that everybody reads."""

    at: str
    reason: str
    swaps: tuple[FieldSwap, ...]


def changed_field(stage: Stage) -> ChangedField | None:
    """None: those are in it who belong there, or an official let it stand."""
    if stage.is_first or stage.begun_at is None or not stage.going_on:
        return None
    before = stage_before(stage)
    inside = set(stage.places.values_list("entry", flat=True))
    now = field_cut(stage, before, here=_here(stage, inside)).field
    rows = (stage.going_on.get("stands") or stage.going_on)["field"]
    then = {entry: group for entry, _place, group in rows}
    is_untouched = _is_untouched(stage)
    swaps = _swaps(now, then=then, inside=inside)
    is_by_number = is_untouched and not stage.going_on["is_by_hand"]
    moved = _moved(now, then=then) if is_by_number else []
    if not swaps and not moved:
        return None
    return ChangedField(
        stage=stage,
        before=before,
        swaps=swaps,
        renumbered=tuple(moved),
        now=now,
        is_untouched=is_untouched,
        is_drawn=stage.rounds.exists(),
    )


def field_put_right(case: ChangedField) -> list[dict[str, Any]]:
    """Everybody's place in the stage once the right ones are in it, by starting numbers."""
    if not case.stage.going_on["is_by_hand"]:
        return _seeded(kept_apart_in(case.stage, case.now, met=pairs_met(case.stage.event_id)))
    now = {one.entry: one for one in case.now}
    instead = {swap.leaves: now[swap.comes] for swap in case.swaps if swap.leaves and swap.comes}
    added = [now[swap.comes] for swap in case.swaps if not swap.leaves]
    dropped = {swap.leaves for swap in case.swaps if not swap.comes}
    field = [
        instead.get(one.entry, one) for one in _as_begun(case.stage) if one.entry not in dropped
    ]
    return _seeded([*field, *added])


def field_stood(stage: Stage) -> FieldStood | None:
    stands = stage.going_on.get("stands")
    if not stands:
        return None
    swaps = tuple(FieldSwap(leaves, comes) for leaves, comes in stands["swaps"])
    return FieldStood(stands["at"], stands["reason"], swaps)


def rows_of(field: Sequence[Qualified]) -> list[list[Any]]:
    """As a stage remembers who would have gone on."""
    return [[one.entry, *_of(one)] for one in field]


def places_of(stage: Stage) -> list[dict[str, Any]]:
    """Everybody's place in a stage, as it is stored."""
    return _seeded(_as_begun(stage))


def stages_with_changed_field(event: Event) -> list[Stage]:
    """About which an official has to decide, as last found out."""
    if not has_changed_field(event):
        return []
    found = list(event.stages.filter(field_changed=True).order_by("order"))
    for stage in found:
        stage.event = event
    return found


def _of(one: Qualified) -> tuple[int, str]:
    return one.place, one.group


def _here(stage: Stage, inside: Collection[str]) -> set[str]:
    """Those who were here when the stage began, without who left since and was not in it."""
    asked = Entry.objects.filter(pk__in=stage.going_on["here"])
    here = asked.filter(Q(status=Entry.Status.CHECKED_IN) | Q(pk__in=inside))
    return set(here.values_list("pk", flat=True))


def _swaps(
    now: Sequence[Qualified], *, then: Mapping[str, str], inside: Collection[str]
) -> tuple[FieldSwap, ...]:
    """Of the same group where that can be; nothing where nobody is missed."""
    named = {one.entry for one in now}
    coming = [one for one in now if one.entry not in then and one.entry not in inside]
    leaving = [entry for entry in then if entry not in named and entry in inside]
    if not coming:
        return ()
    paired: list[FieldSwap] = []
    for one in list(coming):
        if mate := next((entry for entry in leaving if then[entry] == one.group), None):
            paired.append(FieldSwap(mate, one.entry))
            leaving.remove(mate)
            coming.remove(one)
    rest = zip_longest(leaving, [one.entry for one in coming], fillvalue="")
    return (*paired, *(FieldSwap(leaves, comes) for leaves, comes in rest))


def _moved(now: Sequence[Qualified], *, then: Mapping[str, str]) -> list[str]:
    """Who goes on as before, and came before or behind others of their group."""
    both = [one for one in now if one.entry in then]
    named = {one.entry for one in both}
    before = [(group, entry) for entry, group in then.items() if entry in named]
    found: list[str] = []
    for each in dict.fromkeys(one.group for one in both):
        ordered = [one.entry for one in both if one.group == each]
        was = [entry for group, entry in before if group == each]
        found += [entry for entry, other in zip_longest(ordered, was) if entry and entry != other]
    return found


def _is_untouched(stage: Stage) -> bool:
    """Nothing was handed in, nobody keeps a sheet, and nothing counts."""
    matches = Match.objects.filter(round__stage=stage)
    if matches.exclude(state__in=Match.NOTHING_IN).exists():
        return False
    is_in = Submission.objects.filter(match__round__stage=stage).exists()
    return not is_in and not Sheet.objects.filter(match__round__stage=stage).exists()


def _as_begun(stage: Stage) -> list[Qualified]:
    rows = stage.places.order_by("seed")
    return [Qualified(row.entry_id, row.origin, row.came_from, row.came_group) for row in rows]


def _seeded(field: Sequence[Qualified]) -> list[dict[str, Any]]:
    """As `StageEntry` keeps them."""
    return [
        {
            "entry_id": one.entry,
            "seed": number,
            "origin": StageEntry.Origin(one.origin).value,
            "came_from": one.place,
            "came_group": one.group,
        }
        for number, one in enumerate(field, start=1)
    ]
