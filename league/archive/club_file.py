"""The file of a whole club: a zip with `club.json` and an archive of each event, verified.

Its maker may mean harm: sizes of the zip, of its list and of what it unpacks to are bounded
before and while it is read, and it holds what `club.json` names and nothing else. One event is in
memory at a time.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from games.values import gettext_noop
from league.archive.canonical import UnreadableArchive, digest_of, read_json
from league.archive.club_schema import DIGESTED, IN_EVENTS, form_faults, row_faults_of
from league.archive.findings import CHANGED, ArchiveFinding, form_findings
from league.archive.import_plan import ArchivePlan
from league.archive.proofs import proof_in
from league.archive.schema import SchemaFault
from league.archive.verification import ArchiveReport, SealState, verified
from league.archive.zipped import file_in, is_zip, opened_zip

NAME = "club.json"
_MIB = 1024 * 1024
MOST_UNPACKED = 512 * _MIB
MOST_ONLINE = 16 * _MIB  # what a page takes over while somebody waits: some 150 evenings
_MOST_FINDINGS = 200
Told = Callable[[int, int], None]  # how many events are done, of how many

_NO_ZIP = gettext_noop("This is no zip, and the file of a club is one.")
_TOO_MUCH = gettext_noop(
    "The zip unpacks to more than %(most)d MiB. Those who run the service take larger clubs over "
    "by the command import_club."
)
_NOT_LISTED = gettext_noop("The zip has a file that no club has: %(name)s")
_TWICE = gettext_noop("The zip has %(name)s twice.")
_OTHER_EVENT = gettext_noop("is the archive of another event")
_PUBLIC_NAMES = gettext_noop("has no full names")
_NOBODY = gettext_noop("names a player who is not in club.json")


def event_file(pk: str) -> str:
    return f"events/{pk}.arbitr.json"


def digests_in_club(document: Mapping[str, Any]) -> dict[str, str]:
    return {part: digest_of(document[part]) for part in DIGESTED}


@dataclass(frozen=True)
class EventInFile:
    """An event of the file in short, with what is wrong in its archive."""

    id: str
    name: str = ""
    status: str = ""
    starts_at: str = ""
    entries: int = 0
    records: int = 0
    results: int = 0


@dataclass(frozen=True)
class ClubPlan:
    """A file that was sent, verified, with what is wrong in it; its events are read one by one."""

    data: bytes
    document: Mapping[str, Any]
    events: tuple[EventInFile, ...] = ()
    findings: tuple[ArchiveFinding, ...] = ()
    digest: str = ""

    @property
    def is_hindered(self) -> bool:
        return bool(self.findings)

    @property
    def club(self) -> Mapping[str, Any]:
        club: Mapping[str, Any] = self.document["club"]
        return club

    def rows(self, kind: str) -> list[Mapping[str, Any]]:
        rows: list[Mapping[str, Any]] = self.document["rows"][kind]
        return rows

    @cached_property
    def records(self) -> int:
        return sum(event.records for event in self.events)

    @cached_property
    def results(self) -> int:
        return sum(event.results for event in self.events)

    def archives(self) -> Iterator[ArchivePlan]:
        """The events' archives, as they were verified: their digests are those of the plan."""
        archive = opened_zip(self.data)
        for event in self.rows("events"):
            document = read_json(file_in(archive, event_file(event["id"])))
            proof = proof_in(document["log"])
            yield ArchivePlan(
                document,
                ArchiveReport(
                    findings=(),
                    seal=SealState.NONE,
                    digest=digest_of(document["content"]),
                    head=proof.head if proof else "",
                ),
            )


def club_plan(data: bytes, *, most: int = MOST_UNPACKED, told: Told | None = None) -> ClubPlan:
    """Of a file as it came; `UnreadableArchive` where it is none."""
    if not is_zip(data):
        raise UnreadableArchive(_NO_ZIP)
    return _ClubReader(data, most=most, told=told).plan()


