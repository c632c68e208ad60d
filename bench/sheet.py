"""What one action on a score sheet costs the server, late in a game, when the most is replayed.

A random game of each of the four games is written on a practice sheet, and near its end an action
is sent as a phone sends it, through the whole service; then another phone asks for the new state,
and asks again when nothing has changed. Times are those of the processor; the aim is 20 ms for an
action with its answer.
"""

import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from typing import Any

ASKED = 9


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    started = time.process_time()
    value = work()
    return value, time.process_time() - started


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="arbitr-bench-") as data:
        os.environ |= {"ARBITR_DATA": data, "DJANGO_SETTINGS_MODULE": "league.config.settings"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        from games.registry import GAMES

        print("score sheet, near the end of a game (CPU): an action; its state; unchanged; size")
        for game in GAMES:
            _measure(game)


def _measure(game: str) -> None:
    from tests.factories.sheets import lines_of, noted, practice, tags_of, written

    times: dict[str, list[float]] = {"action": [], "state": [], "unchanged": []}
    size = 0
    for seed in range(1, ASKED + 1):
        sheet = practice(game, help="check")
        if tags := tags_of(game, seed=seed):
            written(sheet, *noted(("", tags), kind="set_up", key="s"))
        lines = list(lines_of(game, seed=seed))
        written(sheet, *noted(*lines[:-3]))
        sheet.refresh_from_db()
        client = _phone(sheet)
        note = {"key": "late", "kind": "action", "seat": lines[-3][0], "text": lines[-3][1]}
        answer, took = timed(lambda: _sent(client, sheet, note))  # noqa: B023  called at once
        assert answer.status_code == 200, answer.content
        size = len(answer.content)
        times["action"].append(took)
        address = f"/live/en/sheets/{sheet.pk}/"
        state, took = timed(lambda: client.get(address))  # noqa: B023
        times["state"].append(took)
        seen = {"If-None-Match": state["ETag"]}
        again, took = timed(lambda: client.get(address, headers=seen))  # noqa: B023
        assert again.status_code == 304
        times["unchanged"].append(took)
    shown = ", ".join(f"{statistics.median(all_) * 1000:5.1f} ms" for all_ in times.values())
    print(f"  {game:12} {len(lines):4} actions: {shown}; {size // 1024} KiB")


def _phone(sheet: Any) -> Any:
    from django.test import Client

    client = Client(SERVER_NAME="127.0.0.1")
    assert client.get(f"/c/{sheet.code}/").status_code == 302
    client.get(f"/sheets/{sheet.pk}/")
    return client


def _sent(client: Any, sheet: Any, note: dict[str, str]) -> Any:
    return client.post(
        f"/sheets/{sheet.pk}/write/",
        json.dumps({"after": sheet.number, "notes": [note]}),
        content_type="application/json",
    )
