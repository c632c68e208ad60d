"""Events that are played on two computers in turn: who has one now, and where it goes back.

One of the two runs it, and the other is locked: `Event.away_since`. What stands there says why.
"""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from league.models.event import Event
from league.models.public_id import PublicIdField
from league.models.user import ApiToken

_HASH_LENGTH = 64


class Handover(models.Model):
    """An event of this service that another computer runs, or ran."""

    class Ended(models.TextChoices):
        BACK = "back", pgettext_lazy("handover", "brought back")
        LOCK_OFF = "lock_off", pgettext_lazy("handover", "the lock was taken off")

    id = PublicIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="handovers")
    who = models.CharField(_("Who has it"), max_length=80)  # “Laptop of Jana”
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    # With which the other computer sends states; its secret is made from the key of the service.
    token = models.OneToOneField(
        ApiToken, on_delete=models.SET_NULL, null=True, related_name="handover"
    )
    at = models.DateTimeField(default=timezone.now)
    # The content as it left, or as it was last brought: what differs from it was changed here.
    digest = models.CharField(max_length=_HASH_LENGTH)
    rows = models.JSONField(default=dict)  # digests of its rows
    people = models.JSONField(default=dict)  # ids of players in the file that are others here
    state_digest = models.CharField(max_length=_HASH_LENGTH, blank=True)  # of all that came last
    state_made_at = models.DateTimeField(null=True, blank=True)  # there
    state_at = models.DateTimeField(null=True, blank=True)  # when it came
    ended = models.CharField(max_length=8, choices=Ended.choices, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("event played elsewhere")
        verbose_name_plural = _("events played elsewhere")
        ordering = ["-at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=models.Q(ended_at=None), name="handover_one_open"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.who}"

    @property
    def is_open(self) -> bool:
        return self.ended_at is None

    @property
    def last_state_at(self) -> datetime:
        """When it was last known here how the event stands."""
        return self.state_made_at or self.at


class EventHome(models.Model):
    """On the computer that runs an event: the service where it is at home, and the way back."""

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, primary_key=True, related_name="home"
    )
    handover = models.CharField(max_length=10)  # its id there
    address = models.CharField(max_length=200, blank=True)  # of the service; empty: by file only
    key = models.CharField(max_length=100, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    sent_version = models.PositiveIntegerField(default=0)  # the live version that was sent
    returned_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("home of an event")
        verbose_name_plural = _("homes of events")

    def __str__(self) -> str:
        return f"{self.event_id}: {self.address}"
