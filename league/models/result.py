"""What was handed in and what counts. Rows are only ever added; a pointer says which one counts.

Nothing personal stands here: people are named by ids, so that erasure need not touch these rows.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.append_only import AppendOnly
from league.models.public_id import PublicIdField
from league.models.round import Match


class Submission(AppendOnly):
    """Scores or a record handed in for one game of a match."""

    class By(models.TextChoices):
        SEAT = "seat", _("a player at the table")
        OFFICIAL = "official", _("an official")

    id = PublicIdField()
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="submissions")
    game = models.PositiveSmallIntegerField(default=1)  # 1, 2, … within the match
    by = models.CharField(max_length=8, choices=By.choices)
    author = models.CharField(max_length=20, blank=True)  # an account's or a seat's id
    at = models.DateTimeField(auto_now_add=True)
    client_key = models.CharField(max_length=40)
    seating = models.JSONField()  # seat letter -> entry id
    claims = models.JSONField()  # seat letter -> score or place
    record = models.TextField(blank=True)  # without tags that name people
    record_digest = models.CharField(max_length=64, blank=True, db_index=True)
    digest = models.CharField(max_length=64)  # over seating, claims, record: what others confirm

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "client_key"], name="submission_key_once")
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.pk}"


class Result(AppendOnly):
    """A result that counts or counted: from a submission, or by a ruling."""

    class Ground(models.TextChoices):
        ENTERED = "entered", _("entered by an official")
        FORFEIT = "forfeit", _("forfeit")

    id = PublicIdField()
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="results")
    game = models.PositiveSmallIntegerField(default=1)
    number = models.PositiveSmallIntegerField()  # within the match, in the order of writing
    submission = models.ForeignKey(
        Submission, on_delete=models.PROTECT, null=True, blank=True, related_name="results"
    )
    ground = models.CharField(max_length=10, choices=Ground.choices)
    author = models.CharField(max_length=20, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    # Per entry: seats, rank, score, keys, outcome (played, forfeit, absent)
    sides = models.JSONField()
    rules_version = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="result_number")]

    def __str__(self) -> str:
        return f"{self.match} #{self.number}"


class MatchGame(models.Model):
    """One game of a match, pointing at the result that counts."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(default=1)
    result = models.ForeignKey(
        Result, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("game of a match")
        verbose_name_plural = _("games of matches")
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="match_game_once")]

    def __str__(self) -> str:
        return f"{self.match} / {self.number}"
