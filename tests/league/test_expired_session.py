"""Every form and every action of every page, sent just after the session was gone.

Nothing is lost: a part of a page is told in place, a form waits with all that was typed.
"""

import pytest
from django.test import Client
from django.urls import resolve, reverse

from tests.league.links import Walk
from tests.league.page_forms import TOKEN, PageForm, forms_of

pytestmark = pytest.mark.django_db
TYPED = "Žofie řekla: 12 : 7"
LOG_IN = 'name="password"'
# Where people are let in: their forms ask for a password by themselves.
ENTRANCE = ("account_login", "account_signup", "account_reset_password", "held")


def typed_in(form: PageForm) -> dict[str, list[str]]:
    """Each field as the page had it, with something typed into those that were empty."""
    return {
        name: values if any(values) else [TYPED]
        for name, values in form.data.items()
        if name != TOKEN and "password" not in name  # which is never kept
    }


def test_every_form_waits_with_what_was_typed(walk: Walk) -> None:
    waited, lost = 0, []
    for form in (each for each in forms_of(walk) if each.method == "post"):
        nobody = Client()
        typed = typed_in(form)
        answer = nobody.post(form.action, typed)
        if answer.headers.get("Location", "") == reverse("held"):
            page = nobody.get(reverse("held"))
            kept = {name: [] for name in typed} | _fields(nobody)
            if {name: kept[name] for name in typed} != typed or LOG_IN not in page.content.decode():
                lost.append((form.action, typed, kept))
            waited += 1
        elif answer.headers.get("Location", "").startswith(reverse("account_login")):
            lost.append((form.action, "sent to log in", {}))
    assert lost == []
    assert waited > 60


def _fields(client: Client) -> dict[str, list[str]]:
    kept: dict[str, list[str]] = {}
    for name, value in client.session["held"]["fields"]:
        kept.setdefault(name, []).append(value)
    return kept


def test_no_part_of_a_page_is_a_page_to_log_in(walk: Walk) -> None:
    """Every form as htmx would send it, and every page as htmx would ask for it."""
    headers = {"HX-Request": "true"}
    asked = [
        *((form.action, form.method, typed_in(form)) for form in forms_of(walk)),
        *((address, "get", {}) for address in walk.addresses),
    ]
    refused, shown = 0, []
    for address, method, data in asked:
        if resolve(address.partition("?")[0].partition("#")[0]).view_name in ENTRANCE:
            continue
        answer = getattr(Client(), method)(address, data, headers=headers, follow=True)
        refused += answer.status_code == 401
        if not answer.streaming and LOG_IN in answer.content.decode(errors="replace"):
            shown.append(address)
    assert shown == []
    assert refused > 100
