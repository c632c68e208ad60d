"""Rows that are kept for a few days only: what a repeated request gets, what can be put back, and
files that somebody sent and looks at before they are taken over.

All may hold what names people. So they are no part of anything that only grows, and are deleted
by the sweep once nobody needs them.
"""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.club import Club
from league.models.public_id import PublicIdField

KEPT_FOR = timedelta(days=7)


class ClientRequest(models.Model):
    """What a program or a page sent under a key of its own, and what it made."""

    scope = models.CharField(max_length=10)  # the id of what it was sent to; or the API
    client_key = models.CharField(max_length=40)
    digest = models.CharField(max_length=64)  # of what was sent, under the secret key
    made = models.JSONField(default=list)  # ids of the rows
    status = models.PositiveSmallIntegerField(default=0)  # of the answer; 0: there is none yet
    answer = models.TextField(default="")  # sealed: only who has the key reads it again
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("answered request")
        verbose_name_plural = _("answered requests")
        ordering = ["-at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["scope", "client_key"], name="client_request_once")
        ]

    def __str__(self) -> str:
        return f"{self.scope}: {self.client_key}"


class RemovedRow(models.Model):
    """An entry or a draft that was removed, with all that went with it."""

    class Kind(models.TextChoices):
        ENTRY = "entry", _("entry")
        EVENT = "event", _("event")

    id = PublicIdField()
    kind = models.CharField(max_length=5, choices=Kind.choices)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="removed_rows")
    event = models.CharField(max_length=10)  # its id: an event itself may be what was removed
    name = models.CharField(max_length=400)  # for those who may put it back
    rows = models.TextField()  # as Django serialises them
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("removed row")
        verbose_name_plural = _("removed rows")
        ordering = ["-at", "id"]
        indexes = [models.Index(fields=["event", "kind"], name="removed_by_event")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.pk}"

    @property
    def event_id(self) -> str:
        """As rows of an event name it."""
        return self.event


class SentFile(models.Model):
    """A file between its preview and the answer to it: too large to be sent to and fro."""

    id = PublicIdField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sent_files"
    )
    data = models.BinaryField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("sent file")
        verbose_name_plural = _("sent files")
        ordering = ["-at", "id"]

    def __str__(self) -> str:
        return self.pk
