"""Kaleidoskop on a score sheet: what is shown, what can be written, where it can go on."""

from xml.etree import ElementTree

import pytest

from games.kaleidoskop import RULES
from games.kaleidoskop.board import board
from games.pads import NOTHING
from games.values import Setup
from tests.games.kaleidoskop.tables import (
    RACK,
    RED_18,
    line,
    nearly_full,
    play,
    start,
    with_symbols,
    with_track,
)

DOUBLES = dict.fromkeys(("GG", "BB", "OO", "YY", "PP"), 5)
SVG = "{http://www.w3.org/2000/svg}"


def pad_of(position, last=None):
    return RULES.looks.pad(position, last=last)


def classes(svg, name):
    root = ElementTree.fromstring(svg)
    return [one for one in root.iter() if name in one.get("class", "").split()]


def points(panel):
    return {one.get("data-colour"): one.get("data-points") for one in classes(panel, "track")}


@pytest.mark.parametrize(
    ("players", "variant", "count"),
    [(1, "solo", 91), (2, "base", 91), (3, "base", 127), (4, "base", 169), (4, "teams", 169)],
)
def test_board_has_the_fields_of_the_area(players, variant, count):
    pad = pad_of(start(players, variant))
    assert len(pad.spots) == count
    assert len(classes(pad.board, "field")) == count


def test_fields_of_two_players_are_wide_enough_at_360_pixels():
    pixels = 360 / 720
    widths = [pad_of(start(players)).size / 2 * 3**0.5 * pixels for players in (2, 3, 4)]
    assert [round(width) for width in widths] == [31, 26, 23]


def test_spots_tell_what_lies_there_and_who_is_beside():
    spots = pad_of(play(start(), "A RG m9-m10")).spots
    assert (str(spots["m9"].holds), spots["m9"].is_free) == ("red star", False)
    assert (str(spots["m8"].holds), spots["m8"].is_free) == ("red star", False)
    assert (spots["h8"].holds, spots["h8"].is_free) == (NOTHING, True)
    assert sorted(spots["h8"].neighbours) == ["g7", "g8", "h7", "h9", "i8", "i9"]
    assert sorted(spots["m8"].neighbours) == ["l7", "l8", "m9"]


def test_last_placement_is_outlined():
    position = play(start(), "A RG m9-m10")
    assert len(classes(pad_of(position, line("A RG m9-m10")).board, "last-move")) == 1
    assert classes(pad_of(position).board, "last-move") == []


def test_panels_show_every_colour_and_box_the_lowest():
    pad = pad_of(with_track(start(), 1, R=3, G=1, B=1, O=5, Y=18, P=2))
    assert list(pad.panels) == ["A", "B"]
    assert "".join(points(pad.panels["B"])) == "RGBOYP"
    assert list(points(pad.panels["B"]).values()) == ["3", "1", "1", "5", "18", "2"]
    assert (len(classes(pad.panels["A"], "lowest")), len(classes(pad.panels["B"], "lowest"))) == (
        6,
        2,
    )


def test_partners_have_the_same_track():
    panels = pad_of(with_track(start(4, "teams"), 1, R=20)).panels
    assert list(panels) == ["A", "B", "C", "D"]
    assert panels["A"] == panels["C"]
    assert panels["B"] == panels["D"] != panels["A"]


def test_placement_is_offered_to_the_seat_that_is_due():
    position = start(3)
    [entry] = pad_of(position).entries
    assert (entry.kind, entry.seats, entry.pattern) == (
        "place",
        "A",
        "{tile} {first}-{second}",
    )
    assert [option.value for option in entry.parts[0].options] == list(board().tiles)
    assert pad_of(play(position, "A RG m9-m10")).order == "BCA"


def test_exchange_is_offered_to_whoever_has_played_with_all_tiles_that_are_left():
    _, swap = pad_of(play(start(), "A RG m9-m10")).entries
    [tiles] = swap.parts
    assert (swap.kind, swap.seats, tiles.least, tiles.most) == ("swap", "A", 5, 5)
    assert [str(option.label) for option in tiles.options] == ["red star, red star"]
    after = play(start(), "A RG m9-m10", "A swap RR,RR,RR,RR,RR")
    assert [entry.kind for entry in pad_of(after).entries] == ["place"]


def test_exchange_is_not_offered_alone_with_a_bonus_or_an_empty_hand():
    solo = play(start(1, "solo"), "A RG m9-m10")
    bonus = play(start(), *RED_18)
    empty = play(start(), "A RG m9-m10")._replace(laid=6)
    for position in (solo, bonus, empty):
        assert [entry.kind for entry in pad_of(position).entries] == ["place"]


