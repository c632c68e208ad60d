"""What a game need not say for itself: where a small game would not come to it."""

from xml.etree import ElementTree

from games.contract import Setup
from games.defaults import LETTERS_IN_A_LINE, keys_of_all_games, plain_looks, points_alone
from games.pads import Said
from games.tallies import tallied
from tests.games import pebbles


def test_long_description_is_drawn_in_lines() -> None:
    words = "Seven pebbles lie in a heap, and nobody has taken any of them as yet. " * 3
    looks = plain_looks("Pebbles", pebbles.PLAY, describe=lambda position: [Said(words)])
    svg = looks.draw(pebbles.start(Setup(2)), last=None, coordinates=False)
    lines = [text.text or "" for text in ElementTree.fromstring(svg) if text.tag.endswith("text")]
    assert " ".join(lines) == words.strip()
    assert len(lines) > 3
    assert max(map(len, lines)) <= LETTERS_IN_A_LINE


def test_fewer_points_may_be_better() -> None:
    figures = points_alone(pebbles.PLAY, higher_score_wins=False)
    sides = figures.tally(Setup(2), [{"points": 3}, {"points": 5}], termination="normal")
    assert [side.keys for side in sides] == [(-3,), (-5,)]  # type: ignore[union-attr]


def test_keys_of_several_games_are_summed() -> None:
    setup = Setup(2)
    won = tallied(pebbles.RULES, setup, {"A": {"won": 1}, "B": {}})
    lost = tallied(pebbles.RULES, setup, {"A": {}, "B": {"won": 1}})
    assert keys_of_all_games([won[0], won[0], lost[0]]) == (2,)  # type: ignore[index]
    assert keys_of_all_games([]) == ()
