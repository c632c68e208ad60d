"""The score sheet's side: what is drawn, what can be entered, what the table is told."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from xml.etree import ElementTree as ET

import pytest

from games.pads import Pad, Said, Spot
from games.record import Record, read
from games.triolet import RULES
from games.triolet.board import JOKER, Position, name_of, squares
from games.triolet.entering import turn_lines
from games.values import Action, Setup
from tests.games.triolet.tables import OPENING, START, action, open_hands, play, position

SVG = "{http://www.w3.org/2000/svg}"


def pad(start: Position, last: str | None = None) -> Pad:
    return RULES.looks.pad(start, last=action(last) if last else None)


def said(words: Said) -> str:
    return words.text.format(**words.gaps)


def notices(start: Position, last: str | None = None) -> list[str]:
    return [said(one) for one in pad(start, last).notices]


def symbols(board: ET.Element) -> set[str | None]:
    return {one.get("id") for one in board.iter(f"{SVG}symbol")}


def used(drawing: ET.Element) -> list[str]:
    return [str(one.get("href"))[1:] for one in drawing.iter(f"{SVG}use")]


def test_board_has_every_square_once_and_a_spot_in_its_middle() -> None:
    shown = pad(START)
    board = ET.fromstring(shown.board)
    fields = {one.get("data-field"): one for one in board.iter() if one.get("data-field")}
    assert set(fields) == set(shown.spots) == {name_of(at) for at in squares()}
    left, top, width, height = map(float, str(board.get("viewBox")).split())
    assert (shown.spots["a15"].x, shown.spots["o1"].y) == (27, 587)
    assert left + width - shown.spots["o1"].x == shown.spots["a15"].x
    assert top + height - shown.spots["o1"].y == shown.spots["a15"].y + 27  # the bag is below
    assert shown.spots["i8"].x - shown.spots["h8"].x == shown.size


def test_spots_say_what_lies_there_and_who_is_beside() -> None:
    spots = pad(play(START, "A h8=11 i8=*3")).spots
    assert spots["h8"] == Spot(
        307, 307, False, ("h9", "i8", "h7", "g8"), Said("{number}", {"number": 11})
    )
    assert said(spots["i8"].holds) == "joker as 3"
    assert spots["a15"] == Spot(27, 27, True, ("b15", "a14"))
    free = [said(spots[name].holds) for name in ("h7", "h4", "n5", "a8")]
    assert free == ["", "counts twice", "counts three times", "extra turn"]


def test_tiles_on_the_board_are_symbols_that_exist() -> None:
    shown = pad(play(START, "A h8=11 i8=*3"), "A h8=11 i8=*3")
    board = ET.fromstring(shown.board)
    assert used(board) == ["triolet-11", "triolet-joker-3"]
    numbers = {f"triolet-{number}" for number in range(16)}
    jokers = {f"triolet-joker-{number}" for number in range(16)}
    assert symbols(board) == {*numbers, *jokers, "triolet-joker", "triolet-here"}
    options = [option.symbol for part in shown.entries[0].parts for option in part.options]
    assert set(options) == numbers | jokers
    assert {"here": "triolet-here", "joker": "*"}.items() <= shown.own.items()
    assert shown.board.count('class="last"') == 2


def test_racks_are_shown_when_they_are_not_simply_full() -> None:
    start = position("h8=1", bag=0, players=3, sizes=(2, 3, 3), **open_hands(B=(4, 12, JOKER)))
    panels = {seat: ET.fromstring(text) for seat, text in pad(start).panels.items()}
    assert list(panels) == ["A", "B"]
    backs = [one for one in panels["A"].iter() if one.get("class") == "tile-back"]
    assert (len(backs), used(panels["A"])) == (2, [])
    assert used(panels["B"]) == ["triolet-4", "triolet-12", "triolet-joker"]
    words = [panels[seat].findtext(f"{SVG}desc") for seat in "AB"]
    assert words == ["Tiles: 2.", "B holds 4, 12, joker."]
    out = play(position("h8=1", bag=0, sizes=(1, 2)), "A h9=1", "B left 2,5")
    assert used(ET.fromstring(pad(out).panels["B"])) == ["triolet-2", "triolet-5"]


def test_bag_is_counted_below_the_board() -> None:
    board = ET.fromstring(pad(position("h8=1", bag=31)).board)
    counts = [one.text for one in board.iter(f"{SVG}text") if one.get("class") == "bag-count"]
    assert counts == ["31"]


def test_pad_can_be_sent_and_is_safe_in_a_page() -> None:
    shown = pad(play(START, *OPENING), OPENING[-1])
    json.dumps(asdict(shown))
    for text in (shown.board, *shown.panels.values()):
        assert not [word for word in ("style=", "<script", "<style", "onclick") if word in text]


@pytest.mark.parametrize(("bag", "kinds"), [(5, ["place", "swap"]), (4, ["place", "pass"])])
def test_entries_in_a_turn(bag: int, kinds: list[str]) -> None:
    """Only what is lawful."""
    shown = pad(position("h8=1", bag=bag, seat=1))
    assert [entry.kind for entry in shown.entries] == kinds
    assert {entry.seats for entry in shown.entries} == {"B"}
    assert shown.order == "BA"


def test_pass_is_offered_only_if_no_tile_of_an_open_hand_fits() -> None:
    full = position("h8=15", bag=3, **open_hands(A=(9, 9, 9)))
    assert [entry.kind for entry in pad(full).entries] == ["place", "pass"]
    fits = position("h8=15", bag=3, **open_hands(A=(0, 9, 9)))
    assert [entry.kind for entry in pad(fits).entries] == ["place"]


def test_sheet_knows_which_squares_may_be_of_one_turn() -> None:
    for start, following in in_mid_game():
        lines = dict(turn_lines(start))
        turns = [one.what for one in RULES.play.lawful(start) if one.kind == "place"]
        assert {
            " ".join(name_of(tile.at) for tile in tiles) for tiles in turns if len(tiles) > 1
        } <= (lines.keys())
        assert following.kind != "place" or not start.is_over


def test_sheet_knows_what_completes_a_trio() -> None:
    start = play(START, "A h8=4", "B h9=5")
    assert dict(turn_lines(start))["h10"] == dict(turn_lines(start))["h7"] == 6
    assert dict(turn_lines(start))["g8 i8"] == 11
    assert dict(turn_lines(start))["g8 g9"] is None
    shown = [pad(one).own["begin"] for one in (START, start)]
    assert shown == ["h8", ""]


@pytest.mark.parametrize(
    ("before", "words", "said"),
    [
        ([], "A h8=4", ""),
        ([], "A h8=11 i8=3", "11 × 2 + 3 = 25"),
        (["A h8=4", "B h9=5"], "A h10=6", "trio 30"),
        (["A h8=4", "B h9=5"], "A i8=*6", "4 + 0 = 4"),
        ([], "A g8=4 h8=5 i8=6", "trio 30 × 2 + triolet 50 = 110"),
    ],
)
def test_points_are_reckoned_in_words(before: list[str], words: str, said: str) -> None:
    start = play(START, *before)
    assert str(RULES.looks.reckon(start, action(words), play(start, words))) == said


def test_every_placement_is_reckoned() -> None:
    for start, one in in_mid_game():
        after = RULES.play.after(start, one)
        said = str(RULES.looks.reckon(start, one, after))
        points = sum(after.points) - sum(start.points)
        assert one.kind != "place" or said.rpartition("= ")[2].rpartition("trio ")[2] == str(points)


def test_entry_bounds_follow_the_hand() -> None:
    [placing, _] = pad(position("h8=1", bag=0, sizes=(2, 3))).entries
    [part] = placing.parts
    assert (part.kind, part.least, part.most, part.joiner) == ("pairs", 1, 2, " ")


def test_entry_of_an_open_hand_names_its_tiles() -> None:
    shown = pad(position("h8=1", bag=9, **open_hands(A=(4, 4, JOKER))))
    [part] = shown.entries[1].parts
    assert [(one.value, one.left) for one in part.options] == [("4", 2), ("*", 1)]
    due = pad(play(position("h8=1", bag=9, **open_hands(A=(4, 4, JOKER))), "A h9=4"), "A h9=4")
    [entry] = due.entries
    assert (entry.kind, entry.seats, entry.parts[0].most) == ("draw", "A", 1)


def test_end_asks_for_the_hands_that_are_left_seat_by_seat() -> None:
    over = play(position("h8=1", players=3, bag=0, sizes=(1, 2, 3)), "A h9=1")
    shown = pad(over, "A h9=1")
    assert [(one.seats, one.parts[0].least, one.parts[0].most) for one in shown.entries] == [
        ("B", 2, 2),
        ("C", 3, 3),
    ]
    assert said(shown.entries[0].label) == "Tiles left: B"
    assert [one.value for one in shown.entries[0].parts[0].options] == [*map(str, range(16)), "*"]
    assert shown.order == "BCA"
    later = pad(play(over, "B left 2,*"), "B left 2,*")
    assert ([one.seats for one in later.entries], later.order) == (["C"], "CAB")
    done = pad(play(over, "B left 2,*", "C left 1,2,3"))
    assert (done.entries, done.notices, done.order) == ((), (), "ABC")


def test_notices_tell_when_the_bag_is_too_small_to_swap() -> None:
    assert notices(position("h8=1", bag=5)) == []
    few = "Only 4 left in the bag: no more swaps."
    assert notices(position("h8=1", bag=4)) == [few]
    assert notices(position("h8=1", bag=0)) == ["The bag is empty."]


def test_notices_tell_an_extra_turn() -> None:
    before = position("b8=1", bag=9)
    assert notices(play(before, "A a8=1"), "A a8=1") == ["Extra turn!"]
    assert notices(play(before, "A b9=1"), "A b9=1") == []
    opened = position("b8=1", bag=9, **open_hands(A=(1, 2, 3)))
    due = play(opened, "A a8=1")
    assert notices(due, "A a8=1") == []
    drawn = play(due, "A draw 5")
    assert notices(drawn, "A draw 5") == ["Extra turn!"]
    assert notices(play(START, "A rack 1,2,3"), "A rack 1,2,3") == []


def test_notices_tell_the_end() -> None:
    out = play(position("h8=1", bag=0, sizes=(1, 2)), "A h9=1")
    assert notices(out, "A h9=1") == [
        "The last tile is laid. Enter the tiles that the others have left."
    ]
    passed = play(position("h8=1", bag=0), "A pass", "B pass")
    assert notices(passed, "B pass") == [
        "Everyone has passed. Enter the tiles that each player has left."
    ]


def by_hand(start: Position, begun: str) -> list[str]:
    """The hints by their meaning: all lawful placements with these tiles, their other squares."""
    words = set(begun.split())
    found: set[int] = set()
    for one in RULES.play.lawful(start):
        tiles = one.what if one.kind == "place" else ()
        if words < {tile.word for tile in tiles}:
            found |= {tile.at for tile in tiles if tile.word not in words}
    return [name_of(at) for at in sorted(found)]


def in_mid_game() -> Iterator[tuple[Position, Action]]:
    for seed in (1, 4, 8):
        record = read(RULES.random_play.game(seed, players=2, variant=None).encode())
        assert isinstance(record, Record)
        start = RULES.play.start(record.setup)
        pairs = []
        for one in record.actions:
            pairs.append((start, one))
            start = RULES.play.after(start, one)
        yield from Random(seed).sample(pairs, 6)


def test_hints_are_what_is_lawful() -> None:
    for start, following in in_mid_game():
        assert RULES.looks.hints(start, "") == by_hand(start, "")
        tiles = following.what if following.kind == "place" else ()
        for tile in tiles:
            assert RULES.looks.hints(start, tile.word) == by_hand(start, tile.word)


def test_hints_with_a_square_that_has_no_tile_yet() -> None:
    start = play(START, "A rack 3,3,9")
    assert RULES.looks.hints(start, "h8") == ["f8", "g8", "h6", "h7", "h9", "h10", "i8", "j8"]
    assert RULES.looks.hints(start, "h8=9 i8") == ["g8", "j8"]
    assert RULES.looks.hints(start, "h8=9 i8=3 j8=3") == []


@pytest.mark.parametrize("begun", ["swap 2", "pass", "h8=1 h8=2", "h8=77", "z9"])
def test_hints_of_what_goes_nowhere(begun: str) -> None:
    assert RULES.looks.hints(START, begun) == []


def test_hints_without_a_turn() -> None:
    over = play(position("h8=1", bag=0, sizes=(1, 2)), "A h9=1")
    assert RULES.looks.hints(over, "") == []
    due = play(START, "A rack 3,3,9", "A h8=3")
    assert RULES.looks.hints(due, "") == []


def test_ranking_is_by_points_alone() -> None:
    assert RULES.play.key_names(Setup(2)) == ("Points",)
    assert len(RULES.play.standings(START)[0].keys) == 1
    assert (RULES.looks.set_up(Setup(2)), RULES.random_play.tags(1, players=2)) == (None, {})
