"""How large a request may be: refused before it is read, unless the view says that more comes."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.factories.__init__ import make_user


@pytest.fixture
def asking(client: Client) -> Client:
    client.raise_request_exception = False
    return client


def post(client: Client, address: str, size: int) -> tuple[int, str]:
    body = b"a=" + b"x" * (size - 2)
    response = client.post(address, body, content_type="application/x-www-form-urlencoded")
    return response.status_code, response.content.decode()


@pytest.mark.django_db
def test_usual_page_takes_256_kib_and_not_a_byte_more(asking: Client) -> None:
    address = reverse("account_login")
    assert post(asking, address, settings.USUAL_BODY)[0] == 200
    status, page = post(asking, address, settings.USUAL_BODY + 1)
    assert (status, "That is too large" in page) == (413, True)


@pytest.mark.django_db
def test_page_for_records_takes_more(asking: Client) -> None:
    status, page = post(asking, reverse("viewer"), settings.USUAL_BODY + 1)
    assert (status, "That is too large" in page) == (422, False)


@pytest.mark.django_db
def test_usual_endpoint_refuses_with_a_problem_document(asking: Client) -> None:
    asking.force_login(make_user())
    status, answer = post(asking, "/api/v1/series", settings.USUAL_BODY + 1)
    assert (status, '"code": "too-large"' in answer) == (413, True)


@pytest.mark.django_db
@pytest.mark.parametrize("announced", ["-1", "1e9", "x", "9" * 40])
def test_length_that_is_none_is_refused(asking: Client, announced: str) -> None:
    response = asking.post(reverse("account_login"), {"a": "b"}, CONTENT_LENGTH=announced)
    assert (response.status_code, b"That is too large" in response.content) == (413, True)
