"""The log of seals: one row for each time that a finished event was sealed, never changed again;
and where events and clubs came from that were not made here.

Rows are the leaves of a tree of hashes (league/archive/merkle.py). Each keeps the hashes of the
full subtrees that end with it, so that proofs read few rows, and the head of the log up to it.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.append_only import AppendOnly

_HASH_LENGTH = 64


class SealLogEntry(AppendOnly):
    index = models.PositiveIntegerField(primary_key=True)  # from 0, without gaps
    event = models.CharField(max_length=10, db_index=True)  # an event's id
    digest = models.CharField(max_length=_HASH_LENGTH)  # of the content of its archive
    leaf = models.TextField()  # what is hashed, letter by letter
    nodes = models.JSONField()  # hashes of the subtrees that end here, the leaf's own first
    root = models.CharField(max_length=_HASH_LENGTH, db_index=True)  # the head up to here
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("entry of the log of seals")
        verbose_name_plural = _("entries of the log of seals")
        ordering = ["index"]

    def __str__(self) -> str:
        return f"{self.index}: {self.digest[:8]}"

    @property
    def size(self) -> int:
        """Of the log up to here."""
        return self.index + 1

    @property
    def leaf_hash(self) -> str:
        return str(self.nodes[0])


class ImportedEvent(models.Model):
    """Where an event came from that was not played on this machine, or not all of it."""

    event = models.OneToOneField(
        "Event", on_delete=models.CASCADE, primary_key=True, related_name="imported"
    )
    source = models.CharField(max_length=200, blank=True)  # the address of the machine
    digest = models.CharField(max_length=_HASH_LENGTH)  # of the content that came
    head = models.CharField(max_length=_HASH_LENGTH, blank=True)  # of the log it was sealed in
    made_at = models.DateTimeField()  # the archive
    is_read_only = models.BooleanField(default=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("imported event")
        verbose_name_plural = _("imported events")

    def __str__(self) -> str:
        return f"{self.event}: {self.source}"


class ImportedClub(models.Model):
    """Which file made a club that was moved here: the same file again gives the same club."""

    club = models.OneToOneField(
        "Club", on_delete=models.CASCADE, primary_key=True, related_name="imported"
    )
    source = models.CharField(max_length=200, blank=True)  # the address of the machine
    digest = models.CharField(max_length=_HASH_LENGTH)  # of club.json, which has all others in it
    made_at = models.DateTimeField()  # the file
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("imported club")
        verbose_name_plural = _("imported clubs")

    def __str__(self) -> str:
        return f"{self.club}: {self.source}"
