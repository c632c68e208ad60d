"""What a game need not say for itself: where a small game would not come to it."""

from xml.etree import ElementTree

from games.defaults import LETTERS_IN_A_LINE, plain_looks, points_alone
from games.pads import Said
from games.tallies import tallied
from games.values import Fault, Setup
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


def test_a_game_brings_the_keys_of_its_ranking() -> None:
    setup = Setup(2)
    won = tallied(pebbles.RULES, setup, {"A": {"won": 1}, "B": {}})
    assert not isinstance(won, Fault)
    assert [pebbles.RULES.league_keys(side) for side in won] == [(1,), (0,)]
    assert not pebbles.RULES.best_keys