class _ClubReader:
    """Everything in the zip that can be checked without a database."""

    def __init__(self, data: bytes, *, most: int, told: Told | None) -> None:
        self.data, self.archive = data, opened_zip(data)
        self.told = told or (lambda _done, _all: None)
        self.most = self.left = most
        self.findings: list[ArchiveFinding] = []
        self.are_events_whole = True
        self.ids: dict[str, set[str]] = {name: set() for name in IN_EVENTS}

    def plan(self) -> ClubPlan:
        names = self.archive.namelist()
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise UnreadableArchive(_TWICE, {"name": twice[:120]})
        written = self._read(NAME)
        document = read_json(written)
        digest = sha256(written).hexdigest()
        if faults := form_faults(document):
            self._add(*faults)
            return ClubPlan(self.data, document, findings=tuple(self.findings), digest=digest)
        self._check_form(written, document)
        listed = [row["id"] for row in _named(document["rows"]["events"])]
        if unknown := set(names) - {NAME, *map(event_file, listed)}:
            raise UnreadableArchive(_NOT_LISTED, {"name": min(unknown)[:120]})
        events = tuple(self._events(document))
        if self.are_events_whole:  # else all that names something in them would be told, too
            self._add(*row_faults_of(document["rows"], self.ids))
        findings = tuple(self.findings[:_MOST_FINDINGS])
        return ClubPlan(self.data, document, events, findings, digest)

    def _read(self, name: str) -> bytes:
        data = file_in(self.archive, name)
        self.left -= len(data)
        if self.left < 0:
            raise UnreadableArchive(_TOO_MUCH, {"most": self.most >> 20})
        return data

    def _add(self, *faults: SchemaFault) -> None:
        self.findings += [
            ArchiveFinding("schema", fault.text, row=fault.where, column=fault.field, file=NAME)
            for fault in faults
        ]

    def _check_form(self, written: bytes, document: Mapping[str, Any]) -> None:
        self.findings += form_findings(written, document, file=NAME)
        told, fresh = document["digests"], digests_in_club(document)
        for part in sorted(told.keys() | fresh.keys()):
            if told.get(part) != fresh.get(part):
                self.findings.append(ArchiveFinding("digest", CHANGED, row=part[:40], file=NAME))

    def _events(self, document: Mapping[str, Any]) -> Iterator[EventInFile]:
        rows = _named(document["rows"]["events"])
        known = {row["id"] for row in _named(document["rows"]["players"])}
        for done, row in enumerate(rows):
            self.told(done, len(rows))
            yield self._event(row, known)
        self.told(len(rows), len(rows))

    def _event(self, row: Mapping[str, Any], known: set[str]) -> EventInFile:
        name = event_file(row["id"])
        plan = self._read_event(name, digest=row.get("digest"))
        if plan is None or plan.is_hindered:
            self.are_events_whole = False
            return EventInFile(row["id"])
        self.findings += [
            ArchiveFinding("event", text, file=name)
            for text in _wrong_here(plan, pk=row["id"], known=known)
        ]
        rows = plan.content.rows
        for kind in IN_EVENTS:
            self.ids[kind] |= {one["id"] for one in rows[kind]}
        return EventInFile(
            id=row["id"],
            name=str(plan.document["people"]["event"].get("name", ""))[:200],
            status=plan.document["about"]["status"],
            starts_at=plan.content.event["starts_at"],
            entries=len(rows["entries"]),
            records=plan.report.records,
            results=plan.report.results,
        )

    def _read_event(self, name: str, *, digest: object) -> ArchivePlan | None:
        written = self._read(name)
        if sha256(written).hexdigest() != digest:
            self.findings.append(ArchiveFinding("digest", CHANGED, file=name))
        try:
            document = read_json(written)
        except UnreadableArchive as error:
            told = ArchiveFinding("form", error.text, error.gaps, row=error.where, file=name)
            self.findings.append(told)
            return None
        plan = ArchivePlan(document, verified(document, data=written))
        self.findings += [replace(fault, file=name) for fault in plan.report.faults]
        return plan


def _wrong_here(plan: ArchivePlan, *, pk: str, known: set[str]) -> Iterator[str]:
    if plan.content.event["id"] != pk:
        yield _OTHER_EVENT
    if not plan.has_full_names:
        yield _PUBLIC_NAMES
    if plan.document["people"]["players"].keys() - known:
        yield _NOBODY


def _named(rows: Any) -> list[Mapping[str, Any]]:
    return [row for row in rows if isinstance(row, dict) and isinstance(row.get("id"), str)]
