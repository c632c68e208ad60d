"""How a phone comes to a table: codes to be scanned, and the seat that it then holds."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.club import Club
from league.models.public_id import PublicIdField, new_public_id
from league.models.round import Seat


class TableCode(models.Model):
    """The code on a card of a table of a club: printed once, good for every event there."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="table_codes")
    table = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=10, unique=True, default=new_public_id)

    class Meta:
        verbose_name = _("code of a table")
        verbose_name_plural = _("codes of tables")
        ordering = ["club_id", "table"]
        constraints = [models.UniqueConstraint(fields=["club", "table"], name="table_code_once")]

    def __str__(self) -> str:
        return f"{self.club}, {self.table}"


class SeatHold(models.Model):
    """The phone that a seat is held by: one at a time. Another one may ask for it.

    In later rounds the phone is known by it, and takes the next seat of the entry without a code.
    """

    id = PublicIdField()
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="hold")
    device = models.CharField(max_length=20)
    since = models.DateTimeField(auto_now_add=True)
    carries_over = models.BooleanField(default=True)  # to later rounds; ended by renewed codes
    asked_by = models.CharField(max_length=20, blank=True)  # the device that wants it
    asked_at = models.DateTimeField(null=True, blank=True)
    refused = models.JSONField(default=list, blank=True)  # devices that asked and did not get it

    class Meta:
        verbose_name = _("held seat")
        verbose_name_plural = _("held seats")
        ordering = ["seat_id"]

    def __str__(self) -> str:
        return f"{self.seat}"
