"""Pages of webhooks: set up with a secret that is shown once, tested, looked at, changed."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Club, User, Webhook, WebhookDelivery
from league.permissions import SERVICE
from league.webhooks.services import hooks, news
from league.webhooks.services.deliveries import deliver_news
from tests.conftest import OpenPage
from tests.factories import make_club, make_user
from tests.league.web.reading import errors_on, plain, text_of
from tests.league.webhooks.receiver import LOOPBACK, Receiver, receiving

pytestmark = pytest.mark.django_db

KINDS = ["round.published", "event.finished"]
ADDRESS = "https://www.hexa.example/news"
TYPED = {"address": ADDRESS, "kinds": KINDS, "client_key": "page-1"}
PRIVATE = "This address is in a private network. Name a server on the Internet."
OFF = "This webhook is switched off. Switch it on first."


@pytest.fixture
def admin(client: Client) -> User:
    admin = make_user("jana")
    client.force_login(admin)
    return admin


@pytest.fixture
def club(admin: User) -> Club:
    return make_club("Hexa", admin=admin)


@pytest.fixture
def webhook(club: Club) -> Webhook:
    return hooks.add_webhook(club, actor=SERVICE, address=ADDRESS, kinds=KINDS)[0]


@pytest.fixture
def receiver(settings: Any, webhook: Webhook) -> Iterator[Receiver]:
    """Where the webhook leads."""
    settings.WEBHOOK_NETWORKS = LOOPBACK
    settings.WEBHOOKS_OVER_HTTP = True
    with receiving() as receiver:
        Webhook.objects.filter(pk=webhook.pk).update(address=receiver.url)
        yield receiver


def page_of(webhook: Webhook) -> str:
    return reverse("webhook", args=[webhook.pk])


def press(client: Client, button: str, *args: str) -> str:
    """The page that a button leads to."""
    return said(client.post(reverse(button, args=args), follow=True))


def said(response: Any, *, status: int = 200) -> str:
    assert response.status_code == status
    return plain(response.content.decode())


def as_shown(client: Client, webhook: Webhook, **changes: Any) -> dict[str, Any]:
    """What the form of its page sends, but for the changes."""
    shown = client.get(page_of(webhook)).context["form"].initial
    sent = {**shown, "is_active": "on", **changes}
    return {name: value for name, value in sent.items() if value != ""}


def ticked(response: Any) -> list[str]:
    boxes = re.findall(r"<input[^>]*type=\"checkbox\"[^>]*>", response.content.decode())
    values = [re.search(r'value="([^"]+)"', box) for box in boxes if " checked" in box]
    return [value[1] for value in values if value]


def test_secret_is_shown_once_to_whoever_sets_it_up(client: Client, club: Club) -> None:
    made = client.post(reverse("webhook-new", args=[club.pk]), TYPED)

    webhook = club.webhooks.get()
    assert (webhook.address, webhook.kinds, webhook.is_active) == (ADDRESS, KINDS, True)
    secret = hooks.secret_of(webhook)
    assert secret in said(made)
    assert "no-store" in made.headers["Cache-Control"]
    for address in (page_of(webhook), reverse("club-website", args=[club.pk])):
        shown = text_of(client, address)
        assert ADDRESS in shown
        assert secret not in shown


def test_form_sent_twice_sets_up_one(client: Client, club: Club) -> None:
    address = reverse("webhook-new", args=[club.pk])
    assert said(client.post(address, TYPED)) == said(client.post(address, TYPED))
    assert club.webhooks.count() == 1


def test_new_secret_replaces_the_old_one_and_is_shown_once(
    client: Client, webhook: Webhook
) -> None:
    old = hooks.secret_of(webhook)
    response = client.post(reverse("webhook-secret", args=[webhook.pk]))
    webhook.refresh_from_db()
    new = hooks.secret_of(webhook)
    assert new != old
    assert new in said(response)
    assert "no-store" in response.headers["Cache-Control"]
    assert new not in text_of(client, page_of(webhook))
    again = client.get(reverse("webhook-secret", args=[webhook.pk]))
    assert again.status_code == 405, "an address that is opened again makes none"


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("https://192.168.1.20/news", PRIVATE),
        ("https://[::1]/", PRIVATE),
        (
            "http://www.hexa.example/",
            "Type a whole address that begins with https://, without a password.",
        ),
    ],
)
def test_address_that_can_never_work_is_refused_and_what_was_typed_kept(
    client: Client, club: Club, webhook: Webhook, address: str, why: str
) -> None:
    new = client.post(reverse("webhook-new", args=[club.pk]), {**TYPED, "address": address})
    old = client.post(page_of(webhook), as_shown(client, webhook, address=address))
    for refused in (new, old):
        assert why in said(refused, status=422)
        assert errors_on(refused) == {"address": [why]}
        assert f'value="{address}"' in refused.content.decode()
        assert set(KINDS) <= set(ticked(refused))
    assert list(Webhook.objects.values_list("address", flat=True)) == [ADDRESS]


def test_nothing_to_tell_is_refused_at_the_boxes(client: Client, club: Club) -> None:
    refused = client.post(reverse("webhook-new", args=[club.pk]), {**TYPED, "kinds": []})
    assert refused.status_code == 422
    assert list(errors_on(refused)) == ["kinds"]
    assert not club.webhooks.exists()


def test_one_too_many_is_not_offered_and_not_the_fault_of_the_address(
    client: Client, club: Club
) -> None:
    website, new = (reverse(name, args=[club.pk]) for name in ("club-website", "webhook-new"))
    assert new in client.get(website).content.decode()
    for number in range(hooks.MOST):
        address = f"https://www.hexa.example/{number}"
        hooks.add_webhook(club, actor=SERVICE, address=address, kinds=KINDS)
    assert new not in client.get(website).content.decode()
    refused = client.post(new, TYPED)
    assert errors_on(refused) == {
        "__all__": ["A club has at most 10 webhooks. Remove one first."],
    }


def test_test_button_sends_one_and_the_log_tells_how_it_went(
    client: Client, webhook: Webhook, receiver: Receiver, open_page: OpenPage
) -> None:
    assert "Nothing yet. Send a test" in text_of(client, page_of(webhook))
    sent = press(client, "webhook-ping", webhook.pk)
    assert "A test is on its way. Look at the log in a moment." in sent
    assert "waiting" in sent

    deliver_news(webhook.pk)
    [got] = receiver.got
    assert got.told["kind"] == "ping"
    log = open_page(page_of(webhook), queries=6, shows="A test").content.decode()
    assert re.findall(r"1 attempt|Answer 200|thanks|delivered", plain(log)) == [
        "1 attempt",
        "Answer 200",
        "thanks",
        "delivered",
    ]
    assert got.told["id"] in plain(log), "what was sent stands there word for word"


def test_log_says_why_it_failed_and_when_it_is_tried_again(
    client: Client, webhook: Webhook, receiver: Receiver
) -> None:
    receiver.statuses = [503]
    receiver.answer = b"<b>down</b>"
    news.ping(webhook, actor=SERVICE)
    deliver_news(webhook.pk)
    page = client.get(page_of(webhook)).content.decode()
    for words in ("The server answered with an error.", "Answer 503", "next one:", "waiting"):
        assert words in plain(page)
    assert "&lt;b&gt;down&lt;/b&gt;" in page


def test_private_address_behind_a_name_is_given_up_and_said_so(
    client: Client, webhook: Webhook
) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(address="https://localhost:8443/")
    news.ping(webhook, actor=SERVICE)
    deliver_news(webhook.pk)
    page = text_of(client, page_of(webhook))
    assert "The address leads into a private network." in page
    assert "given up" in page
    assert "next one:" not in page


def test_long_log_has_pages_with_the_newest_first(client: Client, webhook: Webhook) -> None:
    newest = news.ping(webhook, actor=SERVICE)
    older = [
        WebhookDelivery(
            webhook=webhook,
            kind="ping",
            body='{"id": "older"}',
            created_at=newest.created_at - timedelta(hours=hours),
        )
        for hours in range(1, 51)
    ]
    WebhookDelivery.objects.bulk_create(older)
    first = client.get(page_of(webhook)).context["page_obj"]
    second = client.get(f"{page_of(webhook)}?page=2").context["page_obj"]
    assert [row.pk for row in first] == [newest.pk, *(row.pk for row in older[:49])]
    assert [row.pk for row in second] == [older[49].pk]


def test_sent_again_under_the_same_id(client: Client, webhook: Webhook, receiver: Receiver) -> None:
    receiver.statuses = [500]
    delivery = news.ping(webhook, actor=SERVICE)
    deliver_news(webhook.pk)

    again = press(client, "webhook-again", webhook.pk, delivery.pk)
    assert "It is sent again. Look at the log in a moment." in again
    deliver_news(webhook.pk)

    assert [sent.told["id"] for sent in receiver.got] == [delivery.pk, delivery.pk]
    assert "delivered" in text_of(client, page_of(webhook))


def test_delivery_of_another_webhook_is_not_sent_again_here(
    client: Client, club: Club, webhook: Webhook
) -> None:
    other, _is_new = hooks.add_webhook(
        club, actor=SERVICE, address="https://b.example/", kinds=KINDS
    )
    delivery = news.ping(other, actor=SERVICE)
    WebhookDelivery.objects.update(state="parked", attempts=6)
    here, there = (
        client.post(reverse("webhook-again", args=[each.pk, delivery.pk]))
        for each in (webhook, other)
    )
    assert (here.status_code, there.status_code) == (404, 302)


def test_switched_off_sends_nothing_until_it_is_on_again(client: Client, webhook: Webhook) -> None:
    delivery = news.ping(webhook, actor=SERVICE)
    off = as_shown(client, webhook)
    del off["is_active"]
    assert "Saved." in said(client.post(page_of(webhook), off, follow=True))
    website = reverse("club-website", args=[webhook.club_id])
    assert "switched off" in text_of(client, website)

    assert OFF in press(client, "webhook-ping", webhook.pk)
    assert OFF in press(client, "webhook-again", webhook.pk, delivery.pk)
    deliver_news(webhook.pk)
    delivery.refresh_from_db()
    assert (WebhookDelivery.objects.count(), delivery.attempts) == (1, 0)

    client.post(page_of(webhook), as_shown(client, webhook))
    assert "switched off" not in text_of(client, website)
    assert "A test is on its way." in press(client, "webhook-ping", webhook.pk)
    assert WebhookDelivery.objects.count() == 2


def test_change_of_somebody_else_is_not_overwritten_at_first_and_is_at_the_second_try(
    client: Client, webhook: Webhook
) -> None:
    typed = as_shown(client, webhook, address="https://new.example/")
    changes = {"address": "https://somebody.example/"}
    hooks.edit_webhook(webhook, actor=SERVICE, version=1, changes=changes)

    refused = client.post(page_of(webhook), typed)
    why = "Somebody changed this in the meantime. Look at it again, then save."
    assert errors_on(refused) == {"__all__": [why]}
    assert 'value="https://new.example/"' in refused.content.decode()
    assert set(KINDS) <= set(ticked(refused)), "all that were ticked still are"
    webhook.refresh_from_db()
    assert webhook.address == "https://somebody.example/"

    version = refused.context["form"]["version"].value()
    assert client.post(page_of(webhook), {**typed, "version": version}).status_code == 302
    webhook.refresh_from_db()
    assert webhook.address == "https://new.example/"


def test_too_many_tests_are_refused_in_words(client: Client, webhook: Webhook) -> None:
    for _ in range(1000):
        if "Too many attempts." in press(client, "webhook-ping", webhook.pk):
            break
    else:
        pytest.fail("no end to it")
    assert WebhookDelivery.objects.exists(), "the first ones were sent"


def test_removed_with_its_log(client: Client, webhook: Webhook) -> None:
    news.ping(webhook, actor=SERVICE)
    asked = text_of(client, page_of(webhook))
    assert "Nothing more is sent there, and the log is gone." in asked, "before the button"
    page = press(client, "webhook-remove", webhook.pk)
    assert "Removed. Nothing is sent there any more." in page
    assert ADDRESS not in page
    assert not WebhookDelivery.objects.exists()
