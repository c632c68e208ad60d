"""The last steps at the desk: who did what to whom, what can be undone, what belongs together."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext_lazy

from league.events.queries.entries import entry_names
from league.events.queries.stages import stage_with_round, stages_begun
from league.events.services.undo import UNDOINGS, rights_to_undo, why_not_undone
from league.events.step_words import CONFIRMED, SENTENCES, SILENT
from league.models import AuditEntry, Event, Match, Result, Round, Stage, User
from league.permissions import Actor, rights_held

SHOWN = 10
OF_RESULTS = ("enter result", "take back result", "rule", "rule: play again")
Game = tuple[str, int]  # a match, and which of its games
READ = 60  # of which many belong together

# Several of a kind, with no other step of the round between them, are one line.
_TOGETHER = {
    CONFIRMED: ngettext_lazy(
        "%(number)d result confirmed by the players",
        "%(number)d results confirmed by the players",
        "number",
    ),
    "enter result": ngettext_lazy(
        "%(number)d result entered", "%(number)d results entered", "number"
    ),
    "rule": ngettext_lazy(
        "%(number)d result settled by a ruling", "%(number)d results settled by a ruling", "number"
    ),
    "check in": ngettext_lazy(
        "%(number)d person checked in", "%(number)d people checked in", "number"
    ),
    "enter player": ngettext_lazy(
        "%(number)d person entered", "%(number)d people entered", "number"
    ),
    "sign up": ngettext_lazy("%(number)d new entry", "%(number)d new entries", "number"),
    "approve entry": ngettext_lazy(
        "%(number)d guest approved", "%(number)d guests approved", "number"
    ),
    "withdraw entry": ngettext_lazy(
        "%(number)d person left the event", "%(number)d people left the event", "number"
    ),
    "add prize": ngettext_lazy("%(number)d prize added", "%(number)d prizes added", "number"),
    "add category": ngettext_lazy(
        "%(number)d category added", "%(number)d categories added", "number"
    ),
    "add to category": ngettext_lazy(
        "%(number)d person put in a category", "%(number)d people put in a category", "number"
    ),
    "edit event": ngettext_lazy(
        "%(number)d change to the settings", "%(number)d changes to the settings", "number"
    ),
}
_CONFIRMED_BY_TABLE = (Result.Ground.CONFIRMED, Result.Ground.SOLO)


@dataclass(frozen=True)
class DeskStep:
    entry: AuditEntry
    kind: str  # the action; of a result that the table agreed on another word
    text: str
    by: str  # how the account is shown; empty: the service, or a visitor
    table: int | None  # which table it was about
    round: int | None
    hindrance: str | None = None  # why it cannot be undone; None: it can

    @property
    def has_way_back(self) -> bool:
        """Whether anybody could ever undo a step of this kind."""
        return self.entry.action in UNDOINGS


@dataclass(frozen=True)
class StepGroup:
    """Steps of one kind, the newest first; mostly one."""

    steps: tuple[DeskStep, ...]

    @property
    def newest(self) -> DeskStep:
        return self.steps[0]

    @property
    def text(self) -> str:
        if len(self.steps) == 1:
            return self.newest.text
        return str(_TOGETHER[self.newest.kind] % {"number": len(self.steps)})


def last_steps(
    event: Event, *, actor: Actor, most: int = SHOWN, names: Mapping[str, str] | None = None
) -> list[DeskStep]:
    """The newest first. `actor`: who asks, and may undo some of them.

    `names` for that reader alone; without them namesakes are numbered.
    """
    entries = list(AuditEntry.objects.filter(event=event.pk).exclude(action__in=SILENT)[:most])
    held = rights_held(actor, rights_to_undo(entries), event)
    hindrances = why_not_undone(entries, held=held, status=event.status)
    steps = steps_in_words(event, entries, names=names)
    return [
        replace(step, hindrance=hindrance)
        for step, hindrance in zip(steps, hindrances, strict=True)
    ]


def grouped(steps: Sequence[DeskStep]) -> list[StepGroup]:
    """What belongs together in one line, in the place of its newest step."""
    groups: list[list[DeskStep]] = []
    since: dict[tuple[str, str], list[DeskStep]] = {}  # groups that may still grow
    for step in steps:
        if step.kind not in _TOGETHER:
            since.clear()
        # A table's agreement is written by whoever was last: that makes no difference.
        key = (step.kind, "" if step.kind == CONFIRMED else step.entry.actor)
        if key in since:
            since[key].append(step)
        else:
            groups.append([step])
            if step.kind in _TOGETHER:
                since[key] = groups[-1]
    return [StepGroup(tuple(group)) for group in groups]


def steps_in_words(
    event: Event, entries: Sequence[AuditEntry], *, names: Mapping[str, str] | None = None
) -> list[DeskStep]:
    """By a few queries, however many there are."""
    if not entries:
        return []
    names = entry_names(event, in_full=True) if names is None else names
    about = _About(event, entries, names=names)
    return [about.step(entry) for entry in entries]


class _About:
    """The rows that steps were about: they name ids alone."""

    def __init__(
        self, event: Event, entries: Sequence[AuditEntry], *, names: Mapping[str, str]
    ) -> None:
        self.event = event
        self.names = names
        self.people = User.objects.in_bulk({entry.actor for entry in entries if entry.actor})
        self.matches = Match.objects.select_related("round__stage").in_bulk(_ids(entries, "match"))
        self.rounds = Round.objects.select_related("stage").in_bulk(_ids(entries, "round"))
        results = {entry.details.get("result") for entry in entries} - {None}
        self.results = Result.objects.in_bulk(results)

    def step(self, entry: AuditEntry) -> DeskStep:
        gaps = self.gaps(entry)
        kind = self.kind(entry)
        number = self.round(entry)
        return DeskStep(
            entry=entry,
            kind=kind,
            text=_said(kind, gaps | {"round": self.round_said(entry, number)}),
            by=str(self.people.get(entry.actor, "")),
            table=gaps["table"],
            round=number,
        )

    def kind(self, entry: AuditEntry) -> str:
        result = self.results.get(entry.details.get("result", ""))
        if entry.action == "enter result" and result and result.ground in _CONFIRMED_BY_TABLE:
            return CONFIRMED
        if entry.action == "add time" and entry.details.get("table"):
            return "add time to a table"
        return entry.action

    def gaps(self, entry: AuditEntry) -> dict[str, Any]:
        details, match = entry.details, self.matches.get(entry.object_id)
        pair = details.get("entries") if entry.object_kind == "keepapart" else None
        first, second = pair or (details.get("first"), details.get("second"))
        return {
            "table": match.table if match else details.get("table"),
            "marks": self.marks(details.get("result")),
            "name": self.name(entry.object_id),
            "first": self.name(first),
            "second": self.name(second),
            "minutes": details.get("minutes") or details.get("seconds", 0) // 60,
            "number": len(details.get("entries", ())),
            "origin": _status(details.get("origin")),
            "to": _status(details.get("to")),
        }

    def round(self, entry: AuditEntry) -> int | None:
        if round_ := self.round_of(entry):
            return round_.number
        number: int | None = entry.details.get("number") or entry.details.get("round")
        return number

    def round_of(self, entry: AuditEntry) -> Round | None:
        match = self.matches.get(entry.object_id)
        return match.round if match else self.rounds.get(entry.object_id)

    def round_said(self, entry: AuditEntry, number: int | None) -> str:
        """By its name, or its number; empty: the step was about none."""
        if number is None:
            return ""
        round_ = self.round_of(entry)
        stage = self.stages[round_.stage_id] if round_ else stage_with_round(self.begun, number)
        if not stage.format.has_rounds:
            return _("game %(number)d") % {"number": number}
        return stage.round_name(number) or _("round %(number)d") % {"number": number}

    @cached_property
    def stages(self) -> dict[str, Stage]:
        """One row for each, which keeps how many started in it."""
        rounds = (*(match.round for match in self.matches.values()), *self.rounds.values())
        stages = {round_.stage_id: round_.stage for round_ in rounds}
        for stage in stages.values():
            stage.event = self.event  # read already
        return stages

    @cached_property
    def begun(self) -> list[Stage]:
        return stages_begun(self.event)

    def name(self, entry: str | None) -> str:
        return self.names.get(entry or "") or _("somebody no longer entered")

    def marks(self, result: str | None) -> str:
        """“Jana Nováková 40, Petr Kolář 35”, the best first."""
        stored = self.results.get(result or "")
        sides = sorted(stored.sides, key=lambda side: int(side["rank"])) if stored else []
        return ", ".join(f"{self.name(side['entry'])} {_mark(side)}" for side in sides)


def _ids(entries: Sequence[AuditEntry], kind: str) -> set[str]:
    return {entry.object_id for entry in entries if entry.object_kind == kind}


def _said(kind: str, gaps: Mapping[str, Any]) -> str:
    sentence = SENTENCES.get(kind)
    return str(capfirst(_(sentence) % gaps if sentence else _(kind)))


def _mark(side: Mapping[str, Any]) -> str:
    return "×" if side["forfeited"] else str(side["score"])


def _status(value: str | None) -> str:
    return str(Event.Status(value).label) if value in Event.Status.values else ""


def undoable_results(matches: Collection[Match], *, event: Event, actor: Actor) -> dict[Game, int]:
    """By match and game: the last step, where its undoing brings an earlier result back."""
    steps = AuditEntry.objects.filter(
        object_kind="match", object_id__in=[match.pk for match in matches], action__in=OF_RESULTS
    )
    last: dict[Game, AuditEntry] = {}
    for step in steps.order_by("pk"):
        last[step.object_id, step.details["game"]] = step
    wanted = [step for step in last.values() if step.details["before"] is not None]
    held = rights_held(actor, rights_to_undo(wanted), event)
    hindrances = why_not_undone(wanted, held=held, status=event.status)
    return {
        (step.object_id, step.details["game"]): step.pk
        for step, hindrance in zip(wanted, hindrances, strict=True)
        if hindrance is None
    }
