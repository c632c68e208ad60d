"""What is said before any package is there: in the language of the computer."""

import ast
import locale
from pathlib import Path

import pytest

from scripts import language
from scripts.language import TEXTS, computer_language, said

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


@pytest.mark.parametrize(
    ("variables", "system", "spoken"),
    [
        ({"LANG": "cs_CZ.UTF-8"}, None, "cs"),
        ({"LANG": "cs_CZ.UTF-8", "LC_ALL": "sk_SK.UTF-8"}, None, "sk"),
        ({"LANG": "de_DE.UTF-8"}, None, "en"),
        ({"LANG": "C"}, None, "en"),
        ({}, "Czech_Czechia", "cs"),
        ({}, "Slovak_Slovakia", "sk"),
        ({}, "English_United Kingdom", "en"),
        ({}, None, "en"),
    ],
)
def test_language_is_that_of_the_computer(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], system: str | None, spoken: str
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(locale, "getlocale", lambda: (system, None))
    assert computer_language() == spoken


def test_what_is_said_is_said_in_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    assert said("{done} of {total} packages", done=3, total=61) == "balíčky: 3/61"


def test_every_text_is_there_in_czech_and_slovak() -> None:
    assert [text for text, spoken in TEXTS.items() if set(spoken) != {"cs", "sk"}] == []


def test_every_text_that_is_said_is_there() -> None:
    folder = Path(language.__file__).parent
    texts = {
        call.args[0].value
        for path in folder.glob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "said"
        and isinstance(call.args[0], ast.Constant)
    }
    assert texts <= set(TEXTS)
    assert len(texts) >= 4
