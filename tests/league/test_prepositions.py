"""Prepositions before numbers, as they are spoken; the tables are written by hand."""

import pytest
from django.template import Context, Template
from django.utils import translation
from hypothesis import given, strategies as st

from league.prepositions import spoken

# ze dvou, tří, čtyř, šesti, sedmi, dvanácti, třinácti, čtrnácti, šestnácti, sedmnácti, dvaceti…,
# čtyřiceti…, šedesáti…, sedmdesáti…, sta…; but z pěti, osmi, devíti, padesáti, osmdesáti…
CZECH_FROM = {2, 3, 4, 6, 7, 12, 13, 14, 16, 17, *range(20, 50), *range(60, 80), *range(100, 121)}
# ve dvou, třech, čtyřech, dvanácti…, stu; but v šesti, sedmi, šedesáti.
CZECH_IN = {2, 3, 4, 12, 13, 14, *range(20, 50), *range(100, 121)}
# zo štyroch, šiestich, siedmich, štrnástich, šestnástich, sedemnástich, štyridsiatich…,
# šesťdesiatich…, sedemdesiatich…, sto…; but z dvoch, troch, dvanástich, dvadsiatich.
SLOVAK_FROM = {4, 6, 7, 14, 16, 17, *range(40, 50), *range(60, 80), *range(100, 121)}
# vo štyroch, štrnástich, štyridsiatich; but v dvoch, troch, šiestich, sto.
SLOVAK_IN = {4, 14, *range(40, 50)}


@pytest.mark.parametrize(
    ("marked", "plain", "longer", "numbers"),
    [
        ("z(e)", "z", "ze", CZECH_FROM),
        ("s(e)", "s", "se", CZECH_FROM),
        ("v(e)", "v", "ve", CZECH_IN),
        ("k(e)", "k", "ke", CZECH_IN),
        ("z(o)", "z", "zo", SLOVAK_FROM),
        ("s(o)", "s", "so", SLOVAK_FROM),
        ("v(o)", "v", "vo", SLOVAK_IN),
        ("k(u)", "k", "ku", set()),
    ],
)
def test_preposition_before_0_to_120(
    marked: str, plain: str, longer: str, numbers: set[int]
) -> None:
    found = {number: spoken(f"{marked} {number}") for number in range(121)}

    assert found == {
        number: f"{longer if number in numbers else plain} {number}" for number in range(121)
    }


def test_english_ordinal_of_0_to_120() -> None:
    found = {number: spoken(f"{number}(th)") for number in range(121)}

    endings = dict.fromkeys(range(121), "th")
    endings |= {1: "st", 2: "nd", 3: "rd"}
    endings |= {tens + last: endings[last] for tens in range(20, 101, 10) for last in (1, 2, 3)}
    assert found == {number: f"{number}{ending}" for number, ending in endings.items()}
    assert (found[11], found[12], found[13], found[22]) == ("11th", "12th", "13th", "22nd")
    assert (found[101], found[111], found[113]) == ("101st", "111th", "113th")


@pytest.mark.parametrize(
    ("marked", "settled"),
    [
        ("3 z(e)\u00a012 stolů", "3 ze\u00a012 stolů"),
        ("Z(e) <strong>7</strong> míst", "Ze <strong>7</strong> míst"),
        ("v(e) 2. kole", "ve 2. kole"),
        ("v(o) 4. kole a\u00a0v(o) 5. kole", "vo 4. kole a\u00a0v 5. kole"),
        ("z(e) 200", "ze 200"),  # ze dvou set
        ("z(e) 500", "z 500"),
        ("z(e) 1\u00a0200", "z 1\u00a0200"),  # z tisíce dvou set
        ("z(e) 1000000", "z 1000000"),
        ("z(e) 3\u00a0000\u00a0000", "ze 3\u00a0000\u00a0000"),
        ("z(o) 400", "zo 400"),  # zo štyristo
        ("z(o) 2000", "z 2000"),
        ("z(e) Zlína", "z Zlína"),  # only numbers are known
        ("5(th) → 3(th) place", "5th → 3rd place"),
        ("the last(th)", "the last(th)"),
        ("nebo(e) 7, 2 kusy z 7", "nebo(e) 7, 2 kusy z 7"),  # not marked
    ],
)
def test_preposition_in_a_text(marked: str, settled: str) -> None:
    assert spoken(marked) == settled


@given(st.text())
def test_text_without_a_mark_stays(text: str) -> None:
    assert spoken(text.replace("(", "")) == text.replace("(", "")


@pytest.mark.parametrize(
    ("language", "total", "shown"),
    [
        ("cs", 12, "Strana 1 ze 12"),
        ("cs", 5, "Strana 1 z 5"),
        ("sk", 12, "Strana 1 z 12"),
        ("sk", 6, "Strana 1 zo 6"),
        ("en", 6, "Page 1 of 6"),
    ],
)
@pytest.mark.parametrize(
    "ending", ["%}{page}", "asvar said %}{page}{% endblocktranslate %}{{ said }}"]
)
def test_text_of_a_template_is_settled(language: str, total: int, shown: str, ending: str) -> None:
    page = "Page {{ number }} of {{ total }}"
    text = "{% load i18n %}{% blocktranslate trimmed " + ending.replace("{page}", page)
    if "asvar" not in ending:
        text += "{% endblocktranslate %}"

    with translation.override(language):
        written = Template(text).render(Context({"number": 1, "total": total}))

    assert written.replace("\u00a0", " ") == shown
