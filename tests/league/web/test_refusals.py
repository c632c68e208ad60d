"""How a page tells what a service refused."""

import pytest
from django import forms
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest

from league.errors import LeagueError, Stale, TooMany, WrongFigure
from league.web.errors import Refusals, refusals_on, refusals_to


class TypedForm(forms.Form):
    name = forms.CharField()
    score = forms.CharField()


def typed() -> TypedForm:
    form = TypedForm({"name": "Jana", "score": "7"})
    assert form.is_valid()
    return form


def test_refusal_is_kept_with_its_words_and_status() -> None:
    with Refusals() as refused:
        raise Stale("Look again.")

    assert refused
    assert (str(refused), refused.status) == ("Look again.", 409)


def test_without_refusal_there_is_nothing_to_tell() -> None:
    with Refusals() as refused:
        pass

    assert not refused
    assert (str(refused), refused.status) == ("", 200)


def test_bug_is_let_through() -> None:
    with pytest.raises(KeyError), Refusals():
        raise KeyError("name")


def test_exception_that_another_page_tells_is_let_through() -> None:
    with pytest.raises(TooMany), Refusals(but=TooMany):
        raise TooMany(retry_after_s=1)


def test_form_keeps_what_was_typed_and_says_why() -> None:
    form = typed()

    with refusals_on(form):
        raise LeagueError("The list is full.")

    assert form.non_field_errors() == ["The list is full."]
    assert form["name"].value() == "Jana"


def test_field_of_the_page_says_why() -> None:
    form = typed()

    with refusals_on(form, "name"):
        raise WrongFigure("Nobody has that.", field="score")

    assert form.errors == {"name": ["Nobody has that."]}


@pytest.mark.parametrize(("field", "shown_at"), [("score", "score"), ("place", "__all__")])
def test_field_that_the_error_names_says_why_if_the_form_has_it(field: str, shown_at: str) -> None:
    form = typed()

    with refusals_on(form, is_named=True):
        raise WrongFigure("Too many.", field=field)

    assert form.errors == {shown_at: ["Too many."]}


def test_next_page_says_why_at_its_top() -> None:
    request = HttpRequest()
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]

    with refusals_to(request):
        raise LeagueError("The round is closed.")

    assert [str(message) for message in request._messages] == ["The round is closed."]  # type: ignore[attr-defined]
