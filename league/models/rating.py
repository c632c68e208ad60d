"""How strong players are at each game, as computed from accepted results; it can be made again."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.club import Player
from league.models.entry import Entry
from league.models.result import Result
from league.models.round import Match


class RatedGame(models.Model):
    """A game with ratings: which version of its results is wanted, and which is published."""

    game = models.CharField(max_length=40, primary_key=True)
    wanted_version = models.PositiveIntegerField(default=0)
    published_version = models.PositiveIntegerField(default=0)
    # While behind: what was played from then on is to be counted again. None: everything.
    redo_from = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("rated game")
        verbose_name_plural = _("rated games")
        ordering = ["game"]

    def __str__(self) -> str:
        return self.game

    @property
    def is_behind(self) -> bool:
        return self.published_version < self.wanted_version


class Rating(models.Model):
    """Where a player stands now."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=40)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    shown = models.IntegerField()  # the friendly number, by which lists are ordered

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ["game", "-shown", "player_id"]
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="rating_once")]
        indexes = [models.Index(fields=["game", "-shown"], name="rating_by_number")]

    def __str__(self) -> str:
        return f"{self.player}, {self.game}: {self.shown}"


class RatingChange(models.Model):
    """What one game changed for one player. `order`: the game's place among all of its kind."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_changes")
    game = models.CharField(max_length=40)
    order = models.PositiveIntegerField()
    played_at = models.DateTimeField()  # when the round was published
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rating_changes")
    number = models.PositiveSmallIntegerField()  # of the game within the match
    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    rank = models.PositiveSmallIntegerField()
    sides = models.PositiveSmallIntegerField()  # that played
    games = models.PositiveIntegerField()  # of the player, with this one
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        ordering = ["game", "order", "id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number", "player"], name="rated_once"),
            models.UniqueConstraint(fields=["player", "game", "order"], name="rating_change_once"),
        ]
        indexes = [
            models.Index(fields=["game", "order"], name="rating_change_by_order"),
            models.Index(fields=["game", "played_at"], name="rating_change_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.match} / {self.number}"
