"""What a placement scored and why, in words: always what the rules count."""

import re

import pytest

from games.kaleidoskop import RULES
from games.record import Record, read
from tests.games.kaleidoskop.tables import RED_18, line, play, start, with_track

LETTERS = {"red": "R", "green": "G", "blue": "B", "orange": "O", "yellow": "Y", "purple": "P"}


def reckoned(position, text):
    action = line(text)
    return str(RULES.looks.reckon(position, action, play(position, text)))


@pytest.mark.parametrize("seed", range(12))
def test_reckoning_is_what_the_rules_count(seed):
    record = read(RULES.random_play.game(seed, players=None, variant=None).encode())
    assert isinstance(record, Record)
    position = RULES.play.start(record.setup)
    for action in record.actions:
        after = RULES.play.after(position, action)
        said = str(RULES.looks.reckon(position, action, after))
        if action.kind == "place":
            assert claimed(said) == RULES.play.right_claim(position, action, after=after)
            assert counted(said) == gained(position, after)
        else:
            assert said == ""
        position = after


def claimed(said):
    parts = re.findall(r"(\d+) (red|green|blue|orange|yellow|purple)", said)
    assert sum(int(count) for count, _name in parts) == int(
        (re.findall(r"^\+(\d+)", said) or [0])[0]
    )
    return ",".join(f"{LETTERS[name]}{count}" for count, name in parts) or "0"


def counted(said):
    """How many points are on the track: all, or as many as had room."""
    found = re.search(r"room for (\d+)$", said) or re.match(r"\+(\d+)", said)
    return int(found[1]) if found else 0


def gained(before, after):
    return sum(map(sum, after.tracks)) - sum(map(sum, before.tracks))


def test_points_without_room_on_the_track_are_told():
    assert reckoned(start(), RED_18[0]) == "+1: 1 red"
    full = with_track(play(start(), *RED_18[:2]), 0, R=17)
    assert reckoned(full, RED_18[2]) == "+4: 4 red; the track has room for 1"
    assert reckoned(start(), "A BG m9-m10") == "no points"
