"""What has changed between two states: little, and right, in Python and on the phone."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from games.registry import GAMES
from league.sheets.changes import applied, changes
from league.sheets.queries import as_it_was, state_of
from league.sheets.services.acts import Note
from tests.factories.sheet_phones import acts_of_game, entered
from tests.factories.sheets import noted, written

CHANGES_JS = Path("league/web/static/sheet/changes.js").resolve()
DENO = Path(sys.executable).with_name("deno")

_leaves = st.none() | st.booleans() | st.integers(2, 9) | st.text("< ab", max_size=20)
_values = st.recursive(
    _leaves,
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.text("abc", max_size=2), inner, max_size=5)
    ),
    max_leaves=25,
)
_drawings = st.lists(st.sampled_from(["g>", "/g>", "use long/>", "path long/>"]), max_size=40).map(
    "<".join
)


@given(_values, _values)
def test_change_turns_any_value_into_any_other(old: Any, new: Any) -> None:
    assert applied(old, changes(old, new)) == new


@given(_drawings, _drawings)
def test_change_turns_any_drawing_into_any_other(old: str, new: str) -> None:
    assert applied(old, changes(old, new)) == new


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        (1, 1, None),
        ({"a": 1, "b": 2}, {"b": 3}, ["{", {"b": 3}, ["a"]]),
        ({"a": 1}, {"a": None}, ["{", {"a": ["=", None]}]),
        ({"a": 1}, {"a": [2]}, ["{", {"a": ["=", [2]]}]),
        ({"a": ""}, {"a": "@"}, ["{", {"a": "@"}]),
        ([1, 2, 3], [1, 9, 3], ["#", {"1": 9}]),
        ([1, 2, 3], [1, 2, 3, 4], ["[", [3, 0, [4]]]),
        ([1, 2, 3, 4, 5, 6], [2, 3, 4, 6], ["[", [0, 1], [4, 1]]),
        ("<g><a/><b/><c/><d/></g>", "<g><a/><e/><c/><d/></g>", ["<", [3, 1, ["e/>"]]]),
        ("A has 12 points, B has 9.", "A has 15 points, B has 9.", [" ", [2, 1, ["15"]]]),
        ("<a/><b/>", "<a/><c/>", "<a/><c/>"),
        (  # a pawn that went elsewhere
            '<a/><use href="#B"/><b/><c/><d/><e/>',
            '<a/><b/><c/><d/><use href="#B"/><e/>',
            ["<", [2, 1], [6, 0, [2]]],
        ),
        (
            {"set_up": {"size": 2, "on": 1}},
            {"pad": {"size": 2, "on": 3}},
            ["{", {"pad": ["@", "set_up", ["{", {"on": 3}]]}, ["set_up"]],
        ),
    ],
)
def test_change_says_no_more_than_it_must(old: Any, new: Any, change: Any) -> None:
    assert changes(old, new) == change
    assert applied(old, change) == new


def test_change_of_two_drawings_with_nothing_in_common_is_the_new_one() -> None:
    old, new = ("".join(f"<{name}{at}/>" for at in range(400)) for name in "ab")
    change = changes(old, new)
    assert change is not None
    assert (len(change), applied(old, change)) == (2, new)


def states_of(game: str) -> list[dict[str, Any]]:
    """A game for four as phones know it at every fifth act, then with a remark, ended by time."""
    acts = acts_of_game(game, players=4)[:60]
    sheet = entered(game, acts, players=4)
    written(sheet, Note("r", "remark", text="Káva <na> desce 🙂"), *noted(("", ""), kind="time"))
    numbers = [0, 1, 2, *range(5, len(acts) + 1, 5), len(acts) + 1, len(acts) + 2]
    pages = [as_it_was(sheet, number=number, is_closed=False) for number in numbers]
    pages.append(as_it_was(sheet, number=numbers[-1], is_closed=True))
    return [json.loads(json.dumps(state_of(sheet, page))) for page in pages]


@pytest.mark.django_db
def test_change_comes_to_the_same_on_the_phone() -> None:
    """The page's own script over states of all games, one after another, there and back."""
    states = [states_of(game) for game in GAMES]
    pairs = [pair for game in states for pair in (*pairwise(game), *pairwise(reversed(game)))]
    pairs += [(one[-1], other[-1]) for one, other in pairwise(states)]  # with little in common
    told = [{"old": old, "change": changes(old, new)} for old, new in pairs]
    script = (
        f"import {{ applied }} from {json.dumps(CHANGES_JS.as_uri())};"
        "const told = await new Response(Deno.stdin.readable).json();"
        "const before = JSON.stringify(told.map(({ old }) => old));"
        "const made = told.map(({ old, change }) => applied(old, change));"
        "if (JSON.stringify(told.map(({ old }) => old)) !== before) throw new Error('old is new');"
        "console.log(JSON.stringify(made));"
    )
    done = subprocess.run(
        [DENO, "eval", "--quiet", script],
        input=json.dumps(told),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [new for _old, new in pairs]
