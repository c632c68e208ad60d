"""What stands in the way of an archive here, and who in it is known here already."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy

from league.archive.canonical import UnreadableArchive
from league.archive.import_plan import ArchivePlan, archive_plan, plan_or_reason
from league.archive.queries.archives import EVENT_LEFT_OUT, STAGE_LEFT_OUT
from league.archive.queries.column_values import checked
from league.archive.queries.desk import desk_faults
from league.archive.schema import KINDS, RowKind, RowOf
from league.archive.zipped import unpacked_size
from league.child_process import TookTooLong, compute
from league.clubs.queries import players_of
from league.errors import LeagueError
from league.models import (
    Bye,
    ByeRequest,
    ChainChange,
    Club,
    Confirmation,
    Dissent,
    Entry,
    Event,
    EventHome,
    ImportedEvent,
    Match,
    MatchGame,
    Player,
    Result,
    Round,
    Ruling,
    Seal,
    Seat,
    Stage,
    StageEntry,
    Submission,
    Verification,
)
from league.models.names import match_key
from league.models.time_zones import time_zones

Plan = TypeVar("Plan")
MODELS: dict[str, Any] = {
    "stages": Stage,
    "entries": Entry,
    "stage_entries": StageEntry,
    "chain_changes": ChainChange,
    "rounds": Round,
    "matches": Match,
    "seats": Seat,
    "left_seats": Seat,
    "byes": Bye,
    "submissions": Submission,
    "verifications": Verification,
    "confirmations": Confirmation,
    "rulings": Ruling,
    "results": Result,
    "dissents": Dissent,
    "games": MatchGame,
    "seals": Seal,
}
_STARTED = (Event.Status.RUNNING, Event.Status.FINISHED, Event.Status.ARCHIVED)
_LOOKED_UP_AT_ONCE = 500
LIMIT_S = 40.0  # less than who sends an event home waits
_CHECKED_HERE_BYTES = 512 * 1024
_TOO_LONG = gettext_lazy(
    "Checking this file takes longer than anybody waits for a page. Those who run the service take "
    "it over by a command."
)
_MOST_TOLD = 20


def archive_sent(data: bytes, *, limit_s: float | None = LIMIT_S) -> ArchivePlan:
    """What a file would become; refused where it is none. `limit_s`: None, if nobody waits."""
    return plan_of_file(archive_plan, data, limit_s=limit_s)


def plan_of_file(
    make: Callable[..., Plan], data: bytes, *, limit_s: float | None, **how: Any
) -> Plan:
    """Of a large file in a process of its own, since all its records are replayed."""
    try:
        if limit_s is None or unpacked_size(data) <= _CHECKED_HERE_BYTES:
            return make(data, **how)
        plan: Plan | UnreadableArchive = compute(plan_or_reason, make, data, limit_s=limit_s, **how)
    except UnreadableArchive as error:
        raise LeagueError(error.told(_)) from None
    except TookTooLong:
        raise LeagueError(_TOO_LONG) from None
    if isinstance(plan, UnreadableArchive):
        raise LeagueError(plan.told(_))
    return plan


def hindrances(plan: ArchivePlan, *, club: Club, in_any_state: bool = False) -> list[str]:
    """Everything that keeps an archive from being taken over by a club; nothing: it can be.

    `in_any_state`: also before its start, as what belongs to it comes along.
    """
    told = [finding.told(_) for finding in plan.report.faults[:_MOST_TOLD]]
    if told:
        return told
    event = Event.objects.filter(pk=plan.content.event["id"]).first()
    if event is not None and waits_for_file(event, plan):
        return []  # what stands in its way is told by the return
    if event is not None:
        return [_("This event is here already: %(name)s.") % {"name": event.name}]
    told = [*wrong_values(plan), *_taken_ids(plan)][:_MOST_TOLD]
    is_startable = in_any_state or plan.taken is not None
    if not is_startable and plan.document["about"]["status"] not in _STARTED:
        told = [no_such("about, status"), *told]
    return told


def waits_for_file(event: Event, plan: ArchivePlan) -> bool:
    """It went home from this computer, and comes out again."""
    is_way_out = plan.taken is not None and bool(plan.taken.handover["id"])
    home = EventHome.objects.filter(event=event, returned_at__isnull=False)
    return is_way_out and event.away_since is not None and home.exists()


def _taken_ids(plan: ArchivePlan) -> Iterator[str]:
    """Rows of another event that call themselves the same; made on purpose, or by mistake."""
    for kind in KINDS:
        if "id" not in kind.columns:
            continue
        ids = [row["id"] for row in plan.content.rows[kind.name]]
        for start in range(0, len(ids), _LOOKED_UP_AT_ONCE):
            some = ids[start : start + _LOOKED_UP_AT_ONCE]
            if MODELS[kind.name]._base_manager.filter(pk__in=some).exists():
                yield _("Rows of another event here have the same ids: %(kind)s.") % {
                    "kind": kind.name
                }
                break


def wrong_values(plan: ArchivePlan) -> Iterator[str]:
    """Values that no column of ours holds."""
    if plan.taken is not None:
        yield from desk_faults(plan.taken, plan.content)
    content, setup = plan.content, plan.document["setup"]["event"]
    for name, value in (content.event | setup).items():
        yield from wrong_in(Event, "event", name, value, left_out=EVENT_LEFT_OUT - {"id"})
    if content.event["time_zone"] not in time_zones():
        yield no_such(f"event, time_zone: {content.event['time_zone']}")
    for stage in content.rows["stages"]:
        where = f"stages/{stage['order']}"
        for name in ("id", "order", "kind"):
            yield from wrong_in(Stage, where, name, stage[name])
        yield from _wrong_settings(where, stage["settings"])
    for change in content.rows["chain_changes"]:
        for side in ("before", "after"):
            yield from _wrong_settings("chain_changes", change[side])
    for kind in KINDS[1:]:
        model = MODELS[kind.name]
        for row in content.rows[kind.name]:
            for name, column in kind.columns.items():
                if not column.refers and name != "is_from_sheet":
                    yield from wrong_in(model, kind.named(row), name, row[name])
            yield from _left_out(kind, row)
    yield from _wrong_about(plan.document["about"])
    yield from _wrong_wishes(plan.document["setup"])
    yield from _wrong_words(plan.document["people"])


def _wrong_settings(where: str, settings: RowOf) -> Iterator[str]:
    for name, value in settings.items():
        yield from wrong_in(Stage, where, name, value, left_out=STAGE_LEFT_OUT)


def _left_out(kind: RowKind, row: RowOf) -> Iterator[str]:
    """Rows that are never in an archive."""
    status = {"rounds": Round.Status.DRAFT, "entries": Entry.Status.APPLIED}.get(kind.name)
    if status is not None and row["status"] == status:
        yield no_such(f"{kind.named(row)}, status")


def wrong_in(
    model: Any, row: str, name: str, value: Any, *, left_out: frozenset[str] = frozenset()
) -> Iterator[str]:
    """A value that the column of this name cannot have."""
    known = {field.name: field for field in model._meta.concrete_fields}
    if name not in known or name in left_out:
        yield _("%(what)s is unknown to this version of Arbitr.") % {"what": f"{row}, {name}"[:120]}
        return
    try:
        checked(known[name], value)
    except (ValidationError, TypeError, ValueError, ArithmeticError):
        yield no_such(f"{row}, {name}")


def no_such(what: str) -> str:
    return _("%(what)s has a value that cannot be.") % {"what": what[:120]}


def _wrong_about(about: Any) -> Iterator[str]:
    """What is said of the archive itself."""
    yield from wrong_in(Event, "about", "status", about["status"])
    if about["names"] not in ("public", "full"):
        yield no_such("about, names")
    yield from wrong_in(Event, "about", "finished_at", about["finished_at"])
    for name in ("made_at", "source"):
        yield from wrong_in(ImportedEvent, "about", name, about[name])


def _wrong_wishes(setup: Any) -> Iterator[str]:
    for _entry, number, kind in setup["bye_requests"]:
        yield from wrong_in(ByeRequest, "setup/bye_requests", "round_number", number)
        yield from wrong_in(ByeRequest, "setup/bye_requests", "kind", kind)


def _wrong_words(people: Any) -> Iterator[str]:
    """Names are of a length that fits."""
    for name, value in people["event"].items():
        yield from wrong_in(Event, "people/event", name, value)
    for pk, name in people["stages"].items():
        yield from wrong_in(Stage, f"people/stages/{pk}", "name", name)
    for pk, name in people["players"].items():
        where = f"people/players/{pk}"
        yield from wrong_in(Player, where, "id", pk)
        yield from wrong_in(Player, where, "full_name", name)
    for pk, told in people["entries"].items():
        where = f"people/entries/{pk}"
        yield from wrong_in(Entry, where, "created_at", told["entered_at"])
        yield from wrong_in(Entry, where, "team_name", told.get("team_name", ""))


def people_matched(plan: ArchivePlan, *, club: Club) -> dict[str, Player]:
    """Who in the archive is known here, by id in it: the club's own people alone.

    By the id, so that who was taken along comes back; else by the full name, if one has it.
    """
    names: dict[str, str] = plan.document["people"]["players"]
    own = Player.objects.filter(pk__in=list(names)).select_related("club", "keeper")
    found = {player.pk: player for player in own if player.looked_after_by == club}
    if not plan.has_full_names:
        return found
    by_name: dict[str, list[Player]] = {}
    for player in players_of(club).filter(match_key__in={match_key(n) for n in names.values()}):
        by_name.setdefault(player.match_key, []).append(player)
    keys = [match_key(name) for name in names.values()]
    for pk, name in names.items():
        alike = by_name.get(match_key(name), [])
        is_one = len(alike) == 1 and keys.count(match_key(name)) == 1
        if pk not in found and is_one and alike[0] not in found.values():
            found[pk] = alike[0]
    return found
