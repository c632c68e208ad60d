"""Editions are data: another one is a file, of the package or of those who run the service."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games import editions
from games.contract import Rules
from games.editions import EditionError
from games.kaleidoskop.board import board
from games.polyssimo.board import edition, piece_names
from games.registry import GAMES, rules_of
from games.triolet.board import material, name_of, squares
from games.twisty.board import usual
from games.values import STANDARD, Setup

MADE_UP = {
    "kaleidoskop": """
[printed]
fields = ["m8", "m13", "h13", "c8", "c3", "h3"]
colours = "PYOBGR"
""",
    "triolet": """
[squares]
double = ["h8", "c3", "m13"]
triple = ["i10", "m3"]
extra = ["a8", "o8"]

[tiles]
numbers = [8, 8, 8, 8, 8, 8, 6, 6, 4, 4, 3, 3, 2, 2, 2, 2]
jokers = 3
aside = 3
""",
    "twisty": """
[usual]
1 = 6
2 = 2
3 = 2
4 = 2
P = 4
""",
    # Five other hexominoes; those of the standard edition keep their names.
    "polyssimo": """
[six]
I0 = { shape = "XXXXXX" }
L0 = { shape = "XXXXX/X...." }
Y0 = { shape = "XXXXX/.X..." }
T0 = { shape = "XXXXX/..X.." }
O0 = { shape = "XXX/XXX" }
C0 = { shape = "XXXX/X..X" }
D0 = { shape = "XXXX/.XX." }
X0 = { shape = "..X./XXXX/.X.." }
C1 = { shape = "XXX./X.XX" }
W0 = { shape = "X.../XXX./..XX" }
Z0 = { shape = "XXX./..X./..XX" }
F0 = { shape = "XXXX/X.X." }

