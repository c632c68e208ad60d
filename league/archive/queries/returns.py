"""What bringing an event back would do, before anything is written: what is new, and conflicts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _, ngettext

from league.archive.comparison import Comparison, compared
from league.archive.findings import ArchiveFinding
from league.archive.import_plan import ArchivePlan
from league.archive.queries.archives import content_of
from league.archive.queries.imports import MODELS, wrong_values
from league.archive.queries.people_back import PersonBack, people_back
from league.archive.queries.taken import open_handover
from league.archive.schema import KINDS
from league.errors import LeagueError
from league.models import Event, Handover, Round

_MOST_TOLD = 20
_AT_ONCE = 500


@dataclass(frozen=True)
class Conflict:
    text: str
    is_lasting: bool = True  # False: an official may say that the file counts


@dataclass(frozen=True)
class ReturnPlan:
    handover: Handover
    plan: ArchivePlan
    live_version: int  # of the event when this was found out
    is_repeat: bool = False  # it came before, and everything was done then
    comparison: Comparison | None = None
    people: Sequence[PersonBack] = ()
    conflicts: Sequence[Conflict] = ()

    @property
    def may_overrule(self) -> bool:
        """All that stands in the way is what an official may decide."""
        return bool(self.conflicts) and not any(each.is_lasting for each in self.conflicts)

    @property
    def asks_about(self) -> list[PersonBack]:
        return [person for person in self.people if person.is_asked]

    def count(self, kind: str) -> int:
        return len(self.comparison.kinds[kind].new) if self.comparison else 0

    def counts(self) -> dict[str, int]:
        """What is new, by the name of the kind."""
        return {kind: self.count(kind) for kind in ("rounds", "entries", "results")}

    def added(self) -> str:
        """In words."""
        parts = [
            ngettext("%d round", "%d rounds", self.count("rounds")) % self.count("rounds"),
            ngettext("%d result", "%d results", self.count("results")) % self.count("results"),
            ngettext("%d entry", "%d entries", self.count("entries")) % self.count("entries"),
        ]
        return ", ".join(parts)


def return_plan(
    event: Event,
    plan: ArchivePlan,
    *,
    choices: Mapping[str, str] | None = None,
    comes_again: bool = False,
) -> ReturnPlan:
    """`choices`: who people of the file are here, by their ids there; empty: somebody new.

    `comes_again`: it went home from here, and the file belongs to another taking along.
    """
    event = Event.objects.select_related("club").get(pk=event.pk)
    told = [Conflict(fault.told(_)) for fault in plan.report.faults[:_MOST_TOLD]]
    if told or plan.content.event["id"] != event.pk:
        other = Conflict(_("The file is of another event."))
        handover = event.handovers.order_by("-at").first() or Handover(event=event)
        return ReturnPlan(handover, plan, event.live_version, conflicts=told or [other])
    handover = open_handover(event) if comes_again else _handover_of(event, plan)
    if handover.ended == Handover.Ended.BACK and handover.digest == plan.report.digest:
        return ReturnPlan(handover, plan, event.live_version, is_repeat=True)
    here = content_of(event)
    found = compared(here, plan.document["content"], base=handover.rows)
    people = people_back(event, handover, plan, choices=choices or {})
    conflicts = [
        *_of_handover(handover, plan, found),
        *_of_values(plan, found),
        *_of_clashes(found),
        *_of_people(people),
    ]
    return ReturnPlan(
        handover,
        plan,
        event.live_version,
        comparison=found,
        people=people,
        conflicts=conflicts[:_MOST_TOLD],
    )


def _handover_of(event: Event, plan: ArchivePlan) -> Handover:
    """That to which the file belongs; a plain archive belongs to the newest."""
    named = str(plan.taken.handover["id"]) if plan.taken else ""
    found = list(event.handovers.order_by("-at"))
    if named:
        found = [each for each in found if each.pk == named]
    if not found:
        raise LeagueError(_("This event was not taken along with this file."))
    return found[0]


def _of_handover(handover: Handover, plan: ArchivePlan, found: Comparison) -> Iterator[Conflict]:
    if not plan.has_full_names:
        yield Conflict(_("The file has public names only. Bring the one that the laptop gives."))
    if handover.ended == Handover.Ended.BACK:
        text = _("The event was already brought back, and not with this state.")
        yield Conflict(text)
    newer = Handover.objects.filter(event=handover.event_id, ended_at=None)
    other = newer.exclude(pk=handover.pk).first()
    if other is not None:
        yield Conflict(_("The event is with “%(who)s” now.") % {"who": other.who})
    drafts = Round.objects.filter(stage__event=handover.event_id, status=Round.Status.DRAFT)
    if drafts.exists():
        yield Conflict(_("A round is drawn here and not published. Discard it first."))
    made_at = datetime.fromisoformat(plan.document["about"]["made_at"])
    before = handover.state_made_at
    if before is not None and made_at < before and not found.is_same:
        yield Conflict(_("The file is older than what was brought last."))


def _of_values(plan: ArchivePlan, found: Comparison) -> Iterator[Conflict]:
    for text in wrong_values(plan):
        yield Conflict(text)
    # A seat that somebody left, or came back to, is the same row.
    moved = {row["id"] for name in ("seats", "left_seats") for row in found.kinds[name].gone}
    for kind in KINDS:
        if "id" not in kind.columns:
            continue
        ids = [row["id"] for row in found.kinds[kind.name].new if row["id"] not in moved]
        for start in range(0, len(ids), _AT_ONCE):
            some = ids[start : start + _AT_ONCE]
            if MODELS[kind.name]._base_manager.filter(pk__in=some).exists():
                text = _("Rows of another event here have the same ids: %(kind)s.")
                yield Conflict(text % {"kind": kind.name})
                break


def _of_clashes(found: Comparison) -> Iterator[Conflict]:
    for clash in found.clashes:
        where = ArchiveFinding("", "", place=clash.place, row=clash.row).where_in(_)
        text = (
            _("%(where)s: this is here and not in the file.")
            if clash.is_lasting
            else _("%(where)s: this was changed here since the event left.")
        )
        yield Conflict(text % {"where": where}, clash.is_lasting)


def _of_people(people: Sequence[PersonBack]) -> Iterator[Conflict]:
    taken: dict[str, str] = {}
    for person in people:
        if person.is_asked:
            text = _("Several people of the club are called %(name)s. Say who it is.")
            yield Conflict(text % {"name": person.name})
        if person.here is not None and taken.setdefault(person.here.pk, person.pk) != person.pk:
            yield Conflict(
                _("%(name)s would be in the event twice.") % {"name": person.here.full_name}
            )
