"""An account from signing up to leaving, with the mails that the service sends on the way."""

import json
import re
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.people import (
    PASSWORD,
    confirm_email,
    log_in,
    log_out,
    open_guarded,
    prove_identity,
    sign_up,
    type_password,
)
from tests.journeys.service import Service

pytestmark = pytest.mark.browser

CODE = r"^([A-Z0-9]+-?[A-Z0-9]+)$"
NEW_PASSWORD = "triolet-ve-stredu"
WRONG_PASSWORD = "The login name or the password is not right."
TIMEOUT_S = 30


def heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()


def told(page: Page, text: str) -> None:
    """In a message on top of the page."""
    expect(page.get_by_role("status")).to_contain_text(text)


def choose_password(page: Page, password: str) -> None:
    page.get_by_label("New Password", exact=True).fill(password)
    page.get_by_label("New password again").fill(password)


def test_sign_up_and_confirm_the_address(quiet_page: Page, service: Service) -> None:
    person = sign_up(quiet_page, service)
    confirm_email(quiet_page, service, person.email)
    told(quiet_page, f"The address {person.email} is confirmed.")
    quiet_page.goto(service.address("/accounts/email/"))
    expect(quiet_page.locator("dl.facts")).to_have_text(
        re.compile(rf"^\s*Now\s*{person.email}\s*$")
    )


def test_log_in_by_password(quiet_page: Page, service: Service) -> None:
    person = sign_up(quiet_page, service)
    log_out(quiet_page)
    told(quiet_page, "You are logged out.")
    quiet_page.get_by_role("link", name="Account", exact=True).click()
    type_password(quiet_page, person.login, "not-this-one")
    expect(quiet_page.get_by_role("alert")).to_contain_text(WRONG_PASSWORD)
    expect(quiet_page.get_by_label("Login name or e-mail")).to_have_value(person.login)
    type_password(quiet_page, person.email, PASSWORD)
    heading(quiet_page, "Hello")
    told(quiet_page, f"Welcome, {person.login}. You are logged in.")


def test_log_in_by_mailed_code(quiet_page: Page, service: Service) -> None:
    person = sign_up(quiet_page, service)
    log_out(quiet_page)
    quiet_page.goto(service.address("/accounts/login/"))
    quiet_page.get_by_role("link", name="Send me a code").click()
    quiet_page.get_by_label("E-mail").fill(person.email)
    quiet_page.get_by_role("button", name="Send me a code").click()
    heading(quiet_page, "Type the code")
    quiet_page.get_by_label("Code").fill(service.mail_to(person.email, with_text=CODE))
    quiet_page.get_by_role("button", name="Confirm").click()
    heading(quiet_page, "Hello")


def test_wrong_code_is_refused(quiet_page: Page, service: Service) -> None:
    person = sign_up(quiet_page, service)
    log_out(quiet_page)
    quiet_page.goto(service.address("/accounts/login/code/"))
    quiet_page.get_by_label("E-mail").fill(person.email)
    quiet_page.get_by_role("button", name="Send me a code").click()
    quiet_page.get_by_label("Code").fill("WRONG-ONE")
    quiet_page.get_by_role("button", name="Confirm").click()
    expect(quiet_page.get_by_role("alert")).to_contain_text("Incorrect code.")


def test_passkey_replaces_the_password(quiet_page: Page, service: Service) -> None:
    person = sign_up(quiet_page, service)
    confirm_email(quiet_page, service, person.email)
    plug_in_authenticator(quiet_page)
    add = service.address("/accounts/2fa/passkeys/add/")
    open_guarded(quiet_page, add, person.password)
    quiet_page.get_by_label("Name").fill("Phone")
    quiet_page.get_by_role("button", name="Add the passkey").click()
    heading(quiet_page, "Recovery codes")
    quiet_page.goto(service.address("/accounts/2fa/passkeys/"))
    expect(quiet_page.get_by_role("main")).to_contain_text("lets you in without a password")
    assert not re.search(r"/keys/\d{1,9}/", quiet_page.content())

    log_out(quiet_page)
    quiet_page.goto(service.address("/accounts/login/"))
    quiet_page.get_by_role("button", name="Use a passkey").click()
    heading(quiet_page, "Hello")
    told(quiet_page, f"Welcome, {person.login}. You are logged in.")


def test_passkey_that_is_not_there_is_explained(quiet_page: Page, service: Service) -> None:
    plug_in_authenticator(quiet_page)
    quiet_page.goto(service.address("/accounts/login/"))
    quiet_page.get_by_role("button", name="Use a passkey").click()
    expect(quiet_page.get_by_role("alert")).to_contain_text("The passkey was not used.")


def plug_in_authenticator(page: Page) -> None:
    """One that knows its owner by finger, and says yes whenever it is asked."""
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_change_the_address(quiet_page: Page, service: Service) -> None:
    person = sign_up(quiet_page, service)
    confirm_email(quiet_page, service, person.email)
    new = f"new-{person.email}"
    quiet_page.goto(service.address("/accounts/email/"))
    quiet_page.get_by_label("E-mail").fill(new)
    quiet_page.get_by_role("button", name="Change the address").click()
    prove_identity(quiet_page, person.password)
    expect(quiet_page.get_by_text("Open the link we sent there.")).to_be_visible()
    confirm_email(quiet_page, service, new)
    told(quiet_page, f"The address {new} is confirmed.")
    service.mail_to(person.email, with_text=f"({new})")  # the old address is warned

    log_out(quiet_page)
    log_in(quiet_page, service, new, person.password)


