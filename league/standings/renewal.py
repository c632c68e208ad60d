"""Which published tables still stand, and the others made again: what a result touches, no more.

A table depends on the rounds up to its own (source.py), so that a result in the last round leaves
the earlier ones as they are. Each published table has a seal: a digest of what it was computed from
and of its pieces. It stands as long as both give the same seal; nobody has to say what changed, and
a correction, an undo or another setting needs no case of its own. The latest table also tells what
can still come, and so depends on what is left to play.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from league.standings.chances.possible import RestOfStage
from league.standings.points import Scheme
from league.standings.source import StageSource, digests_of, inputs_counted
from league.standings.stored import Stored, digest_of, stored_tables
from league.standings.table import without_gc

EDITION = 3  # of what is made of the rows: raised whenever the same rows give another table


@dataclass(frozen=True, slots=True)
class PublishedTable:
    seal: str
    digests: Mapping[int, str]  # of its pieces, by number


@dataclass(frozen=True, slots=True)
class Renewed:
    """What has to be written, and the seals of all tables by round."""

    made: Stored
    seals: Mapping[int, str]


def renewed_tables(
    rows: StageSource,
    *,
    chain: list[str],
    scheme: Scheme,
    rest: RestOfStage,
    published: Mapping[int, PublishedTable],
) -> Renewed:
    """The tables from the first one on that does not stand any more, and their seals."""
    bases = _bases(rows, chain=chain, rest=rest)
    standing = list(takewhile(lambda number: _stands(published, number, bases), bases))
    with without_gc():
        inputs = inputs_counted(rows)
    made = stored_tables(inputs, chain=chain, scheme=scheme, rest=rest, since=len(standing))
    seals = {number: published[number].seal for number in standing}
    for number, table in made.tables.items():
        digests = {at: piece.digest for at, piece in table.pieces.items()}
        seals[number] = seal_of(bases[number], digests)
    return Renewed(made, seals)


def _bases(rows: StageSource, *, chain: Sequence[str], rest: RestOfStage) -> dict[int, str]:
    """Digests of what the tables are computed from, by round."""
    bases = digests_of(rows, by=(EDITION, chain))
    latest = max(bases)
    if not rest.has_rounds:  # one table is kept, that of all games so far
        return {latest: bases[latest]}
    to_come = (rest.rounds_planned, sorted(rest.gone), rest.ahead, rest.games, rest.forfeits)
    return bases | {latest: f"{bases[latest]} {digest_of(repr(to_come))}"}


def _stands(published: Mapping[int, PublishedTable], number: int, bases: Mapping[int, str]) -> bool:
    table = published.get(number)
    return table is not None and table.seal == seal_of(bases[number], table.digests)


def seal_of(basis: str, digests: Mapping[int, str]) -> str:
    return digest_of(repr((basis, sorted(digests.items()))))
