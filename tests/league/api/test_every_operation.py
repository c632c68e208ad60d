"""Promises that hold for every operation of the API, also those that are yet to be written.

The operations come from the addresses, and what they are about from the permission matrix. Whatever
is asked here, the answer tells how much of the limit is left.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from rest_framework.renderers import JSONRenderer

from league.api.described import Operation as Described, _described
from league.api.frame import Endpoint, _digest
from league.api.protocol import JSONParser
from league.api.urls import router, urlpatterns
from league.client_keys import answering, keep_answer, open_claim
from league.models import ClientRequest
from league.models.user import PERSONAL_SCOPES
from tests.factories import make_token
from tests.league.matrix import MATRIX
from tests.league.matrix_results import of_played_match
from tests.league.world import CLUB_ADMIN, PLAYER, SUPERUSER, Row, World

pytestmark = pytest.mark.django_db
READING, WRITING = ("get",), ("post", "put", "patch", "delete")
SCOPES = [scope.value for scope in PERSONAL_SCOPES]
ANSWER = {"said": "before"}
FILE = b"a file"
# Without an account, too; a practice sheet needs its code, a sheet of a match is hidden.
FOR_EVERYBODY = ("verify_record", "practise", "see_submission", "write_sheet", "hand_in_sheet")
# Speaking for a seat is for those who sit there, and some of a club's for it alone.
SPEAKING = (
    *("hand_in", "confirm_result", "object_to_result", "contest_result", "call_official"),
    *("take_rules_result", "arrange_date"),
)
OF_CLUB = ("keep_note", "take_club")


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

    @property
    def role(self) -> str:
        """Who may do it, if their token may."""
        if self.right in SPEAKING:
            return PLAYER
        return CLUB_ADMIN if self.right in OF_CLUB else SUPERUSER

    @property
    def described(self) -> Described:
        return _described(self.view, self.method.upper())

    @property
    def takes_json(self) -> bool:
        """Not: a file is the body."""
        return JSONParser in self.view.cls.parser_classes

    def __str__(self) -> str:
        return f"{self.method} {self.route}"

    def address(self, world: World) -> str:
        if self.right in SPEAKING:
            of_played_match(world, "own", PLAYER)
        whose = "none" if self.row.own is None else "own"
        return reverse(self.route, kwargs=self.row.arguments(world, whose, self.role))


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


@dataclass(frozen=True)
class Program:
    """Tokens of everybody whom an operation asks for, so that every right depends on scopes."""

    world: World
    tokens: dict[str, tuple[str, str]]  # secret and caller, by role

    @classmethod
    def of(cls, world: World, *scopes: str) -> "Program":
        tokens = {}
        for role in (SUPERUSER, CLUB_ADMIN, PLAYER):
            token, secret = make_token(world.users[role], *scopes)
            tokens[role] = (secret, f"token:{token.pk}")
        return cls(world, tokens)

    def send(self, operation: Operation, address: str, body: object = None, **headers: str) -> Any:
        secret, _caller = self.tokens[operation.role]
        sent = {"Authorization": f"Bearer {secret}", "Accept-Language": "en", **headers}
        ask = getattr(Client(), operation.method)
        if operation.method == "get":
            told = ask(address, headers=sent)
        elif operation.takes_json:
            told = ask(address, body or {}, content_type="application/json", headers=sent)
        else:
            told = ask(address, body or FILE, content_type="application/octet-stream", headers=sent)
        rate = "api-unchanged" if "If-None-Match" in headers and told.status_code == 304 else "api"
        assert told["RateLimit-Policy"] == f'"{rate}";q=1000000;w=60', f"{operation}: {told}"
        assert told["RateLimit"].startswith(f'"{rate}";r=9'), f"{operation}: {told}"
        return told


def asking(address: str, **asked: object) -> str:
    return f"{address}?{urlencode(asked)}"


@pytest.fixture
def world(settings: Any) -> World:
    settings.RATES = dict.fromkeys(settings.RATES, (10**6, 60))
    return World.make()


def test_operations_are_found() -> None:
    assert len(list(_operations("post"))) > 120
    assert len(list(_operations("get"))) > 100
    assert {operation.right for operation in _operations(*WRITING)} > {*SPEAKING, "keep_note"}


def test_unknown_question_is_refused_by_name(world: World) -> None:
    program, wrong = Program.of(world, *SCOPES), []
    for operation in operations(*READING, *WRITING):
        told = program.send(operation, asking(operation.address(world), nonsense=1))
        errors = told.json().get("errors", {}) if told.content else {}
        if (told.status_code, [*errors]) != (400, ["nonsense"]):
            wrong.append(f"{operation}: {told.status_code} {told.content!r}")
    assert not wrong, "\n".join(wrong)


def test_unknown_field_is_refused_by_name(world: World) -> None:
    program, wrong = Program.of(world, *SCOPES), []
    for operation in operations("post", "put", "patch"):
        if not operation.takes_json:
            continue
        needs_key = operation.action in operation.view.cls.needs_client_key
        key = {"client_key": "k"} if needs_key else {}
        told = program.send(operation, operation.address(world), {"nonsense": 1, **key})
        if told.status_code != 400 or "nonsense" not in told.json().get("errors", {}):
            wrong.append(f"{operation}: {told.status_code} {told.content!r}")
    assert not wrong, "\n".join(wrong)


def test_body_is_refused_where_none_is_taken(world: World) -> None:
    """By name, and also where it has no names."""
    program, wrong, asked = Program.of(world, *SCOPES), [], 0
    for operation in operations("post", "delete"):
        if not operation.takes_json or (
            operation.method == "post" and operation.described.has_body
        ):
            continue
        asked += 1
        needs_key = operation.action in operation.view.cls.needs_client_key
        key = {"client_key": "k"} if needs_key else {}
        for body, named in (({"nonsense": 1, **key}, "nonsense"), ([1], "")):
            told = program.send(operation, operation.address(world), body)
            if told.status_code != 400 or [*told.json().get("errors", {})] != [named]:
                wrong.append(f"{operation}: {told.status_code} {told.content!r}")
    assert not wrong, "\n".join(wrong)
    assert asked > 20


def test_missing_scope_is_named_before_address_and_body_are_judged(world: World) -> None:
    program, wrong = Program.of(world, "read"), []
    for operation in operations(*WRITING):
        if operation.right in FOR_EVERYBODY:
            continue
        address = asking(operation.address(world), nonsense=1)
        told = program.send(operation, address, {"nonsense": 1} if operation.takes_json else FILE)
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
        told = program.send(operation, asking(operation.address(world), nonsense=1))
        assert (told.status_code, told.json().get("scope")) == (403, "read"), str(operation)


def test_client_key_gives_the_first_answer(world: World) -> None:
    """In a body of JSON; with a file it stands in the address."""
    program, wrong = Program.of(world, *SCOPES), []
    for operation in operations("post"):
        address = operation.address(world)
        content = {"a": 1} if operation.takes_json else {"file": sha256(FILE).hexdigest()}
        _answer_before(program.tokens[operation.role][1], address, content)
        again, other = (_sent_under_key(program, operation, address, which) for which in (1, 2))
        if (again.status_code, other.status_code) != (200, 422) or again.json() != ANSWER:
            wrong.append(f"{operation}: {again.content!r} {other.content!r}")
    assert not wrong, "\n".join(wrong)


def _sent_under_key(program: Program, operation: Operation, address: str, which: int) -> Any:
    if operation.takes_json:
        return program.send(operation, address, {"client_key": "k", "a": which})
    content = FILE if which == 1 else b"another"
    return program.send(operation, asking(address, client_key="k"), content)


def test_every_list_has_one_shape_and_pages_within_bounds(world: World) -> None:
    program, lists = Program.of(world, *SCOPES), 0
    for operation in operations("get"):
        if "page_size" not in operation.described.questions:
            continue
        lists += 1
        address = operation.address(world)
        told = program.send(operation, asking(address, page_size=1))
        if told.status_code == 200:
            page = told.json()
            assert {"count", "next", "previous", "results"} <= page.keys(), str(operation)
            assert len(page["results"]) == min(1, page["count"]), str(operation)
        for name, value in (("page_size", 201), ("page", 0)):
            told = program.send(operation, asking(address, **{name: value}))
            errors = told.json().get("errors", {})
            assert (told.status_code, [*errors]) == (400, [name]), f"{operation}: {told.content!r}"
    assert lists > 40


def test_unchanged_answers_are_empty_and_counted_apart(world: World) -> None:
    """Whatever can be read has an ETag, but for files that nobody is to keep."""
    program, unchanged = Program.of(world, *SCOPES), 0
    for operation in operations("get"):
        told = program.send(operation, operation.address(world), **{"If-None-Match": "*"})
        unchanged += told.status_code == 304
        if told.status_code == 200:
            assert "no-store" in told["Cache-Control"], f"{operation} has no ETag"
    assert unchanged > 60


def _answer_before(caller: str, address: str, content: object) -> None:
    with answering():
        name, secret = _digest(caller, address, "k"), f"{caller} {address} k"
        assert open_claim(name=name, secret=secret, content=content) is None
        keep_answer(status=201, body=JSONRenderer().render(ANSWER))
    assert "before" not in ClientRequest.objects.latest("at").answer  # it is sealed
