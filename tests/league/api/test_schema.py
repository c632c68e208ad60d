"""The API answers as its schema says, whatever it is asked and whoever asks (promise 11)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings as configured
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from league.config.wsgi import application
from league.models import Entry, Match, Submission, User
from league.models.public_id import new_public_id
from league.permissions import SERVICE, Actor
from league.results.queries import seating_of
from league.results.services.claims import HandIn
from league.results.services.submissions import submit
from league.webhooks.services import hooks
from tests.factories import make_club, make_player, make_token, make_user
from tests.factories.events import published_round, running_event
from tests.factories.seasons import running_season
from tests.factories.series import evening_of, make_series
from tests.factories.sheets import sheet_at

# What is of the right shape may still be refused by the rules of the event.
PLAIN = {"Accept-Encoding": "identity"}  # the client reads nothing that is packed
NOT_ASKED = [positive_data_acceptance]
# It would ask anew for what a step has removed or made a draft; the other test asks as nobody.
NOT_ASKED_AGAIN = [ignored_auth]
# In the suite, and in `make chaos`.
EXAMPLES = {False: 3, True: 25}  # of each operation
JOURNEYS = {False: 16, True: 100}
STEPS = 20  # of a journey, at most
REPEATED = 10  # operations that take an example, and so are sent again, at least
FOLLOWED = 10  # operations that journeys go to by links, at least
LED_TO = 215  # operations, from the rows of the world, by links alone
# Below a row, and named in no answer: a table of files, a slip's code, another player, a move.
NOT_LED_TO = {
    "DELETE /api/v1/events/{id}/games/{game}",
    "GET /api/v1/clubs/{id}/files/ratings/{game}",
    "GET /api/v1/events/{id}/files/{table}",
    "GET /api/v1/events/{id}/slips/{code}",
    "GET /api/v1/players/{id}/against/{other}",
    "GET /api/v1/submissions/{id}/positions/{move}",
    "DELETE /api/v1/seasons/{id}/entries/{entry}",
    "POST /api/v1/seasons/{id}/entries/{entry}/move",
    "POST /api/v1/seasons/{id}/rounds/{number}/extend",
}
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
# The event is of this computer, its first stage takes nobody over, and no winner is doubted.
NOT_THERE = {
    "/api/v1/events/{id}/home",
    "/api/v1/events/{id}/stages/{order}/changed",
    "/api/v1/events/{id}/stages/{order}/field",
    "/api/v1/matches/{id}/wrong-winner",
}


def test_schema_is_valid_and_complete(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True)
    assert "/api/v1/clubs/{id}" in capsys.readouterr().out


def test_links_lead_to_all_that_stands_below_a_row(client: Client) -> None:
    paths = client.get("/api/schema/").json()["paths"]
    below, links = {}, []
    for path, item in paths.items():
        for method, operation in item.items():
            if "{id}" in path:
                below[operation["operationId"]] = f"{method.upper()} {path}"
            for answer in operation["responses"].values():
                links += answer.get("links", {}).values()

    led_to = {link["operationId"] for link in links}
    assert {below[name] for name in below.keys() - led_to} == NOT_LED_TO
    added = paths["/api/v1/events/{id}/categories"]["post"]["responses"]["201"]["links"]
    assert added["events_categories_partial_update"]["parameters"] == {
        "id": "$request.path.id",
        "category": "$response.body#/id",
    }
    elsewhere = paths["/api/v1/seasons/{id}/next"]["post"]["responses"]["201"]["links"]
    assert elsewhere["seasons_divisions_destroy"]["parameters"] == {
        "id": "$response.body#/id",
        "division": "$response.body#/divisions/0/id",
    }


@pytest.mark.usefixtures("_no_limits", "db")
def test_links_of_what_is_read_lead_to_what_is_there(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every link of an answer is resolved in that answer; where it leads to reading, it is read."""
    described = client.get("/api/schema/").json()["paths"]
    by_name = {
        operation["operationId"]: (method, path, operation)
        for path, item in described.items()
        for method, operation in item.items()
    }
    world = World.make()
    waiting = [
        (name, {"id": world.rows[path.split("/")[3]]})
        for name, (method, path, _operation) in by_name.items()
        if method == "get" and path.count("/") == 4 and path.endswith("/{id}")
        if path.split("/")[3] in world.rows
    ]
    reached: dict[str, dict[str, Any]] = dict(waiting)
    nowhere = set()
    while waiting:
        name, named = waiting.pop()
        _method, path, operation = by_name[name]
        answer = client.get(path.format(**named), headers=world.callers["club admin"])
        if answer.status_code == 404:
            nowhere.add(path)
        links = operation["responses"]["200"].get("links", {}) if answer.status_code == 200 else {}
        for link in links.values():
            told = {
                each: resolved(where, answer=answer.json(), named=named)
                for each, where in link["parameters"].items()
            }
            target = link["operationId"]
            if None not in told.values() and target not in reached:
                reached[target] = told
                waiting += [(target, told)] if by_name[target][0] == "get" else []

    assert capsys.readouterr().err == ""
    assert nowhere == NOT_THERE
    assert len(reached) >= LED_TO


