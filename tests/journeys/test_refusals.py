"""Pages that say no: they are read by people in trouble, and must be as good as the others."""

from collections.abc import Iterable

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from league.demo.services.demo import PASSWORD
from tests.journeys.inspection import Watch, faults_of_page
from tests.journeys.people import log_in, open_guarded, type_password
from tests.journeys.service import Service

pytestmark = pytest.mark.browser

FORMS_OF_NOBODY = (
    "/accounts/login/",
    "/accounts/login/code/",
    "/accounts/password/reset/",
    "/accounts/signup/",
)


def test_forms_with_errors_of_nobody(page: Page, service: Service) -> None:
    assert faults_of_refused_forms(page, service, FORMS_OF_NOBODY) == {}


def test_forms_with_errors_of_organiser(page: Page, service: Service) -> None:
    log_in(page, service, "jana")
    club = page.locator("a[href^='/clubs/'].row-link").first.get_attribute("href")
    open_guarded(page, service.address("/me/tokens/"))
    forms = (f"{club}edit/", "/accounts/email/", "/accounts/password/change/", "/me/delete/")
    assert faults_of_refused_forms(page, service, (*forms, "/me/tokens/")) == {}


def faults_of_refused_forms(
    page: Page, service: Service, paths: Iterable[str]
) -> dict[str, list[str]]:
    """Of each page after its form was sent empty."""
    watch = Watch(page)
    faults = {}
    for path in paths:
        page.goto(service.address(path))
        form = page.get_by_role("main").locator("form.form")
        for field in form.locator("input:not([type=hidden], [type=checkbox])").all():
            field.fill("")
        form.locator("button.primary").click()
        expect(page.get_by_role("alert").first).to_be_focused()
        if found := faults_of_page(page) + watch.take():
            faults[path] = found
    return faults


def test_form_for_logging_in_that_expired_is_there_again(page: Page, service: Service) -> None:
    """Passwords are never kept, so it is typed once more."""
    page.goto(service.address("/accounts/login/"))
    page.context.clear_cookies()
    type_password(page, "jana", PASSWORD)
    expect(page.get_by_label("Password")).to_have_value("")
    type_password(page, "jana", PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Jana Nováková")


def test_page_for_a_broken_service(page: Page, service: Service) -> None:
    """Nothing breaks it on purpose, so its page is put where another would be."""
    page.goto(service.address())
    style = page.locator("link[rel=stylesheet]").first.get_attribute("href") or ""
    edition = style.partition("arbitr/")[0]  # of the files, which only the service knows
    body = render_to_string("500.html", {"request_id": "5f1c2a9be4d07783"})
    body = body.replace(settings.STATIC_URL, edition)
    page.route("**/broken/", lambda route: route.fulfill(body=body, content_type="text/html"))
    watch = Watch(page)
    page.goto(service.address("/broken/"))
    expect(page.get_by_text("5f1c2a9be4d07783")).to_be_visible()
    assert faults_of_page(page) + watch.take() == []
