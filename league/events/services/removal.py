"""Taking out what is not wanted: an entry on which nothing hangs, a draft, a rehearsal.

What goes is kept for some days in a row of its own, as it was, and can be put back from there.
"""

from collections.abc import Collection, Iterable
from typing import Any

from django.core import serializers
from django.core.serializers.base import DeserializedObject
from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import SET_NULL, ForeignKey, Model, Q
from django.db.models.deletion import Collector
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError, Stale
from league.events.queries.entries import entry_names
from league.events.queries.events import current_stage
from league.events.services import places
from league.events.services.entries import check_not_entered, check_open, is_unused_guest, locked
from league.live import changing_event
from league.models import (
    Bye,
    ChainChange,
    Division,
    Entry,
    EntryRounds,
    Event,
    Player,
    PlayerNote,
    PlayOff,
    RemovedRow,
    Round,
    Standing,
    StandingPage,
)
from league.models.short_lived import KEPT_FOR
from league.permissions import Actor
from league.results.services.counted_results import want_standings

_COMPUTED = (Standing, StandingPage, EntryRounds)  # made again when they are wanted


def why_entry_stays(entry: Entry) -> str:
    """Why an entry cannot be removed; empty: nothing hangs on it."""
    if entry.status == Entry.Status.APPLIED:
        return _("This entry is waiting for approval. Approve or refuse it instead.")
    seat = entry.seats.select_related("round").order_by("round__number").first()
    if seat is not None and seat.round.status == Round.Status.DRAFT:
        return _("The draft of round %(number)d seats this entry. Throw the draft away first.") % {
            "number": seat.round.number
        }
    if seat is not None:
        return _("This entry was seated in round %(number)d. Withdraw it instead.") % {
            "number": seat.round.number
        }
    if Bye.objects.filter(entry=entry).exclude(round__status=Round.Status.DRAFT).exists():
        return _("This entry is already in the standings. Withdraw it instead.")
    if Division.objects.filter(event=entry.event_id).exists():
        return _("This event belongs to a season. Take the player out there.")
    return ""


def remove_entry(entry: Entry, *, actor: Actor) -> RemovedRow:
    """As if it had never been made. Its place goes to the next on the waiting list."""
    with changing_event(entry.event_id) as event:
        check_open(event)
        stored = Entry.objects.select_related("player", "partner").filter(pk=entry.pk).first()
        if stored is None:
            raise Stale(_("This entry was removed in the meantime."))
        if reason := why_entry_stays(stored):
            raise LeagueError(reason)
        guests = [player for player in stored.players if _goes_with(stored, player)]
        removed = RemovedRow.objects.create(
            kind=RemovedRow.Kind.ENTRY,
            club_id=event.club_id,
            event=event.pk,
            name=entry_names(event, in_full=True)[stored.pk],
            rows=_packed(stored, *guests),
        )
        log_action(actor, gettext_noop("remove entry"), removed, entry=stored.pk)
        had_number = stored.seed is not None
        stored.byes.all().delete()  # of a draft, which is drawn again
        stored.delete()
        for guest in guests:
            guest.delete()
        _follow(event, actor=actor, recounts=had_number)
    return removed


def _goes_with(entry: Entry, player: Player) -> bool:
    """A guest made for this entry; not one of whom the club keeps a note."""
    has_note = PlayerNote.objects.filter(player=player).exists()
    return is_unused_guest(player, but=entry.pk) and not has_note


def restore_entry(removed: RemovedRow, *, actor: Actor) -> Entry:
    """Back as it was, at the end of the waiting list if all places were taken meanwhile."""
    with changing_event(removed.event) as event:
        check_open(event)
        _take(removed)
        rows = list(serializers.deserialize("json", removed.rows))
        entry: Entry = next(row.object for row in rows if isinstance(row.object, Entry))
        for player in Player.objects.filter(pk__in=(entry.player_id, entry.partner_id)):
            check_not_entered(event, player)
        was_here = entry.status == Entry.Status.CHECKED_IN
        entry.seed, entry.first_round, entry.checked_in_at = None, 1, None
        if entry.status in Entry.TAKING_A_PLACE:
            places.take_place(event, entry)
        _unpack(rows)
        stored = Entry.objects.filter(pk=entry.pk).first()
        if stored is None:
            raise LeagueError(_("The player of this entry no longer exists."))
        if was_here and stored.takes_part:
            places.arrive(event, locked(stored))
        log_action(actor, gettext_noop("put entry back"), stored)
    return stored


def why_event_stays(event: Event) -> str:
    """Why an event cannot be thrown away; empty: it can."""
    if event.status != Event.Status.DRAFT:
        return _("Only a draft can be thrown away. This event is: %(status)s.") % {
            "status": event.get_status_display()
        }
    in_season = Division.objects.filter(event=event), PlayOff.objects.filter(event=event)
    if any(rows.exists() for rows in in_season):
        return _("This event belongs to a season. Throw it away there.")
    if ChainChange.objects.filter(stage__event=event).exists():
        return _("This event was started before, and what happened then is kept.")
    return ""


