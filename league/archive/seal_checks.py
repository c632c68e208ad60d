"""Whether the seals of an archive are a row that the service could have written.

Their form is checked for all. What the last one of a finished event stands for is what counts, and
must be equal. Those before it are of what counted then: computed from the results that were there
at that moment, which is enough unless one was taken back, as that leaves no row. So there, and in
an event that goes on, another digest is noted and is no fault.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import pairwise
from typing import Any

from games.values import gettext_noop
from league.archive.findings import ArchiveFinding
from league.archive.rows import ArchiveContent
from league.archive.schema import BY_NAME, RowOf
from league.results.sides import Counted, digest_of_results

_OVER = ("finished", "archived")
_DIGEST = re.compile(r"[0-9a-f]{64}")


def seal_findings(content: ArchiveContent, *, about: Mapping[str, Any]) -> Iterator[ArchiveFinding]:
    seals = content.rows["seals"]
    yield from _form_of(seals)
    older, counted = list(seals), _counted_now(content)
    if about["status"] in _OVER and about["finished_at"] is None:
        yield ArchiveFinding("seal", _UNFINISHED, row="about", column="finished_at", is_fault=False)
    elif about["status"] in _OVER and seals:
        last = older.pop()
        if last["digest"] != digest_of_results(counted):
            yield _of(last, "digest", _OTHER_RESULTS)
    elif about["status"] in _OVER and counted:
        yield ArchiveFinding("seal", _NO_SEAL, row="seals")
    yield from _of_older(content, older)


def _form_of(seals: list[RowOf]) -> Iterator[ArchiveFinding]:
    """One is written where the results have changed, and has the next number."""
    for number, seal in enumerate(seals, start=1):
        if seal["number"] != number:
            yield _of(seal, "number", _OTHER_NUMBER)
        if not _DIGEST.fullmatch(seal["digest"]):
            yield _of(seal, "digest", _NO_DIGEST)
    for before, seal in pairwise(seals):
        if seal["digest"] == before["digest"]:
            yield _of(seal, "digest", _SAME_DIGEST)
        if _at(seal) < _at(before):
            yield _of(seal, "at", _EARLIER, is_fault=False)  # clocks of two computers differ


def _counted_now(content: ArchiveContent) -> list[Counted]:
    results = content.by_id["results"]
    return [
        (game["match"], game["number"], results[game["result"]]["sides"])
        for game in content.rows["games"]
        if game["result"] is not None
    ]


def _of_older(content: ArchiveContent, seals: list[RowOf]) -> Iterator[ArchiveFinding]:
    waiting = sorted(content.rows["results"], key=_at, reverse=True) if seals else []
    newest: dict[tuple[str, int], RowOf] = {}
    for seal in sorted(seals, key=_at):
        while waiting and _at(waiting[-1]) <= _at(seal):
            result = waiting.pop()
            game = (result["match"], result["game"])
            newest[game] = max(newest.get(game, result), result, key=lambda row: row["number"])
        counted = [(*game, result["sides"]) for game, result in newest.items()]
        if seal["digest"] != digest_of_results(counted):
            yield _of(seal, "digest", _OTHER_THEN, is_fault=False)


def _at(row: RowOf) -> datetime:
    return datetime.fromisoformat(row["at"])


def _of(seal: RowOf, column: str, text: str, *, is_fault: bool = True) -> ArchiveFinding:
    row = BY_NAME["seals"].named(seal)
    return ArchiveFinding("seal", text, row=row, column=column, is_fault=is_fault)


_OTHER_RESULTS = gettext_noop("is not the seal of the results that count")
_NO_SEAL = gettext_noop("results count in a finished event, and no seal is there")
_UNFINISHED = gettext_noop("the event was never finished, so its results are not sealed")
_OTHER_NUMBER = gettext_noop("is not the next number: seals are numbered from 1")
_NO_DIGEST = gettext_noop("is not a digest")
_SAME_DIGEST = gettext_noop(
    "is that of the seal before it, though one is only written for a change"
)
_EARLIER = gettext_noop("is earlier than the seal before it")
_OTHER_THEN = gettext_noop(
    "cannot be computed again: it does not follow from the results of that time, as where one was "
    "taken back"
)
