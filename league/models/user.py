"""An account. What a person plays under is a Player, which may or may not have one."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.public_id import PublicIdField
from league.models.time_zones import validate_time_zone


class User(AbstractUser):
    id = PublicIdField()
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    display_name = models.CharField(
        _("Display name"),
        max_length=200,
        blank=True,
        help_text=_("How others see you. Leave it empty to be shown by your login name."),
    )
    language = models.CharField(_("Language"), max_length=8, blank=True, choices=settings.LANGUAGES)
    time_zone = models.CharField(
        _("Time zone"), max_length=64, blank=True, validators=[validate_time_zone]
    )

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")

    def __str__(self) -> str:
        return self.display_name or self.username
