"""What the service answers, as far as this client relies on it.

Answers have more fields than are named here, and may get more. `tests/arbitr/test_answers.py` holds
these against the description of the API.
"""

from typing import Any, TypedDict


class Page(TypedDict):
    count: int
    next: str | None
    previous: str | None
    results: list[Any]


class Me(TypedDict):
    id: str
    name: str
    scopes: list[str]


class Club(TypedDict):
    id: str
    name: str
    town: str


class Event(TypedDict):
    id: str
    club: str
    status: str
    name: str
    place: str
    starts_at: str
    game: str
    variant: str
    edition: str
    games_per_match: int
    is_played_out: bool
    version: int
    live_version: int


class Returned(TypedDict):
    is_new: bool
    added: dict[str, int]


class Home(TypedDict):
    handover: str
    address: str
    sent_at: str | None
    returned_at: str | None
    is_behind: bool


class Entry(TypedDict):
    id: str
    event: str
    name: str
    player: str
    status: str
    seed: int | None


class Entered(TypedDict):
    entries: list[Entry]
    already: list[str]
    repeated: list[str]


class Round(TypedDict):
    id: str
    event: str
    number: int
    name: str
    status: str
    draw: str
    draw_progress: int
    refusal_code: str | None
    version: int


class Side(TypedDict):
    entry: str
    name: str
    seats: str


class Match(TypedDict):
    id: str
    event: str
    round: str
    table: int
    state: str
    version: int
    sides: list[Side]


class Finding(TypedDict):
    line: int
    code: str
    message: str


class VerdictSide(TypedDict):
    side: str
    rank: int
    score: int


class Verdict(TypedDict):
    game: str | None
    status: str
    claims: str
    turns: int
    sides: list[VerdictSide]
    findings: list[Finding]


class Submission(TypedDict):
    id: str
    match: str
    game: int
    outcome: str
    reason: str
    state: str
    digest: str
    verdict: Verdict | None


class Standing(TypedDict):
    rank: int
    group: str
    entry: str
    name: str
    points: int | str  # a fraction as text: "22/3"
    texts: dict[str, str]
    games: int


class Standings(TypedDict):
    after_round: int
    chain: list[str]
    is_current: bool
    is_final: bool
    count: int
    next: str | None
    results: list[Standing]
