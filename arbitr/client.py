"""What programs do with a service, one method for each thing; answers are typed in `answers`.

Whatever is not here can be asked for by `connection`, which speaks plain JSON.
"""

import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar, cast
from urllib.parse import quote

from arbitr.answers import (
    Club,
    Entered,
    Entry,
    Event,
    Home,
    Match,
    Me,
    Page,
    Returned,
    Round,
    Standings,
    Submission,
    Verdict,
)
from arbitr.connection import Connection, Refused, Unreachable

PAGE_SIZE = 200
LONGEST_WORK_S = 300
_POLL_S = 0.3
Found = TypeVar("Found")


def new_key() -> str:
    """A client key: by it the service knows a repeat."""
    return uuid.uuid4().hex


class Client:
    """A service as one account sees it; without a token, as the public does."""

    def __init__(self, site: str, *, token: str = "", language: str = "en") -> None:
        self.connection = Connection(site, token=token, language=language)

    def me(self) -> Me:
        return cast("Me", self.connection.get("/me"))

    def clubs(self, **narrowed: Any) -> Iterator[Club]:
        return self._pages("/clubs", **narrowed)

    # Events

    def events(self, **narrowed: Any) -> Iterator[Event]:
        """`status`, `club`, `game`, …: as the API lists them."""
        return self._pages("/events", **narrowed)

    def event(self, event: str) -> Event:
        return cast("Event", self.connection.get(f"/events/{event}"))

    def open_event(
        self, club: str, *, template: str, name: str, starts_at: datetime, **settings: Any
    ) -> Event:
        """A draft, from a template."""
        body = {"club": club, "template": template, "name": name, **settings}
        body["starts_at"] = starts_at.isoformat()
        return cast("Event", self._do("/events", body))

    def take_over(self, club: str, archive: bytes, *, way: str = "read_only") -> Event:
        """An event of another machine; `running` goes on here. A file sent twice is one event."""
        path = f"/clubs/{club}/archives?way={quote(way)}&client_key={new_key()}"
        return cast("Event", self.connection.post_file(path, archive))

    # Laptop and server

    def take_along(self, event: str, *, who: str) -> bytes:
        """The file for another computer, which runs the event until it is brought back."""
        self._do(f"/events/{event}/handovers", {"who": who})
        return self.file_for_other(event)

    def file_for_other(self, event: str) -> bytes:
        """As the event stands: for who took it along, or for the service where it is at home."""
        return self.connection.fetch(f"/events/{event}/handovers/file", form="zip").body

    def bring_back(self, event: str, file: bytes, *, is_last: bool | None = None) -> Returned:
        """A state from the other computer. The last one, unless it or you say otherwise."""
        last = "" if is_last is None else f"&last={str(is_last).lower()}"
        path = f"/events/{event}/return?client_key={new_key()}{last}"
        return cast("Returned", self.connection.post_file(path, file))

    def send_state(self, event: str) -> Home:
        """From the computer that has it to the service where it is at home; it goes on here."""
        return cast("Home", self._do(f"/events/{event}/home/state"))

    def send_home(self, event: str) -> Home:
        """From now on it goes on there."""
        return cast("Home", self._do(f"/events/{event}/home/return"))

    def send_home_by_file(self, event: str) -> bytes:
        """The last state as a file; nothing is changed here from now on."""
        self._do(f"/events/{event}/home/return", {"by_file": True})
        return self.file_for_other(event)

    # Steps

    def move(self, event: Event, *, to: str) -> Event:
        body = {"to": to, "version": event["version"]}
        return cast("Event", self._do(f"/events/{event['id']}/move", body))

    # Entries

    def entries(self, event: str, **narrowed: Any) -> Iterator[Entry]:
        return self._pages(f"/events/{event}/entries", **narrowed)

    def enter(
        self, event: str, names: Sequence[str], *, is_here: bool = False, is_namesake: bool = False
    ) -> Entered:
        """As an official: all of them, or nobody."""
        body = {
            "people": [{"full_name": name} for name in names],
            "is_here": is_here,
            "is_namesake": is_namesake,
        }
        return cast("Entered", self._do(f"/events/{event}/entries/many", body))

    def sign_up(self, event: str) -> Entry:
        """Oneself."""
        return cast("Entry", self._do(f"/events/{event}/sign-up"))

    # Rounds

    def rounds(self, event: str) -> Iterator[Round]:
        return self._pages(f"/events/{event}/rounds")

    def draw(self, event: str, *, progress: Callable[[float], None] | None = None) -> Round:
        """The next round as a draft, once it is drawn; its `draw` says if that was refused."""
        drafted = cast("Round", self._do(f"/events/{event}/rounds"))

        def drawn() -> Round | None:
            state = cast("Round", self.connection.get(f"/rounds/{drafted['id']}"))
            if progress:
                progress(state["draw_progress"] / 100)
            return state if state["draw"] != "wanted" else None

        return _awaited(drawn)

    def publish(self, drawn: Round) -> Round:
        return self._step(drawn, "publish")

    def close_round(self, played: Round) -> Round:
        return self._step(played, "close")

    def _step(self, of: Round, step: str) -> Round:
        body = {"version": of["version"]}
        return cast("Round", self._do(f"/rounds/{of['id']}/{step}", body))

    def round(self, round_: str) -> Round:
        return cast("Round", self.connection.get(f"/rounds/{round_}"))

    def matches(self, round_: str, **narrowed: Any) -> Iterator[Match]:
        return self._pages(f"/rounds/{round_}/matches", **narrowed)

    def match(self, match: str) -> Match:
        return cast("Match", self.connection.get(f"/matches/{match}"))

    # Results

    def at_desk(self, event: str, *, name: str) -> "Client":
        """A client with a token for the desk of this event alone, made by an official."""
        made = self._do(f"/events/{event}/desk-tokens", {"name": name, "hours": 1})
        here = self.connection
        return Client(here.site, token=made["secret"], language=here.language)

    def verify(self, record: bytes) -> Verdict:
        """What the rules say; nothing is stored."""
        return cast("Verdict", self.connection.post_text("/verify", record))

    def hand_in(
        self, match: Match, record: str, *, game: int = 1, seating: Mapping[str, str] | None = None
    ) -> Submission:
        """A record; without `seating` everybody sat as they were paired."""
        body = {
            "record": record,
            "game": game,
            "seating": dict(seating or seated(match)),
        }
        path = f"/matches/{match['id']}/submissions"
        return self.judged(cast("Submission", self._do(path, body))["id"])

    def judged(self, submission: str) -> Submission:
        """Once the rules have said what they think of its record."""

        def judged() -> Submission | None:
            state = cast("Submission", self.connection.get(f"/submissions/{submission}"))
            return state if state["outcome"] != "pending" else None

        return _awaited(judged)

    def enter_scores(
        self, match: Match, scores: Mapping[str, int | str], *, game: int = 1
    ) -> Match:
        """As an official: a number by entry, "4+" for the first of equals, "x" for the absent."""
        body = {"scores": dict(scores), "game": game}
        return cast("Match", self._do(f"/matches/{match['id']}/scores", body))

    # Standings

    def standings(self, event: str, *, after: int | None = None, page: int = 1) -> Standings:
        path = f"/events/{event}/standings"
        answer = self.connection.get(path, after=after, page=page, page_size=PAGE_SIZE)
        return cast("Standings", answer)

    def whole_standings(self, event: str, *, after: int | None = None) -> Standings:
        """All pages as one."""
        page = 1
        table = more = self.standings(event, after=after)
        while more["next"] is not None:
            page += 1
            more = self.standings(event, after=after, page=page)
            table = {**table, "results": [*table["results"], *more["results"]]}
        return table

    # Files

    def table(self, event: str, table: str, *, kind: str = "csv", names: str = "public") -> bytes:
        """A whole table of an event: standings, overall, pairings, results, entries, …"""
        return self.file(f"/events/{event}/files/{table}", kind=kind, names=names)

    def archive(self, event: str, *, names: str = "public", form: str = "json") -> bytes:
        """All of an event, once its standings are those of its results; as a zip with records."""
        path = f"/events/{event}/archive"

        def computed() -> bytes | None:
            try:
                return self.connection.fetch(path, names=names, form=form).body
            except Refused as refusal:
                if refusal.code != "stale":
                    raise
                return None

        return _awaited(computed)

    def records(self, event: str) -> bytes:
        """All records of an event as a zip."""
        return self.connection.fetch(f"/events/{event}/records").body

    def members(self, club: str, *, kind: str = "csv") -> bytes:
        """The members of a club that you run, by their full names."""
        return self.file(f"/clubs/{club}/files/members", kind=kind)

    def file(self, path: str, *, kind: str = "csv", **narrowed: str) -> bytes:
        """Any other table: `/series/{id}/files/table`, `/games/{game}/files/ratings`, …"""
        return self.connection.fetch(path, kind=kind, **narrowed).body

    def _do(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Once, also if its answer is lost and it is sent again: under a key of its own."""
        return self.connection.post(path, {**(body or {}), "client_key": new_key()})

    def _pages(self, path: str, **narrowed: Any) -> Iterator[Any]:
        number = 1
        while True:
            page = cast(
                "Page",
                self.connection.get(path, page=number, page_size=PAGE_SIZE, **narrowed),
            )
            yield from page["results"]
            if page["next"] is None:
                return
            number += 1


def seated(match: Match) -> dict[str, str]:
    """Entries by the letters of their seats, as paired; a team holds two."""
    return {letter: side["entry"] for side in match["sides"] for letter in side["seats"]}


def _awaited(state: Callable[[], Found | None]) -> Found:
    """What the service is working on, once it is there."""
    until = time.monotonic() + LONGEST_WORK_S
    while time.monotonic() < until:
        found = state()
        if found is not None:
            return found
        time.sleep(_POLL_S)
    raise Unreachable("The service is still working on it. Look again later.")
