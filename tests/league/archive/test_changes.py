"""Whatever is changed in an archive is found and named, whether or not digests are made to fit.

`teams.arbitr.json` is an archive of the demo as the first version of the schema has it: later
versions of Arbitr must still be able to verify it.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given, settings, strategies as st

from league.archive.canonical import (
    MOST_BYTES,
    MOST_PARTS,
    MOST_VALUES,
    UnreadableArchive,
    canonical,
    read_json,
)
from league.archive.import_plan import archive_plan
from league.archive.schema import EVENT, KINDS, SCHEMA
from league.archive.verification import ArchiveReport, SealState, digests_in, verified
from league.archive.zipped import NAME, document_in, zipped
from league.results.sides import digest_of_results
from league.standings.renewal import EDITION
from tests.processes import ROOT

DATA = (Path(__file__).parent / "teams.arbitr.json").read_bytes()
ARCHIVE = read_json(DATA)
HEAD = ARCHIVE["log"]["root"]
LINES = DATA.split(b"\n")


def changed(change: Callable[[Any], None], *, is_clever: bool) -> ArchiveReport:
    """`is_clever`: with all digests made to fit."""
    document = deepcopy(ARCHIVE)
    change(document)
    if is_clever:
        document["about"]["standings_edition"] = EDITION  # all tables come out the same by it
        document["digests"] = digests_in(document)
    data = canonical(document).encode()
    return verified(read_json(data), data=data, head=HEAD)


def test_archive_of_the_first_schema_is_as_sealed() -> None:
    report = verified(read_json(DATA), data=DATA, head=HEAD)
    # Tables are computed by a later edition now, which is noted; all of them come out the same.
    assert [(each.code, each.is_fault) for each in report.findings] == [("edition", False)]
    assert report.seal is SealState.SEALED
    assert (report.records, report.results, report.tables) == (8, 9, 4)
    assert verified(ARCHIVE, head="0" * 64).seal is SealState.OTHER_HEAD
    assert verified(ARCHIVE).seal is SealState.LOGGED
    assert verified(ARCHIVE | {"log": None}, head=HEAD).seal is SealState.NONE


def row(kind: str, at: int = 0) -> Callable[[Any], Any]:
    return lambda document: document["content"][kind][at]


def result_of(document: Any) -> Any:
    return next(r for r in document["content"]["results"] if r["grade"] == "verified")


def side_up(document: Any) -> None:
    result_of(document)["sides"][0]["score"] += 1


def record_changed(document: Any) -> None:
    submission = next(s for s in document["content"]["submissions"] if s["record"])
    submission["record"] = submission["record"].replace("\n1. ", "\n1.  ", 1).rstrip() + " 9\n"


def seats_changed(document: Any) -> None:
    submission = next(s for s in document["content"]["submissions"] if s["record"])
    letters, people = zip(*submission["seating"].items(), strict=True)
    submission["seating"] = dict(zip(letters, reversed(people), strict=True))


def points_up(document: Any) -> None:
    document["standings"]["tables"][-1]["rows"][0]["points_12"] += 12


def order_turned(document: Any) -> None:
    document["standings"]["tables"][-1]["rows"].reverse()


def cell_changed(document: Any) -> None:
    document["standings"]["rounds"][0]["cells"][0]["points_12"] += 1


def seal_changed(document: Any) -> None:
    seal = document["content"]["seals"][-1]
    seal["digest"] = seal["digest"][::-1]


def seals_gone(document: Any) -> None:
    document["content"]["seals"] = []


def seal_renumbered(document: Any) -> None:
    document["content"]["seals"][-1]["number"] = 7


def older_seal_made_up(document: Any) -> None:
    add_older_seal(document, number=0, digest="00")


def seal_repeated(document: Any) -> None:
    last = document["content"]["seals"][-1]
    add_older_seal(document, number=1, digest=last["digest"])
    last["number"] = 2


def seal_put_behind_a_later_one(document: Any) -> None:
    add_older_seal(document, number=1, digest="0" * 64, at="2026-11-19T00:00:00+00:00")
    document["content"]["seals"][-1]["number"] = 2


def add_older_seal(document: Any, **columns: Any) -> None:
    seals = document["content"]["seals"]
    seals.insert(0, seals[0] | {"id": "2222222222"} | columns)


def pointer_moved(document: Any) -> None:
    games = document["content"]["games"]
    games[0]["result"] = games[1]["result"]


def confirmation_moved(document: Any) -> None:
    answers = document["content"]["confirmations"]
    answers[0]["digest"] = answers[1]["digest"]


def verdict_softened(document: Any) -> None:
    document["content"]["verifications"][0]["verdict"]["sides"][0]["score"] += 1


def backer_gone(document: Any) -> None:
    result = result_of(document)
    document["content"]["confirmations"] = [
        each
        for each in document["content"]["confirmations"]
        if each["submission"] != result["submission"]
    ]
    document["content"]["submissions"] = [
        each | {"seat": None} if each["id"] == result["submission"] else each
        for each in document["content"]["submissions"]
    ]


def rating_set(document: Any) -> None:
    document["content"]["stages"][0]["settings"]["win_12"] = 36


FORGERIES = {
    side_up: ("round 1, table 1, game 1", "score"),
    record_changed: ("game 1", "record"),
    seats_changed: ("game 1", "digest"),
    points_up: ("stage 1, round 3", "points_12"),
    order_turned: ("stage 1, round 3", "order"),
    cell_changed: ("stage 1", "what the rounds gave"),
    seal_changed: ("seals/1", "digest"),
    seals_gone: ("seals", "no seal is there"),
    seal_renumbered: ("seals/7", "number"),
    older_seal_made_up: ("seals/0", "is not a digest"),
    seal_repeated: ("seals/2", "that of the seal before it"),
    pointer_moved: ("game 1", "result"),
    confirmation_moved: ("game 1", "digest"),
    verdict_softened: ("game 1", "verdict"),
    backer_gone: ("game 1", "ground"),
    rating_set: ("stage 1", "points_12"),
}


@pytest.mark.parametrize("change", FORGERIES, ids=lambda change: change.__name__)
def test_forgery_with_digests_made_to_fit_is_named(change: Callable[[Any], None]) -> None:
    where, what = FORGERIES[change]
    report = changed(change, is_clever=True)
    told = list(map(str, report.faults))
    assert any(where in each and what in each for each in told), told
    assert report.seal in (SealState.BROKEN, SealState.SEALED)  # sealed: only standings were forged


SEAL_FORGERIES = [
    change for change in FORGERIES if any("seal" in word for word in FORGERIES[change])
]


@pytest.mark.parametrize("change", SEAL_FORGERIES, ids=lambda change: change.__name__)
def test_forged_seals_are_named_where_no_proof_is_left(change: Callable[[Any], None]) -> None:
    def without_proof(document: Any) -> None:
        change(document)
        document["log"] = None

    report = changed(without_proof, is_clever=True)
    assert (report.is_consistent, report.seal) == (False, SealState.NONE)
    assert {finding.code for finding in report.faults} == {"seal"}


def test_older_seal_is_verified_or_noted() -> None:
    """It is of the newest results of its time; one that was taken back since is in no row."""
    results = read_json(DATA)["content"]["results"]
    then = sorted(results, key=lambda result: result["at"])[:3]
    digest = digest_of_results((each["match"], each["game"], each["sides"]) for each in then)

    def sealed_before(document: Any) -> None:
        add_older_seal(document, number=1, digest=digest, at=then[-1]["at"])
        document["content"]["seals"][-1]["number"] = 2
        document["log"] = None

    def taken_back_since(document: Any) -> None:
        sealed_before(document)
        document["content"]["seals"][0]["digest"] = "0" * 64

    assert changed(sealed_before, is_clever=True).findings == ()
    noted = changed(taken_back_since, is_clever=True)
    assert [(each.code, each.row, each.is_fault) for each in noted.findings] == [
        ("seal", "seals/1", False)
    ]


def test_seal_by_a_clock_that_is_behind_is_noted() -> None:
    def without_proof(document: Any) -> None:
        seal_put_behind_a_later_one(document)
        document["log"] = None

    report = changed(without_proof, is_clever=True)
    assert ("seals/2", "at", False) in [
        (each.row, each.column, each.is_fault) for each in report.findings
    ]


def test_event_that_goes_on_again_has_seals_of_another_time() -> None:
    def goes_on(document: Any) -> None:
        seal_changed(document)
        document["about"] |= {"status": "running", "finished_at": None}
        document["log"] = None

    def read_only_elsewhere(document: Any) -> None:
        goes_on(document)
        document["about"]["status"] = "archived"

    assert [each.is_fault for each in changed(goes_on, is_clever=True).findings] == [False]
    told = changed(read_only_elsewhere, is_clever=True)
    assert [(each.row, each.is_fault) for each in told.findings] == [
        ("about", False),
        ("seals/1", False),
    ]


def at_moved(document: Any) -> None:
    document["content"]["confirmations"][3]["at"] = "2026-01-01T00:00:00+00:00"


def name_changed(document: Any) -> None:
    document["people"]["entries"]["2mvs8hcf68"]["name"] = "Somebody else"


def status_changed(document: Any) -> None:
    document["about"]["status"] = "finished"


def fee_changed(document: Any) -> None:
    document["setup"]["event"]["boards"] = 77


def digest_changed(document: Any) -> None:
    document["digests"]["rows"]["entries/2mvs8hcf68"] = "0" * 16


def log_gone(document: Any) -> None:
    document["log"] = None


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (at_moved, "round 2, table 2, game 1, confirmations/"),
        (name_changed, "people/entries/2mvs8hcf68"),
        (status_changed, "about"),
        (fee_changed, "setup/event/boards"),
        (digest_changed, "entries/2mvs8hcf68: digest: its digest was changed"),
        (log_gone, "log"),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_what_nothing_follows_from_is_named_by_its_digest(
    change: Callable[[Any], None], where: str
) -> None:
    told = list(map(str, changed(change, is_clever=False).faults))
    assert any(where in each for each in told), told


def test_what_a_clever_forger_changes_is_consistent_and_not_as_sealed() -> None:
    """The difference between the two questions: only the noted head finds it."""
    report = changed(at_moved, is_clever=True)
    assert {finding.code for finding in report.faults} == {"log"}
    assert report.seal is SealState.BROKEN

    def without_proof(document: Any) -> None:
        at_moved(document)
        document["log"] = None

    forged = changed(without_proof, is_clever=True)
    assert (forged.is_consistent, forged.seal) == (True, SealState.NONE)


@settings(max_examples=40, deadline=None)
@given(at=st.integers(0, len(DATA) - 1), other=st.integers(1, 255))
def test_every_changed_byte_is_found(at: int, other: int) -> None:
    """And named: by a line, and by the place of it in the archive, or by the row."""
    data = flipped(DATA, at, other)
    told = told_of(data)
    if isinstance(told, UnreadableArchive):
        line = DATA.count(b"\n", 0, at) + 1
        assert told.line in (line, line + 1)
        is_outermost = not LINES[line - 1].startswith(b"  ")
        assert told.where or is_outermost
        assert f"See line {told.line}" in str(told)
    else:
        assert told.faults, data[max(at - 40, 0) : at + 40]
        assert all(fault.where != "the file" or "line" in fault.gaps for fault in told.faults)


ZIPPED = zipped(ARCHIVE)


@settings(max_examples=40, deadline=None)
@given(at=st.integers(0, len(ZIPPED) - 1), other=st.integers(1, 255))
def test_every_changed_byte_of_a_zip_is_found(at: int, other: int) -> None:
    """Those in no file of it (times, rights) are noted; what is in the files is all there then."""
    data = flipped(ZIPPED, at, other)
    told = told_of(data)
    if isinstance(told, UnreadableArchive):
        assert "zip" in str(told) or at < len("PK..")
    elif not told.faults:
        assert "packed otherwise" in str(told.findings[-1])
        with ZipFile(BytesIO(data)) as opened, ZipFile(BytesIO(ZIPPED)) as before:
            assert {n: opened.read(n) for n in opened.namelist()} == {
                n: before.read(n) for n in before.namelist()
            }


def test_records_beside_an_archive_are_those_in_it() -> None:
    def told(change: Callable[[dict[str, bytes]], None]) -> list[str]:
        with ZipFile(BytesIO(ZIPPED)) as opened:
            files = {name: opened.read(name) for name in opened.namelist()}
        change(files)
        made = BytesIO()
        with ZipFile(made, "w", ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        return [str(fault) for fault in archive_plan(made.getvalue()).report.faults]

    record = next(name for name in ZipFile(BytesIO(ZIPPED)).namelist() if name != NAME)
    assert told(lambda files: None) == []
    assert told(lambda files: files.update({record: files[record] + b"9"})) == [
        f"fault: {record}: zip: is not the record that the archive has"
    ]
    assert told(lambda files: files.update({record: bytes(10**6)}))
    assert told(lambda files: files.update({"more.txt": b""})) == [
        "fault: more.txt: zip: is no part of an archive"
    ]
    assert told(lambda files: files.pop(record) and None) == [
        f"fault: {record}: zip: is missing, though other records are there"
    ]


def test_tables_of_another_edition_of_our_rules_are_noted_and_no_fault() -> None:
    """What was right by the rules of its time is no forgery."""

    def older(document: Any) -> None:
        points_up(document)
        document["about"]["standings_edition"] = EDITION - 1
        document["digests"] = digests_in(document)

    report = changed(older, is_clever=False)
    assert (report.is_consistent, report.seal) == (True, SealState.SEALED)
    assert {finding.code for finding in report.findings} == {"edition", "standings"}
    assert not changed(points_up, is_clever=True).is_consistent


def told_of(data: bytes) -> ArchiveReport | UnreadableArchive:
    try:
        return archive_plan(data).report
    except UnreadableArchive as error:
        return error


def flipped(data: bytes, at: int, other: int) -> bytes:
    return data[:at] + bytes([data[at] ^ other]) + data[at + 1 :]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in leaves(inner, (*path, key))]
    if isinstance(value, list):
        return [leaf for at, inner in enumerate(value) for leaf in leaves(inner, (*path, at))]
    return [path]


LEAVES = leaves(ARCHIVE)
# Without the sign of number 0: a file that has it is refused before anything else.
LETTERS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=3)
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**40), 2**40),
    LETTERS,
    st.just([]),
    st.just({}),
)


@settings(max_examples=40, deadline=None)
@given(path=st.sampled_from(LEAVES), odd=ODD, is_clever=st.booleans())
def test_no_value_makes_the_check_stumble(path: tuple[Any, ...], odd: Any, is_clever: bool) -> None:
    """Of any kind, anywhere: found, and never an error of ours."""

    def change(document: Any) -> None:
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = odd

    before = ARCHIVE
    for key in path:
        before = before[key]
    report = changed(change, is_clever=False)
    assert report.faults or before == odd
    if is_clever and path[0] not in ("schema", "digests"):
        changed(change, is_clever=True)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "line 1"),
        (b"\xff\xfe", "no text"),
        (b"[" * 100_000, "nested|line"),
        (b'{"a":' * 60 + b"1" + b"}" * 60, "nested"),
        (b'{"a":1,"a":2}', "twice"),
        (b'{"a":1.5}', "number"),
        (b'{"a":NaN}', "number"),
        (b'{"a":' + b"9" * 5000 + b"}", "number"),
        (b'{"a":"\\ud800"}', "no letters"),
        (b'{"a":"\\u0000"}', "no letters"),
        (b" " * (MOST_BYTES + 1), "larger"),
        (b"[" + b"[]," * MOST_PARTS + b"1]", "more values"),
        (b"[" + b"1," * (MOST_VALUES + 1) + b"1]", "more values"),
        (b'{\n "a": 1,\n "a": 2\n}\n', "See line 3, in a"),
        (b'{\n "a": [\n  1.5\n ]\n}\n', r"See line 3, in a\[0\]"),
        (b'{\n "a": "\\u0000"\n}\n', "See line 2, in a"),
        (b"PK\x03\x04nonsense", "damaged"),
    ],
)
def test_hostile_file_is_refused_with_a_reason(data: bytes, why: str) -> None:
    with pytest.raises(UnreadableArchive, match=why):
        read_json(document_in(data))


def packed(name: str, data: bytes) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return made.getvalue()


def test_zip_bomb_and_zip_of_something_else_are_refused() -> None:
    with pytest.raises(UnreadableArchive, match="larger"):
        document_in(packed(NAME, bytes(MOST_BYTES + 10)))
    with pytest.raises(UnreadableArchive, match="no archive in it"):
        document_in(packed("other.json", b"{}"))
    assert document_in(zipped(ARCHIVE)) == DATA


@pytest.mark.parametrize(
    ("document", "where"),
    [
        ([], "schema"),
        ({"schema": "arbitr.event/2"}, "arbitr.event/2"),
        (ARCHIVE | {"more": 1}, "more"),
        ({key: ARCHIVE[key] for key in ARCHIVE if key != "people"}, "people"),
        (ARCHIVE | {"content": ARCHIVE["content"] | {"seats": 3}}, "seats"),
    ],
)
def test_other_schema_is_named(document: Any, where: str) -> None:
    report = verified(document)
    assert any(where in str(finding) for finding in report.faults)
    assert {finding.code for finding in report.faults} == {"schema"}
    assert SCHEMA == "arbitr.event/1"


def test_canonical_form_is_one_value_a_line() -> None:
    assert canonical({"b": [1, {}], "a": "ž"}) == ('{\n "a": "ž",\n "b": [\n  1,\n  {}\n ]\n}\n')
    assert json.loads(canonical(ARCHIVE)) == ARCHIVE


def test_schema_is_documented_field_by_field() -> None:
    page = (ROOT / "docs" / "developers" / "archive.md").read_text()
    for name, columns in {"event": EVENT, **{kind.name: kind.columns for kind in KINDS}}.items():
        assert f"| `{name}` | {', '.join(columns)} |" in page
