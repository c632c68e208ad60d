"""Work to be done outside a request, and messages, which are such work.

The row is the truth, the queue only a hint.
"""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.public_id import PublicIdField


class Job(models.Model):
    class Kind(models.TextChoices):
        """Each is the name of a task in league/tasks.py."""

        SEND_NOTICE = "send_notice", _("send a message")
        KEEP_COPY = "keep_copy", _("keep a copy of the database")
        PAIR_ROUND = "pair_round", _("pair a round")
        KEEP_PAPER = "keep_paper", _("keep a paper copy of an event")
        VERIFY_SUBMISSION = "verify_submission", _("verify a record")
        COMPUTE_STANDINGS = "compute_standings", _("compute standings")
        COMPUTE_RATINGS = "compute_ratings", _("compute ratings")
        ANALYSE_RECORD = "analyse_record", _("analyse a game")
        DELIVER_NEWS = "deliver_news", _("tell a website of news")
        SEAL_EVENT = "seal_event", _("write the seal of an event into the log")
        BACK_UP = "back_up", _("make the nightly backup")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        PARKED = "parked", _("parked")

    UNFINISHED = (State.WAITING, State.RUNNING)

    id = PublicIdField()
    kind = models.CharField(max_length=40, choices=Kind.choices)
    object_id = models.CharField(max_length=80)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    reason = models.TextField(blank=True)
    due_at = models.DateTimeField(default=timezone.now)
    leased_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["-created_at", "id"]
        constraints = [
            # A burst of wishes for the same work waits as one row. One more may be running.
            models.UniqueConstraint(
                fields=["kind", "object_id"],
                condition=models.Q(state="waiting"),
                name="job_waits_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(state__in=["waiting", "running"]),
                name="job_unfinished",
            ),
            models.Index(fields=["state", "-created_at"], name="job_by_state"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.object_id}"


class Worker(models.Model):
    """One row per worker process, touched while it lives."""

    name = models.CharField(max_length=200, primary_key=True)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        verbose_name = _("worker")
        verbose_name_plural = _("workers")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_alive(self) -> bool:
        return timezone.now() - self.seen_at < timedelta(seconds=3 * settings.HEARTBEAT_S)


class Notice(models.Model):
    """A message to one person: written in the transaction that causes it, sent by a job."""

    id = PublicIdField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True
    )
    recipient = models.EmailField(max_length=254)
    subject = models.CharField(max_length=200)
    # Holds codes and links that let a person in, so it is blanked once it is sent.
    body = models.TextField(blank=True)
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="notice")
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["-created_at", "id"]

    def __str__(self) -> str:
        return self.subject
