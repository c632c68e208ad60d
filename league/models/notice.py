"""A message to one person: written in the transaction that causes it, sent by a job."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.job import Job
from league.models.public_id import PublicIdField


class Notice(models.Model):
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
