"""The doors of accounts: what they promise where no mail is sent."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db

BY_MAIL = ("account_reset_password", "account_reset_password_done", "account_request_login_code")
ASK = "Ask the organiser of the evening"


@pytest.mark.parametrize(
    ("mode", "mail_server", "asks"),
    [
        ("embedded", "", False),
        ("production", "mail.arbitr.example", False),
        ("venue", "mail.arbitr.example", False),
        ("venue", "", True),
    ],
)
def test_venue_without_mail_promises_none(
    client: Client, settings: Any, mode: str, mail_server: str, *, asks: bool
) -> None:
    settings.MODE, settings.EMAIL_HOST = mode, mail_server
    for route in BY_MAIL:
        page = client.get(reverse(route), headers={"Accept-Language": "en"}).content.decode()
        assert (route, ASK in page) == (route, asks)
        assert ("Check your mail" in page or 'type="email"' in page) is not asks
    login = client.get(reverse("account_login"), headers={"Accept-Language": "en"}).content.decode()
    assert ("Send me a code" in login) is not asks
    assert "I forgot my password" in login
