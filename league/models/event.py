"""An event (a tournament or a league season) and the people who run it."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.models.club import Club
from league.models.names import SortKeyField
from league.models.public_id import PublicIdField


class Event(models.Model):
    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open for entries")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ARCHIVED = "archived", _("archived")

    id = PublicIdField()
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("Name"), max_length=200)
    about = models.TextField(_("About the event"), max_length=4000, blank=True)
    status = models.CharField(
        _("Status"), max_length=10, choices=Status.choices, default=Status.DRAFT
    )
    starts_at = models.DateTimeField(_("Starts"))
    time_zone = models.CharField(_("Time zone"), max_length=64, default="Europe/Prague")
    language = models.CharField(
        _("Language"), max_length=8, choices=settings.LANGUAGES, default="cs"
    )
    sort_key = SortKeyField(of="name")
    officials = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Official", related_name="events_run"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["starts_at", "id"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.pk])


class Official(models.Model):
    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        ARBITER = "arbiter", _("arbiter")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="official_set")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    role = models.CharField(_("Role"), max_length=10, choices=Role.choices)

    class Meta:
        verbose_name = _("official")
        verbose_name_plural = _("officials")
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="official_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {self.event} ({self.get_role_display()})"