[ranking]
by = "squares"
""",
}
BUILD: dict[str, Any] = {
    "triolet": material,
    "kaleidoskop": board,
    "twisty": usual,
    "polyssimo": edition,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for game, text in MADE_UP.items():
        (tmp_path / game).mkdir()
        (tmp_path / game / "made-up.toml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """In this process; the rules have asked for the names before."""
    monkeypatch.setenv(editions.FOLDER, str(folder))
    _forget()
    yield folder
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    for function in (editions._files, editions._titles, piece_names, *BUILD.values()):
        function.cache_clear()


def run(*words: str, folder: Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "games", *words],
        env={**os.environ, editions.FOLDER: str(folder)},
        input=given,
        capture_output=True,
        check=False,
        timeout=60,
    )


def rules(game: str) -> Rules:
    found = rules_of(game)
    assert found is not None
    return found


@pytest.mark.parametrize("game", GAMES)
def test_made_up_edition_is_played_and_verified(game: str, folder: Path) -> None:
    assert b"made-up" in run("list", folder=folder).stdout
    played = run("random", game, "--seed", "3", "--edition", "made-up", folder=folder)
    assert b'[Edition "made-up"]' in played.stdout
    judged = run("verify", "--json", "-", folder=folder, given=played.stdout)
    assert (judged.returncode, b'"edition": "made-up"' in judged.stdout) == (0, True)
    elsewhere = run("verify", "--json", "-", folder=folder / "none", given=played.stdout)
    assert elsewhere.returncode == 1
    assert b'"status": "un' in elsewhere.stdout or b'"code": "tag-value"' in elsewhere.stdout


def test_tables_of_a_file_take_the_place_of_the_standard_ones(installed: Path) -> None:
    assert editions.edition_names("triolet") == (STANDARD, "made-up")
    assert editions.edition_names("polyssimo") == (STANDARD, "made-up", "squares")
    box = material("made-up")
    assert {name_of(at) for at in squares() if box.special[at] == 3} == {"i10", "m3"}
    assert (sum(box.counts), box.bag, box.counts[-1]) == (85, 82, 3)
    assert board("made-up").printed == "PYOBGR"
    assert usual("made-up") == {"1": 6, "2": 2, "3": 2, "4": 2, "P": 4}
    assert list(edition("made-up").pieces)[12:15] == ["I0", "L0", "Y0"]
    assert edition("made-up").by_squares


def test_edition_has_a_title_in_the_language_of_the_reader(installed: Path) -> None:
    (installed / "polyssimo" / "made-up.toml").write_text('[title]\nen = "our box"\n')
    said = {
        (edition, language): editions.edition_title("polyssimo", edition, language=language)
        for edition in ("squares", "made-up")
        for language in ("cs", "en")
    }
    assert said == {
        ("squares", "cs"): "pořadí podle zbylých polí",
        ("squares", "en"): "ranked by squares left",
        ("made-up", "cs"): "our box",
        ("made-up", "en"): "our box",
    }
    assert editions.edition_title("triolet", "made-up", language="cs") == "made-up"
    (installed / "triolet" / "made-up.toml").write_text("[title]\nen = 3\n")
    _forget()
    with pytest.raises(EditionError, match=r"\[title\] has a text"):
        editions.edition_title("triolet", "made-up", language="cs")


def test_special_squares_of_an_edition_score(installed: Path) -> None:
    play = rules("triolet").play
    points = {}
    for name in (STANDARD, "made-up"):
        position: Any = play.start(Setup(2, edition=name))
        for seat, *words in (("A", "h8=5", "i8=5"), ("B", "i9=3", "i10=7")):
            action: Any = play.read(seat, words, None)
            position = play.after(position, action)
        points[name] = [side.score for side in play.standings(position)]
    assert points == {STANDARD: [15, 30], "made-up": [15, 90]}


def test_pieces_of_another_edition_are_not_in_the_box(installed: Path) -> None:
    play, looks = rules("polyssimo").play, rules("polyssimo").looks
    take: Any = play.read("A", ["take", "I0"], None)
    lay: Any = play.read("A", ["I0", "a1", "a2", "a3", "a4", "a5", "a6"], None)
    standard: Any = play.start(Setup(2))
    placing = standard._replace(to_take=0, turn="A")
    faults = [play.why_not(standard, take), play.why_not(placing, lay)]
    assert [(one.code, one.rule) for one in faults if one] == [("taken", "1.3"), ("not-own", "1.3")]
    assert looks.draw(placing, last=None, coordinates=True, attempted=lay)
    assert play.why_not(play.start(Setup(2, edition="made-up")), take) is None


@pytest.mark.parametrize(
    ("game", "text", "why"),
    [
        ("triolet", "[squares", "made-up.toml: "),
        ("triolet", "[board]\nrows = 3", "[board] cannot differ, only squares, tiles"),
        ("triolet", "[squares]\ndouble = ['z9']\ntriple = []\nextra = []", "double: z9"),
        ("triolet", "[squares]\ndouble = ['a1', 'a3']\ntriple = []\nextra = []", "in one turn"),
        ("triolet", "[tiles]\nnumbers = [1]\njokers = 2\naside = 3", "[tiles] has 1 to 15"),
        ("triolet", "[tiles]\nnumbers = [1]", "[tiles] has not the form"),
        ("triolet", "[tiles]\nnumbers = 1\njokers = 2\naside = 3", "[tiles] has not the form"),
        ("triolet", "tiles = 3", "[tiles] has not the form"),
        ("twisty", "[usual]\n1 = 'x'", "[usual] has not the form"),
        ("twisty", "usual = 16", "[usual] has not the form"),
        ("polyssimo", "[six]\nC0 = 'XXXX/X..X'", "[six] has not the form"),
        ("kaleidoskop", "[printed]\nfields = ['m8']\ncolours = 'RGBOYP'", "six of the white area"),
        (
            "kaleidoskop",
            "[printed]\nfields = ['m8', 'm13', 'h13', 'c8', 'c3', 'h3']\ncolours = 'RGB'",
            "not RGB",
        ),
        (
            "kaleidoskop",
            "[printed]\nfields = ['m8', 'm9', 'h13', 'c8', 'c3', 'h3']\ncolours = 'RGBOYP'",
            "no two of them within reach",
        ),
        ("twisty", "[usual]\n1 = 3", "[usual] splits 16 tokens"),
        ("twisty", "[usual]\nQ = 16", "[usual] splits 16 tokens"),
        ("polyssimo", "[six]\nC0 = { shape = 'XXXX/X..X' }", "12 of 6"),
        ("polyssimo", "[six]\nc0 = { shape = 'XXXX/X..X' }", "c0 is no name of a piece"),
        ("polyssimo", "[six]\nC0 = { shape = 'XXXX/.....X' }", "C0 is not one piece"),
        ("polyssimo", "[six]\nC0 = { shape = 'XXXXX' }", "C0 has the shape of I"),
        ("polyssimo", "[ranking]\nby = 'luck'", "pieces or squares, not luck"),
    ],
)
def test_file_that_is_no_edition_is_refused_by_name(
    game: str, text: str, why: str, installed: Path
) -> None:
    (installed / game / "made-up.toml").write_text(text, encoding="utf-8")
    with pytest.raises(EditionError) as refused:
        BUILD[game]("made-up")
    assert f"{game}, edition made-up: " in str(refused.value)
    assert why in str(refused.value)


@pytest.mark.parametrize("name", ["standard", "Our Box", "x" * 41])
def test_file_with_no_name_for_an_edition_is_refused(name: str, installed: Path) -> None:
    (installed / "triolet" / f"{name}.toml").write_text("", encoding="utf-8")
    editions._files.cache_clear()
    with pytest.raises(EditionError, match="is no name for an edition"):
        editions.edition_names("triolet")


def test_unknown_edition_has_the_tables_of_the_standard_one() -> None:
    assert material("nowhere").counts == material().counts


@pytest.mark.parametrize("game", GAMES)
def test_box_of_every_edition_is_drawn(game: str, installed: Path) -> None:
    draw = rules(game).looks.box
    assert draw is not None
    players = min(min(numbers) for numbers in rules(game).variants.values())
    boxes = {name: draw(Setup(players, edition=name)) for name in (STANDARD, "made-up")}
    assert all(box.drawing.startswith("<svg") and str(box.says) for box in boxes.values())
    assert boxes[STANDARD].drawing != boxes["made-up"].drawing


def test_places_of_a_box_spell_its_tag() -> None:
    draw = rules("kaleidoskop").looks.box
    assert draw is not None
    box = draw(Setup(1, "solo", own={"Corners": "GRBOYP"}))
    assert (box.tag, "".join(place.letter for place in box.places)) == ("Corners", "GRBOYP")
    assert [str(place.name) for place in box.places[:2]] == ["green", "red"]
