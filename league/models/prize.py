"""Categories of an event, what can be won in it, and how ties for it were settled."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.event import Event
from league.models.public_id import PublicIdField

MOST_PLACES = 200


class Category(models.Model):
    """Entries that are ranked among themselves as well: under 12, newcomers, members."""

    id = PublicIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="categories")
    name = models.CharField(_("Name"), max_length=60)
    order = models.PositiveSmallIntegerField(default=1)
    # Who is a child or a newcomer is nobody's business unless the event says so.
    is_shown = models.BooleanField(_("Everybody sees it"), default=False)
    # Filled by years of birth, where the club keeps them.
    born_from = models.PositiveSmallIntegerField(_("Born in or after"), null=True, blank=True)
    born_to = models.PositiveSmallIntegerField(_("Born in or before"), null=True, blank=True)

    class Meta:
        verbose_name = _("category")
        verbose_name_plural = _("categories")
        ordering = ["event_id", "order", "id"]
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="category_name_once")]

    def __str__(self) -> str:
        return self.name


class Prize(models.Model):
    id = PublicIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="prizes")
    category = models.ForeignKey(
        Category,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="prizes",
        verbose_name=_("Category"),
    )  # None: the table of all
    place = models.PositiveSmallIntegerField(
        _("Place"), validators=[MinValueValidator(1), MaxValueValidator(MOST_PLACES)]
    )
    what = models.CharField(_("Prize"), max_length=120)
    # The order of the list is the order of worth: what stands higher is kept.
    order = models.PositiveSmallIntegerField(default=1)

    class Meta:
        verbose_name = _("prize")
        verbose_name_plural = _("prizes")
        ordering = ["event_id", "order", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "place"],
                condition=models.Q(category__isnull=True),
                name="prize_once",
            ),
            models.UniqueConstraint(fields=["category", "place"], name="prize_in_category_once"),
        ]

    def __str__(self) -> str:
        return self.what


class PrizeDecision(models.Model):
    """How officials settled a tie for prizes; it counts while the same entries are tied."""

    class How(models.TextChoices):
        SHARE = "share", _("they share")
        GAME = "game", _("a deciding game")
        LOTS = "lots", _("lots")

    id = PublicIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="prize_decisions")
    category = models.ForeignKey(
        Category, on_delete=models.CASCADE, null=True, blank=True, related_name="decisions"
    )
    how = models.CharField(max_length=5, choices=How.choices)
    entries = models.JSONField()  # their ids: in the order decided, or by id where they share
    decided_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("decision about a prize")
        verbose_name_plural = _("decisions about prizes")
        ordering = ["event_id", "decided_at", "id"]

    def __str__(self) -> str:
        return f"{self.event}: {self.get_how_display()}"
