"""An event on paper: one page kept after every round, for when the computer goes dark."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.event import Event
from league.models.public_id import PublicIdField


class PaperCopy(models.Model):
    id = PublicIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="paper_copies")
    after_round = models.PositiveSmallIntegerField(_("After round"))
    html = models.TextField()
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("copy on paper")
        verbose_name_plural = _("copies on paper")
        ordering = ["event_id", "-after_round"]
        constraints = [
            models.UniqueConstraint(fields=["event", "after_round"], name="paper_copy_once")
        ]

    def __str__(self) -> str:
        return f"{self.event}, {self.after_round}"