def test_forgotten_password(quiet_page: Page, service: Service) -> None:
    person = sign_up(quiet_page, service)
    log_out(quiet_page)
    quiet_page.goto(service.address("/accounts/login/"))
    quiet_page.get_by_role("link", name="I forgot my password").click()
    quiet_page.get_by_label("E-mail").fill(person.email)
    quiet_page.get_by_role("button", name="Send me the link").click()
    heading(quiet_page, "Check your mail")
    link = service.mail_to(person.email, with_text=r"(http\S+/password/reset/key/\S+)")
    quiet_page.goto(link)
    choose_password(quiet_page, NEW_PASSWORD)
    quiet_page.get_by_role("button", name="Save the password").click()
    heading(quiet_page, "The password is changed")

    quiet_page.goto(link)
    heading(quiet_page, "The link no longer works")
    quiet_page.goto(service.address("/accounts/login/"))
    type_password(quiet_page, person.login, person.password)
    expect(quiet_page.get_by_role("alert")).to_contain_text(WRONG_PASSWORD)
    type_password(quiet_page, person.login, NEW_PASSWORD)
    heading(quiet_page, "Hello")


def test_change_the_password(quiet_page: Page, service: Service) -> None:
    person = sign_up(quiet_page, service)
    quiet_page.goto(service.address("/accounts/password/change/"))
    quiet_page.get_by_label("Current Password").fill(person.password)
    choose_password(quiet_page, NEW_PASSWORD)
    quiet_page.get_by_role("button", name="Change the password").click()
    told(quiet_page, "Your password is changed.")
    log_out(quiet_page)
    log_in(quiet_page, service, person.login, NEW_PASSWORD)


def test_language_and_time_zone(quiet_page: Page, service: Service) -> None:
    sign_up(quiet_page, service)
    quiet_page.goto(service.address("/me/"))
    quiet_page.get_by_label("Display name").fill("Žofie  Nová")
    quiet_page.get_by_label("Language", exact=False).last.select_option("cs")
    quiet_page.get_by_label("Time zone").select_option("Asia/Kathmandu")
    quiet_page.get_by_role("button", name="Save my settings").click()
    expect(quiet_page.locator("html")).to_have_attribute("lang", "cs")
    expect(quiet_page.locator("[name=display_name]")).to_have_value("Žofie Nová")

    quiet_page.goto(service.address("/events/"))
    quiet_page.locator("a.row-link").first.click()
    starts = quiet_page.locator(".page-head time").get_attribute("datetime")
    assert starts is not None
    assert starts.endswith(("+01:00", "+02:00"))  # the event's own, named for this reader
    expect(quiet_page.locator(".page-head")).to_contain_text("(Europe/")


def test_language_menu_stays_after_logging_out(quiet_page: Page, service: Service) -> None:
    quiet_page.goto(service.address("/clubs/"))
    quiet_page.locator("summary[aria-label^='Language']").click()
    quiet_page.get_by_role("button", name="Slovenčina").click()
    expect(quiet_page.locator("html")).to_have_attribute("lang", "sk")
    assert quiet_page.url == service.address("/clubs/")
    quiet_page.goto(service.address("/events/"))
    expect(quiet_page.locator("html")).to_have_attribute("lang", "sk")


def test_token_works_until_revoked(quiet_page: Page, service: Service) -> None:
    person = sign_up(quiet_page, service)
    open_guarded(quiet_page, service.address("/me/tokens/"), person.password)
    quiet_page.get_by_label("Name").fill("our website")
    quiet_page.get_by_role("button", name="Make the token").click()
    secret = quiet_page.get_by_label("Token", exact=True).input_value()
    status, answer = ask_api(service, secret)
    assert (status, answer["name"], answer["scopes"]) == (200, person.login, ["read"])

    quiet_page.goto(service.address("/me/tokens/"))
    assert secret not in quiet_page.content()
    quiet_page.get_by_role("link", name="Revoke our website").click()
    quiet_page.get_by_role("button", name="Revoke the token").click()
    told(quiet_page, "The token “our website” no longer works.")
    status, answer = ask_api(service, secret)
    assert (status, answer["detail"]) == (401, "This token is unknown, expired or revoked.")


def ask_api(service: Service, secret: str) -> tuple[int, dict[str, Any]]:
    headers = {"Authorization": f"Bearer {secret}", "Accept-Language": "en"}
    try:
        with urlopen(
            Request(service.address("/api/v1/me", host="127.0.0.1"), headers=headers),
            timeout=TIMEOUT_S,
        ) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


def test_delete_the_account(quiet_page: Page, service: Service) -> None:
    person = sign_up(quiet_page, service)
    open_guarded(quiet_page, service.address("/me/delete/"), person.password)
    quiet_page.get_by_label("Your login name").fill("somebody-else")
    quiet_page.get_by_role("button", name="Delete my account").click()
    expect(quiet_page.get_by_role("alert")).to_contain_text("This is not your login name.")
    quiet_page.get_by_label("Your login name").fill(person.login)
    quiet_page.get_by_role("button", name="Delete my account").click()
    told(quiet_page, "Your account is deleted.")
    quiet_page.goto(service.address("/accounts/login/"))
    type_password(quiet_page, person.login, person.password)
    expect(quiet_page.get_by_role("alert")).to_contain_text(WRONG_PASSWORD)
