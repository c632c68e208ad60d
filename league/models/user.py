"""An account, and the tokens of programs that act for it.

What a person plays under is a Player, which may or may not have an account.
"""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
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
    # As a player. Chosen by the person alone: a club does not choose it for a child.
    is_findable = models.BooleanField(
        _("Search engines may list my page as a player"), default=False
    )

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")

    def __str__(self) -> str:
        return self.display_name or self.username


class CalendarLink(models.Model):
    """That somebody's own matches may be read by a secret address. Gone: nobody reads them.

    The secret is made of the id under the key of the service, and stored nowhere.
    """

    id = PublicIdField()
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_link"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("address of a calendar")
        verbose_name_plural = _("addresses of calendars")

    def __str__(self) -> str:
        return self.pk


class Scope(models.TextChoices):
    READ = "read", _("Read what I may see")
    CLUBS = "clubs", _("Change my clubs")
    EVENTS = "events", _("Run my events")
    PLAY = "play", _("Enter events for me")
    DESK = "desk", _("Work at the desk of one event")
    RETURN = "return", _("Bring one event back")


PERSONAL_SCOPES = [Scope.READ, Scope.CLUBS, Scope.EVENTS, Scope.PLAY]


class ApiToken(models.Model):
    """A key with which a program acts for a person. Only a digest is stored.

    With an `event` it is a desk token: it acts for no person but at the desk of that event alone,
    as long as the person who made it is an official there.
    """

    id = PublicIdField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens"
    )
    event = models.ForeignKey(
        "league.Event", on_delete=models.CASCADE, null=True, related_name="desk_tokens"
    )
    name = models.CharField(_("Name"), max_length=100)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(_("May do"), default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("Valid until"))
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-created_at", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_active(self) -> bool:
        return self.revoked_at is None and self.expires_at > timezone.now()

    @property
    def scope_labels(self) -> list[str]:
        return [str(Scope(scope).label) for scope in self.scopes]
