"""What else could have been played in a game: computed once for a record and a version of rules."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.public_id import PublicIdField


class Analysis(models.Model):
    """Belongs to the game that was played, not to a match: the same record has the same analysis.

    Whether somebody may see it is asked where it is shown. It can be computed again any time.
    """

    id = PublicIdField()
    record_digest = models.CharField(max_length=64)
    rules_version = models.PositiveSmallIntegerField()
    percent = models.PositiveSmallIntegerField(default=0)  # done so far
    turns = models.JSONField(null=True, blank=True)  # None: not yet computed
    asked_at = models.DateTimeField(auto_now_add=True)
    computed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        ordering = ["-asked_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["record_digest", "rules_version"], name="analysed_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.record_digest[:8]}: {self.percent} %"
