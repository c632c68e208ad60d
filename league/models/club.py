"""Clubs, who runs them, and the people who play."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.registry import rules_of
from games.values import STANDARD
from league.models.names import MatchKeyField, SortKeyField, shown_name
from league.models.public_id import PublicIdField
from league.models.time_zones import validate_time_zone, zone_of_country


class Club(models.Model):
    id = PublicIdField()
    name = models.CharField(_("Name"), max_length=200)
    town = models.CharField(_("Town"), max_length=100, blank=True)
    country = models.CharField(
        _("Country"),
        max_length=2,
        default="CZ",
        choices=[("CZ", _("Czechia")), ("SK", _("Slovakia")), ("", _("elsewhere"))],
        blank=True,
    )
    # Of its evenings; empty: that of the country.
    time_zone = models.CharField(
        _("Time zone"), max_length=64, blank=True, validators=[validate_time_zone]
    )
    about = models.TextField(_("About the club"), max_length=2000, blank=True)
    website = models.URLField(_("Website"), blank=True)
    # Origins of pages that may frame the club's embeds (league/clubs/origins.py).
    frame_origins = models.JSONField(_("Websites"), default=list, blank=True)
    keeps_notes = models.BooleanField(
        _("Keep a year of birth and a note for each player"),
        default=False,
        help_text=_(
            "To tell namesakes apart and to fill categories by age. Only the admins of the club "
            "and the player see them. Switching it off deletes them."
        ),
    )
    sort_key = SortKeyField(of="name")
    version = models.PositiveIntegerField(default=1, editable=False)
    admins = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="ClubAdmin", related_name="clubs_run"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["sort_key", "id"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.pk])

    @property
    def zone(self) -> str:
        """In which its evenings start."""
        return self.time_zone or zone_of_country(self.country)

    @property
    def language(self) -> str:
        """Which its papers speak, unless an event says otherwise."""
        return {"CZ": "cs", "SK": "sk"}.get(self.country, "en")


class ClubAdmin(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)

    class Meta:
        verbose_name = _("club admin")
        verbose_name_plural = _("club admins")
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="club_admin_once")]

    def __str__(self) -> str:
        return f"{self.user} – {self.club}"


class ClubBox(models.Model):
    """Which box of a game a club has. No row: nobody was asked yet."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="boxes")
    game = models.CharField(_("Game"), max_length=40)
    edition = models.CharField(_("Edition"), max_length=40, default="standard")
    # The game's own tags that say what differs within an edition, such as Kaleidoskop's Corners.
    tags = models.JSONField(default=dict, blank=True)
    set_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("box of a club")
        verbose_name_plural = _("boxes of clubs")
        constraints = [models.UniqueConstraint(fields=["club", "game"], name="club_box_once")]

    def __str__(self) -> str:
        return f"{self.club}: {self.game}, {self.edition}"

    @property
    def edition_here(self) -> str:
        """The standard one where this service no longer has the edition."""
        rules = rules_of(self.game)
        return self.edition if rules and self.edition in rules.editions else STANDARD


class Player(models.Model):
    class Privacy(models.TextChoices):
        INITIAL = "initial", _("First name and initial")
        FULL = "full", _("Full name")

    id = PublicIdField()
    full_name = models.CharField(_("Full name"), max_length=200)
    privacy = models.CharField(
        _("Shown to the public as"), max_length=8, choices=Privacy.choices, default=Privacy.INITIAL
    )
    club = models.ForeignKey(
        Club, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    # Looks after a player who is in no club: one who left it, or a guest at its event.
    keeper = models.ForeignKey(
        Club,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="players_kept",
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="player",
    )
    sort_key = SortKeyField(of="full_name", person=True)
    match_key = MatchKeyField(of="full_name")
    # Anyone who shows the secret of this digest becomes this player, once.
    invitation_digest = models.CharField(max_length=64, blank=True, editable=False, db_index=True)
    invitation_until = models.DateTimeField(null=True, blank=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    is_sample = models.BooleanField(default=False, editable=False)  # made up, to rehearse an event
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["sort_key", "id"]

    def __str__(self) -> str:
        return self.public_name

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.pk])

    @property
    def looked_after_by(self) -> Club | None:
        """The club whose admins may change this row."""
        return self.club or self.keeper

    @property
    def places(self) -> tuple[str, ...]:
        """Where a namesake may come from, the shorter word first."""
        return (self.club.town, self.club.name) if self.club else ()

    @property
    def public_name(self) -> str:
        return public_name(self.full_name, privacy=self.privacy, erased_at=self.erased_at)


class PlayerNote(models.Model):
    """What a club keeps to tell its players apart; for its admins and the person alone.

    A table of its own, so that nothing that reads players reads it as well.
    """

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="private"
    )
    birth_year = models.PositiveSmallIntegerField(_("Year of birth"), null=True, blank=True)
    text = models.CharField(_("Note"), max_length=80, blank=True)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("note about a player")
        verbose_name_plural = _("notes about players")

    def __str__(self) -> str:
        return self.player_id


def public_name(full_name: str, *, privacy: str, erased_at: datetime | None) -> str:
    """Of a player's columns, where the row itself is not at hand."""
    if erased_at:
        return str(_("Former player"))
    return shown_name(full_name, in_full=privacy == Player.Privacy.FULL)
