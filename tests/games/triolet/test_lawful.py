"""What may be done in a position: `lawful` names it all, and nothing that is refused."""

from collections import Counter

from games.triolet import RULES
from games.triolet.board import Position
from games.values import Action, Setup
from tests.games.triolet.tables import START, open_hands, play, position


def named(start: Position) -> list[str]:
    """The lawful actions as lines of a record; each is checked not to be refused."""
    actions = list(RULES.play.lawful(start))
    assert [RULES.play.why_not(start, action) for action in actions] == [None] * len(actions)
    return [f"{action.seat} {RULES.play.write(action)}" for action in actions]


def kinds(lines: list[str]) -> Counter[str]:
    return Counter(line.split()[1] if "=" not in line else "place" for line in lines)


def test_lawful_with_an_open_hand_at_the_start() -> None:
    start = play(START, "A rack 3,3,9")
    assert sorted(named(start)) == sorted(
        [
            *("A h8=3", "A h8=9"),
            *(f"A {one}=3 {two}=3" for one, two in PAIRS),
            *(f"A {one}=3 {two}=9" for one, two in PAIRS),
            *(f"A {one}=9 {two}=3" for one, two in PAIRS),
            *(
                "A "
                + " ".join(f"{square}={value}" for square, value in zip(line, order, strict=True))
                for line in TRIOS
                for order in ((3, 3, 9), (3, 9, 3), (9, 3, 3))
            ),
            *("A swap 3", "A swap 9", "A swap 3,3", "A swap 3,9", "A swap 3,3,9"),
        ]
    )


PAIRS = [("h7", "h8"), ("h8", "h9"), ("g8", "h8"), ("h8", "i8")]
TRIOS = [
    *(("h6", "h7", "h8"), ("h7", "h8", "h9"), ("h8", "h9", "h10")),
    *(("f8", "g8", "h8"), ("g8", "h8", "i8"), ("h8", "i8", "j8")),
]


def test_lawful_with_a_closed_hand_is_what_the_supply_allows() -> None:
    """16 numbers or a joker as one of 16 on h8; pairs up to 15 and trios of 15 around it."""
    singles = 32
    # Ordered pairs with a sum of at most 15: 136; a joker may be neither, the first or the second.
    # Without jokers 15 + 15 and the like are no matter: no two tiles of one kind exceed the supply
    # but of 14 and 15, whose double sums to more than 15.
    pairs = 4 * 136 * 3
    # Ordered trios of 15: 136, with none or one of three a joker; the supply allows all of them.
    trios = 6 * 136 * 4
    lines = named(START)
    assert kinds(lines) == {"place": singles + pairs + trios, "swap": 3}


def test_lawful_draws_are_all_hands_the_supply_can_give() -> None:
    due = play(START, "A rack 3,4,15", "A h8=3 h9=4")
    lines = named(due)
    assert kinds(lines) == {"draw": 16 * 17 // 2 - 1}  # 16 kinds, no 15; one 14
    assert "A draw 14,14" not in lines
    assert "A draw *,*" in lines


def test_lawful_pass_with_closed_and_open_hands() -> None:
    assert "A pass" in named(position("g8=9 h8=6", bag=4))
    assert named(position("g8=9 h8=6", bag=4, **open_hands(A=(10, 11, 12)))) == ["A pass"]
    assert "A pass" not in named(position("g8=9 h8=6", bag=4, **open_hands(A=(9, 11, 12))))


def test_lawful_with_a_small_hand() -> None:
    lines = named(position("h8=1", bag=0, sizes=(1, 3), **open_hands(A=(14,))))
    assert sorted(lines) == ["A g8=14", "A h7=14", "A h9=14", "A i8=14"]


def test_lawful_hands_at_the_end() -> None:
    over = play(
        position("h8=1", players=3, bag=0, sizes=(1, 2, 2), **open_hands(B=(5, 16))), "A h9=1"
    )
    lines = named(over)
    assert lines[0] == "B left 5,*"
    assert {line[0] for line in lines[1:]} == {"C"}
    assert "C left 5,*" in lines
    assert "C left *,*" not in lines
    assert named(play(over, "B left 5,*", "C left 0,0")) == []
    assert {line[0] for line in named(play(over, "C left 0,0"))} == {"B"}


def test_lawful_names_no_starting_hands() -> None:
    start = RULES.play.start(Setup(2))
    assert RULES.play.why_not(start, Action("A", "rack", (1, 2, 3))) is None
    assert "rack" not in kinds(named(start))