def resolved(where: str, *, answer: Any, named: dict[str, Any]) -> Any:
    """What an expression of a link stands for; None: the answer has no such row."""
    if where.startswith("$request.path."):
        return named[where.removeprefix("$request.path.")]
    for step in where.removeprefix("$response.body#/").split("/"):
        if isinstance(answer, list):
            answer = answer[int(step)] if int(step) < len(answer) else None
        else:
            answer = answer.get(step) if answer else None
    return answer


@pytest.fixture
def api_schema(db: None) -> Iterator[Any]:
    """As Django's test client does, keep a request's end from closing the test's transaction."""
    ends = (request_started, request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi("/api/schema/", application)
    for signal in ends:
        signal.connect(close_old_connections)


@dataclass(frozen=True)
class World:
    """Whom to ask as, by their headers; and something of everything to find, by its collection."""

    callers: dict[str, dict[str, str]]
    rows: dict[str, str]

    @classmethod
    def make(cls) -> "World":
        admin, player = make_user(), make_user()
        club = make_club("=cmd|' /C calc'!A0", admin=admin)
        stage = running_event(5)
        stage.event.club = club
        stage.event.save()
        somebody = make_player("🎲 שלום", club=club, user=player)
        entry = Entry.objects.create(
            event=stage.event, player=somebody, seed=6, status=Entry.Status.CHECKED_IN
        )
        published = published_round(stage)
        match = Match.objects.filter(round=published, seats__player=somebody)[0]
        submission = _handed_in(match, by=player)
        series = make_series(club, planned=3)
        evening_of(series, somebody, make_player())
        season = running_season(3, 4, club=club)
        division = season.divisions.get(order=1)
        entrant = division.event.entries.all()[0]
        scopes = ("read", "clubs", "events", "play")
        secrets = {
            "player": make_token(player, *scopes)[1],
            "club admin": make_token(admin, *scopes)[1],
        }
        return cls(
            callers={
                "nobody": {},
                **{who: {"Authorization": f"Bearer {each}"} for who, each in secrets.items()},
            },
            rows={
                "clubs": club.pk,
                "players": somebody.pk,
                "events": stage.event_id,
                "entries": entry.pk,
                "rounds": published.pk,
                "matches": match.pk,
                "submissions": submission.pk,
                "series": series.pk,
                "seasons": season.pk,
                "divisions": division.pk,
                "entrants": entrant.pk,
                "sheets": sheet_at(match).pk,
                "webhooks": hooks.add_webhook(
                    club, actor=SERVICE, address="https://a.example/", kinds=["round.published"]
                )[0].pk,
            },
        )

    def aim(self, case: Any) -> None:
        """At a row that exists: no generated id would be one."""
        collection = case.path.split("/")[3]
        if collection == "webhooks" and case.method == "DELETE":
            return  # the row would be gone for what comes after
        if "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = self.rows[collection]
        if "player" in (case.path_parameters or {}):
            case.path_parameters["player"] = self.rows["players"]
        if "division" in (case.path_parameters or {}):
            case.path_parameters["division"] = self.rows["divisions"]
        if collection == "seasons" and "entry" in (case.path_parameters or {}):
            case.path_parameters["entry"] = self.rows["entrants"]


def _handed_in(match: Match, *, by: User) -> Submission:
    """A record that breaks a rule, with everybody where they were paired."""
    return submit(
        match,
        HandIn(seating=seating_of(match), record='[Game "triolet"]\n[Players "3"]\nA h8=1\n'),
        actor=Actor(user=by),
        seat=match.seats.get(player__user=by),
        client_key="first",
    )


@dataclass
class Tally:
    """Answers by the class of their status."""

    answers: Counter[int] = field(default_factory=Counter)
    links: Counter[str] = field(default_factory=Counter)  # followed, by their operation

    def note(self, answer: Any) -> None:
        self.answers[answer.status_code // 100] += 1

    def __str__(self) -> str:
        classes = ", ".join(f"{kind}xx {count}" for kind, count in sorted(self.answers.items()))
        return f"{self.answers.total()} requests: {classes}"


@pytest.fixture
def _no_limits(settings: Any) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, (10**6, 60))


def check_repeats(case: Any, first: Any, headers: dict[str, str]) -> None:
    """Sent again, it gets the first answer; another body under the same key is refused."""
    again = case.call(headers=headers)
    assert again.status_code == (204 if first.status_code == 204 else 200), case.path
    assert again.content == first.content, case.path
    case.body["nonsense"] = 1
    other = case.call(headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "key-reused"), case.path


@pytest.mark.usefixtures("_no_limits")
def test_api_answers_as_its_schema_says(
    api_schema: Any, is_chaos: bool, figures: dict[str, str]
) -> None:
    world = World.make()
    tally = Tally()
    asked, repeated = set(), set()

    def ask(case: Any, headers: dict[str, str]) -> None:
        sent = {**PLAIN, **headers}
        has_key = case.method == "POST" and isinstance(case.body, dict) and bool(case.body)
        if has_key:
            case.body["client_key"] = new_public_id()
        answer = case.call_and_validate(headers=sent, excluded_checks=NOT_ASKED)
        tally.note(answer)
        if has_key and answer.status_code < 300:
            check_repeats(case, answer, sent)
            repeated.add(f"{case.method} {case.path}")

    for operation in (found.ok() for found in api_schema.get_all_operations()):

        @given(case=operation.as_strategy())
        @configured(max_examples=EXAMPLES[is_chaos], derandomize=True, suppress_health_check=SLOW)
        def answers(case: Any) -> None:
            ask(case, {})
            world.aim(case)
            for headers in world.callers.values():
                ask(case, headers)

        answers()
        asked.add(operation.label)

    assert "PATCH /api/v1/clubs/{id}" in asked
    assert len(asked) == 277
    figures["generated requests"] = str(tally)
    figures["operations sent again under their key"] = str(len(repeated))
    assert len(repeated) >= REPEATED
    assert tally.answers[2] > len(asked)
    assert not tally.answers[5]


@pytest.mark.usefixtures("_no_limits")
def test_answers_lead_on_as_their_links_say(
    api_schema: Any, is_chaos: bool, figures: dict[str, str]
) -> None:
    """From what was made or found to what is below it, step by step, as an admin of the club."""
    world = World.make()
    tally = Tally()

    class Journey(api_schema.as_state_machine()):  # type: ignore[misc]
        def setup(self) -> None:
            self.before = transaction.savepoint()

        def teardown(self) -> None:
            """Each journey starts from the same rows, so that one that fails can be repeated."""
            transaction.savepoint_rollback(self.before)

        def step(self, input: Any) -> Any:  # noqa: A002  as the library calls it
            if input.is_applied:
                tally.links[input.case.operation.label] += 1
            elif not input.case.meta.generation.mode.is_negative:
                world.aim(input.case)
            return super().step(input)

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"headers": {**PLAIN, **world.callers["club admin"]}}

        def after_call(self, response: Any, case: Any) -> None:
            super().after_call(response, case)
            tally.note(response)

        def validate_response(self, response: Any, case: Any, **kwargs: Any) -> None:
            case.validate_response(
                response,
                excluded_checks=[*NOT_ASKED, *NOT_ASKED_AGAIN],
                headers=kwargs["headers"],
                transport_kwargs=kwargs,
                recorder=self.recorder,
            )

    Journey.run(
        settings=configured(
            max_examples=JOURNEYS[is_chaos],
            stateful_step_count=STEPS,
            derandomize=True,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
    )
    figures["requests along links"] = (
        f"{tally}; {tally.links.total()} links to {len(tally.links)} operations"
    )
    assert len(tally.links) >= FOLLOWED
    assert not tally.answers[5]
