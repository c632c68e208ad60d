"""Promises that hold for every operation of the API, also those that are yet to be written.

The operations come from the addresses, and what they are about from the permission matrix.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from rest_framework.renderers import JSONRenderer

from league.api.frame import Endpoint, _digest
from league.api.protocol import JSONParser
from league.api.urls import router, urlpatterns
from league.client_keys import answering, keep_answer, open_claim
from league.models import ClientRequest
from league.models.user import PERSONAL_SCOPES
from tests.factories import make_token
from tests.league.matrix import MATRIX
from tests.league.world import SUPERUSER, Row, World

pytestmark = pytest.mark.django_db
WRITING = ("post", "put", "patch", "delete")
SCOPES = [scope.value for scope in PERSONAL_SCOPES]
ANSWER = {"said": "before"}
# Without an account, too; a practice sheet needs its code, a sheet of a match is hidden.
FOR_EVERYBODY = ("verify_record", "practise", "see_submission", "write_sheet", "hand_in_sheet")


@dataclass(frozen=True)
class Operation:
    route: str
    method: str
    view: Any

    @property
    def row(self) -> Row:
        return MATRIX[self.route]

    @property
    def action(self) -> str:
        return str((getattr(self.view, "actions", None) or {self.method: self.method})[self.method])

    @property
    def right(self) -> str:
        return str(self.view.cls.permissions[self.action])

    def __str__(self) -> str:
        return f"{self.method} {self.route}"

    def address(self, world: World) -> str:
        whose = "none" if self.row.own is None else "own"
        return reverse(self.route, kwargs=self.row.arguments(world, whose, SUPERUSER))


def operations(*methods: str) -> Iterator[Operation]:
    """Each in a transaction of its own, so that it finds the world as it was."""
    for operation in _operations(*methods):
        with transaction.atomic():
            yield operation
            transaction.set_rollback(True)


def _operations(*methods: str) -> Iterator[Operation]:
    for pattern in [*router.urls, *urlpatterns]:
        cls: Any = getattr(getattr(pattern, "callback", None), "cls", None)
        if cls is None or not issubclass(cls, Endpoint):
            continue
        known = getattr(pattern.callback, "actions", None) or dict.fromkeys(cls.permissions)
        for method in tuple(known):
            if method in methods:
                yield Operation(str(pattern.name), method, pattern.callback)


def takes_json(operation: Operation) -> bool:
    """Not: a file is the body."""
    return JSONParser in operation.view.cls.parser_classes


def is_refused_to_all(operation: Operation) -> bool:
    """Speaking for a seat is for those who sit there, whatever a token may do."""
    return operation.right in {
        *("hand_in", "confirm_result", "object_to_result", "contest_result", "call_official"),
        *("take_rules_result", "arrange_date", "keep_note"),
    }


@dataclass(frozen=True)
class Program:
    """A superuser's token, so that every right depends on its scopes alone."""

    world: World
    secret: str
    caller: str

    @classmethod
    def of(cls, world: World, *scopes: str) -> "Program":
        token, secret = make_token(world.users[SUPERUSER], *scopes)
        return cls(world, secret, f"token:{token.pk}")

    def send(self, operation: Operation, address: str, body: object) -> Any:
        return getattr(Client(), operation.method)(
            address,
            body,
            content_type="application/json",
            headers={"Authorization": f"Bearer {self.secret}", "Accept-Language": "en"},
        )


@pytest.fixture
def world(settings: Any) -> World:
    settings.RATES = dict.fromkeys(settings.RATES, (10**6, 60))
    return World.make()


def test_operations_are_found() -> None:
    assert len(list(_operations("post"))) > 80
    assert len(list(_operations("get"))) > 70


def test_unknown_question_is_refused_by_name(world: World) -> None:
    program, wrong = Program.of(world, *SCOPES), []
    for operation in operations("get"):
        if is_refused_to_all(operation):
            continue
        told = Client().get(
            f"{operation.address(world)}?nonsense=1",
            headers={"Authorization": f"Bearer {program.secret}"},
        )
        if (told.status_code, [*told.json().get("errors", [])]) != (400, ["nonsense"]):
            wrong.append(f"{operation}: {told.status_code} {told.content!r}")
    assert not wrong, "\n".join(wrong)


def test_unknown_field_is_refused_by_name(world: World) -> None:
    program, wrong = Program.of(world, *SCOPES), []
    for operation in operations("post", "put", "patch"):
        if is_refused_to_all(operation) or not takes_json(operation):
            continue
        needs_key = operation.action in operation.view.cls.needs_client_key
        key = {"client_key": "k"} if needs_key else {}
        told = program.send(operation, operation.address(world), {"nonsense": 1, **key})
        if told.status_code != 400 or "nonsense" not in told.json().get("errors", {}):
            wrong.append(f"{operation}: {told.status_code} {told.content!r}")
    assert not wrong, "\n".join(wrong)


def test_missing_scope_is_named_before_the_body_is_judged(world: World) -> None:
    program, wrong = Program.of(world, "read"), []
    for operation in operations(*WRITING):
        if is_refused_to_all(operation) or operation.right in FOR_EVERYBODY:
            continue
        told = program.send(operation, operation.address(world), {"nonsense": 1})
        document = told.json()
        scope = document.get("scope", "")
        challenge = f'Bearer error="insufficient_scope", scope="{scope}"'
        if (told.status_code, document["code"], told.get("WWW-Authenticate")) != (
            *(403, "missing-scope"),
            challenge,
        ):
            wrong.append(f"{operation}: {told.status_code} {document}")
    assert not wrong, "\n".join(wrong)


def test_reading_without_the_scope_is_refused_by_its_name(world: World) -> None:
    program = Program.of(world, "events")
    for operation in operations("get"):
        told = program.send(operation, operation.address(world), None)
        assert (told.status_code, told.json().get("scope")) == (403, "read"), str(operation)


def test_client_key_gives_the_first_answer(world: World) -> None:
    program, wrong = Program.of(world, *SCOPES), []
    for operation in operations("post"):
        if is_refused_to_all(operation) or not takes_json(operation):
            continue
        address = operation.address(world)
        _answer_before(program.caller, address)
        again, other = (
            program.send(operation, address, {"client_key": "k", "a": value}) for value in (1, 2)
        )
        if (again.status_code, other.status_code) != (200, 422) or again.json() != ANSWER:
            wrong.append(f"{operation}: {again.content!r} {other.content!r}")
    assert not wrong, "\n".join(wrong)


def test_every_answer_tells_how_much_of_the_limit_is_left(world: World) -> None:
    program = Program.of(world, *SCOPES)
    for operation in operations("get"):
        told = program.send(operation, operation.address(world), None)
        assert told["RateLimit-Policy"] == '"api";q=1000000;w=60', str(operation)
        assert told["RateLimit"].startswith('"api";r=9'), str(operation)


def _answer_before(caller: str, address: str) -> None:
    with answering():
        name, secret = _digest(caller, address, "k"), f"{caller} {address} k"
        assert open_claim(name=name, secret=secret, content={"a": 1}) is None
        keep_answer(status=201, body=JSONRenderer().render(ANSWER))
    assert "before" not in ClientRequest.objects.latest("at").answer  # it is sealed
