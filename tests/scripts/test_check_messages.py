"""The check for untranslated texts finds what is planted, and nothing in a finished tree."""

from pathlib import Path

import pytest
from polib import pofile

from scripts.check_messages import has_gettext, problems, write as bring_up_to_date

PYTHON = """
from django.utils.translation import gettext as _, ngettext
print(_("Welcome, {name}"), ngettext("%(n)s match", "%(n)s matches", 2))
"""
TEMPLATE = "{% load i18n %}{% translate 'Save' %}"
FINISHED = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

msgid "Welcome, {name}"
msgstr "Vítej, {name}"

msgid "%(n)s match"
msgid_plural "%(n)s matches"
msgstr[0] "%(n)s zápas"
msgstr[1] "%(n)s zápasy"
msgstr[2] "%(n)s zápasů"

msgid "Save"
msgstr "Uložit"
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small project whose texts are all translated."""
    if not has_gettext():
        pytest.fail("gettext is missing: sudo apt install gettext")
    write(tmp_path / "league" / "views.py", PYTHON)
    write(tmp_path / "templates" / "form.html", TEMPLATE)
    for language in ("cs", "sk"):
        write(catalogue(tmp_path, language), FINISHED)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def catalogue(root: Path, language: str) -> Path:
    return root / "locale" / language / "LC_MESSAGES" / "django.po"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_problems_none_when_all_is_translated(tree: Path) -> None:
    before = sorted(tree.rglob("*"))
    assert problems(tree) == []
    assert sorted(tree.rglob("*")) == before


def test_problems_name_planted_text_and_its_place(tree: Path) -> None:
    write(tree / "templates" / "new.html", "{% load i18n %}\n{% translate 'Planted' %}")
    assert problems(tree) == [
        f"locale/{language}/LC_MESSAGES/django.po: not translated: 'Planted' (templates/new.html:2)"
        for language in ("cs", "sk")
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"Uložit"', '""', "not translated: 'Save'"),
        ('msgid "Save"', '#, fuzzy\nmsgid "Save"', "marked fuzzy: 'Save'"),
        ('"%(n)s zápasů"', '""', "not translated: '%(n)s match'"),
        ('msgstr[2] "%(n)s zápasů"\n', "", "2 plural forms instead of 3: '%(n)s match'"),
        (
            "Vítej, {name}",
            "Vítej, {jmeno}",
            "other placeholders than the original: 'Welcome, {name}'",
        ),
        ('"%(n)s zápasy"', '"%(m)s zápasy"', "other placeholders than the original: '%(n)s match'"),
    ],
)
def test_problems_in_one_entry(tree: Path, old: str, new: str, fault: str) -> None:
    change(catalogue(tree, "cs"), old, new)
    [line] = problems(tree)
    assert line.startswith(f"locale/cs/LC_MESSAGES/django.po: {fault} (")


@pytest.mark.parametrize(
    ("file", "code", "translation", "fault"),
    [
        ("league/a.py", "_('of %(n)d')", "z(e) %(n)d", "(th) that league/a.py does not settle"),
        ("league/a.py", "_('%(n)d(th)')", "%(n)d.", "(th) that league/a.py does not settle"),
        ("league/a.py", "spoken(_('of %(n)d'))", "z(e) %(n)d", ""),
        ("league/a.py", "spoken(_('%(n)d(th)'))", "%(n)d.", ""),
        ("games/go/pad.py", "spoken(_('of %(n)d'))", "Z %(n)d", "number without (e), (o)"),
        ("league/a.py", "_('of %(n)d')", "do %(n)d", ""),
        ("templates/a.html", "{% translate 'of {n}' %}", "z(e) {n}", "a.html does not settle"),
    ],
)
def test_problems_with_letters_that_a_number_decides(
    tree: Path, file: str, code: str, translation: str, fault: str
) -> None:
    write(tree / file, code)
    _, text, _ = code.split("'")
    for language in ("cs", "sk"):
        with catalogue(tree, language).open("a", encoding="utf-8") as po:
            po.write(f'\nmsgid "{text}"\nmsgstr "{translation}"\n')

    found = problems(tree)

    assert len(found) == (2 if fault else 0)
    assert all(fault in line for line in found)


@pytest.mark.parametrize(
    ("language", "translation", "fault"),
    [
        ("cs", "Odhlásit se", "“Odhlás…”, where we say Vstoupit, Opustit účet (an account)"),
        ("cs", "Zapsat prezenci", "“prezenc…”, where we say Příchody"),
        ("cs", "Uložit v klubu", "no no-break space after “v”"),
        ("cs", "Uloženo. V klubu", "no no-break space after “V”"),
        ("cs", "Ťukněte sem", "“Ťukn…”, where we say Klepnout"),
        ("cs", "Co když se neshodnete", "“neshodnete…”, where we say Neshodli jste se"),
        ("sk", "Štartovné číslo", "“Štartovné čís…”, where we say Štartové číslo"),
        ("sk", "Prihláška", "“Prihláš…”, where we say Vstúpiť, Opustiť účet (an account)"),
        ("sk", "Dať voľný los", "“voľný los…”, where we say Voľný žreb"),
        ("sk", "Prehrať partiu", "“Prehrať partiu…”, where we say Prejsť"),
    ],
)
def test_problems_with_words(tree: Path, language: str, translation: str, fault: str) -> None:
    change(catalogue(tree, language), '"Uložit"', f'"{translation}"')
    [line] = problems(tree)
    assert line.startswith(f"locale/{language}/LC_MESSAGES/django.po: {fault}")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Whoever comes late", "“Whoever…”, where we say Anyone who"),
        ("%(n)s. place", "“)s. place…”, where we say %(place)s(th)"),
        ("Anyone who comes late", ""),
        ("The 3rd of May", ""),
    ],
)
def test_problems_with_english_words(tree: Path, text: str, fault: str) -> None:
    write(tree / "league" / "a.py", f"_('{text}')")
    for language in ("cs", "sk"):
        with catalogue(tree, language).open("a", encoding="utf-8") as po:
            po.write(f'\nmsgid "{text}"\nmsgstr "{text}"\n')

    found = problems(tree)

    assert len(found) == (2 if fault else 0)
    assert all(fault in line for line in found)


def test_no_break_spaces_are_set_in_texts_alone(tree: Path) -> None:
    spaced = "V klubu <a href='#'>a %(n)s zápasů</a> s kódem"
    change(catalogue(tree, "cs"), '"%(n)s zápasů"', f'"{spaced}"')

    bring_up_to_date(tree)

    [text] = [
        entry.msgstr_plural[2] for entry in pofile(str(catalogue(tree, "cs"))) if entry.msgid_plural
    ]
    assert text == "V\u00a0klubu <a href='#'>a\u00a0%(n)s zápasů</a> s\u00a0kódem"
    assert problems(tree) == []


@pytest.mark.parametrize("prefix", ["", "#~ "])
def test_problems_name_text_that_left_the_code(tree: Path, prefix: str) -> None:
    with catalogue(tree, "sk").open("a", encoding="utf-8") as file:
        file.write(f'\n{prefix}msgid "Gone"\n{prefix}msgstr "Pryč"\n')
    assert problems(tree) == ["locale/sk/LC_MESSAGES/django.po: no longer in the code: 'Gone'"]


def test_problems_name_missing_catalogue(tree: Path) -> None:
    catalogue(tree, "sk").unlink()
    assert problems(tree) == ["locale/sk/LC_MESSAGES/django.po: missing"]


def test_game_may_bring_its_own_translations(tree: Path) -> None:
    head = FINISHED.split("\n\n", maxsplit=1)[0]
    write(tree / "games" / "go" / "words.py", "from x import _\nprint(_('Stone'), _('Save'))")
    catalogues = [tree / "games" / "go" / catalogue(Path(), language) for language in ("cs", "sk")]
    for path in catalogues:
        write(path, f'{head}\n\nmsgid "Stone"\nmsgstr "Kámen"\n')
    assert problems(tree) == [], "what the game shares with others stays in the common catalogue"

    change(catalogues[0], '"Kámen"', '""')
    place = "(games/go/words.py:2)"
    assert problems(tree) == [f"{catalogues[0].relative_to(tree)}: not translated: 'Stone' {place}"]


def test_english_keeps_no_guesses(tree: Path) -> None:
    """gettext takes a new text for an old one that looks like it."""
    bring_up_to_date(tree)
    change(catalogue(tree, "en"), 'msgid "Save"\nmsgstr ""', 'msgid "Save"\nmsgstr "Keep"')
    change(tree / "templates" / "form.html", "'Save'", "'Saved'")
    bring_up_to_date(tree)
    assert {entry.msgid: entry.msgstr for entry in pofile(str(catalogue(tree, "en")))}[
        "Saved"
    ] == ""
