"""What the client does is done once, also where the answer to it is lost."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from arbitr import Client, Refused
from arbitr.cli import main
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


def test_commands_take_an_event_along_and_bring_it_back(
    script: Script,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """Files with names and a key are for nobody else."""
    named = {"ARBITR_SITE": script.site, "ARBITR_TOKEN": "t", "XDG_CONFIG_HOME": str(tmp_path)}
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    taken, back = tmp_path / "taken.json", tmp_path / "back.json"
    added = {"is_new": True, "added": {"rounds": 1, "byes": 0}}
    script.replies = [(201, {}, ROW), (200, {}, {"out": 1})]
    assert main(["take-along", "e", "--who", "Laptop", "-o", str(taken)]) == 0
    script.replies = [(200, {}, ROW)]
    assert main(["send-state", "e"]) == 0
    script.replies = [(200, {}, ROW), (200, {}, {"back": 1})]
    assert main(["send-home", "e", "-o", str(back)]) == 0
    script.replies = [(200, {}, added), (200, {}, {**added, "is_new": False})]
    assert main(["bring-back", "e", str(back), "--goes-on-there"]) == 0
    assert main(["bring-back", "e", str(back)]) == 0

    assert [json.loads(file.read_text()) for file in (taken, back)] == [{"out": 1}, {"back": 1}]
    assert {file.stat().st_mode & 0o077 for file in (taken, back)} == {0}
    asked = [(address, body) for _how, address, _headers, body in script.asked]
    assert json.loads(asked[0][1])["who"] == "Laptop"
    assert json.loads(asked[3][1])["by_file"] is True
    assert ["last=false" in address for address, _body in asked[-2:]] == [True, False]
    assert asked[-1][1] == back.read_bytes()
    assert capsys.readouterr().out == "new: 1 rounds\nwas brought back before\n"


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
