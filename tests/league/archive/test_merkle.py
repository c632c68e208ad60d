"""The tree of the log: known roots, and proofs of every leaf of every size against a plain tree."""

from hashlib import sha256

import pytest
from hypothesis import given, settings, strategies as st

from league.archive.merkle import (
    EMPTY,
    Node,
    consistency_ranges,
    inclusion_ranges,
    is_consistent,
    is_included,
    leaf_hash,
    node_hash,
    nodes_ended_by,
    range_hash,
    root_of,
    row_of,
)

# The eight leaves and the roots of the first of them that implementations of RFC 6962 are tested
# with (google/certificate-transparency, merkletree tests).
LEAVES = [
    bytes.fromhex(text)
    for text in (
        *("", "00", "10", "2021", "3031", "40414243", "5051525354555657"),
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


class Log:
    """Kept as the service keeps it: with each leaf, the full subtrees that it ends."""

    def __init__(self, leaves: list[bytes]) -> None:
        self.rows: list[list[bytes]] = []
        for index, data in enumerate(leaves):
            self.rows.append(nodes_ended_by(index, leaf_hash(data), nodes=self.node))

    def node(self, node: Node) -> bytes:
        return self.rows[row_of(node)][node[0]]


def plain_root(leaves: list[bytes]) -> bytes:
    """The definition of RFC 9162, 2.1.1, word for word."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaf_hash(leaves[0])
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return node_hash(plain_root(leaves[:split]), plain_root(leaves[split:]))


def test_roots_are_the_known_ones() -> None:
    log = Log(LEAVES)

    roots = [root_of(size, nodes=log.node).hex() for size in range(1, 9)]

    assert roots == ROOTS
    assert root_of(0, nodes=log.node) == EMPTY == plain_root([])


def test_proofs_of_every_leaf_and_every_size_hold_and_no_other_does() -> None:
    leaves = [bytes([number]) for number in range(20)]
    log = Log(leaves)
    roots = [plain_root(leaves[:size]) for size in range(21)]
    for size in range(1, 21):
        for index in range(size):
            proof = [range_hash(of, nodes=log.node) for of in inclusion_ranges(index, size)]
            held = [
                other
                for other in range(size)
                if is_included(
                    leaf_hash(leaves[other]), index=index, size=size, proof=proof, root=roots[size]
                )
            ]
            assert held == [index]
        for old in range(1, size + 1):
            proof = [range_hash(of, nodes=log.node) for of in consistency_ranges(old, size)]
            held = [
                other
                for other in range(1, 21)
                if is_consistent(
                    old=old, new=size, old_root=roots[other], new_root=roots[size], proof=proof
                )
            ]
            assert held == [old]


@settings(max_examples=60)
@given(
    leaves=st.lists(st.binary(max_size=4), min_size=1, max_size=40),
    data=st.data(),
)
def test_a_changed_hash_of_a_proof_is_refused(leaves: list[bytes], data: st.DataObject) -> None:
    log, size = Log(leaves), len(leaves)
    index = data.draw(st.integers(0, size - 1))
    old = data.draw(st.integers(1, size))
    root, old_root = plain_root(leaves), plain_root(leaves[:old])
    included = [range_hash(of, nodes=log.node) for of in inclusion_ranges(index, size)]
    consistent = [range_hash(of, nodes=log.node) for of in consistency_ranges(old, size)]
    leaf = leaf_hash(leaves[index])

    assert is_included(leaf, index=index, size=size, proof=included, root=root)
    assert is_consistent(old=old, new=size, old_root=old_root, new_root=root, proof=consistent)
    for proof, holds in (
        (included, lambda p: is_included(leaf, index=index, size=size, proof=p, root=root)),
        (
            consistent,
            lambda p: is_consistent(old=old, new=size, old_root=old_root, new_root=root, proof=p),
        ),
    ):
        assert not holds([*proof, EMPTY])
        if proof:
            at = data.draw(st.integers(0, len(proof) - 1))
            flipped = bytes([proof[at][0] ^ 1]) + proof[at][1:]
            assert not holds([*proof[:at], flipped, *proof[at + 1 :]])
            assert not holds(proof[:-1])


def test_there_is_no_proof_of_what_is_not_there() -> None:
    for wrong in (lambda: inclusion_ranges(3, 3), lambda: consistency_ranges(0, 3)):
        with pytest.raises(ValueError, match="no such"):
            wrong()
    assert not is_included(EMPTY, index=0, size=0, proof=[], root=EMPTY)
    assert not is_consistent(old=0, new=2, old_root=EMPTY, new_root=EMPTY, proof=[])
    assert not is_consistent(old=3, new=2, old_root=EMPTY, new_root=EMPTY, proof=[EMPTY])
