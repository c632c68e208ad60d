"""Phones that keep a score sheet as the page's script does, and count what comes over the air."""

import gzip
import json
import re
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from league.models import Sheet
from league.sheets.changes import applied
from league.sheets.services.acts import MOST_AT_ONCE, Note
from tests.factories.phones import phone_with
from tests.factories.sheets import lines_of, practice, tags_of, written

PlainAct = tuple[str, str, str]  # kind, seat and text
_PACKED = {"Accept-Encoding": "gzip"}
_DATA = re.compile(r'<script id="sheet-data"[^>]*>(.*?)</script>', re.DOTALL)
_BOARD = re.compile(r"data-board>\s*<noscript>.*?(<svg.*?</svg>)\s*</div>\s*</noscript>", re.DOTALL)


class SheetPhone:
    """Knows a state, enters acts, and asks what is new.

    `bodies` are the bytes of all answers, as they are and as sent; `times` what they took, in ms.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.client: Client = phone_with(sheet.code)
        self.bodies: list[tuple[int, int]] = []
        self.times: list[float] = []
        where = reverse("sheet", args=[sheet.pk])
        self.page = self._read(lambda: self.client.get(where, headers=_PACKED))
        self.state = _state_in(self.page.decode())

    def enter(self, act: PlainAct) -> dict[str, Any]:
        kind, seat, text = act
        number = self.state["number"]
        note = {"key": f"key-{number}", "kind": kind, "seat": seat, "text": text}
        body = {"after": number, "notes": [note], "knows": self.state["version"]}
        where = reverse("sheet-write", args=[self.sheet.pk])
        sent = {"content_type": "application/json", "headers": _PACKED}
        answer: dict[str, Any] = json.loads(
            self._read(lambda: self.client.post(where, body, **sent))
        )
        self._hear(answer["state"])
        return answer

    def ask(self) -> bool:
        """Whether there was something new."""
        where = reverse("live-sheet", kwargs={"language": "en", "pk": self.sheet.pk})
        since = {"since": self.state["version"]}
        said = self._read(lambda: self.client.get(where, since, headers=_PACKED))
        if said:
            self._hear(json.loads(said))
        return bool(said)

    def _hear(self, said: dict[str, Any]) -> None:
        assert said["since"] == self.state["version"], "what has changed, not the whole"
        self.state = applied(self.state, said["change"])

    def _read(self, request: Callable[[], HttpResponse]) -> bytes:
        started = process_time()
        got = request()
        self.times.append((process_time() - started) * 1000)
        assert got.status_code in (200, 204), got.content
        is_packed = got.headers.get("Content-Encoding") == "gzip"
        content: bytes = gzip.decompress(got.content) if is_packed else got.content
        self.bodies.append((len(content), len(got.content)))
        return content

    @property
    def sent(self) -> list[int]:
        return [sent for _raw, sent in self.bodies]


def _state_in(page: str) -> dict[str, Any]:
    data, board = _DATA.search(page), _BOARD.search(page)
    assert data is not None
    state: dict[str, Any] = json.loads(data[1])["state"]
    if board is not None:
        state["pad"]["board"] = board[1]
    return state


def acts_of_game(game: str, *, players: int = 2, seed: int = 1) -> list[PlainAct]:
    """All that is written on a sheet in a random game."""
    tags = tags_of(game, players=players, seed=seed)
    lines = lines_of(game, players=players, seed=seed)
    return [
        *([("set_up", "", tags)] if tags else []),
        *(("action", seat, words) for seat, words in lines),
    ]


def entered(game: str, acts: Sequence[PlainAct], *, players: int = 2) -> Sheet:
    """A sheet with these acts on it."""
    sheet = practice(game, players=players, help="check")
    notes = [Note(f"entered-{at}", *act) for at, act in enumerate(acts)]
    for start in range(0, len(notes), MOST_AT_ONCE):
        some = notes[start : start + MOST_AT_ONCE]
        assert len(written(sheet, *some).taken) == len(some)
    return sheet