def test_exchange_is_not_offered_while_every_colour_is_the_lowest():
    position = play(start(), "A BG m9-m10")
    assert position.tracks[0] == (0,) * 6
    assert [entry.kind for entry in pad_of(position).entries] == ["place"]


def test_tiles_tell_how_many_can_be_in_a_hand():
    closed = play(start(), "A RG m9-m10", "B RR c4-d5")
    assert lefts(closed) == dict.fromkeys(board().tiles, 6) | DOUBLES | {"RR": 4, "RG": 5}
    assert {tile: left for tile, left in lefts(play(start(), RACK)).items() if left} == {
        "RG": 1,
        "RR": 5,
    }


def lefts(position):
    return {option.value: option.left for option in pad_of(position).entries[0].parts[0].options}


def test_every_tile_has_a_key_at_its_place():
    rows = pad_of(start()).own["keys"]
    assert [len(row) for row in rows] == [7, 7, 7]
    assert sorted(tile for row in rows for tile in row) == sorted(board().tiles)


def test_open_hand_that_must_draw_can_only_exchange():
    position = play(start(), RACK, "A RG m9-m10")
    assert [entry.kind for entry in pad_of(position).entries] == ["swap"]
    assert RULES.looks.hints(position, "") == ()


def test_bonus_is_announced():
    position = play(start(), *RED_18)
    assert [str(notice) for notice in pad_of(position).notices] == ["Bonus: one more tile at once."]
    two = pad_of(position._replace(bonus=2)).notices
    assert [str(notice) for notice in two] == ["Bonus: 2 more tiles at once."]


def test_a_bonus_of_teams_may_be_declined():
    position = with_track(with_symbols(start(4, "teams"), R="h9"), 0, R=17)
    position = play(position, "A RG h8-h7")
    pad = pad_of(position)
    assert [(entry.kind, entry.seats, entry.pattern) for entry in pad.entries[1:]] == [
        ("pass", "A", "pass")
    ]
    assert [str(notice) for notice in pad.notices] == ["Bonus: one more tile may be laid at once."]
    two = pad_of(position._replace(bonus=2)).notices
    assert [str(notice) for notice in two] == ["Bonus: 2 more tiles may be laid at once."]
    assert str(RULES.looks.describe(position)[0]) == "A may still make bonus placements: 1."
    assert str(RULES.looks.tell(line("A pass")).said) == "declines the bonus"


def test_first_round_is_announced():
    position = play(start(), "A RG m9-m10")
    assert len(pad_of(position).notices) == 1
    assert pad_of(play(position, "B YY c4-d5")).notices == ()


def test_nothing_is_left_to_write_at_the_end():
    position = play(nearly_full(start(), "h7", "h8"), "A RG h7-h8")
    pad = pad_of(position)
    assert (pad.entries, pad.notices, pad.order) == ((), (), "AB")


def test_hints_of_the_first_round_touch_printed_symbols():
    position = play(start(), "A RG m9-m10")
    hinted = RULES.looks.hints(position, "")
    assert "k8" not in hinted, "it is beside the symbol that A has touched"
    assert {"c4", "d4", "e5", "g3"} <= set(hinted)
    assert "h8" not in hinted


@pytest.mark.parametrize(
    ("begun", "expected"),
    [
        ("", ["h7", "h8", "h9"]),
        ("R", ["h7", "h8", "h9"]),
        ("RG", ["h7", "h8", "h9"]),
        ("GR h7-", ["h8"]),
        ("h8-", ["h7", "h9"]),
        ("RG -h8", ["h7", "h9"]),
        ("RG h7-h8", []),
        ("RG h7-h9", []),
        ("X", []),
        ("RX", []),
        ("RGB", []),
        ("swap RG", []),
    ],
)
def test_hints_follow_what_is_written(begun, expected):
    position = nearly_full(start(), "h7", "h8", "h9", "f6", "c5")
    assert list(RULES.looks.hints(position, begun)) == expected


def test_hints_know_which_tiles_are_used_up():
    position = with_symbols(start())._replace(seen=5)  # five tiles RR
    assert RULES.looks.hints(position, "R") != ()
    assert RULES.looks.hints(position, "RG") != ()
    assert RULES.looks.hints(position, "RR") == ()


def test_hints_of_an_open_hand_are_of_its_tiles():
    position = play(start(), RACK)
    assert RULES.looks.hints(position, "RG") != ()
    assert RULES.looks.hints(position, "BB") == ()


def test_keys_are_the_colours_from_the_lowest():
    names = RULES.play.key_names(Setup(2))
    assert (len(names), names[0], names[-1]) == (6, "lowest colour", "highest colour")
