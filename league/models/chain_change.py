"""A change of the tiebreaks after the start of an event: the public is told, for good."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.append_only import AppendOnly
from league.models.stage import Stage


class ChainChange(AppendOnly):
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="chain_changes")
    at = models.DateTimeField(auto_now_add=True)
    by = models.CharField(max_length=20, blank=True)  # an account's id; empty: the service
    after_round = models.PositiveSmallIntegerField()  # the last one that was closed; 0: none
    before = models.JSONField()  # the settings that order the table, by their names
    after = models.JSONField()
    reason = models.CharField(max_length=300)

    class Meta:
        verbose_name = _("change of tiebreaks")
        verbose_name_plural = _("changes of tiebreaks")
        ordering = ["stage_id", "id"]

    def __str__(self) -> str:
        return f"{self.stage}: {self.reason}"
