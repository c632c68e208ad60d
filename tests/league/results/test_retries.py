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

from league.events.queries.audit_results import differences_of_match
from league.models import Match, Official, Result, Submission
from league.permissions import SERVICE
from league.results.services.handing_in import submit
from tests.factories import make_token, make_user
from tests.factories.events import entries_at
from tests.factories.handing_in import handed_in
from tests.factories.tables import other_table, seat_at
from tests.processes import eventually

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

SENT, SENT_IN_CHAOS = 200, 2000
AT_MOST = 5
CUT = 0.2
PHONES = 8


class Phones:
    """Many of them, each with a lot of its own."""

    def __init__(self, url: str, match: Match, secret: str) -> None:
        self.host = url.removeprefix("http://")
        self.path = f"/api/v1/matches/{match.pk}/scores"
        self.headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
        self.entries = entries_at(match)

    def send(self, number: int) -> tuple[int, int, set[int]]:
        """How often it was sent, how often cut, and every status heard."""
        lots = random.Random(number)
        tries = lots.randint(1, AT_MOST)
        marks = dict(zip(self.entries, (str(number), "1"), strict=True))
        body = json.dumps({"scores": marks, "client_key": f"key {number}"})
        heard, cut = set(), 0
        for last in [False] * (tries - 1) + [True]:
            is_cut = not last and lots.random() < CUT * tries / (tries - 1)
            cut += is_cut
            asked = HTTPConnection(self.host, timeout=60)
            asked.request("POST", self.path, body=body, headers=self.headers)
            if not is_cut:
                answer = asked.getresponse()
                answer.read()
                heard.add(answer.status)
            asked.close()
        return tries, cut, heard


@pytest.fixture
def phones(live_server: Any, settings: Any) -> Phones:
    settings.RATES = settings.RATES | {"api": (10**6, 60)}
    match = other_table()
    official = make_user()
    Official.objects.create(event=match.event, user=official, role=Official.Role.ARBITER)
    return Phones(live_server.url, match, make_token(official, "read", "events")[1])


def test_entries_sent_again_and_again_are_stored_once(
    phones: Phones, is_chaos: bool, figures: dict[str, str]
) -> None:
    sent = SENT_IN_CHAOS if is_chaos else SENT
    with ThreadPoolExecutor(PHONES) as pool:
        told = list(pool.map(phones.send, range(1, sent + 1)))
    tries, cut = sum(one[0] for one in told), sum(one[1] for one in told)
    assert {status for one in told for status in one[2]} == {200}
    eventually(lambda: Result.objects.count() >= sent, "what was cut is through")
    figures["retries over HTTP"] = (
        f"{sent} entries sent {tries} times, {cut} cut: {Result.objects.count()} results"
    )
    assert (Submission.objects.count(), Result.objects.count()) == (sent, sent)
    match = Match.objects.select_related("event", "round__stage__event").get()
    assert list(differences_of_match(match)) == []


def test_without_a_key_each_sending_would_be_stored(phones: Phones) -> None:
    """The control: a program that makes a new key for each try."""
    match = Match.objects.get()
    for key in ("one", "two", "three"):
        body = json.dumps(
            {"scores": dict(zip(phones.entries, ("2", "1"), strict=True)), "client_key": key}
        )
        asked = HTTPConnection(phones.host, timeout=60)
        asked.request("POST", phones.path, body=body, headers=phones.headers)
        assert asked.getresponse().status == 200
        asked.close()
    assert match.results.count() == 3


def test_versions_handed_in_again_at_once_are_stored_once(is_chaos: bool) -> None:
    sent = SENT_IN_CHAOS if is_chaos else SENT
    matches = [other_table(confirmation="officials") for _ in range(sent // 10)]
    seats = {match.pk: seat_at(match, "A") for match in matches}
    given = {match.pk: [handed_in(match, score, 0) for score in range(10)] for match in matches}
    lots = random.Random(1)
    keys = [number for number in range(sent) for _ in range(lots.randint(1, AT_MOST))]
    lots.shuffle(keys)

    def hand_in(numbers: list[int]) -> set[tuple[int, str]]:
        answers = set()
        for number in numbers:
            match = matches[number // 10]
            said = given[match.pk][number % 10]
            made = submit(
                match, said, actor=SERVICE, seat=seats[match.pk], client_key=f"key {number}"
            )
            answers.add((number, made.pk))
        database.close()
        return answers

    with ThreadPoolExecutor(PHONES) as pool:
        told = set().union(*pool.map(hand_in, [keys[at::PHONES] for at in range(PHONES)]))
    assert len(told) == Submission.objects.count() == sent
    assert [list(differences_of_match(match)) for match in Match.objects.all()] == [[]] * (
        sent // 10
    )
