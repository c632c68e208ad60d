"""The log of seals: heads, entries, and the proofs for whoever noted a head.

Every entry's hash is public. What was hashed is told only of events that everybody sees.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from league.archive import merkle
from league.archive.proofs import LogProof
from league.errors import LeagueError
from league.models import Event, SealLogEntry


def entries_shown() -> "QuerySet[SealLogEntry]":
    """The newest first, each with `event_name`; None: what it is about is not told."""
    event = Event.objects.filter(pk=OuterRef("event"), practice_of="", wiped_at=None)
    public = event.exclude(status=Event.Status.DRAFT).values("name")[:1]
    return SealLogEntry.objects.annotate(event_name=Subquery(public)).order_by("-index")


def entries_about(event_id: str) -> list[SealLogEntry]:
    return list(SealLogEntry.objects.filter(event=event_id).order_by("index"))


def log_size() -> int:
    last = SealLogEntry.objects.order_by("-index").values_list("index", flat=True).first()
    return 0 if last is None else last + 1


def nodes_needed(ranges: Iterable[merkle.Range]) -> merkle.Nodes:
    """A way to ask for the full subtrees that these ranges are made of, read by one query."""
    rows = {merkle.row_of(node) for of in ranges for node in merkle.full_parts(of)}
    read = dict(SealLogEntry.objects.filter(index__in=rows).values_list("index", "nodes"))
    return lambda node: bytes.fromhex(read[merkle.row_of(node)][node[0]])


def hashes_of(ranges: Sequence[merkle.Range]) -> tuple[str, ...]:
    nodes = nodes_needed(ranges)
    return tuple(merkle.range_hash(of, nodes=nodes).hex() for of in ranges)


def root_at(size: int) -> str:
    """The head when the log had so many entries."""
    if size == 0:
        return merkle.EMPTY.hex()
    return SealLogEntry.objects.values_list("root", flat=True).get(index=size - 1)


def proof_of(entry: SealLogEntry, *, size: int | None = None) -> LogProof:
    """That an entry is in the log as it was at a size, now if none is told."""
    wanted = size or log_size()
    if not entry.index < wanted <= log_size():
        raise LeagueError(_("The log did not have this entry yet, or is not that long."))
    return LogProof(
        leaf=entry.leaf,
        at=entry.at.astimezone(UTC).isoformat(),
        index=entry.index,
        size=wanted,
        root=root_at(wanted),
        path=hashes_of(merkle.inclusion_ranges(entry.index, wanted)),
    )


def proof_for(event_id: str, *, size: int | None = None) -> LogProof:
    """Of the newest entry about an event that the log had at this size."""
    known = SealLogEntry.objects.filter(event=event_id)
    newest = (known.filter(index__lt=size) if size else known).order_by("-index").first()
    if newest is None:
        raise LeagueError(
            _("The log has no seal of this event, or had none when it was that long.")
        )
    return proof_of(newest, size=size)


def newest_proof(event_id: str, *, digest: str) -> LogProof | None:
    """Of the newest entry about an event, if that is what its content is now.

    It leads to the head that the event's page told people to note, and on to that of now.
    """
    newest = SealLogEntry.objects.filter(event=event_id).order_by("-index").first()
    if newest is None or newest.digest != digest:
        return None
    proof, size = proof_of(newest, size=newest.size), log_size()
    if size == newest.size:
        return proof
    path = consistency(newest.size, size)
    return replace(proof, later_size=size, later_root=root_at(size), later_path=path)


def consistency(old: int, new: int) -> tuple[str, ...]:
    """The hashes that show that the log of one size begins with that of another."""
    if not 0 < old <= new <= log_size():
        raise LeagueError(_("The log was never that long."))
    return hashes_of(merkle.consistency_ranges(old, new))
