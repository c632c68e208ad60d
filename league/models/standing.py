"""Standings after a round, as computed from results; they may be thrown away and made again.

A table is stored by the page, and what rounds gave once for each entry: see
league/standings/stored.py, which writes and reads the texts.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.entry import Entry
from league.models.stage import Stage

_DIGEST_LENGTH = 16


class Standing(models.Model):
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="standings")
    after_round = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()  # of the results that it was computed from
    size = models.PositiveIntegerField(default=0)  # rows
    has_results = models.BooleanField(default=False)
    is_complete = models.BooleanField(default=True)  # no table is still being played
    # Of what it was computed from and of its pieces; as long as it holds, nothing is made again.
    seal = models.CharField(max_length=_DIGEST_LENGTH, default="")
    computed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("standings")
        verbose_name_plural = _("standings")
        ordering = ["stage_id", "after_round"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "after_round"], name="standing_once")
        ]

    def __str__(self) -> str:
        return f"{self.stage}, {self.after_round}"


class StandingPage(models.Model):
    """Some rows of a table; number 0: the order of all of them."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="standing_pages")
    after_round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    text = models.TextField()
    digest = models.CharField(max_length=_DIGEST_LENGTH)

    class Meta:
        verbose_name = _("page of standings")
        verbose_name_plural = _("pages of standings")
        ordering = ["stage_id", "after_round", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "after_round", "number"], name="standing_page_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.stage}, {self.after_round}: {self.number}"


class EntryRounds(models.Model):
    """What each round of a stage gave an entry."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="entry_rounds")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="rounds_played")
    text = models.TextField()
    digest = models.CharField(max_length=_DIGEST_LENGTH)

    class Meta:
        verbose_name = _("rounds of an entry")
        verbose_name_plural = _("rounds of entries")
        ordering = ["stage_id", "entry_id"]
        constraints = [models.UniqueConstraint(fields=["stage", "entry"], name="entry_rounds_once")]

    def __str__(self) -> str:
        return f"{self.stage}: {self.entry}"
