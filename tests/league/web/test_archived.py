"""In the archive: an organiser goes through every page, and presses every button that is there.

Nothing that a page offers is refused. What leads out of the event (the language, the account, a
copy of the event) is no part of it.
"""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.messages import get_messages
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from league.events.services.categories import add_category, put_in_category
from league.events.services.lifecycle import move_event
from league.events.services.prizes import add_prize
from league.models import Event, Official, Stage
from league.permissions import SERVICE
from tests.factories import make_user
from tests.factories.events import played_round, running_event

pytestmark = pytest.mark.django_db

OURS = ("/events/", "/entries/", "/rounds/", "/matches/", "/submissions/", "/papers/")
ELSEWHERE = ("/i18n/", "/accounts/", "/clubs/", "/players/")
OVER = re.compile(r"The event is (finished|archived|not running)[^<]*")


@dataclass
class Form:
    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)  # name, value, action

    def sendings(self) -> Iterator[tuple[str, dict[str, str]]]:
        """What each of its buttons sends, and where."""
        for name, value, action in self.buttons or [("", "", "")]:
            typed = {
                key: TYPED[key] for key, text in self.fields.items() if not text and key in TYPED
            }
            yield action or self.action, self.fields | typed | ({name: value} if name else {})


class Reader(HTMLParser):
    """The links and the forms of a page, with what stands in their fields."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: dict[str, Form] = {}
        self.open: str | None = None
        self.chosen: str | None = None  # the select that is open
        self.area: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        form = self.forms.get(given.get("form", self.open or ""))
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "form":
            self.open = given.get("id") or f"form-{len(self.forms)}"
            made = Form(given.get("action", ""), given.get("method", "get"))
            self.forms[self.open] = made
        elif form is None:
            return
        elif tag == "input":
            self._input(form, given)
        elif tag == "button" and given.get("type") != "button":
            form.buttons.append(
                (given.get("name", ""), given.get("value", ""), given.get("formaction", ""))
            )
        elif tag == "select":
            self.chosen = given.get("name", "")
        elif tag == "option" and self.chosen and ("selected" in given):
            form.fields[self.chosen] = given.get("value", "")
        elif tag == "textarea":
            self.area = given.get("name", "")
            form.fields[self.area] = ""

    def _input(self, form: Form, given: dict[str, str]) -> None:
        is_box = given.get("type") in ("checkbox", "radio")
        is_key = given.get("name") == "csrfmiddlewaretoken"
        if "name" in given and not is_key and (not is_box or "checked" in given):
            form.fields[given["name"]] = given.get("value", "on" if is_box else "")

    def handle_data(self, data: str) -> None:
        if self.area and self.open:
            self.forms[self.open].fields[self.area] += data.strip("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select":
            self.chosen = None
        elif tag == "textarea":
            self.area = None


# What somebody types into fields that stand empty, so that nothing is refused for being empty.
TYPED = {
    "date": "2027-01-15",
    "full_name": "Dana Dvořáková",
    "line": "1 90 80 70 60",
    "login": "somebody",
    "name": "Beginners",
    "table": "1",
    "text": "Thank you!",
    "reason": "A slip of the pen",
}


class Walk:
    """Through everything that the pages of one event lead to."""

    def __init__(self, client: Client, event: Event) -> None:
        self.client = client
        self.event = event
        self.refused: dict[str, str] = {}
        self.seen: set[str] = set()
        self.pressed = 0

    def go(self, *paths: str) -> None:
        ahead = deque(paths)
        while ahead:
            path = ahead.popleft()
            if path in self.seen or not path.startswith(OURS):
                continue
            self.seen.add(path)
            answer = self.client.get(path)
            if answer.status_code in (301, 302):
                ahead.append(urljoin(path, answer.headers["Location"]))
            elif answer.status_code != 200:
                self.refused[path] = f"is answered {answer.status_code}"
            elif answer.headers["Content-Type"].startswith("text/html"):
                read = Reader(answer.content.decode())
                ahead += [urlsplit(urljoin(path, link)).path for link in read.links]
                self._press_all(path, read)

    def _press_all(self, path: str, read: Reader) -> None:
        for form in read.forms.values():
            for action, sent in form.sendings():
                where = urljoin(path, action)
                if form.method == "post" and not where.startswith(ELSEWHERE):
                    self._press(path, where, sent)

    def _press(self, page: str, where: str, sent: dict[str, str]) -> None:
        """And take it back, so that the next button stands in the archive too."""
        self.pressed += 1
        with transaction.atomic():
            answer = self.client.post(where, sent)
            if fault := _refusal(answer):
                self.refused[f"{page}: {where} {sent}"] = fault
            transaction.set_rollback(True)
        self.client.cookies.pop("messages", None)


def _refusal(answer: HttpResponse) -> str:
    """That the event is over, as a page or a message says it; or no answer at all."""
    told = [str(each) for each in get_messages(answer.wsgi_request)]  # type: ignore[attr-defined]
    page = answer.content.decode() if answer.status_code == 422 else ""
    if found := OVER.search(" ".join([*told, page])):
        return found[0]
    is_wrong = answer.status_code >= 400 and answer.status_code != 422
    return f"is answered {answer.status_code}" if is_wrong else ""


@pytest.fixture
def event(client: Client) -> Event:
    """With everything that pages offer something for."""
    stage: Stage = running_event(8, stage={"chain": ["PLACES"], "rounds_planned": 1}, entry_fee=50)
    made = stage.event
    category = add_category(made, actor=SERVICE, name="Juniors", is_shown=True)
    put_in_category(category, actor=SERVICE, entries=[made.entries.all()[0].pk])
    played_round(stage)
    for place in (1, 2):
        add_prize(made, actor=SERVICE, category=None, place=place, what="a cup")
    make_user("somebody")
    user = make_user()
    Official.objects.create(event=made, user=user, role=Official.Role.ORGANISER)
    client.force_login(user)
    return made


def walk(client: Client, event: Event, status: str) -> Walk:
    for to in ("finished", "archived"):
        event.refresh_from_db()
        if event.status != status:
            move_event(event, to=to, actor=SERVICE, version=event.version)
    walked = Walk(client, event)
    starts = ("event", "console", "desk", "desk-steps", "event-settings", "event-fees")
    walked.go(*(reverse(route, args=[event.pk]) for route in starts))
    return walked


@pytest.mark.parametrize("status", ["finished", "archived"])
def test_event_that_is_over_offers_nothing_that_is_refused(
    client: Client, event: Event, status: str
) -> None:
    walked = walk(client, event, status)
    assert walked.refused == {}
    assert len(walked.seen) > 30
    assert walked.pressed > 0  # at least the way out of the archive
    event.refresh_from_db()
    assert event.status == status
