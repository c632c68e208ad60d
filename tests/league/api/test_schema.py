"""The API answers as its schema says, whatever it is asked and whoever asks (promise 11)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings as configured
from schemathesis.specs.openapi.checks import positive_data_acceptance

from league.config.wsgi import application
from league.models import Entry, Match, Submission, User
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
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


def test_schema_is_valid_and_complete(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True)
    assert "/api/v1/clubs/{id}" in capsys.readouterr().out


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


def test_api_answers_as_its_schema_says(api_schema: Any, settings: Any) -> None:
    settings.RATES = {**settings.RATES, "api": (10**6, 60), "sign-up": (10**6, 60)}
    settings.RATES |= {"verify": (10**6, 60), "hand-in": (10**6, 60)}
    settings.RATES |= {"sheet": (10**6, 60), "practice": (10**6, 60)}
    world = World.make()
    asked = set()
    for operation in (found.ok() for found in api_schema.get_all_operations()):

        @given(case=operation.as_strategy())
        @configured(max_examples=6, derandomize=True, suppress_health_check=SLOW)
        def answers(case: Any) -> None:
            case.call_and_validate(headers=PLAIN, excluded_checks=NOT_ASKED)
            world.aim(case)
            for headers in world.callers.values():
                case.call_and_validate(headers={**PLAIN, **headers}, excluded_checks=NOT_ASKED)

        answers()
        asked.add(operation.label)

    assert "PATCH /api/v1/clubs/{id}" in asked
    assert len(asked) == 256
