"""Tables to hand results in for, records that fit them, and what they came to."""

from collections.abc import Mapping
from functools import cache

from games.registry import rules_of
from games.verify import verify
from league.models import Match, Result, Seat, Stage
from tests.factories.events import published_round, running_event

OTHER_GAME = {"game": "other", "other_name": "Dáma"}


def event_of_scores(
    entries: int = 4, *, stage: Mapping[str, object] = {}, **event: object
) -> Stage:
    """Of a game without rules: scores are all there is."""
    return running_event(entries, stage=stage, **{**OTHER_GAME, **event})


def table(seats: int = 4, *, stage: Mapping[str, object] = {}, **event: object) -> Match:
    """The match of a published round, alone in its event."""
    return only_match(running_event(seats, stage=stage, **event))


def other_table(seats: int = 2, **event: object) -> Match:
    """The same of a game without rules."""
    return only_match(event_of_scores(seats, **event))  # type: ignore[arg-type]


def only_match(stage: Stage) -> Match:
    matches = published_round(stage).matches
    return matches.select_related("event", "round__stage__event").get()


def seat_at(match: Match, letter: str = "A") -> Seat:
    return match.seats.select_related("match__event").get(letter=letter)


@cache
def record_of(
    seed: int = 1, *, game: str = "triolet", players: int = 4, variant: str | None = None
) -> str:
    """Of a random lawful game, played to its end."""
    rules = rules_of(game)
    assert rules is not None
    return rules.random_play.game(seed, players=players, variant=variant)


def lawful_record(match: Match, *, seed: int = 1) -> str:
    event = match.event
    players = match.seats.count()
    return record_of(seed, game=event.game, players=players, variant=event.variant)


def broken_record(match: Match, *, seed: int = 1) -> str:
    """Lawful up to its second turn, which comes twice."""
    lines = lawful_record(match, seed=seed).split("\n")
    first = next(at for at, line in enumerate(lines) if line.startswith("A "))
    return "\n".join([*lines[: first + 1], *lines[first:]])


def scores_of(record: str) -> list[int]:
    """In the order of the seats."""
    sides = sorted(verify(record.encode()).sides, key=lambda side: side.standing.seats)
    return [side.standing.score for side in sides]


def state(match: Match) -> tuple[str, str, bool]:
    match.refresh_from_db()
    return match.state, match.grade, match.is_open


def counting(match: Match, *, game: int = 1) -> Result | None:
    slot = match.games.select_related("result").filter(number=game).first()
    return slot.result if slot else None


def scores_counting(match: Match) -> list[int]:
    """In the order of the seats as they sat."""
    result = counting(match)
    assert result is not None
    return [side["score"] for side in sorted(result.sides, key=lambda side: str(side["seats"]))]
