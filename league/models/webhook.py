"""Where a club's own programs want to be told of news, and what was sent there.

A delivery is a row from the moment of the news; the queue is only a hint.
"""

import json

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from league.models.club import Club
from league.models.public_id import PublicIdField


class NewsKind(models.TextChoices):
    ROUND_PUBLISHED = "round.published", _("a round is published")
    RESULT_ACCEPTED = "result.accepted", _("a result is accepted")
    STANDINGS_PUBLISHED = "standings.published", _("standings are published")
    EVENT_FINISHED = "event.finished", _("an event is finished")


PING = "ping"  # sent by hand, to see whether anybody listens


class Webhook(models.Model):
    """Its secret is made from the key of the service, and stored nowhere."""

    id = PublicIdField()
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    address = models.URLField(_("Address"), max_length=500)
    kinds = models.JSONField(_("Tell when"), default=list)
    is_active = models.BooleanField(_("Switched on"), default=True)
    secret_number = models.PositiveSmallIntegerField(default=1, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["created_at", "id"]

    def __str__(self) -> str:
        return self.address

    @property
    def kind_labels(self) -> list[str]:
        return [str(NewsKind(kind).label) for kind in self.kinds]


class WebhookDelivery(models.Model):
    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("delivery", "waiting")
        DELIVERED = "delivered", pgettext_lazy("delivery", "delivered")
        PARKED = "parked", pgettext_lazy("delivery", "given up")

    class Fault(models.TextChoices):
        """Why an attempt failed; the values are those of `league.webhooks.outbound.SendFault`."""

        STATUS = "status", _("The server answered with an error.")
        REDIRECT = "redirect", _("The server answered with a redirect; these are not followed.")
        NOT_FOUND = "not-found", _("The name of the server is not known.")
        PRIVATE = "private", _("The address leads into a private network.")
        ADDRESS = "address", _("Nothing is sent to such an address.")
        CONNECTION = "connection", _("The server could not be reached.")
        CERTIFICATE = "certificate", _("The certificate of the server is not valid.")
        TIME = "time", _("The server did not answer in time.")
        UNREADABLE = "unreadable", _("The answer of the server could not be read.")

    id = PublicIdField()
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=30)
    subject = models.CharField(max_length=20, blank=True)  # the id of what the news is about
    body = models.TextField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    status = models.PositiveSmallIntegerField(null=True, blank=True)  # of the last answer
    fault = models.CharField(max_length=12, choices=Fault.choices, blank=True)
    answer = models.CharField(max_length=300, blank=True)  # its beginning
    created_at = models.DateTimeField(default=timezone.now)
    tried_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["-created_at", "id"]
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(state="waiting"), name="delivery_waiting"
            ),
            models.Index(fields=["webhook", "-created_at"], name="delivery_log"),
            models.Index(fields=["created_at"], name="delivery_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def told(self) -> dict[str, object]:
        """What is sent."""
        told: dict[str, object] = json.loads(self.body)
        return told

    @property
    def body_in_lines(self) -> str:
        return json.dumps(self.told, indent=2, ensure_ascii=False)

    @property
    def kind_label(self) -> str:
        """In the reader's language."""
        return str(_("a test") if self.kind == PING else NewsKind(self.kind).label)
