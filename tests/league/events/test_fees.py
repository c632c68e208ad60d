"""The entry fee: ticked off, summed up, shown where people enter."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.errors import LeagueError
from league.events.queries.fees import fees_of
from league.events.services.entries import withdraw_entry
from league.events.services.fees import mark_paid, mark_unpaid
from league.events.services.settings import create_event
from league.events.settings_rules import templates
from league.models import AuditEntry, Club, Entry, Event, Official
from league.permissions import SERVICE
from tests.conftest import OpenPage
from tests.factories import make_club, make_event, make_user
from tests.league.api.asking import NOBODY, Program, refusal
from tests.league.events.rows import entered
from tests.league.web.reading import plain as words

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def event(client: Client) -> Event:
    """That costs 100 Kč, with its arbiter logged in."""
    arbiter = make_user()
    client.force_login(arbiter)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    made = make_event(officials={Official.Role.ARBITER: arbiter})
    Event.objects.update(entry_fee=100)
    made.refresh_from_db()
    return made


def test_fees_are_summed_with_lower_ones_and_of_those_who_left(event: Event) -> None:
    eva, petr, _jana = entered(event, "Eva Malá", "Petr Dvořák", "Jana Nováková")
    mark_paid(eva, actor=SERVICE)
    mark_paid(petr, actor=SERVICE, amount=Decimal("50.50"))
    withdraw_entry(eva, actor=SERVICE)
    fees = fees_of(event)
    assert [row.name for row in fees.paid] == ["Petr Dvořák", "Eva Malá"]
    assert [row.name for row in fees.unpaid] == ["Jana Nováková"]
    assert (fees.total, fees.to_come) == (Decimal("150.50"), Decimal(100))
    mark_unpaid(petr, actor=SERVICE)
    assert fees_of(event).total == Decimal(100)
    assert [row.details for row in AuditEntry.objects.filter(action="mark paid")] == [{}, {}]


@pytest.mark.parametrize("amount", ["-1", "1000000", "1.005", "NaN"])
def test_fee_that_is_no_amount_is_refused(event: Event, amount: str) -> None:
    [entry] = entered(event, "Eva Malá")
    with pytest.raises(LeagueError, match="An amount is a number"):
        mark_paid(entry, actor=SERVICE, amount=Decimal(amount))
    assert Entry.objects.get().paid is None


def test_fee_of_an_event_without_one_needs_an_amount(event: Event) -> None:
    Event.objects.update(entry_fee=None)
    [entry] = entered(event, "Eva Malá")
    with pytest.raises(LeagueError, match="has no entry fee"):
        mark_paid(entry, actor=SERVICE)
    assert mark_paid(entry, actor=SERVICE, amount=Decimal(0)).paid == 0


@pytest.mark.parametrize(("country", "currency"), [("SK", "EUR"), ("CZ", "CZK"), ("", "CZK")])
def test_fee_is_in_the_money_of_the_club(event: Event, country: str, currency: str) -> None:
    club = make_club()
    Club.objects.update(country=country)
    club.refresh_from_db()
    made = create_event(
        club, actor=SERVICE, template=templates()[0], name="Večer", starts_at=event.starts_at
    )
    assert made.currency == currency


def test_page_of_fees_lists_and_ticks(client: Client, event: Event, open_page: OpenPage) -> None:
    eva, petr = entered(event, "Eva Malá", "Petr Dvořák")
    address = reverse("event-fees", args=[event.pk])
    client.post(reverse("entry-paid", args=[eva.pk]), {"do": "paid"})
    client.post(reverse("entry-paid", args=[petr.pk]), {"do": "paid", "amount": "50,5"})
    content = open_page(address, queries=11, shows="Collected 150.50 Kč").content.decode()
    assert content.index("Petr Dvořák") < content.index("Eva Malá")  # by surname
    client.post(reverse("entry-paid", args=[petr.pk]), {"do": "unpaid"})
    assert "Still to come 100 Kč" in plain(client, address)


def plain(client: Client, address: str) -> str:

    return words(client.get(address).content.decode())


def test_tap_at_the_desk_gives_back_the_row_and_says_what_is_wrong(
    client: Client, event: Event
) -> None:
    [entry] = entered(event, "Eva Malá")
    tap = reverse("entry-paid", args=[entry.pk])
    paid = client.post(tap, {"do": "paid"}, headers=HTMX).content.decode()
    assert 'aria-pressed="true"' in paid
    wrong = client.post(tap, {"do": "paid", "amount": "x"}, headers=HTMX).content.decode()
    assert 'role="alert"' in wrong
    assert Entry.objects.get().paid == 100


def test_fee_is_told_where_people_enter_and_on_my_entry(event: Event) -> None:
    phone = Client(headers={"Accept-Language": "en"})
    sign_up, mine = (reverse(name, args=[event.pk]) for name in ("event-sign-up", "event-mine"))
    assert "Entry fee: 100 Kč, paid at the desk." in plain(phone, sign_up)
    phone.post(sign_up, {"full_name": "Jana Nováková"})
    assert "Entry fee: 100 Kč, paid at the desk." in plain(phone, mine)
    mark_paid(Entry.objects.get(), actor=SERVICE)
    assert "Entry fee: 100 Kč, paid." in plain(phone, mine)
    assert "Entry fee: 100 Kč" in plain(phone, reverse("event", args=[event.pk]))


def test_api_ticks_and_sums_for_officials_alone(event: Event, client: Client) -> None:
    desk = Program.of(event.officials.get())
    eva, petr = entered(event, "Eva Malá", "Petr Dvořák")
    path = f"entries/{eva.pk}"
    assert desk.post(f"{path}/paid", amount="40").json()["paid"] == "40.00"
    assert NOBODY.get(path).json()["paid"] is None
    assert desk.get(f"events/{event.pk}/fees").json() == {
        "fee": "100.00",
        "total": "40.00",
        "to_come": "100.00",
        "paid": [eva.pk],
        "unpaid": [petr.pk],
    }
    assert NOBODY.get(f"events/{event.pk}/fees").status_code == 401
    wrong: Any = desk.post(f"{path}/paid", amount="-4")
    assert refusal(wrong)[0] == 400
    desk.delete(f"{path}/paid")
    assert desk.get(path).json()["paid"] is None
