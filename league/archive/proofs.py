"""What shows that an archive is in the log: the leaf, the way to a head, and on to a later one."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.archive import merkle
from league.archive.schema import PROOF_SCHEMA, SEAL_SCHEMA

_HASH_LENGTH = 64


def leaf_text(*, event: str, digest: str, at: str) -> str:
    """What is hashed: which event, the digest of its content, when. Names nobody."""
    leaf = {"at": at, "digest": digest, "event": event, "schema": SEAL_SCHEMA}
    return json.dumps(leaf, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True)
class LogProof:
    """A leaf in the log as it was at some size; perhaps with the way to a larger one."""

    leaf: str
    at: str
    index: int
    size: int
    root: str
    path: tuple[str, ...]
    later_size: int = 0  # 0: none is told
    later_root: str = ""
    later_path: tuple[str, ...] = ()

    @property
    def head(self) -> str:
        return self.later_root or self.root

    @property
    def heads(self) -> tuple[str, ...]:
        """Those to which it leads."""
        return (self.root, self.later_root) if self.later_root else (self.root,)

    def holds(self) -> bool:
        is_in = merkle.is_included(
            merkle.leaf_hash(self.leaf.encode()),
            index=self.index,
            size=self.size,
            proof=[bytes.fromhex(each) for each in self.path],
            root=bytes.fromhex(self.root),
        )
        return is_in and (not self.later_size or self._goes_on())

    def _goes_on(self) -> bool:
        return merkle.is_consistent(
            old=self.size,
            new=self.later_size,
            old_root=bytes.fromhex(self.root),
            new_root=bytes.fromhex(self.later_root),
            proof=[bytes.fromhex(each) for each in self.later_path],
        )

    def as_dict(self) -> dict[str, object]:
        told: dict[str, object] = {
            "schema": PROOF_SCHEMA,
            "leaf": self.leaf,
            "index": self.index,
            "size": self.size,
            "root": self.root,
            "inclusion": list(self.path),
        }
        if self.later_size:
            later = {"size": self.later_size, "root": self.later_root}
            told["later"] = later | {"consistency": list(self.later_path)}
        return told


@dataclass(frozen=True)
class ConsistencyProof:
    """That a log of one size begins with that of another."""

    old_size: int
    old_root: str
    new_size: int
    new_root: str
    path: tuple[str, ...]

    def holds(self) -> bool:
        return merkle.is_consistent(
            old=self.old_size,
            new=self.new_size,
            old_root=bytes.fromhex(self.old_root),
            new_root=bytes.fromhex(self.new_root),
            proof=[bytes.fromhex(each) for each in self.path],
        )


_NOTHING = LogProof("", "", 0, 0, "", ())  # it never holds: there is no leaf in it


def proof_in(told: Any) -> LogProof | None:
    """As it stands in a file; None: there is none. One that cannot be read proves nothing."""
    if told is None:
        return None
    try:
        return _read(told)
    except (LookupError, TypeError, ValueError):
        return _NOTHING


def consistency_in(told: Any) -> ConsistencyProof | None:
    """As the service answers about two sizes of the log; None: it is no such answer."""
    try:
        return ConsistencyProof(
            old_size=_number(told["old"]["size"]),
            old_root=_hash(told["old"]["root"]),
            new_size=_number(told["new"]["size"]),
            new_root=_hash(told["new"]["root"]),
            path=_hashes(told["consistency"]),
        )
    except (LookupError, TypeError, ValueError):
        return None


def _read(told: Any) -> LogProof:
    later = told.get("later") or {}
    known = {"schema", "leaf", "index", "size", "root", "inclusion", "later"}
    if told["schema"] != PROOF_SCHEMA or told.keys() - known:
        raise ValueError
    return LogProof(
        leaf=str(told["leaf"]),
        at=str(json.loads(told["leaf"])["at"]),
        index=_number(told["index"]),
        size=_number(told["size"]),
        root=_hash(told["root"]),
        path=_hashes(told["inclusion"]),
        later_size=_number(later["size"]) if later else 0,
        later_root=_hash(later["root"]) if later else "",
        later_path=_hashes(later["consistency"]) if later else (),
    )


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    return value


def _hash(value: Any) -> str:
    if not isinstance(value, str) or len(value) != _HASH_LENGTH or value != value.lower():
        raise ValueError
    return bytes.fromhex(value).hex()


def _hashes(values: Sequence[Any]) -> tuple[str, ...]:
    return tuple(_hash(value) for value in values)
