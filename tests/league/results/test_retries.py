"""A phone may retry: each key is one result, however often and brokenly it is sent (promise 2).

Real HTTP to a server with PostgreSQL. Whoever cuts a connection has sent the request and hears no
answer, as on a train; the last try of each is heard.
"""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from typing import Any

import pytest
from django.db import connection as database

from league.events.queries.recheck import differences_of_match
from league.models import Match, Official, Result, Submission
from league.permissions import SERVICE
from league.results.services.submissions import submit
from tests.factories import make_token, make_user
from tests.factories.events import entries_at
from tests.factories.submissions import handed_in
from tests.factories.tables import other_table, seat_at
from tests.processes import eventually

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

SENT, SENT_IN_CHAOS = 100, 2000
AT_MOST = 5
CUT = 0.2
AT_A_TABLE = 10  # each entry there reads those before it
PHONES = 8


class Phones:
    """Many of them, each with a lot of its own, at tables that get ten entries each."""

    def __init__(self, url: str) -> None:
        self.host = url.removeprefix("http://")
        self.official = make_user()
        secret = make_token(self.official, "read", "events")[1]
        self.headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
        self.tables: list[tuple[str, list[str]]] = []

    def set_tables(self, number: int) -> None:
        for _ in range(number):
            match = other_table()
            Official.objects.create(
                event=match.event, user=self.official, role=Official.Role.ARBITER
            )
            self.tables.append((match.pk, list(entries_at(match))))

    def post(self, number: int, *, key: str) -> HTTPConnection:
        match, entries = self.tables[number % len(self.tables)]
        marks = dict(zip(entries, (str(number), "1"), strict=True))
        body = json.dumps({"scores": marks, "client_key": key})
        asked = HTTPConnection(self.host, timeout=60)
        asked.request("POST", f"/api/v1/matches/{match}/scores", body=body, headers=self.headers)
        return asked

    def send(self, number: int) -> tuple[int, int, set[int]]:
        """How often it was sent, how often cut, and every status heard."""
        lots = random.Random(number)
        tries = lots.randint(1, AT_MOST)
        heard, cut = set(), 0
        for last in [False] * (tries - 1) + [True]:
            is_cut = not last and lots.random() < CUT * tries / (tries - 1)
            cut += is_cut
            asked = self.post(number, key=f"key {number}")
            if not is_cut:
                answer = asked.getresponse()
                answer.read()
                heard.add(answer.status)
            asked.close()
        return tries, cut, heard


@pytest.fixture
def phones(live_server: Any, settings: Any) -> Phones:
    settings.RATES = settings.RATES | {"api": (10**6, 60)}
    return Phones(live_server.url)


def test_entries_sent_again_and_again_are_stored_once(
    phones: Phones, is_chaos: bool, figures: dict[str, str]
) -> None:
    sent = SENT_IN_CHAOS if is_chaos else SENT
    phones.set_tables(sent // AT_A_TABLE)
    with ThreadPoolExecutor(PHONES) as pool:
        told = list(pool.map(phones.send, range(1, sent + 1)))
    tries, cut = sum(one[0] for one in told), sum(one[1] for one in told)
    assert {status for one in told for status in one[2]} == {200}
    eventually(lambda: Result.objects.count() >= sent, "what was cut is through")
    figures["retries over HTTP"] = (
        f"{sent} entries sent {tries} times, {cut} cut: {Result.objects.count()} results"
    )
    assert (Submission.objects.count(), Result.objects.count()) == (sent, sent)
    assert differences_found() == []


def test_without_a_key_each_sending_would_be_stored(phones: Phones) -> None:
    """The control: a program that makes a new key for each try; a late one comes after a change."""
    phones.set_tables(1)
    for number, key in ((2, "one"), (3, "two"), (2, "three")):
        asked = phones.post(number, key=key)
        assert asked.getresponse().status == 200
        asked.close()
    assert Result.objects.count() == 3


def test_versions_handed_in_again_at_once_are_stored_once(is_chaos: bool) -> None:
    sent = SENT_IN_CHAOS if is_chaos else SENT
    matches = [other_table(confirmation="officials") for _ in range(sent // AT_A_TABLE)]
    seats = {match.pk: seat_at(match, "A") for match in matches}
    given = {
        match.pk: [handed_in(match, score, 0) for score in range(AT_A_TABLE)] for match in matches
    }
    lots = random.Random(1)
    keys = [number for number in range(sent) for _ in range(lots.randint(1, AT_MOST))]
    lots.shuffle(keys)

    def hand_in(numbers: list[int]) -> set[tuple[int, str]]:
        answers = set()
        for number in numbers:
            match = matches[number // AT_A_TABLE]
            said = given[match.pk][number % AT_A_TABLE]
            made = submit(
                match, said, actor=SERVICE, seat=seats[match.pk], client_key=f"key {number}"
            )
            answers.add((number, made.pk))
        database.close()
        return answers

    with ThreadPoolExecutor(PHONES) as pool:
        told = set().union(*pool.map(hand_in, [keys[at::PHONES] for at in range(PHONES)]))
    assert len(told) == Submission.objects.count() == sent
    assert differences_found() == []


def differences_found() -> list[object]:
    matches = Match.objects.select_related("event", "round__stage__event")
    return [found for match in matches for found in differences_of_match(match)]
