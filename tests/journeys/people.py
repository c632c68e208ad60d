"""What people do on the pages again and again."""

from dataclasses import dataclass
from itertools import count

from playwright.sync_api import Page, expect

from league.demo.services.demo import PASSWORD as DEMO_PASSWORD
from tests.journeys.service import Service

PASSWORD = "kaleidoskop-v-utery"
_numbers = count(1)


@dataclass(frozen=True)
class Person:
    login: str
    email: str
    password: str = PASSWORD


def sign_up(page: Page, service: Service) -> Person:
    """A new account of this test alone; its e-mail address is not confirmed."""
    number = next(_numbers)
    person = Person(f"hrac{number}", f"hrac{number}@arbitr.example")
    page.goto(service.address("/accounts/signup/"))
    page.get_by_label("Login name").fill(person.login)
    page.get_by_label("E-mail").fill(person.email)
    page.get_by_label("Password").fill(person.password)
    page.get_by_role("button", name="Create my account").click()
    expect(page.get_by_role("heading", name="Hello")).to_be_visible()
    return person


def confirm_email(page: Page, service: Service, email: str) -> None:
    page.goto(service.mail_to(email, with_text=r"(http\S+/confirm-email/\S+)"))
    expect(page.get_by_text(email)).to_be_visible()
    page.get_by_role("button", name="Yes, confirm it").click()


def type_password(page: Page, login: str, password: str) -> None:
    """On the page for logging in."""
    page.get_by_label("Login name or e-mail").fill(login)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in", exact=True).click()


def log_in(page: Page, service: Service, login: str, password: str = DEMO_PASSWORD) -> None:
    page.goto(service.address("/accounts/login/"))
    type_password(page, login, password)
    expect(page.get_by_role("heading", name="Hello")).to_be_visible()


def log_out(page: Page) -> None:
    page.locator("summary[aria-label='Account']").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Account", exact=True)).to_be_visible()


def open_guarded(page: Page, address: str, password: str = DEMO_PASSWORD) -> None:
    """Open a page that asks once more who it is."""
    page.goto(address)
    prove_identity(page, password)
    page.wait_for_url(address)


def prove_identity(page: Page, password: str) -> None:
    expect(page.get_by_role("heading", name="Is it you?")).to_be_visible()
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Confirm").click()
