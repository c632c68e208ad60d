"""What the client does is done once, also where the answer to it is lost."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from arbitr import Client, Refused
from tests.arbitr.scripted import Script

ROW: Any = {"id": "e", "version": 3, "draw": "drawn", "draw_progress": 100, "outcome": "verified"}
MATCH: Any = {"id": "m", "sides": [{"entry": "a", "seats": "A"}, {"entry": "b", "seats": "B"}]}
DONE: dict[str, tuple[str, Callable[[Client], object]]] = {
    "open_event": (
        "/events",
        lambda site: site.open_event(
            "c", template="swiss", name="x", starts_at=datetime(2026, 1, 1, tzinfo=UTC)
        ),
    ),
    "move": ("/events/e/move", lambda site: site.move(ROW, to="open")),
    "enter": ("/events/e/entries/many", lambda site: site.enter("e", ["Eva Nová"])),
    "sign_up": ("/events/e/sign-up", lambda site: site.sign_up("e")),
    "draw": ("/events/e/rounds", lambda site: site.draw("e")),
    "publish": ("/rounds/e/publish", lambda site: site.publish(ROW)),
    "close_round": ("/rounds/e/close", lambda site: site.close_round(ROW)),
    "at_desk": ("/events/e/desk-tokens", lambda site: site.at_desk("e", name="x")),
    "take_along": ("/events/e/handovers", lambda site: site.take_along("e", who="x")),
    "send_state": ("/events/e/home/state", lambda site: site.send_state("e")),
    "send_home": ("/events/e/home/return", lambda site: site.send_home("e")),
    "send_home_by_file": ("/events/e/home/return", lambda site: site.send_home_by_file("e")),
    "hand_in": ("/matches/m/submissions", lambda site: site.hand_in(MATCH, "[Game]")),
    "enter_scores": ("/matches/m/scores", lambda site: site.enter_scores(MATCH, {"a": 1})),
}


@pytest.mark.parametrize("name", DONE)
def test_lost_answer_is_asked_for_again_under_the_same_key(script: Script, name: str) -> None:
    path, do = DONE[name]
    site = Client(script.site)
    site.connection = script.connection()
    again = {**ROW, "secret": "s"}
    script.replies = [None, (200, {}, again), (200, {}, again)]
    do(site)
    site.connection.close()
    (first, second) = [body for method, *_rest, body in script.asked if method == "POST"]
    assert {address for _how, address, *_rest in script.asked[:2]} == {f"/api/v1{path}"}
    assert first == second
    assert len(json.loads(first)["client_key"]) == 32


def test_two_wishes_have_two_keys(script: Script) -> None:
    site = Client(script.site)
    site.connection = script.connection()
    script.replies = [(200, {}, ROW), (200, {}, ROW)]
    site.publish(ROW)
    site.publish(ROW)
    site.connection.close()
    first, second = (json.loads(body)["client_key"] for *_rest, body in script.asked)
    assert first != second


FILES: dict[str, tuple[str, Callable[[Client], object]]] = {
    "take_over": (
        "/clubs/c/archives?way=running&",
        lambda site: site.take_over("c", b"{}", way="running"),
    ),
    "bring_back": ("/events/e/return?", lambda site: site.bring_back("e", b"{}")),
}


@pytest.mark.parametrize("name", FILES)
def test_file_is_sent_again_as_it_is_with_its_key_in_the_address(script: Script, name: str) -> None:
    path, do = FILES[name]
    site = Client(script.site)
    site.connection = script.connection()
    script.replies = [None, (201, {}, ROW)]
    assert do(site) == ROW
    site.connection.close()
    first, second = ((address, body) for _how, address, _headers, body in script.asked)
    assert first == second == (f"/api/v1{path}client_key={first[0][-32:]}", b"{}")


def test_archive_is_awaited_while_standings_are_computed_and_a_refusal_is_not(
    script: Script,
) -> None:
    site = Client(script.site)
    site.connection = script.connection()
    script.replies = [(409, {}, {"code": "stale"}), (200, {}, {"about": 1})]
    assert json.loads(site.archive("e")) == {"about": 1}
    script.replies = [(404, {}, {"code": "not-found"})]
    with pytest.raises(Refused):
        site.archive("e")
    site.connection.close()
