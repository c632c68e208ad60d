"""A score sheet: what a table writes down while it plays, act by act.

Acts are only ever added; an undo and an edit are acts too. Nothing personal stands in them: names
of a practice game and free remarks are kept in rows that can be blanked.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.registry import rules_of
from league.models.append_only import AppendOnly
from league.models.event import Event
from league.models.game_played import Scoring, game_choices
from league.models.public_id import PublicIdField, new_public_id
from league.models.round import Match
from league.models.submission import Submission


class Sheet(models.Model):
    """The sheet of one game: of a match, or for practice."""

    Help = Event.SheetHelp

    class Way(models.TextChoices):
        CHECKED = "checked", _("with the referee looking on")
        PLAIN = "plain", _("scores only")

    id = PublicIdField()
    match = models.ForeignKey(
        Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="sheets"
    )
    game_number = models.PositiveSmallIntegerField(default=1)  # within the match
    seating = models.JSONField(default=dict, blank=True)  # seat letter -> entry, of a match
    names = models.JSONField(default=dict, blank=True)  # seat letter -> name, as typed for practice
    game = models.CharField(_("Game"), max_length=40, choices=game_choices)
    variant = models.CharField(_("Variant"), max_length=20, default="base", blank=True)
    edition = models.CharField(_("Edition"), max_length=40, default="standard", blank=True)
    tags = models.JSONField(default=dict, blank=True)  # of the game's own: what the box looks like
    other_name = models.CharField(_("Name of the game"), max_length=100, blank=True)
    other_scoring = models.CharField(
        _("What decides"), max_length=8, choices=Scoring.choices, default=Scoring.HIGHER
    )
    players = models.PositiveSmallIntegerField(_("Players"))
    way = models.CharField(max_length=7, choices=Way.choices, default=Way.CHECKED)
    help = models.CharField(
        _("Help"), max_length=5, choices=Event.SheetHelp.choices, default=Event.SheetHelp.CHECK
    )
    confirms = models.BooleanField(_("Each entry is confirmed"), default=False)
    code = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    number = models.PositiveIntegerField(default=0)  # of the last act
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)  # handed in, or given up
    wiped_at = models.DateTimeField(null=True, blank=True)  # names and remarks, for good
    submission = models.OneToOneField(
        Submission, on_delete=models.PROTECT, null=True, blank=True, related_name="sheet"
    )

    class Meta:
        verbose_name = _("score sheet")
        verbose_name_plural = _("score sheets")
        ordering = ["-created_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "game_number"],
                condition=models.Q(closed_at__isnull=True),
                name="sheet_open_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.match or _('practice')}: {self.pk}"

    @property
    def is_practice(self) -> bool:
        return self.match_id is None

    @property
    def game_name(self) -> str:
        rules = rules_of(self.game)
        return rules.name if rules else self.other_name


class SheetAct(AppendOnly):
    """Something that was written on a sheet, in the order of writing."""

    class Kind(models.TextChoices):
        SET_UP = "set_up", _("set-up")
        ACTION = "action", _("action")
        REFUSED = "refused", _("refused")
        SCORE = "score", _("points")
        UNDO = "undo", _("undone")
        EDIT = "edit", _("changed")
        REMARK = "remark", _("remark")
        LET_STAND = "let_stand", _("let stand")
        TIME = "time", _("time was called")
        END = "end", _("the end")

    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="acts")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=40)  # made by the phone, which may send it twice
    phone = models.CharField(max_length=16, blank=True)  # a digest, another one for each sheet
    kind = models.CharField(max_length=9, choices=Kind.choices)
    seat = models.CharField(max_length=1, blank=True)
    text = models.TextField(blank=True)  # words of the game; tags; figures; a code
    target = models.PositiveIntegerField(null=True, blank=True)  # the act that it is about
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("act on a sheet")
        verbose_name_plural = _("acts on sheets")
        ordering = ["sheet_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="sheet_act_number"),
            models.UniqueConstraint(fields=["sheet", "key"], name="sheet_act_key"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} #{self.number}: {self.seat} {self.text}"


class SheetRemark(models.Model):
    """Free words of the table, kept where they can be blanked."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="remarks")
    number = models.PositiveIntegerField()  # of the act
    text = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("remark on a sheet")
        verbose_name_plural = _("remarks on sheets")
        ordering = ["sheet_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="sheet_remark_once")
        ]

    def __str__(self) -> str:
        return self.text
