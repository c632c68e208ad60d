"""Every action as people say it, with the game's own small pictures."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.contract import Rules
from games.pads import Gain
from games.registry import GAMES, rules_of
from games.scene import sprite
from tests.games.random_records import recorded

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(
    ("game", "words", "said", "signs"),
    [
        ("kaleidoskop", "GP g8-g9", "green–purple on g8–g9", ("G", "P")),
        ("kaleidoskop", "swap RR,YO", "exchanges red–red, orange–yellow", ()),
        ("kaleidoskop", "draw RG", "draws red–green", ()),
        ("triolet", "h8=3 i8=*7", "3 on h8, joker as 7 on i8", ("tile-3", "joker")),
        ("triolet", "swap 2,*", "swaps 2, joker", ()),
        ("triolet", "pass", "passes", ()),
        ("twisty", "e2-c3-d5", "goes to e2 → c3 → d5", ("pawn-A",)),
        ("twisty", "c4xB>g1", "goes to c4 and sends B to g1", ("pawn-A", "pawn-B")),
        ("twisty", "pass", "passes", ()),
        ("polyssimo", "take D0", "takes piece D0", ("D0",)),
        ("polyssimo", "F c6 d6 d7 e5 e6", "piece F on c6 d6 d7 e5 e6", ("F",)),
        ("polyssimo", "pass", "has no piece that fits", ()),
    ],
)
def test_action_is_told(game: str, words: str, said: str, signs: tuple[str, ...]) -> None:
    rules = rules_of(game)
    assert rules is not None
    told = rules.looks.tell(rules.play.read("A", words.split(), None))  # type: ignore[arg-type]
    assert (str(told.said), told.signs) == (said, signs)


@pytest.mark.usefixtures("other_games")
def test_every_action_of_every_game_can_be_told(rules: Rules) -> None:
    known = {str(symbol.attributes["id"]) for symbol in rules.looks.signs()}
    for seed in range(5):
        _text, record = recorded(rules, seed)
        for action in record.actions:
            told = rules.looks.tell(action)
            assert re.fullmatch(r"\S.*\S", str(told.said))
            assert known.issuperset(told.signs)


def test_points_of_kaleidoskop_have_their_colours() -> None:
    rules = rules_of("kaleidoskop")
    assert rules is not None
    gained = [(gain.figure, gain.sign, str(gain.name)) for gain in rules.looks.points("R1,G12")]
    assert gained == [("1", "R", "red"), ("12", "G", "green")]
    assert list(rules.looks.points("0")) == [Gain("0")]


@pytest.mark.parametrize("game", GAMES)
def test_file_of_signs_is_what_the_game_draws(game: str) -> None:
    """If not: python -m games signs GAME > games/GAME/static/signs.svg"""
    rules = rules_of(game)
    assert rules is not None
    drawn = sprite(rules.looks.signs()) + "\n"
    assert (ROOT / "games" / game / "static" / "signs.svg").read_text(encoding="utf-8") == drawn
    symbols = ElementTree.fromstring(drawn).findall(f"{SVG}symbol")
    assert len(symbols) == len({symbol.get("id") for symbol in symbols}) > 3
