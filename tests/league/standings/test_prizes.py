"""Prizes from standings: places, one prize per person, ties and what was decided about them."""

import pytest
from hypothesis import given, strategies as st

from league.standings.keys.given import drawn_order
from league.standings.prizes import (
    ALL_ENTRIES,
    Award,
    Contender,
    Decided,
    HowSettled,
    PrizeOffered,
    Rule,
    Tie,
    award,
)


def ranked(groups: str, *, ranks: str = "") -> list[Contender]:
    """“a bc d”: b and c have equal points; they share a rank unless `ranks` parts them."""
    rows: list[Contender] = []
    for number, group in enumerate(groups.split()):
        first = len(rows) + 1
        for offset, entry in enumerate(group):
            rank = first + offset if entry in ranks else first
            rows.append(Contender(entry, 120 - 12 * number, rank))
    return rows


def offered(*prizes: str) -> list[PrizeOffered]:
    """“1”: the first place of all; “kids 1”: of the table called kids."""
    made = []
    for each in prizes:
        *table, place = each.split()
        made.append(PrizeOffered(each, table[0] if table else ALL_ENTRIES, int(place)))
    return made


def winners(awarded: object) -> dict[str, str]:
    return {each.prize: "".join(each.entries) for each in awarded.awards}  # type: ignore[attr-defined]


def test_places_get_their_prizes_and_a_place_without_anybody_none() -> None:
    found = award(offered("1", "3", "5"), tables={"": ranked("a b c d")})
    assert found.awards == (Award("1", ("a",)), Award("3", ("c",)), Award("5"))
    assert found.ties == ()


TABLES = {"": ranked("a b c d e f"), "kids": ranked("b c e")}


def test_one_per_person_the_higher_in_the_list_is_kept_and_the_other_passes_on() -> None:
    found = award(offered("1", "2", "3", "kids 1", "kids 2"), tables=TABLES)
    assert winners(found) == {"1": "a", "2": "b", "3": "c", "kids 1": "e", "kids 2": ""}
    assert found.awards[3].passed == ("b", "c")


def test_one_per_person_a_prize_of_a_category_may_stand_above_one_of_all() -> None:
    found = award(offered("1", "kids 1", "2", "3"), tables=TABLES)
    assert winners(found) == {"1": "a", "kids 1": "b", "2": "c", "3": "d"}
    assert found.awards[2].passed == ("b",)


def test_one_per_person_everybody_keeps_all_where_the_event_says_so() -> None:
    prizes = offered("1", "2", "3", "kids 1", "kids 2")
    found = award(prizes, tables=TABLES, rule=Rule.ALL)
    assert winners(found) == {"1": "a", "2": "b", "3": "c", "kids 1": "b", "kids 2": "c"}


def test_ties_the_chain_decides_and_the_tie_is_named() -> None:
    found = award(offered("1", "2"), tables={"": ranked("ab c", ranks="ab")})
    assert winners(found) == {"1": "a", "2": "b"}
    assert found.ties == (Tie("", 1, ("a", "b"), ("1", "2"), is_parted=True),)
    assert found.open_ties == ()


def test_ties_what_the_chain_leaves_equal_is_open_and_given_to_all_for_now() -> None:
    found = award(offered("1", "2", "3"), tables={"": ranked("a bc d")})
    [tie] = found.open_ties
    assert (tie.place, tie.entries, tie.prizes) == (2, ("b", "c"), ("2", "3"))
    assert winners(found) == {"1": "a", "2": "bc", "3": "bc"}
    assert [each.is_open for each in found.awards] == [False, True, True]


def test_ties_a_tie_without_a_prize_at_stake_is_none() -> None:
    assert award(offered("1"), tables={"": ranked("a bc")}).ties == ()


def test_ties_partly_parted_leaves_the_rest_open() -> None:
    rows = [Contender("a", 60, 1), Contender("b", 60, 2), Contender("c", 60, 2)]
    found = award(offered("1", "2"), tables={"": rows})
    assert winners(found) == {"1": "a", "2": "bc"}
    assert [(tie.entries, tie.is_open) for tie in found.ties] == [
        (("a", "b", "c"), False),
        (("b", "c"), True),
    ]


@pytest.mark.parametrize(
    ("how", "entries", "expected"),
    [
        (HowSettled.SHARE, "bc", {"1": "a", "2": "bc", "3": "bc"}),
        (HowSettled.GAME, "cb", {"1": "a", "2": "c", "3": "b"}),
        (HowSettled.LOTS, "bc", {"1": "a", "2": "b", "3": "c"}),
    ],
)
def test_ties_a_decision_settles_it(
    how: HowSettled, entries: str, expected: dict[str, str]
) -> None:
    decided = Decided("d", "", tuple(entries), how)
    found = award(offered("1", "2", "3"), tables={"": ranked("a bc d")}, decisions=[decided])
    assert winners(found) == expected
    assert [tie.decided for tie in found.ties] == [decided]
    assert found.open_ties == ()


def test_ties_a_decision_overrules_the_chain() -> None:
    tables = {"": ranked("ab c", ranks="ab")}
    decided = Decided("d", "", ("a", "b"), HowSettled.SHARE)
    found = award(offered("1", "2"), tables=tables, decisions=[decided])
    assert winners(found) == {"1": "ab", "2": "ab"}
    assert found.awards[0].is_shared


def test_ties_a_decision_about_others_does_not_count() -> None:
    decided = Decided("d", "", ("b", "d"), HowSettled.GAME)
    found = award(offered("2"), tables={"": ranked("a bc d")}, decisions=[decided])
    assert len(found.open_ties) == 1


def test_ties_whoever_shares_a_prize_keeps_it_and_gets_no_other() -> None:
    tables = {"": ranked("ab c"), "kids": ranked("b c")}
    decided = Decided("d", "", ("a", "b"), HowSettled.SHARE)
    found = award(offered("1", "kids 1"), tables=tables, decisions=[decided])
    assert winners(found) == {"1": "ab", "kids 1": "c"}


def test_list_in_no_order_is_refused() -> None:
    with pytest.raises(ValueError, match="better place"):
        award(offered("2", "1"), tables={"": ranked("a b")})


@given(st.permutations("abcdef"), st.sets(st.sampled_from("abcdef")), st.data())
def test_one_prize_per_person_gives_nobody_two(
    order: list[str], kids: set[str], data: st.DataObject
) -> None:
    rows = [Contender(each, 12 * (6 - place), place) for place, each in enumerate(order, start=1)]
    tables = {"": rows, "kids": [each for each in rows if each.entry in kids]}
    places = data.draw(st.permutations(["", "kids"] * 3))
    seen = {"": 0, "kids": 0}
    prizes = []
    for table in places:
        seen[table] += 1
        prizes.append(PrizeOffered(f"{table}{seen[table]}", table, seen[table]))
    given_to = [each for one in award(prizes, tables=tables).awards for each in one.entries]
    assert len(given_to) == len(set(given_to))


def test_lots_depend_on_the_seed_and_those_two_alone() -> None:
    assert drawn_order("abc", seed=1) == drawn_order("cba", seed=1)
    without = [each for each in drawn_order("abcd", seed=7) if each != "d"]
    assert without == drawn_order("abc", seed=7)
    assert len({tuple(drawn_order("abc", seed=seed)) for seed in range(50)}) == 6
