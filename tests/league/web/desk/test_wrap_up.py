"""After the last round, as an organiser is led from page to page; the same by the API."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Event, Official
from tests.factories import make_user
from tests.league.api.asking import Program
from tests.league.events.test_wrap_up import finished_event, move_to, one_with_an_account
from tests.league.web.reading import plain

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client: Client) -> Event:
    """With a prize for each of the two who are equal, and an account."""
    made = finished_event(prizes=2)
    one_with_an_account()
    user = make_user()
    Official.objects.create(event=made, user=user, role=Official.Role.ORGANISER)
    client.force_login(user)
    return made


def console(client: Client, event: Event) -> str:
    return client.get(reverse("console", args=[event.pk])).content.decode()


def primary(content: str) -> tuple[str, str]:
    """Where the one primary action leads, and what it says."""
    [(link, label)] = re.findall(
        r'<a class="button primary"\s+href="([^"]+)"[^>]*>([^<]+)</a>', content
    ) or [("", re.findall(r'button primary">([^<]+)<', content)[0])]
    return link, label.strip()


def mark(client: Client, event: Event, step: str, state: str = "done") -> None:
    client.post(reverse("event-wrap-up", args=[event.pk]), {"step": step, "state": state})


def test_console_leads_from_the_last_round_to_the_archive(client: Client, event: Event) -> None:
    steps = (
        ("ties", "skipped", "event-prizes"),
        ("ceremony", "done", "event-ceremony"),
        ("certificates", "done", "event-certificates"),
        ("print", "done", "print-standings"),
        ("public", "done", "event"),
        ("thanks", "skipped", "event-announcements"),
    )
    for step, state, route in steps:
        content = console(client, event)
        link, _label = primary(content)
        assert link.partition("?")[0] == reverse(route, args=[event.pk])
        assert client.get(link).status_code == 200
        assert content.count("button primary") == 1
        mark(client, event, step, state)
    assert primary(console(client, event)) == ("", "Archive the event")
    assert "Organisers can take it out again at any time." in plain(console(client, event))


def test_console_ticks_what_is_done_and_takes_it_back(client: Client, event: Event) -> None:
    mark(client, event, "ceremony")
    done = re.findall(r'data-step="(\w+)"\s+data-state="done"', console(client, event))
    assert done == ["finish", "ceremony"]
    assert console(client, event).count('value="to_do"') == 1
    mark(client, event, "ceremony", "to_do")
    done = re.findall(r'data-step="(\w+)"\s+data-state="done"', console(client, event))
    assert done == ["finish"]


def test_console_shows_the_way_before_the_event_is_finished(client: Client, event: Event) -> None:
    move_to(event, "running")
    content = console(client, event)
    assert primary(content) == ("", "Finish the event")
    assert re.findall(r'data-step="(\w+)"', content)[:2] == ["finish", "ties"]


def test_wrong_mark_is_refused_with_a_sentence(client: Client, event: Event) -> None:
    answer = client.post(
        reverse("event-wrap-up", args=[event.pk]), {"step": "ties", "state": "done"}, follow=True
    )
    assert "once all ties are settled" in answer.content.decode()


def test_thanks_begin_with_a_text_in_the_language_of_the_event(
    client: Client, event: Event
) -> None:
    address = reverse("event-announcements", args=[event.pk])
    assert "Thank you all" not in client.get(address).content.decode()
    Event.objects.update(language="en")
    assert "Thank you all for playing." in client.get(f"{address}?thanks=1").content.decode()


def test_finished_and_archived_events_offer_to_be_repeated(client: Client, event: Event) -> None:
    again = f"{reverse('event-clone', args=[event.pk])}?people"
    assert again in console(client, event)
    move_to(event, "archived")
    assert primary(console(client, event)) == (again, "Repeat with the same people")
    Official.objects.update(role=Official.Role.ARBITER)
    assert again not in console(client, event)


def test_page_that_a_step_led_to_ticks_it(client: Client, event: Event) -> None:
    for step, route in (
        ("ceremony", "event-ceremony"),
        ("certificates", "event-certificates"),
        ("print", "print-standings"),
        ("public", "event"),
    ):
        page = reverse(route, args=[event.pk])
        button = f'name="step" value="{step}"'
        assert button in client.get(page, {"step": step}).content.decode()
        assert button not in client.get(page).content.decode()
        assert button not in Client().get(page, {"step": step}).content.decode()


def test_sent_thanks_lead_to_the_next_step(client: Client, event: Event) -> None:
    address = reverse("event-announcements", args=[event.pk])
    sent = client.post(f"{address}?thanks=1", {"text": "Thank you!"})
    assert sent.headers["Location"] == reverse("console", args=[event.pk])


def test_archived_event_says_so_and_comes_back_by_one_step(client: Client, event: Event) -> None:
    move_to(event, "archived")
    content = console(client, event)
    assert "The event is in the archive" in content
    assert "Take out of the archive" in content
    assert "data-step" not in content
    event.refresh_from_db()
    sent = {"to": "finished", "version": event.version, "back": "console"}
    client.post(reverse("event-move", args=[event.pk]), sent)
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED


def test_api_lists_and_marks_the_steps(event: Event) -> None:
    api = Program.of(Official.objects.get().user)
    path = f"events/{event.pk}/wrap-up"
    assert api.get(path).json()["results"][:2] == [
        {"step": "finish", "state": "done"},
        {"step": "ties", "state": "to_do"},
    ]
    told = api.post(path, step="ceremony", state="done").json()
    assert {"step": "ceremony", "state": "done"} in told["results"]
    assert api.post(path, step="ties", state="done").status_code == 400
    assert api.post(path, step="archive", state="skipped").status_code == 400
    assert Event.objects.get().wrap_up == {"ceremony": "done"}


def test_api_takes_an_event_into_the_archive_and_out_again(event: Event) -> None:
    api = Program.of(Official.objects.get().user)
    for status in ("archived", "finished"):
        event.refresh_from_db()
        told = api.post(f"events/{event.pk}/move", to=status, version=event.version)
        assert told.json()["status"] == status


def test_event_finished_in_its_settings_leads_to_what_comes_after(
    client: Client, event: Event
) -> None:
    """Not back to the settings, whose next button archives it."""
    move_to(event, "running")
    event.refresh_from_db()
    sent = {"to": "finished", "version": event.version}
    moved = client.post(reverse("event-move", args=[event.pk]), sent)
    assert moved.headers["Location"] == reverse("console", args=[event.pk])
