"""A log that only grows, as a tree of hashes (RFC 9162, section 2.1; the same trees as RFC 6962).

Whoever noted a head, which is the number of leaves and the hash of them all, can be shown later by
a few hashes that a leaf was among them (inclusion), and that a later log begins with the same
leaves (consistency). Leaves and nodes are hashed apart, so that none passes for the other.

A log is kept as its full subtrees: `Nodes` gives the hash of one by its level and its number at
that level, leaves being level 0. They never change, so that a proof reads a few of them, however
long the log is.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import TypeAlias

Range: TypeAlias = tuple[int, int]  # leaves from the first to before the second
Node: TypeAlias = tuple[int, int]  # level and number
Nodes: TypeAlias = Callable[[Node], bytes]

EMPTY = sha256(b"").digest()


def leaf_hash(data: bytes) -> bytes:
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def nodes_ended_by(index: int, leaf: bytes, *, nodes: Nodes) -> list[bytes]:
    """The hashes of the full subtrees that end with a new leaf, by level, the leaf's own first."""
    ended = [leaf]
    level, number = 0, index
    while number % 2:
        ended.append(node_hash(nodes((level, number - 1)), ended[-1]))
        level, number = level + 1, number // 2
    return ended


def row_of(node: Node) -> int:
    """The index of the leaf with which a full subtree ends."""
    level, number = node
    return ((number + 1) << level) - 1


def full_parts(of: Range) -> list[Node]:
    """The full subtrees that a range of a tree is made of, from left to right."""
    start, end = of
    parts: list[Node] = []
    while start < end:
        level = (end - start).bit_length() - 1
        parts.append((level, start >> level))
        start += 1 << level
    return parts


def range_hash(of: Range, *, nodes: Nodes) -> bytes:
    """Of leaves that stand under one node of a tree; of none: of an empty log."""
    hashed = [nodes(part) for part in full_parts(of)]
    if not hashed:
        return EMPTY
    right = hashed.pop()
    while hashed:
        right = node_hash(hashed.pop(), right)
    return right


def root_of(size: int, *, nodes: Nodes) -> bytes:
    """The head of a log when it had so many leaves."""
    return range_hash((0, size), nodes=nodes)


def inclusion_ranges(index: int, size: int) -> list[Range]:
    """Whose hashes show that a leaf is in a log of this size (2.1.3.1), from the leaf upwards."""
    if not 0 <= index < size:
        raise ValueError("no such leaf")
    return list(_path(index, (0, size)))


def _path(index: int, within: Range) -> Iterator[Range]:
    start, end = within
    if end - start == 1:
        return
    middle = start + _split(end - start)
    if index < middle:
        yield from _path(index, (start, middle))
        yield middle, end
    else:
        yield from _path(index, (middle, end))
        yield start, middle


def consistency_ranges(old: int, new: int) -> list[Range]:
    """Whose hashes show that a log of the new size begins with that of the old one (2.1.4.1)."""
    if not 0 < old <= new:
        raise ValueError("no such sizes")
    return list(_subproof(old, (0, new), is_whole=True))


def _subproof(old: int, within: Range, *, is_whole: bool) -> Iterator[Range]:
    """`is_whole`: the old log's hash is that of this range, and known to whoever asks."""
    start, end = within
    if old == end:
        if not is_whole:
            yield within
        return
    middle = start + _split(end - start)
    if old <= middle:
        yield from _subproof(old, (start, middle), is_whole=is_whole)
        yield middle, end
    else:
        yield from _subproof(old, (middle, end), is_whole=False)
        yield start, middle


def _split(size: int) -> int:
    """The largest power of two below a size."""
    return 1 << ((size - 1).bit_length() - 1)


def is_included(leaf: bytes, *, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether a proof leads from a leaf to the head of a log (2.1.3.2)."""
    if not 0 <= index < size:
        return False
    reached, number, last = leaf, index, size - 1
    for sibling in proof:
        if last == 0:
            return False
        if number % 2 or number == last:
            reached = node_hash(sibling, reached)
            while number % 2 == 0 and number:
                number, last = number // 2, last // 2
        else:
            reached = node_hash(reached, sibling)
        number, last = number // 2, last // 2
    return last == 0 and reached == root


def is_consistent(
    *, old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether a proof shows that the new log begins with the old one (2.1.4.2)."""
    if old == new:
        return not proof and old_root == new_root
    if not 0 < old < new:
        return False
    hashes = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    if not hashes:
        return False
    number, last = old - 1, new - 1
    while number % 2:
        number, last = number // 2, last // 2
    reached_old = reached_new = hashes[0]
    for sibling in hashes[1:]:
        if last == 0:
            return False
        if number % 2 or number == last:
            reached_old = node_hash(sibling, reached_old)
            reached_new = node_hash(sibling, reached_new)
            while number % 2 == 0 and number:
                number, last = number // 2, last // 2
        else:
            reached_new = node_hash(reached_new, sibling)
        number, last = number // 2, last // 2
    return last == 0 and (reached_old, reached_new) == (old_root, new_root)
