"""Which table an open evening makes, and when."""

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from league.pairing.evening import (
    Floor,
    OfferedTable,
    ReadyEntry,
    statistics_of,
    table_to_make,
)
from league.pairing.field import Meeting, Past

FOURS = OfferedTable("", least=2, most=4, prefer=4)


def ready(*names: str, waited_s: int = 0, **fields: object) -> tuple[ReadyEntry, ...]:
    return tuple(ReadyEntry(name, waited_s, **fields) for name in names)  # type: ignore[arg-type]


def floor(people: tuple[ReadyEntry, ...], **fields: object) -> Floor:
    return replace(Floor(people, (FOURS,), others=20, seed=7), **fields)  # type: ignore[arg-type]


def met(*tables: str) -> Past:
    return Past(tuple(Meeting(at, tuple(names)) for at, names in enumerate(tables, start=1)))


def made(room: Floor, **fields: bool) -> str:
    table = table_to_make(room, **fields)
    return "".join(sorted(table.entries)) if table else ""


def test_four_who_have_not_met_are_seated_at_once() -> None:
    assert made(floor(ready(*"abcd"))) == "abcd"


def test_three_wait_for_a_fourth_and_then_play() -> None:
    assert made(floor(ready(*"abc"))) == ""
    assert made(floor(ready(*"abc", waited_s=200))) == "abc"


def test_two_wait_to_the_end_while_others_may_come() -> None:
    assert made(floor(ready(*"ab", waited_s=299))) == ""
    assert made(floor(ready(*"ab", waited_s=300))) == "ab"


def test_nobody_else_can_come_so_they_play_after_a_moment() -> None:
    room = floor(ready(*"abcd", waited_s=20), others=0, past=met("abcd"))
    assert made(room) == ""
    assert made(replace(room, ready=ready(*"abcd", waited_s=60))) == "abcd"


def test_five_are_three_and_two_rather_than_four_and_one_alone() -> None:
    room = floor(ready(*"abcde", waited_s=200))
    first = table_to_make(room)
    assert first is not None
    assert len(first.entries) == 3
    left = tuple(one for one in room.ready if one.id not in first.entries)
    assert table_to_make(replace(room, ready=left)) is None  # somebody may join them
    assert table_to_make(replace(room, ready=ready(*"de", waited_s=300))) is not None


def test_nobody_who_has_waited_long_enough_is_passed_over() -> None:
    """Although those two have met three times."""
    long, short = ready(*"ab", waited_s=400), ready(*"cde", waited_s=5)
    table = table_to_make(floor((*long, *short), past=met("ab", "ab", "ab")))
    assert table is not None
    assert {*"abcde"} - set(table.entries) != {"b"}


def test_where_one_is_left_alone_in_any_case_the_others_do_not_wait() -> None:
    twos = OfferedTable("", least=2, most=2, prefer=2)
    people = (*ready(*"ab", waited_s=60), *ready("c"))
    assert made(replace(floor(people), games=(twos,))) == "ab"


def test_who_would_be_left_with_a_game_that_nobody_else_plays_is_taken_along() -> None:
    chess = OfferedTable("chess", least=2, most=2, prefer=2)
    picky = ready("c", wishes=frozenset({"chess"}), waited_s=300)
    easy = ready("a", waited_s=310)
    others = ready(*"bde", wishes=frozenset({""}), waited_s=299)
    table = table_to_make(floor((*easy, *picky, *others), games=(FOURS, chess)))
    assert table is not None
    assert (table.game, set(table.entries)) == ("chess", {*"ac"})


def test_who_has_met_waits_for_others() -> None:
    room = floor(ready(*"abcd", waited_s=60), past=met("abcd"))
    assert made(room) == ""
    assert made(replace(room, ready=(*room.ready, *ready(*"efg")))) in (
        "aefg",
        "befg",
        "cefg",
        "defg",
    )


def test_who_has_waited_longest_is_seated_first() -> None:
    people = (*ready(*"bcdefgh", waited_s=10), *ready("a", waited_s=120))
    table = table_to_make(floor(people))
    assert table is not None
    assert table.entries[0] == "a"


def test_similar_ratings_sit_together() -> None:
    strong = ready(*"abcd", rating=2000)
    weak = ready(*"wxyz", rating=900)
    assert made(floor((*strong, *weak))) in ("abcd", "wxyz")


def test_forbidden_pair_is_never_seated() -> None:
    apart = frozenset({frozenset("ab")})
    assert made(floor(ready(*"ab", waited_s=900), forbidden=apart)) == ""
    assert "ab" not in made(floor(ready(*"abc", waited_s=900), forbidden=apart))


def test_wishes_and_boards_are_respected() -> None:
    chess = OfferedTable("chess", least=2, most=2, prefer=2)
    people = (*ready("a", "b", wishes=frozenset({"chess"})), *ready("c"))
    room = floor(people, games=(FOURS, chess))
    table = table_to_make(room)
    assert table is not None
    assert (table.game, len(table.entries)) == ("chess", 2)
    none_left = replace(room, games=(FOURS, replace(chess, boards=0)))
    assert table_to_make(none_left, is_forced=True) is None


def test_why_is_told() -> None:
    room = floor(ready(*"abc", waited_s=300, rating=1500), past=met("ab"))
    table = table_to_make(room)
    assert table is not None
    assert [(remark.code, remark.gaps) for remark in table.remarks] == [
        ("waited_longest", {"minutes": 5}),
        ("met_again", {"times": 1, "at_once": 1}),
        ("ratings_apart", {"apart": 0}),
        ("small_table", {"wished": 4}),
    ]


@settings(max_examples=40, deadline=None)
@given(
    waits=st.lists(st.integers(0, 400), min_size=0, max_size=14),
    sat=st.lists(st.lists(st.integers(0, 13), min_size=2, max_size=4, unique=True), max_size=8),
    others=st.integers(0, 5),
)
def test_table_is_lawful_the_same_again_and_never_too_late(
    waits: list[int], sat: list[list[int]], others: int
) -> None:
    people = tuple(ReadyEntry(f"p{at}", waited) for at, waited in enumerate(waits))
    past = met(*[[f"p{each}" for each in table] for table in sat])  # type: ignore[list-item]
    room = floor(people, past=past, others=others)
    table = table_to_make(room)
    assert table == table_to_make(replace(room, ready=people[::-1]))
    if table is not None:
        assert 2 <= len(set(table.entries)) == len(table.entries) <= 4
        assert set(table.entries) <= {one.id for one in people}
    if len(people) > 1 and max(waits) >= 300:
        assert table is not None


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_statistics_tell_waits_and_repeats(share: float) -> None:
    told = statistics_of([10, 20, 30, 300], met("abc", "abd"))
    assert (told.mean_s, told.longest_s, told.repeats, told.meetings) == (90, 300, 1, 6)
    assert told.within_s(share) == {0.5: 30, 0.9: 300}[share]
