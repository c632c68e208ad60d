"""Sealing a finished event in the log, and the archive as a file.

The content is read and hashed outside of any transaction; a short one appends the leaf, if nothing
has changed in the event meanwhile. An event that comes out as before adds nothing.
"""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from league.archive import merkle
from league.archive.proofs import leaf_text
from league.archive.queries.archives import archive_of, content_digest, plain
from league.archive.queries.seal_log import nodes_needed
from league.models import Event, SealLogEntry
from league.standings.services import compute_standings

_TRIES = 5


def seal_event(event_id: str) -> SealLogEntry | None:
    """The job: what a finished event comes to now is written into the log, if that is new."""
    for _attempt in range(_TRIES):
        event = Event.objects.filter(pk=event_id).first()
        if event is None or not event.is_over or event.is_practice:
            return None
        digest = content_digest(event)
        try:
            with transaction.atomic():
                held = Event.objects.select_for_update().get(pk=event_id)
                if held.live_version == event.live_version:
                    return _append(event_id, digest=digest)
        except IntegrityError:  # another event was sealed at the same moment
            continue
    raise RuntimeError(f"event {event_id} changes faster than it can be sealed")


def _append(event_id: str, *, digest: str) -> SealLogEntry | None:
    newest = SealLogEntry.objects.filter(event=event_id).order_by("-index").first()
    if newest is not None and newest.digest == digest:
        return None
    last = SealLogEntry.objects.order_by("-index").first()
    index = 0 if last is None else last.size
    now = timezone.now()
    leaf = leaf_text(event=event_id, digest=digest, at=plain(now))
    nodes = nodes_needed([(0, index)])
    ended = merkle.nodes_ended_by(index, merkle.leaf_hash(leaf.encode()), nodes=nodes)
    return SealLogEntry.objects.create(
        index=index,
        event=event_id,
        digest=digest,
        leaf=leaf,
        nodes=[node.hex() for node in ended],
        root=_root_with(index, ended, nodes).hex(),
        at=now,
    )


def _root_with(index: int, ended: list[bytes], nodes: merkle.Nodes) -> bytes:
    """The head once a leaf is added: the newest subtrees are not stored yet."""

    def known(node: merkle.Node) -> bytes:
        return ended[node[0]] if merkle.row_of(node) == index else nodes(node)

    return merkle.root_of(index + 1, nodes=known)


def event_archive(event: Event, *, in_full: bool = False, source: str = "") -> dict[str, Any]:
    """The document, with standings and seal brought up to date first."""
    for stage in event.stages.all():
        compute_standings(stage.pk)
    seal_event(event.pk)
    return archive_of(
        Event.objects.select_related("club").get(pk=event.pk), in_full=in_full, source=source
    )


def archive_given(event: Event, *, in_full: bool = False, source: str = "") -> dict[str, Any]:
    """The document for whoever asks; one that has just finished is sealed if it is not yet."""
    document = archive_of(event, in_full=in_full, source=source)
    if document["log"] is None and event.is_over and not event.is_practice:
        seal_event(event.pk)
        return archive_of(event, in_full=in_full, source=source)
    return document
