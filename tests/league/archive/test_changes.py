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

from league.archive.canonical import MOST_BYTES, UnreadableArchive, canonical, read_json
from league.archive.schema import EVENT, KINDS, SCHEMA
from league.archive.verification import ArchiveReport, SealState, digests_in, verified
from league.archive.zipped import NAME, document_in, zipped
from tests.processes import ROOT

DATA = (Path(__file__).parent / "teams.arbitr.json").read_bytes()
ARCHIVE = read_json(DATA)
HEAD = ARCHIVE["log"]["root"]


def changed(change: Callable[[Any], None], *, is_clever: bool) -> ArchiveReport:
    """`is_clever`: with all digests made to fit."""
    document = deepcopy(ARCHIVE)
    change(document)
    if is_clever:
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
    data = DATA[:at] + bytes([DATA[at] ^ other]) + DATA[at + 1 :]
    try:
        report = verified(read_json(data), data=data)
    except UnreadableArchive:
        return
    assert report.faults, data[max(at - 40, 0) : at + 40]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in leaves(inner, (*path, key))]
    if isinstance(value, list):
        return [leaf for at, inner in enumerate(value) for leaf in leaves(inner, (*path, at))]
    return [path]


LEAVES = leaves(ARCHIVE)
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**40), 2**40),
    st.text(max_size=3),
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
