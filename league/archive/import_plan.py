"""What an archive would become here, before anything is written: verified, and in which ways."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from league.archive.canonical import first_other_line, read_json
from league.archive.findings import NOT_CANONICAL, ArchiveFinding
from league.archive.rows import ArchiveContent
from league.archive.taken import Taken, is_taken_file, taken_faults
from league.archive.verification import ArchiveReport, verified
from league.archive.zipped import document_in

_OVER = ("finished", "archived")


class TakeAs(StrEnum):
    READ_ONLY = "read_only"  # to be looked at, and never changed here
    RUNNING = "running"  # it goes on here
    SHOWN = "shown"  # another computer runs it, and sends how it stands


@dataclass(frozen=True)
class ArchivePlan:
    """An archive that was sent, with what is wrong in it."""

    document: Mapping[str, Any]
    report: ArchiveReport
    taken: Taken | None = None  # what came with it, if it goes from computer to computer
    whole: Mapping[str, Any] | None = None  # the file, if that is more than the archive

    @property
    def file(self) -> Mapping[str, Any]:
        """As it came."""
        return self.document if self.whole is None else self.whole

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
        if self.document["about"]["status"] in _OVER:
            return (TakeAs.READ_ONLY,)
        shown = (TakeAs.SHOWN,) if self.has_full_names else ()
        return (TakeAs.RUNNING, TakeAs.READ_ONLY, *shown)

    @property
    def has_full_names(self) -> bool:
        return bool(self.document["about"]["names"] == "full")


def archive_plan(data: bytes) -> ArchivePlan:
    """Of a file as it came; `UnreadableArchive` where it is none."""
    written = document_in(data)
    document = read_json(written)
    if not is_taken_file(document):
        return ArchivePlan(document, verified(document, data=written))
    found = [
        ArchiveFinding("schema", text, row=where, column=column)
        for where, column, text in taken_faults(document)
    ]
    archive = document.get("archive")
    report = verified(archive)
    if line := first_other_line(written, document):
        found.append(ArchiveFinding("form", NOT_CANONICAL, {"line": line}))
    report = replace(report, findings=(*found, *report.findings))
    taken = None if found else Taken(document["desk"], document["handover"])
    return ArchivePlan(archive, report, taken, document)
