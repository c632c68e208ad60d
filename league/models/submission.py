"""What was handed in for a match, and what was said about it. Rows are only ever added.

Nothing personal stands here: people are named by ids, so that erasure need not touch these rows.
Acts of one match are numbered in the order of writing, whatever the clock says.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.append_only import AppendOnly
from league.models.public_id import PublicIdField
from league.models.round import Match, Seat


class How(models.TextChoices):
    """On which phone a side spoke."""

    PHONE = "phone", _("from another phone")
    TABLE = "table", _("at the table")


class Submission(AppendOnly):
    """Scores or a record handed in for one game of a match: a version of what happened."""

    class By(models.TextChoices):
        SEAT = "seat", _("a player at the table")
        OFFICIAL = "official", _("an official")

    class Termination(models.TextChoices):
        NORMAL = "normal", _("played to the end")
        TIME = "time", _("time was called")

    id = PublicIdField()
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="submissions")
    game = models.PositiveSmallIntegerField(default=1)  # 1, 2, … within the match
    number = models.PositiveIntegerField(default=0)  # among the acts of the match
    by = models.CharField(max_length=8, choices=By.choices)
    seat = models.ForeignKey(
        Seat, on_delete=models.PROTECT, null=True, blank=True, related_name="submissions"
    )
    author = models.CharField(max_length=20, blank=True)  # an account's id
    phone = models.CharField(max_length=16, blank=True)  # a digest, another one for each match
    how = models.CharField(max_length=5, choices=How.choices, default=How.PHONE)
    basis = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="corrections"
    )  # the version that this one corrects
    at = models.DateTimeField(auto_now_add=True)
    client_key = models.CharField(max_length=40)
    seating = models.JSONField()  # seat letter -> entry id, as they sat
    claims = models.JSONField()  # entry id -> score, figures, keys; empty: as the record says
    termination = models.CharField(
        max_length=6, choices=Termination.choices, default=Termination.NORMAL
    )
    record = models.TextField(blank=True)  # without names and comments
    record_digest = models.CharField(max_length=64, blank=True, db_index=True)
    digest = models.CharField(max_length=64)  # over all of this: what others confirm

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")
        ordering = ["match_id", "number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "client_key"], name="submission_key_once")
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.pk}"


class Verification(AppendOnly):
    """What the rules say about a record that was handed in, by one version of the rules."""

    class Outcome(models.TextChoices):
        VERIFIED = "verified", _("verified")
        CONTRADICTED = "contradicted", _("contradicted")

    id = PublicIdField()
    submission = models.ForeignKey(
        Submission, on_delete=models.PROTECT, related_name="verifications"
    )
    rules_version = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=12, choices=Outcome.choices)
    reason = models.CharField(max_length=20, blank=True)  # why it contradicts: a code
    verdict = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("verification")
        verbose_name_plural = _("verifications")
        ordering = ["submission_id", "rules_version"]
        constraints = [
            models.UniqueConstraint(fields=["submission", "rules_version"], name="verified_once")
        ]

    def __str__(self) -> str:
        return f"{self.submission}: {self.outcome}"


class Confirmation(AppendOnly):
    """Somebody else at the table says that a version is right."""

    How = How

    id = PublicIdField()
    submission = models.ForeignKey(
        Submission, on_delete=models.PROTECT, related_name="confirmations"
    )
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="confirmations")
    number = models.PositiveIntegerField()  # among the acts of the match
    digest = models.CharField(max_length=64)
    how = models.CharField(max_length=5, choices=How.choices)
    phone = models.CharField(max_length=16, blank=True)  # a digest, another one for each match
    author = models.CharField(max_length=20, blank=True)  # an account's id
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("confirmation")
        verbose_name_plural = _("confirmations")
        ordering = ["submission_id", "number"]
        constraints = [models.UniqueConstraint(fields=["seat", "digest"], name="confirmation_once")]

    def __str__(self) -> str:
        return f"{self.submission}: {self.seat}"


class Flag(models.Model):
    """Something about a record that officials may want to look at. Nobody is punished by it."""

    class Code(models.TextChoices):
        COPY = "copy", _("another match has the same record")
        NEAR_COPY = "near_copy", _("another match has almost the same record")
        OTHER_GAME = "other_game", _("a record of another game")
        OTHER_VARIANT = "other_variant", _("a record of another variant")
        OTHER_PLAYERS = "other_players", _("a record for another number of players")
        TOO_FAST = "too_fast", _("handed in faster than it can be played")

    id = PublicIdField()
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="flags")
    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="flags")
    code = models.CharField(max_length=14, choices=Code.choices)
    other = models.ForeignKey(  # the match that a copy is of
        Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("flag")
        verbose_name_plural = _("flags")
        ordering = ["-at", "id"]
        constraints = [models.UniqueConstraint(fields=["submission", "code"], name="flag_once")]

    def __str__(self) -> str:
        return f"{self.match}: {self.code}"


class Analysis(models.Model):
    """What else could have been played in a game, computed once for a record and rules version.

    Belongs to the game that was played, not to a match: the same record has the same analysis.
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
            models.UniqueConstraint(fields=["record_digest", "rules_version"], name="analysed_once")
        ]

    def __str__(self) -> str:
        return f"{self.record_digest[:8]}: {self.percent} %"
