"""Standings after a round, as computed from results; they may be thrown away and made anew."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.stage import Stage


class Standing(models.Model):
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="standings")
    after_round = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()  # of the results that it was computed from
    rows = models.JSONField()
    computed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("standings")
        verbose_name_plural = _("standings")
        ordering = ["stage", "after_round"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "after_round"], name="standing_once")
        ]

    def __str__(self) -> str:
        return f"{self.stage}, {self.after_round}"
