"""Groups of entries that are ranked among themselves as well: under 12, newcomers, members."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.event import Event
from league.models.public_id import PublicIdField


class Category(models.Model):
    id = PublicIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="categories")
    name = models.CharField(_("Name"), max_length=60)
    order = models.PositiveSmallIntegerField(default=1)
    # Who is a child or a newcomer is nobody's business unless the event says so.
    is_shown = models.BooleanField(_("Everybody sees it"), default=False)

    class Meta:
        verbose_name = _("category")
        verbose_name_plural = _("categories")
        ordering = ["event_id", "order", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="category_name_once"),
        ]

    def __str__(self) -> str:
        return self.name
