"""How the row of a player is changed: in turns, and told to the events that show the name."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.errors import LeagueError, Stale
from league.live.services import mark_changed
from league.models import Event, Player


@contextmanager
def changing_player(player: Player, *, version: int | None = None) -> Iterator[Player]:
    """A short transaction that holds the player's row, then saves it if it was changed.

    Events are locked before players, as pairing does, so that the two never wait for each other.
    """
    with transaction.atomic():
        tell_events(player)
        stored = locked_player(player)
        if version is not None and stored.version != version:
            raise Stale
        before = _values(stored)
        yield stored
        if _values(stored) != before:
            stored.version += 1
            stored.save()


def locked_player(player: Player) -> Player:
    stored = Player.objects.select_for_update().filter(pk=player.pk, erased_at=None).first()
    if stored is None:
        raise LeagueError(_("This player is no longer here: merged with another, or erased."))
    return stored


def tell_events(*players: Player) -> None:
    """Raise the version of the events that show these players: whoever keeps a name asks anew."""
    shown_in = Event.objects.filter(
        Q(entries__player__in=players) | Q(entries__partner__in=players)
    )
    for event_id in sorted(set(shown_in.values_list("pk", flat=True))):
        mark_changed(event_id)


def _values(player: Player) -> dict[str, object]:
    return {field.attname: getattr(player, field.attname) for field in Player._meta.concrete_fields}
