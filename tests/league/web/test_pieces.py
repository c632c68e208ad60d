"""Tags for what long lists have hundreds of: the markup, the words, the addresses."""

import pytest
from django.template import engines
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString

from league.models import Match
from league.models.public_id import new_public_id


def written(text: str, **context: object) -> str:
    return engines["django"].from_string("{% load pieces %}" + text).render(context)


def test_icon_is_taken_from_the_one_file_of_icons() -> None:
    assert written("{% icon 'lock' 'small' %}") == (
        '<svg class="icon small" aria-hidden="true" focusable="false"> '
        '<use href="/static/arbitr/icons.svg#lock"></use> </svg>'
    )
    assert written("{% include '_icon.html' with name='lock' class='small' %}").strip() == (
        written("{% icon 'lock' 'small' %}")
    )


def word_of(badge: str) -> str:
    return badge.partition("</svg> ")[2].removesuffix("</span>")


@pytest.mark.parametrize(
    ("given", "word"),
    [("'at_table'", "confirmed at the table"), ("'warning' 'over'", "over"), ("'new'", "new")],
)
def test_badge_says_a_state_in_a_word(given: str, word: str) -> None:
    assert word_of(written(f"{{% badge {given} %}}")) == word


def test_word_of_a_badge_is_escaped_whatever_was_shown_before() -> None:
    label = "<b>over</b>"
    words = [
        word_of(written("{% badge 'warning' label %}", label=given))
        for given in (SafeString(label), label)
    ]
    assert words == [label, "&lt;b&gt;over&lt;/b&gt;"]


def test_badge_speaks_the_language_of_the_reader() -> None:
    spoken = set()
    for language in ("en", "cs", "sk"):
        with translation.override(language):
            spoken.add(word_of(written("{% badge 'handed_in' %}")))
    assert len(spoken) == 3


@pytest.mark.parametrize(
    ("match", "states"),
    [
        (Match(state="accepted", grade="ruled"), ["accepted", "ruled"]),
        (Match(state="accepted"), ["accepted"]),
        (Match(state="disputed", grade="ruled"), ["disputed"]),
    ],
)
def test_state_of_an_accepted_match_comes_with_its_grade(match: Match, states: list[str]) -> None:
    parts = written("{% match_state match %}", match=match).split('data-state="')[1:]
    assert [part.partition('"')[0] for part in parts] == states


@pytest.mark.parametrize(
    ("places", "words"), [(3, "▲3 up 3 places"), (-1, "▼1 down 1 place"), (0, "")]
)
def test_row_says_how_it_moved(places: int, words: str) -> None:
    said = written("{% moved places %}", places=places)
    tags = ('<span class="moved" data-moved="up">', '<span class="moved" data-moved="down">')
    for tag in (*tags, '<span aria-hidden="true">', '<span class="visually-hidden">'):
        said = said.replace(tag, " ")
    assert " ".join(said.replace("</span>", "").split()) == words


def test_addresses_of_rows_are_those_that_are_found_one_by_one() -> None:
    event, entry = new_public_id(), new_public_id()
    found = written(
        "{% addresses 'live-row' of='entry' language='cs' pk=event after=3 as rows %}"
        "{{ rows|at:entry }}",
        event=event,
        entry=entry,
    )
    parts = {"language": "cs", "pk": event, "entry": entry, "after": 3}
    assert found == reverse("live-row", kwargs=parts)
