"""What an archive would become here, before anything is written: verified, and in which ways."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from league.archive.canonical import read_json
from league.archive.rows import ArchiveContent
from league.archive.verification import ArchiveReport, verified
from league.archive.zipped import document_in

_OVER = ("finished", "archived")


class TakeAs(StrEnum):
    READ_ONLY = "read_only"  # to be looked at, and never changed here
    RUNNING = "running"  # it goes on here


@dataclass(frozen=True)
class ArchivePlan:
    """An archive that was sent, with what is wrong in it."""

    document: Mapping[str, Any]
    report: ArchiveReport

    @property
    def is_hindered(self) -> bool:
        return not self.report.is_consistent

    @property
    def content(self) -> ArchiveContent:
        return ArchiveContent(self.document["content"])

    @property
    def ways(self) -> tuple[TakeAs, ...]:
        """The likely one first; none for a file with something wrong in it."""
        if self.is_hindered:
            return ()
        is_over = self.document["about"]["status"] in _OVER
        return (TakeAs.READ_ONLY,) if is_over else (TakeAs.RUNNING, TakeAs.READ_ONLY)

    @property
    def has_full_names(self) -> bool:
        return bool(self.document["about"]["names"] == "full")


def archive_plan(data: bytes) -> ArchivePlan:
    """Of a file as it came; `UnreadableArchive` where it is none."""
    written = document_in(data)
    document = read_json(written)
    return ArchivePlan(document, verified(document, data=written))
