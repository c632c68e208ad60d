"""The connection of the client, against a server that errs on purpose."""

import pytest

from arbitr import Connection, Refused, Unreachable
from arbitr.connection import LONGEST_WAIT_S, TRIES
from tests.arbitr.scripted import Script


def test_what_is_read_or_keyed_is_asked_again_after_a_cut(script: Script) -> None:
    connection = script.connection(token="arb_x", language="cs")
    script.replies = [None, (200, {}, {"ok": 1})]
    assert connection.get("/me", name="Žofie", here=True, after=None) == {"ok": 1}
    method, path, headers, _body = script.asked[-1]
    assert (method, path) == ("GET", "/api/v1/me?name=%C5%BDofie&here=true")
    assert headers["authorization"] == "Bearer arb_x"
    assert headers["accept-language"] == "cs"

    script.replies = [None, (503, {}, None), (201, {}, {"id": "e"})]
    assert connection.post("/events", {"client_key": "k", "name": "a"}) == {"id": "e"}
    bodies = {body for *_rest, body in script.asked[-3:]}
    assert bodies == {b'{"client_key": "k", "name": "a"}'}
    connection.close()


def test_request_under_way_is_asked_for_again_and_a_conflict_is_not(script: Script) -> None:
    connection = script.connection()
    script.replies = [(409, {}, {"code": "still-answering"}), (200, {}, {"id": "r"})]
    assert connection.post("/rounds/x/publish", {"client_key": "k"}) == {"id": "r"}
    script.replies = [(409, {}, {"code": "stale"})]
    with pytest.raises(Refused) as refused:
        connection.post("/rounds/x/publish", {"client_key": "k"})
    assert (refused.value.code, len(script.asked)) == ("stale", 3)
    connection.close()


def test_what_has_no_key_is_never_sent_twice(script: Script) -> None:
    connection = script.connection()
    script.replies = [None]
    with pytest.raises(Unreachable):
        connection.post("/rounds/x/publish", {"version": 1})
    assert len(script.asked) == 1


def test_silence_is_told_after_a_few_tries(script: Script) -> None:
    connection = script.connection()
    script.replies = [None] * TRIES
    with pytest.raises(Unreachable, match="does not answer"):
        connection.get("/me")
    assert len(script.asked) == TRIES
    assert len(script.waited) == TRIES - 1


def test_a_limit_is_waited_for_unless_it_is_too_long(script: Script) -> None:
    connection = script.connection()
    script.replies = [(429, {"Retry-After": "7"}, {"detail": "Slowly."}), (200, {}, [])]
    assert connection.get("/events") == []
    assert script.waited == [7]

    script.replies = [(429, {"Retry-After": str(LONGEST_WAIT_S + 1)}, {"detail": "Tomorrow."})]
    with pytest.raises(Refused, match="Tomorrow") as refused:
        connection.get("/clubs")
    assert refused.value.status == 429
    connection.close()


def test_an_unchanged_answer_is_not_sent_again(script: Script) -> None:
    connection = script.connection()
    script.replies = [(200, {"ETag": '"1"'}, {"rows": [1]}), (304, {}, None)]
    assert connection.get("/events/e/standings") == {"rows": [1]}
    assert connection.get("/events/e/standings") == {"rows": [1]}
    assert script.asked[1][2]["if-none-match"] == '"1"'
    connection.close()


def test_a_refusal_names_every_value(script: Script) -> None:
    connection = script.connection()
    problem = {"code": "invalid", "detail": "Some values.", "errors": {"name": ["Too long."]}}
    script.replies = [(400, {}, problem), (500, {}, None)]
    with pytest.raises(Refused) as refused:
        connection.patch("/clubs/c", {"name": "x" * 300})
    assert refused.value.code == "invalid"
    assert str(refused.value) == "Some values.\n  name: Too long."
    with pytest.raises(Refused, match="HTTP 500"):
        connection.delete("/rounds/r")
    connection.close()


def test_an_address_that_is_none_is_said() -> None:
    with pytest.raises(Unreachable, match="not an address"):
        Connection("arbitr.example").get("/me")
