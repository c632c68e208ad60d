"""What counts. Results and rulings are only ever added; a pointer says which result counts.

Nothing personal stands in rows that cannot change: free words are kept apart, where they can be
blanked.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.append_only import AppendOnly
from league.models.event import Event
from league.models.public_id import PublicIdField
from league.models.round import Match
from league.models.submission import Submission


class Remark(models.Model):
    """Free words of an official about a ruling; the private ones are for officials."""

    id = PublicIdField()
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="remarks_written")
    reason = models.CharField(_("Reason"), max_length=500, blank=True)
    private = models.CharField(_("Remark for officials only"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("remark")
        verbose_name_plural = _("remarks")
        ordering = ["match_id", "id"]

    def __str__(self) -> str:
        return self.reason


class Ruling(AppendOnly):
    """An official's decision about a match."""

    class Kind(models.TextChoices):
        ACCEPT = "accept", _("a version is accepted")
        EDIT = "edit", _("the record is corrected")
        SCORES = "scores", _("scores are set")
        CORRECT = "correct", _("the result is corrected")  # typed in place of a settled one
        FORFEIT = "forfeit", _("forfeit")
        REPLAY = "replay", _("the game is played again")
        KEEP = "keep", _("the result stands")
        AGAIN = "again", _("the right ones play instead")  # in a bracket
        STAND = "stand", _("those who played here stay in the bracket")
        DROP = "drop", _("the match does not count")
        TIME = "time", _("time was called")
        CLOSING = "closing", _("accepted when the round was closed")
        DEADLINE = "deadline", _("accepted at the deadline")

    id = PublicIdField()
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rulings")
    game = models.PositiveSmallIntegerField(default=1)
    number = models.PositiveIntegerField()  # among the acts of the match
    kind = models.CharField(max_length=8, choices=Kind.choices)
    submission = models.ForeignKey(
        Submission, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    remark = models.ForeignKey(
        Remark, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    author = models.CharField(max_length=20, blank=True)  # empty: the event's own rule
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["match_id", "number"]

    def __str__(self) -> str:
        return f"{self.match}: {self.kind}"


class Result(AppendOnly):
    """A result that counts or counted: agreed on at the table, or by an official."""

    class Ground(models.TextChoices):
        CONFIRMED = "confirmed", _("confirmed by opponents")
        SOLO = "solo", _("a verified record needs nobody else")
        RULED = "ruled", _("by a ruling")
        ENTERED = "entered", _("entered by an official")
        FORFEIT = "forfeit", _("forfeit")

    class Grade(models.TextChoices):
        VERIFIED = "verified", _("verified")
        KEPT = "kept", _("kept on a sheet")
        CONFIRMED = "confirmed", _("confirmed")
        AT_TABLE = "at_table", _("confirmed at the table")
        ENTERED = "entered", _("entered by an official")
        RULED = "ruled", _("ruled")

    id = PublicIdField()
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="results")
    game = models.PositiveSmallIntegerField(default=1)
    number = models.PositiveSmallIntegerField()  # within the match, in the order of writing
    submission = models.ForeignKey(
        Submission, on_delete=models.PROTECT, null=True, blank=True, related_name="results"
    )
    ruling = models.ForeignKey(
        Ruling, on_delete=models.PROTECT, null=True, blank=True, related_name="results"
    )
    ground = models.CharField(max_length=10, choices=Ground.choices)
    grade = models.CharField(max_length=9, choices=Grade.choices, default=Grade.RULED)
    author = models.CharField(max_length=20, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    # Per entry: seats, rank, score, keys, whether it forfeited
    sides = models.JSONField()
    rules_version = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering = ["match_id", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="result_number")]

    def __str__(self) -> str:
        return f"{self.match} #{self.number}"


class Seal(AppendOnly):
    """What the results of a finished event came to, dated; a later correction adds another one."""

    id = PublicIdField()
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="seals")
    number = models.PositiveSmallIntegerField()  # within the event
    digest = models.CharField(max_length=64)
    ruling = models.ForeignKey(  # that corrected something; its reason stands there
        Ruling, on_delete=models.PROTECT, null=True, blank=True, related_name="seals"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("seal")
        verbose_name_plural = _("seals")
        ordering = ["event_id", "number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="seal_number")]

    def __str__(self) -> str:
        return f"{self.event}: {self.digest[:8]}"


class MatchGame(models.Model):
    """One game of a match, pointing at the result that counts."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(default=1)
    result = models.ForeignKey(
        Result, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # Acts up to this number are history: an official took the result back, or has it replayed.
    acts_void_to = models.PositiveIntegerField(default=0)
    # Contests up to this number are decided: an official lets the result stand.
    contests_kept_to = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("game of a match")
        verbose_name_plural = _("games of matches")
        ordering = ["match_id", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="match_game_once")]

    def __str__(self) -> str:
        return f"{self.match} / {self.number}"
