"""The one function through which every service says who did what."""

from django.db import models

from league.client_keys import write_claim
from league.config.logs import request_id
from league.models import AuditEntry, Event
from league.permissions import Actor


def log_action(actor: Actor, action: str, obj: models.Model, **details: object) -> None:
    """Write an audit entry; part of the caller's transaction.

    The action is shown translated: mark it with gettext_noop.
    Details name ids and fields, never people: the entry outlives an erased account.
    With the first entry of a request, its client key counts as used.
    """
    write_claim()
    if actor.desk is not None:
        details["desk_token"] = actor.desk.token
    AuditEntry.objects.create(
        actor=AuditEntry.SERVICE if actor.is_service else actor.account,
        action=action,
        object_kind=obj._meta.model_name or "",
        object_id=str(obj.pk),
        event=str(obj.pk) if isinstance(obj, Event) else getattr(obj, "event_id", "") or "",
        details=details,
        request_id=request_id.get(),
    )
