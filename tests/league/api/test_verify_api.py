"""The referee by itself: `POST /api/v1/verify`."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.record import MAX_BYTES
from games.verify import verify
from league.api.schema import RECORD, VERDICT
from league.models import Job, Submission, Verification
from tests.factories import make_token, make_user
from tests.league.api.asking import refusal

pytestmark = pytest.mark.django_db
PROBLEM = "application/problem+json"
RECORDS = Path(__file__).parents[2] / "games"


def ask(body: object, *, content_type: str = "text/plain", language: str = "en") -> Any:
    return Client().post(
        "/api/v1/verify",
        body,
        content_type=content_type,
        headers={"Accept-Language": language},
    )


def test_verdict_is_the_one_of_the_format_and_nothing_is_stored() -> None:
    as_text, as_json = ask(RECORD), ask({"record": RECORD}, content_type="application/json")
    assert (as_text.status_code, as_text.json()) == (200, VERDICT)
    assert (as_json.status_code, as_json.json()) == (200, VERDICT)
    stored = (Submission, Verification, Job)
    assert [model.objects.count() for model in stored] == [0, 0, 0]


@pytest.mark.parametrize("game", ["kaleidoskop", "polyssimo", "triolet", "twisty"])
def test_every_known_record_gets_the_verdict_of_the_command_line(game: str, settings: Any) -> None:
    settings.RATES = {**settings.RATES, "api": (10**6, 60), "verify": (10**6, 60)}
    records = sorted((RECORDS / game / "records").glob("*.txt"))
    told = {file.name: ask(file.read_bytes()).json() for file in records}
    assert told == {file.name: verify(file.read_bytes()).as_dict() for file in records}
    assert len({verdict["status"] for verdict in told.values()}) >= 3


def test_sentences_are_in_the_language_asked_for() -> None:
    [english], [czech] = (
        ask(RECORD, language=language).json()["findings"] for language in ("en", "cs")
    )
    assert english["message"] == "36 points were claimed; the placement gives 37."
    assert czech["message"] != english["message"]
    assert "36" in czech["message"]
    assert {**czech, "message": ""} == {**english, "message": ""}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"\xff\xfe[\x00", "not-utf8"),
        (b"PK\x03\x04" + bytes(30), "syntax"),
        (b"nonsense", "tag-missing"),
        (b'[Game "triolet"]\n[Players "2"]\n' + b"; x\n" * 5000, "too-large"),
    ],
)
def test_what_is_no_record_gets_a_verdict_too(body: bytes, code: str) -> None:
    told = ask(body).json()
    assert (told["status"], [one["code"] for one in told["findings"]]) == ("unreadable", [code])


def test_size_is_limited() -> None:
    most = ask(b";" * MAX_BYTES)
    over = ask(b";" * (MAX_BYTES + 1))
    within_json = ask({"record": "ž" * (MAX_BYTES // 2 + 1)}, content_type="application/json")
    huge = ask(b";" * 2_000_000)
    assert (most.status_code, most.json()["status"]) == (200, "unreadable")
    for refused in (over, within_json, huge):
        assert (refused.status_code, refused["Content-Type"]) == (413, PROBLEM)
        assert refused.json()["code"] == "too-large"


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        ("{}", "application/json", 400, "invalid"),
        ('{"record": 7}', "application/json", 200, None),
        ('{"record": {}}', "application/json", 400, "invalid"),
        ('{"record": "\\ud800"}', "application/json", 400, "invalid"),
        ("[]", "application/json", 400, "invalid"),
        ("{", "application/json", 400, "parse-error"),
        ("x", "application/xml", 415, "unsupported-media-type"),
    ],
)
def test_other_bodies_are_problems(
    body: str, content_type: str, status: int, code: str | None
) -> None:
    answer = ask(body, content_type=content_type)
    assert answer.json().get("code") == code
    assert answer.status_code == status


def test_it_has_a_limit_of_its_own_per_caller(settings: Any) -> None:
    settings.RATES = {**settings.RATES, "verify": (2, 3600)}
    headers = {"Authorization": f"Bearer {make_token(make_user(), 'read')[1]}"}
    by_token = Client().post("/api/v1/verify", RECORD, content_type="text/plain", headers=headers)
    answers = [by_token, *(ask(RECORD) for _ in range(3))]
    assert [answer.json()["status"] for answer in answers] == [*["complete"] * 3, 429]
    assert refusal(answers[-1]) == (429, "too-many")
    assert Client().get("/api/v1/clubs").json()["count"] == 0
