"""An open evening: what is played in it, who is ready to play, since when, and what they wish."""

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.entry import Entry
from league.models.game_played import PlaysGame
from league.models.public_id import PublicIdField
from league.models.stage import Stage


class StageGame(PlaysGame):
    """A game that can be played in a stage besides the event's own."""

    id = PublicIdField()
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="other_games")
    boards = models.PositiveSmallIntegerField(  # None: enough
        _("Copies of the game at hand"), null=True, blank=True, validators=[MinValueValidator(1)]
    )

    class Meta:
        verbose_name = _("game of an evening")
        verbose_name_plural = _("games of an evening")
        ordering = ["stage_id", "game", "other_name"]

    def __str__(self) -> str:
        return self.game_played.name


class Readiness(models.Model):
    """Whether an entry wants to be seated. One that never said has no row."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="readiness")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="readiness")
    since = models.DateTimeField(null=True, blank=True)  # None: not ready
    is_paused = models.BooleanField(default=False)  # said: not now
    # What they would play: ids of games, and "" for the event's own; empty: whatever is played.
    wishes = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = _("readiness")
        verbose_name_plural = _("readiness")
        ordering = ["stage_id", "since", "id"]
        indexes = [
            models.Index(
                fields=["stage", "since"],
                condition=models.Q(since__isnull=False),
                name="readiness_ready",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.since or '–'}"
