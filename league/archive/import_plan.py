"""What an archive would become here, before anything is written: verified, and in which ways."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from league.archive.canonical import UnreadableArchive, read_json
from league.archive.findings import ArchiveFinding, form_findings
from league.archive.rows import ArchiveContent
from league.archive.taken import Taken, is_taken_file, taken_faults
from league.archive.verification import ArchiveReport, verified
from league.archive.zipped import document_in, zip_findings

Plan = TypeVar("Plan")
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

    @property
    def is_hindered(self) -> bool:
        return not self.report.is_consistent

    @property
    def content(self) -> ArchiveContent:
        return ArchiveContent(self.document["content"])

    @property
    def ways(self) -> tuple[TakeAs, ...]:
        """The likely one first; none for a file with something wrong in it.

        What is over counts here only if it comes from those who ran it, with its people.
        """
        if self.is_hindered:
            return ()
        if self.document["about"]["status"] in _OVER and self.taken is None:
            return (TakeAs.READ_ONLY,)
        shown = (TakeAs.SHOWN,) if self.has_full_names else ()
        return (TakeAs.RUNNING, TakeAs.READ_ONLY, *shown)

    @property
    def is_over(self) -> bool:
        return not self.is_hindered and self.document["about"]["status"] in _OVER

    @property
    def has_full_names(self) -> bool:
        return bool(self.document["about"]["names"] == "full")


def archive_plan(
    data: bytes, *, head: str = "", proof: Any = None, consistency: Any = None
) -> ArchivePlan:
    """Of a file as it came; `UnreadableArchive` where it is none. The rest as `verified` has it."""
    written = document_in(data)
    document = read_json(written)
    asked = {"head": head, "proof": proof, "consistency": consistency}
    if not is_taken_file(document):
        report = verified(document, data=written, **asked)
        return ArchivePlan(document, _with_zip(report, data, document, archive=document))
    found = [
        ArchiveFinding("schema", text, row=where, column=column)
        for where, column, text in taken_faults(document)
    ]
    archive = document.get("archive")
    found += form_findings(written, document)
    report = verified(archive, **asked)
    taken = None if found else Taken(document["desk"], document["handover"])
    report = replace(report, findings=(*found, *report.findings))
    return ArchivePlan(archive, _with_zip(report, data, document, archive=archive), taken)


def plan_or_reason(
    make: Callable[..., Plan], data: bytes, **how: object
) -> Plan | UnreadableArchive:
    """For another process: what was raised there comes back as a value."""
    try:
        return make(data, **how)
    except UnreadableArchive as error:
        return error.with_traceback(None)


def _with_zip(report: ArchiveReport, data: bytes, document: Any, *, archive: Any) -> ArchiveReport:
    """Where the archive can be read; else there is nothing to compare with."""
    if not report.digest:
        return report
    found = zip_findings(data, document, archive=archive)
    return replace(report, findings=(*report.findings, *found))
