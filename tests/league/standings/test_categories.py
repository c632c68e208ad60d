"""A category's table is the standings without the others, places numbered anew."""

from league.standings.table import Row, category_rows


def row(entry: str, rank: int) -> Row:
    return Row(rank, entry, 0, {}, ())


def test_places_are_numbered_anew_and_shared_ranks_stay_shared() -> None:
    rows = [row("a", 1), row("b", 2), row("c", 2), row("d", 2), row("e", 5)]

    found = category_rows(rows, members={"b", "d", "e"})

    assert [(each.entry, each.rank) for each in found] == [("b", 1), ("d", 1), ("e", 3)]


def test_of_everybody_is_the_standings() -> None:
    rows = (row("a", 1), row("b", 1), row("c", 3))
    assert category_rows(rows, members={"a", "b", "c"}) == rows


def test_of_nobody_is_empty() -> None:
    assert category_rows([row("a", 1)], members=()) == ()
