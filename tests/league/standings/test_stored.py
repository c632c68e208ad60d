"""Tables as they are stored: cut into pages, read back the same."""

import json
from dataclasses import replace
from typing import Any

from league.standings.chances.possible import Possible, RestOfStage
from league.standings.field import field_of
from league.standings.inputs import Inputs, RoundInput
from league.standings.points import duel
from league.standings.stored import (
    ORDER,
    PAGE_ROWS,
    Order,
    pages_with,
    read_order,
    read_page,
    read_rounds,
    stored_tables,
    written,
)
from league.standings.table import Row, table_of
from tests.league.standings.events import entries, match

CHAIN = ["BH", "SEED"]


def lines(number: int) -> list[Row]:
    """A table of so many rows, none of which is equal to another."""
    return [Row(at, f"e{at}", 0, {}, ()) for at in range(1, number + 1)]


def two_rounds() -> Inputs:
    first = RoundInput(1, (match("ab", 9, 5), match("cd", 7, 3)))
    second = RoundInput(2, (match("ca", 4, 2), match("bd")))
    return Inputs(entries("abcd"), (first, second))


def test_table_reads_back_as_it_was_computed() -> None:
    given = two_rounds()
    kept = stored_tables(given, chain=CHAIN, scheme=duel(), rest=RestOfStage(3))
    field = field_of(given, scheme=duel())
    for played, number in enumerate((0, 1, 2)):
        rows = read_page(kept.tables[number].pieces[1].text)
        read = tuple(
            row.with_rounds(read_rounds(kept.rounds[row.entry].text, up_to=number)) for row in rows
        )
        assert read == table_of(field.after(played), chain=CHAIN)
        order = read_order(kept.tables[number].pieces[ORDER].text)
        assert order == Order(tuple(row.entry for row in read), tuple(row.rank for row in read))


def test_table_says_whether_it_has_results_and_is_complete() -> None:
    kept = stored_tables(two_rounds(), chain=CHAIN, scheme=duel(), rest=RestOfStage(2))
    told = {n: (t.size, t.has_results, t.is_complete) for n, t in kept.tables.items()}
    assert told == {0: (4, False, True), 1: (4, True, True), 2: (4, True, False)}


def test_rows_know_the_rank_of_the_round_before_and_what_can_come() -> None:
    tables = {
        0: lines(2),
        1: lines(2),
        2: [replace(line, rank=3 - line.rank) for line in reversed(lines(2))],
    }
    kept = written(tables, {"e1": Possible(1, 2), "e2": Possible(1, 1)})
    moved = {
        number: [(row.entry, row.before, row.moved) for row in read_page(table.pieces[1].text)]
        for number, table in kept.items()
    }
    assert moved == {
        0: [("e1", None, 0), ("e2", None, 0)],
        1: [("e1", None, 0), ("e2", None, 0)],
        2: [("e2", 2, 1), ("e1", 1, -1)],
    }
    latest = read_page(kept[2].pieces[1].text)
    assert [(row.best, row.worst) for row in latest] == [(1, 1), (1, 2)]


def test_long_table_is_cut_into_pages() -> None:
    kept = written({0: lines(2 * PAGE_ROWS + 1)}, {})
    pages = {n: len(json.loads(p.text)) for n, p in kept[0].pieces.items() if n != ORDER}
    assert pages == {1: PAGE_ROWS, 2: PAGE_ROWS, 3: 1}
    assert pages_with([0, PAGE_ROWS - 1, 2 * PAGE_ROWS]) == {1, 3}


def test_a_change_in_one_row_changes_one_page() -> None:
    before = written({0: lines(250)}, {})[0].pieces
    changed = lines(250)
    changed[120] = replace(changed[120], points_12=1)
    after = written({0: changed}, {})[0].pieces
    assert [number for number in before if before[number] != after[number]] == [2]


def test_chosen_entries_are_numbered_anew_and_share_as_before() -> None:
    order = Order(tuple("abcdef"), (1, 2, 2, 2, 5, 6))
    assert order.renumbered("bcef") == {"b": 1, "c": 1, "e": 3, "f": 4}
    assert order.renumbered("df") == {"d": 1, "f": 2}


def test_every_group_is_numbered_from_one() -> None:
    order = Order(tuple("abcdef"), (1, 2, 3, 1, 1, 3), tuple("AAABBB"))
    assert order.renumbered("bcef") == {"b": 1, "c": 2, "e": 1, "f": 2}


def test_group_of_equals_does_not_run_into_the_next() -> None:
    """Nobody of A has played yet: all share the first place there."""
    order = Order(tuple("abcdef"), (1, 1, 1, 1, 2, 3), tuple("AAABBB"))
    assert order.renumbered("bcef") == {"b": 1, "c": 1, "e": 1, "f": 2}


def test_order_of_groups_is_read_back() -> None:
    rows = [
        Row(rank, entry, 0, {}, (), group) for rank, entry, group in ((1, "a", "A"), (1, "b", "B"))
    ]
    kept = written({0: rows}, {})
    assert read_order(kept[0].pieces[ORDER].text) == Order(("a", "b"), (1, 1), ("A", "B"))


def test_pieces_do_not_depend_on_the_order_of_inputs() -> None:
    given = two_rounds()
    turned = Inputs(given.entries[::-1], given.rounds[::-1])
    terms: dict[str, Any] = {
        "chain": CHAIN,
        "scheme": duel(),
        "rest": RestOfStage(3),
    }
    assert stored_tables(given, **terms) == stored_tables(turned, **terms)