def discard_event(event: Event, *, actor: Actor) -> RemovedRow:
    """A draft goes, with its entries, categories and prizes."""
    with changing_event(event.pk) as stored:
        if reason := why_event_stays(stored):
            raise LeagueError(reason)
        removed = RemovedRow.objects.create(
            kind=RemovedRow.Kind.EVENT,
            club_id=stored.club_id,
            event=stored.pk,
            name=stored.name,
            rows=_packed(stored),
        )
        log_action(actor, gettext_noop("throw event away"), stored, removed=removed.pk)
        for practice in Event.objects.filter(practice_of=stored.pk, wiped_at=None):
            wipe_practice(practice, actor=actor)
        stored.delete()
    return removed


def wipe_practice(event: Event, *, actor: Actor) -> None:
    """Nobody sees the rehearsal any more, nor its made-up people. Its origin was never touched.

    Rows stay: what was handed in and ruled is never deleted, whoever played.
    """
    with changing_event(event.pk) as stored:
        if not stored.is_practice:
            raise LeagueError(_("This is not a practice. Only a practice can be wiped."))
        if stored.wiped_at:
            raise Stale(_("The practice was wiped in the meantime."))
        stored.wiped_at = timezone.now()
        stored.save(update_fields=["wiped_at"])
        made_up = Q(entries__event=stored) | Q(entries_as_partner__event=stored)
        samples = Player.objects.filter(made_up, is_sample=True).values("pk")
        Player.objects.filter(pk__in=list(samples)).update(erased_at=stored.wiped_at)
        log_action(actor, gettext_noop("wipe practice"), stored, origin=stored.practice_of)


def restore_event(removed: RemovedRow, *, actor: Actor) -> Event:
    """The draft as it was; who is no longer there is left out."""
    with transaction.atomic():
        _take(removed)
        _unpack(serializers.deserialize("json", removed.rows))
        event = Event.objects.get(pk=removed.event)
        log_action(actor, gettext_noop("put event back"), event)
    return event


def forget_removed() -> None:
    RemovedRow.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()


def _follow(event: Event, *, actor: Actor, recounts: bool) -> None:
    if recounts:
        want_standings(current_stage(event).pk)
    places.draw_again(event)
    places.fill_places(event, actor=actor)


def _take(removed: RemovedRow) -> None:
    """Once: the second of two taps finds it gone."""
    gone, _models = RemovedRow.objects.filter(pk=removed.pk).delete()
    if not gone:
        raise Stale(_("It has already been put back."))


def _packed(row: Model, *others: Model) -> str:
    """A row with all that is deleted with it. What refers to it for good stops it here."""
    collector = Collector(using=DEFAULT_DB_ALIAS, origin=row)
    collector.collect([row])
    related = [each for rows in collector.data.values() for each in rows]
    related += [each for rows in collector.fast_deletes for each in rows]
    wanted = [
        each for each in related if not each._meta.auto_created and not isinstance(each, _COMPUTED)
    ]
    return str(serializers.serialize("json", [*others, *wanted]))


def _unpack(rows: Iterable[DeserializedObject]) -> None:
    """Rows whose own rows are there first; those whose player is gone never."""
    waiting = list(rows)
    packed = {(type(row.object), row.object.pk) for row in waiting}
    for row in waiting:
        _cut_what_is_gone(row, packed)
    while ready := [row for row in waiting if _is_complete(row)]:
        for row in ready:
            row.save()
        waiting = [row for row in waiting if row not in ready]


def _cut_what_is_gone(row: DeserializedObject, packed: Collection[tuple[Any, Any]]) -> None:
    """What a row would have lost had it stayed: a category, the account that entered somebody."""

    def is_there(model: Any, pk: Any) -> bool:
        return (model, pk) in packed or _exists(model, pk)

    for field in _references(row):
        pk = getattr(row.object, field.attname)
        if field.remote_field.on_delete is SET_NULL and not is_there(field.related_model, pk):
            setattr(row.object, field.attname, None)
    many = row.m2m_data or {}
    for name, pks in many.items():
        model = row.object._meta.get_field(name).related_model
        many[name] = [pk for pk in pks if is_there(model, pk)]


def _is_complete(row: DeserializedObject) -> bool:
    targets: list[tuple[Any, Any]] = [
        (field.related_model, getattr(row.object, field.attname)) for field in _references(row)
    ]
    for name, ids in (row.m2m_data or {}).items():
        targets += [(row.object._meta.get_field(name).related_model, pk) for pk in ids]
    return all(pk is None or _exists(model, pk) for model, pk in targets)


def _references(row: DeserializedObject) -> list[Any]:
    return [field for field in row.object._meta.concrete_fields if isinstance(field, ForeignKey)]


def _exists(model: Any, pk: str) -> bool:
    return bool(model._default_manager.filter(pk=pk).exists())
