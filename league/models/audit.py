"""Who did what, when. Append-only; names ids, never people, so that erasure need not touch it."""

from django.apps import apps
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.append_only import AppendOnly


class AuditEntry(AppendOnly):
    SERVICE = "service"  # no account has such an id

    at = models.DateTimeField(auto_now_add=True)
    actor = models.CharField(max_length=20, blank=True)  # an account's id; empty: a visitor
    action = models.CharField(max_length=60)
    object_kind = models.CharField(max_length=40)
    object_id = models.CharField(max_length=80)
    event = models.CharField(max_length=10, blank=True)  # the id of the event that it is about
    details = models.JSONField(default=dict)
    request_id = models.CharField(max_length=40, blank=True)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["object_kind", "object_id"], name="audit_by_object"),
            models.Index(fields=["event", "-id"], name="audit_by_event"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.object_kind} {self.object_id}"

    @property
    def is_by_service(self) -> bool:
        return self.actor == self.SERVICE

    @property
    def kind_label(self) -> str:
        try:
            return str(apps.get_model("league", self.object_kind)._meta.verbose_name)
        except LookupError:
            return self.object_kind
