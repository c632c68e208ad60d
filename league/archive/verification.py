"""An archive verified without any database: everything in it that can be computed, computed again.

Two questions are told apart. *Consistent in itself*: nothing in the file contradicts anything else
in it. That a clever forger can bring about. *As sealed*: what is in the file is what the public log
had when somebody noted its head; that nobody can, unless the head was noted after the forgery.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from games.values import gettext_noop
from league.archive.canonical import digest_of, row_digest
from league.archive.findings import CHANGED, DIGEST_CHANGED, ArchiveFinding, form_findings
from league.archive.match_checks import MatchCheck
from league.archive.proofs import LogProof, consistency_in, leaf_text, proof_in
from league.archive.rows import ArchiveContent, Place
from league.archive.schema import DIGESTED, KINDS, RowOf, SchemaFault, faults_of
from league.archive.seal_checks import seal_findings
from league.archive.shapes import people_faults, shape_faults
from league.archive.standings_again import tables_again
from league.standings.renewal import EDITION

_MOST_FINDINGS = 200
# What rows that do not fit together make the algorithms stumble over.
_STUMBLES = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, StopIteration)


class SealState(StrEnum):
    """What the log says of an archive."""

    NONE = "none"  # the file has no proof that it was logged
    LOGGED = "logged"  # it leads to a head, and nobody has said which heads to trust
    SEALED = "sealed"  # it leads to the head that somebody noted
    OTHER_HEAD = "other_head"  # it does not lead to that head
    BROKEN = "broken"  # its proof is wrong, or of something else


@dataclass(frozen=True)
class ArchiveReport:
    findings: Sequence[ArchiveFinding]
    seal: SealState
    matches: int = 0
    records: int = 0
    results: int = 0
    tables: int = 0  # of standings
    digest: str = ""
    head: str = ""  # to which the proof in the file leads

    @property
    def faults(self) -> list[ArchiveFinding]:
        return [finding for finding in self.findings if finding.is_fault]

    @property
    def is_consistent(self) -> bool:
        return not self.faults

    @property
    def notes(self) -> int:
        return len(self.findings) - len(self.faults)


def digests_in(document: Mapping[str, Any]) -> dict[str, Any]:
    """Of each part, and of each row, by which a change is found."""
    rows = {"event": row_digest(document["content"]["event"])}
    for kind in KINDS:
        for row in document["content"].get(kind.name, ()):
            rows[kind.named(row)] = row_digest(row)
    for part in ("people", "setup"):
        for name, value in document[part].items():
            pieces = value if isinstance(value, dict) else {"": value}
            rows |= {f"{part}/{name}/{key}": row_digest(piece) for key, piece in pieces.items()}
    for at, table in enumerate(document["standings"]["tables"]):
        rows[f"standings/tables/{at}"] = row_digest(table)
    return {**{part: digest_of(document[part]) for part in DIGESTED}, "rows": rows}


def verified(
    document: Any,
    *,
    data: bytes | None = None,
    head: str = "",
    proof: Any = None,
    consistency: Any = None,
) -> ArchiveReport:
    """`data`: the file as it was read. `head`: one that somebody noted. `proof`: a later one.

    `consistency`: the way from a head that the proof leads to, to a newer one that was noted.
    """
    found = [_of_schema(*fault) for fault in _misshapen(document)]
    if found:
        return ArchiveReport(tuple(found[:_MOST_FINDINGS]), SealState.NONE)
    content = ArchiveContent(document["content"])
    found = list(form_findings(data, document)) if data is not None else []
    found += [*_digests(document, content), *_matches(content)]
    found += [*_seals(document, content), *_standings(document, content)]
    digest = digest_of(document["content"])
    given = proof_in(proof if proof is not None else document["log"])
    seal = _seal(given, digest=digest, event=content.event["id"], head=head, way=consistency)
    if seal is SealState.BROKEN:
        found.append(ArchiveFinding("log", _BROKEN_PROOF, row="log"))
    return ArchiveReport(
        findings=tuple(found[:_MOST_FINDINGS]),
        seal=seal,
        matches=len(content.rows["matches"]),
        records=sum(bool(row["record"]) for row in content.rows["submissions"]),
        results=len(content.rows["results"]),
        tables=len(document["standings"]["tables"]),
        digest=digest,
        head=given.head if given else "",
    )


def _misshapen(document: Any) -> Iterator[SchemaFault]:
    """From the outside inwards: each step relies on the one before."""
    for faults in (faults_of, shape_faults, people_faults):
        found = list(faults(document))
        if found:
            yield from found
            return


def _of_schema(where: str, column: str, text: str) -> ArchiveFinding:
    return ArchiveFinding("schema", text, row=where, column=column)


def _digests(document: Mapping[str, Any], content: ArchiveContent) -> Iterator[ArchiveFinding]:
    told, fresh = document["digests"], digests_in(document)
    for part in sorted(fresh.keys() | told.keys()):
        if part != "rows" and told.get(part) != fresh.get(part):
            yield ArchiveFinding("digest", CHANGED, row=part)
    rows = told.get("rows") if isinstance(told.get("rows"), dict) else {}
    places = {
        kind.named(row): content.place_of(kind.name, row)
        for kind in KINDS
        for row in content.rows[kind.name]
    }
    are_parts_as_told = all(told.get(part) == fresh[part] for part in DIGESTED)
    for name in sorted(fresh["rows"].keys() | rows.keys()):
        if rows.get(name) != fresh["rows"].get(name):
            text = DIGEST_CHANGED if are_parts_as_told else CHANGED
            yield ArchiveFinding("digest", text, place=places.get(name, Place()), row=name)


def _matches(content: ArchiveContent) -> Iterator[ArchiveFinding]:
    for match in content.rows["matches"]:
        try:
            yield from MatchCheck(content, match).findings()
        except _STUMBLES as error:
            yield _stumbled(error, content.place_of("matches", match), f"matches/{match['id']}")


def _stumbled(error: Exception, place: Place, row: str) -> ArchiveFinding:
    gaps = {"error": f"{type(error).__name__} {error}"[:120]}
    return ArchiveFinding("rows", _NO_FIT, gaps, place=place, row=row)


def _seals(document: Mapping[str, Any], content: ArchiveContent) -> Iterator[ArchiveFinding]:
    try:
        yield from seal_findings(content, about=document["about"])
    except _STUMBLES as error:
        yield _stumbled(error, Place(), "results")


def _standings(document: Mapping[str, Any], content: ArchiveContent) -> Iterator[ArchiveFinding]:
    """By another edition of our rules, tables may honestly be others: that is noted, no more."""
    edition = document["about"]["standings_edition"]
    if edition != EDITION:
        gaps = {"theirs": edition, "ours": EDITION}
        yield ArchiveFinding("edition", _OTHER_EDITION, gaps, is_fault=False)
    for stage in content.rows["stages"]:
        told = [t for t in document["standings"]["tables"] if _names(t, stage)]
        cells = [r for r in document["standings"]["rounds"] if _names(r, stage)]
        if not told and not content.of("rounds", "stage", stage["id"]):
            continue
        place = Place(stage=stage["order"])
        try:
            for finding in _of_stage(content, stage, told, cells):
                is_sure = edition == EDITION or finding.text == _ONE_OF_TWO
                yield replace(finding, is_fault=is_sure)
        except _STUMBLES as error:
            yield _stumbled(error, place, "standings")


def _names(told: Any, stage: RowOf) -> bool:
    return isinstance(told, dict) and told.get("stage") == stage["id"]


def _of_stage(
    content: ArchiveContent, stage: RowOf, told: Sequence[RowOf], cells: Sequence[RowOf]
) -> Iterator[ArchiveFinding]:
    fresh, given = tables_again(content, stage)
    kept = {table["after_round"]: table["rows"] for table in told}
    for number in sorted(fresh.keys() | kept.keys()):
        place = Place(stage=stage["order"], round=number)
        if number not in fresh or number not in kept:
            yield _of_table(place, _ONE_OF_TWO)
            continue
        by_entry = {row["entry"]: row for row in fresh[number]}
        if [row["entry"] for row in kept[number]] != [row["entry"] for row in fresh[number]]:
            yield _of_table(place, _OTHER_ORDER)
        for row in kept[number]:
            for name in _parted(row, by_entry.get(row["entry"], {})):
                yield _of_table(place, _OTHER_TABLE, entry=row["entry"], column=name)
    whole = Place(stage=stage["order"])
    for row in cells:
        if row["cells"] != given.get(row["entry"]):
            yield _of_table(whole, _OTHER_ROUNDS, entry=row["entry"])
    if sorted(row["entry"] for row in cells) != sorted(given):
        yield _of_table(whole, _ONE_OF_TWO)


def _of_table(place: Place, text: str, *, entry: str = "", column: str = "") -> ArchiveFinding:
    row = f"standings/{entry}" if entry else "standings"
    return ArchiveFinding("standings", text, place=place, row=row, column=column)


def _parted(told: RowOf, fresh: RowOf) -> list[str]:
    return [
        name for name in sorted(told.keys() | fresh.keys()) if told.get(name) != fresh.get(name)
    ]


def _seal(proof: LogProof | None, *, digest: str, event: str, head: str, way: Any) -> SealState:
    if proof is None:
        return SealState.NONE
    if leaf_text(event=event, digest=digest, at=proof.at) != proof.leaf or not proof.holds():
        return SealState.BROKEN
    if not head:
        return SealState.LOGGED
    heads = [*proof.heads]
    led_on = consistency_in(way)
    if led_on and led_on.old_root in heads and led_on.holds():
        heads.append(led_on.new_root)
    return SealState.SEALED if head.lower() in heads else SealState.OTHER_HEAD


_BROKEN_PROOF = gettext_noop("the proof does not show that this content is in the log")
_NO_FIT = gettext_noop("rows do not fit together: %(error)s")
_OTHER_EDITION = gettext_noop(
    "standings were computed by edition %(theirs)d of our rules, and ours is %(ours)d"
)
_ONE_OF_TWO = gettext_noop("a table is in the file or follows from results, not both")
_OTHER_ORDER = gettext_noop("the order is not what the results give")
_OTHER_TABLE = gettext_noop("is not what the results give")
_OTHER_ROUNDS = gettext_noop("what the rounds gave is not what the results give")
