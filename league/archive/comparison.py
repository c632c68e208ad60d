"""The content of an event here against that of a file: what is new, what differs, what is gone.

What only ever grows must be in the file as it is here: the file goes on from it, or it is refused.
Anything else may be another in the file; whether it was changed here as well, the digests of the
rows as they left tell.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from league.archive.canonical import row_digest
from league.archive.rows import ArchiveContent, Place
from league.archive.schema import KINDS, RowKind, RowOf

APPEND_ONLY = frozenset(
    {
        *("submissions", "verifications", "confirmations", "rulings", "results"),
        *("dissents", "seals", "chain_changes"),
    }
)


@dataclass(frozen=True)
class RowPair:
    here: RowOf
    there: RowOf


@dataclass(frozen=True)
class KindCompared:
    """Rows of one kind."""

    new: Sequence[RowOf] = ()
    changed: Sequence[RowPair] = ()
    gone: Sequence[RowOf] = ()

    @property
    def is_same(self) -> bool:
        return not (self.new or self.changed or self.gone)


@dataclass(frozen=True)
class Clash:
    """A row that was changed or added here since the event left."""

    row: str
    place: Place
    is_lasting: bool  # it only ever grows: nothing can take it back


@dataclass(frozen=True)
class Comparison:
    kinds: Mapping[str, KindCompared]
    event: bool = False  # its own columns differ
    clashes: Sequence[Clash] = field(default=())

    @property
    def is_same(self) -> bool:
        return not self.event and all(kind.is_same for kind in self.kinds.values())

    def touched_matches(self) -> frozenset[str]:
        """By which states of tables may be others."""
        return frozenset(
            row["id"] if name == "matches" else row.get("match") or ""
            for name, kind in self.kinds.items()
            if name in ("matches", "seats", "games", "submissions", "rulings", "results")
            for row in (*kind.new, *(pair.there for pair in kind.changed), *kind.gone)
        )


def compared(
    here: Mapping[str, Any], there: Mapping[str, Any], *, base: Mapping[str, str]
) -> Comparison:
    """`base`: digests of the rows as both last had them."""
    kinds = {
        kind.name: _kind(kind, here.get(kind.name, ()), there.get(kind.name, ())) for kind in KINDS
    }
    return Comparison(
        kinds=kinds,
        event=here["event"] != there["event"],
        clashes=tuple(_clashes(here, there, kinds, base)),
    )


def _identity(kind: RowKind, row: RowOf) -> Any:
    return row["id"] if "id" in kind.columns else kind.key_of(row)


def _kind(kind: RowKind, here: Sequence[RowOf], there: Sequence[RowOf]) -> KindCompared:
    before = {_identity(kind, row): row for row in here}
    after = {_identity(kind, row): row for row in there}
    return KindCompared(
        new=[row for key, row in after.items() if key not in before],
        changed=[
            RowPair(row, after[key])
            for key, row in before.items()
            if key in after and after[key] != row
        ],
        gone=[row for key, row in before.items() if key not in after],
    )


def _clashes(
    here: Mapping[str, Any],
    there: Mapping[str, Any],
    kinds: Mapping[str, KindCompared],
    base: Mapping[str, str],
) -> Iterator[Clash]:
    content = ArchiveContent(here)
    if here["event"] != there["event"] and base.get("event") != row_digest(here["event"]):
        yield Clash("event", Place(), is_lasting=False)
    named = {"event"}
    for kind in KINDS:
        named |= {kind.named(row) for row in here.get(kind.name, ())}
        found = kinds[kind.name]
        for row in (*found.gone, *(pair.here for pair in found.changed)):
            name = kind.named(row)
            is_lasting = kind.name in APPEND_ONLY
            if is_lasting or base.get(name) != row_digest(row):
                yield Clash(name, content.place_of(kind.name, row), is_lasting=is_lasting)
    for kind in KINDS:  # what was taken out here, and is in the file
        for row in kinds[kind.name].new:
            if kind.named(row) in base and kind.named(row) not in named:
                place = ArchiveContent(there).place_of(kind.name, row)
                yield Clash(kind.named(row), place, is_lasting=False)
