"""What becomes of each row of an import, before anything is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.clubs.namesakes import Namesakes

MAX_NAME = 200


class RowFate(StrEnum):
    NEW = "new"
    HERE = "here"  # somebody of this name is a member
    SIMILAR = "similar"  # somebody of a similar name is: the importer chooses
    REPEATED = "repeated"  # stands in the table a second time
    ELSEWHERE = "elsewhere"  # the table says it is another club's player: the importer chooses
    BROKEN = "broken"


class Flaw(StrEnum):
    NONE = ""
    NO_NAME = "no name"
    NO_LETTERS = "no letters"
    TOO_LONG = "too long"


@dataclass(frozen=True)
class Candidate:
    line: int
    name: str
    key: str
    of_other_club: bool = False


@dataclass(frozen=True)
class JudgedRow:
    candidate: Candidate
    fate: RowFate
    flaw: Flaw = Flaw.NONE
    like: tuple[str, ...] = ()  # ids of members
    first_line: int = 0  # where a repeated name stands first


def judge_rows(candidates: Sequence[Candidate], *, members: Namesakes) -> list[JudgedRow]:
    seen: dict[str, int] = {}
    return [_judged(each, members=members, seen=seen) for each in candidates]


def _judged(each: Candidate, *, members: Namesakes, seen: dict[str, int]) -> JudgedRow:
    flaw = _flaw(each)
    if flaw:
        return JudgedRow(each, RowFate.BROKEN, flaw=flaw)
    if each.key in seen:
        return JudgedRow(each, RowFate.REPEATED, first_line=seen[each.key])
    seen[each.key] = each.line
    if same := members.same(each.key):
        return JudgedRow(each, RowFate.HERE, like=tuple(same))
    if similar := members.similar(each.key):
        return JudgedRow(each, RowFate.SIMILAR, like=tuple(similar))
    return JudgedRow(each, RowFate.ELSEWHERE if each.of_other_club else RowFate.NEW)


def _flaw(each: Candidate) -> Flaw:
    if not each.name:
        return Flaw.NO_NAME
    if not each.key:
        return Flaw.NO_LETTERS
    return Flaw.TOO_LONG if len(each.name) > MAX_NAME else Flaw.NONE
