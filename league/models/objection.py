"""Somebody at a table says that a version or a result is wrong, or asks for an official.

What was said is only ever added, and names people by ids. A call is over when somebody came.
"""

from datetime import timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.append_only import AppendOnly
from league.models.public_id import PublicIdField
from league.models.result import Result
from league.models.round import Match, Seat
from league.models.submission import How, Submission


class Dissent(AppendOnly):
    """A seat does not agree: with a version that was handed in, or with the result that counts."""

    id = PublicIdField()
    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="dissents")
    result = models.ForeignKey(  # the result that is contested; None: nothing counted yet
        Result, on_delete=models.PROTECT, null=True, blank=True, related_name="contests"
    )
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="dissents")
    number = models.PositiveIntegerField()  # among the acts of the match
    digest = models.CharField(max_length=64)  # of what the person saw
    how = models.CharField(max_length=5, choices=How.choices)
    phone = models.CharField(max_length=16, blank=True)  # a digest, another one for each match
    author = models.CharField(max_length=20, blank=True)  # an account's id
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("dissent")
        verbose_name_plural = _("dissents")
        ordering = ["submission_id", "number"]
        constraints = [models.UniqueConstraint(fields=["seat", "result"], name="contest_once")]

    def __str__(self) -> str:
        return f"{self.submission}: {self.seat}"


class Call(models.Model):
    """A table asks for an official: one call at a time, until somebody came or it was taken back.

    A dissent calls by itself, and that call ends with what it was about.
    """

    class Cause(models.TextChoices):
        ASKED = "asked", _("somebody asked for an official")
        DISSENT = "dissent", _("somebody disagrees with the result")

    class Ended(models.TextChoices):
        SETTLED = "settled", _("settled")
        CANCELLED = "cancelled", _("cancelled")

    id = PublicIdField()
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="calls")
    cause = models.CharField(max_length=7, choices=Cause.choices, default=Cause.ASKED)
    at = models.DateTimeField(auto_now_add=True)
    coming_at = models.DateTimeField(null=True, blank=True)  # an official said so
    ended_at = models.DateTimeField(null=True, blank=True)
    ended = models.CharField(max_length=9, choices=Ended.choices, blank=True)

    class Meta:
        verbose_name = _("call for an official")
        verbose_name_plural = _("calls for an official")
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(ended_at__isnull=True), name="call_once_open"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.cause}"

    @property
    def is_new(self) -> bool:
        """For less than a minute, of which nobody says "0 minutes"."""
        return timezone.now() - self.at < timedelta(minutes=1)
