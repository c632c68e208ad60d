"""What every way of pairing is given, and what it gives back. Plain values: no database here.

A pairing decides who meets whom and who starts. It awards no points and knows no names: it speaks
of entries by their ids and leaves words to others.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

SEATS = "ABCD"


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry to be paired in this round."""

    id: str
    seed: int  # starting number, 1 is the strongest; unique in the field, frozen at the start
    points_12: int = 0  # what it has now, in twelfths of a point
    club: str = ""  # empty: of no club, a mate of nobody


@dataclass(frozen=True, slots=True)
class Meeting:
    """A table of an earlier round: entries in the order of their seats."""

    round: int
    entries: tuple[str, ...]
    was_played: bool = True  # not: forfeits, which may be paired again


@dataclass(frozen=True, slots=True)
class PastBye:
    """An entry that sat out an earlier round, and why."""

    round: int
    entry: str
    kind: str  # pairing, half, zero, absent


@dataclass(frozen=True, slots=True)
class Past:
    """What was before this round."""

    meetings: tuple[Meeting, ...] = ()
    byes: tuple[PastBye, ...] = ()


@dataclass(frozen=True, slots=True)
class TableDrawn:
    """Entries that meet, in the order of their seats."""

    entries: tuple[str, ...]
    is_locked: bool = False
    slot: str = ""  # of a bracket; empty: of none


@dataclass(frozen=True, slots=True)
class PairingRemark:
    """Something to know about a pairing: a stable code, and what fills its sentence's gaps."""

    code: str
    entries: tuple[str, ...] = ()
    gaps: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom in a round, and who sits out."""

    tables: tuple[TableDrawn, ...]
    byes: tuple[str, ...] = ()
    remarks: tuple[PairingRemark, ...] = ()  # what was given up, and whether that was unavoidable
    ahead: tuple[tuple[tuple[str, ...], ...], ...] = ()  # tables of later rounds, as planned now
    out: tuple[str, ...] = ()  # who has no part in the round: they are out of a bracket


@dataclass(frozen=True, slots=True)
class NoPairing:
    """There is no lawful pairing: why, and what could be done."""

    reason: PairingRemark
    choices: tuple[str, ...] = ()  # codes: allow_repeats, drop_keep_apart, finish_stage, give_bye
