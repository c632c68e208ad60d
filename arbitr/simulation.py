"""A whole event played over the API: made-up people, random lawful games, every round to its end.

It does what an organiser's program would do, call by call; chance decides who wins.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from arbitr.answers import Event, Match
from arbitr.client import Client, seated

_FIRST = ("Adam", "Anna", "Ema", "Filip", "Hana", "Ivo", "Jana", "Karel", "Lea", "Marek", "Nina")
_LAST = ("Bílek", "Cibulka", "Fiala", "Horák", "Jelen", "Krejčí", "Malý", "Sova", "Urban")
Progress = Callable[[str, float], None]  # what is being done, and how much of the whole


class NoRound(Exception):
    """A round could not be drawn; the event stays as it is."""


@dataclass(frozen=True)
class Plan:
    club: str
    template: str
    game: str
    entries: int
    rounds: int
    seed: int
    name: str = ""
    has_records: bool = True  # handed in at the desk; else an official types the scores


def play(client: Client, plan: Plan, *, progress: Progress) -> Event:
    """From the draft to the last standings."""
    luck = random.Random(plan.seed)  # noqa: S311 nothing secret
    event = started(client, plan, luck)
    for number in range(1, plan.rounds + 1):
        progress(f"Round {number}", (number - 1) / plan.rounds)
        _play_round(client, event, plan, luck)
        event = client.event(event["id"])
        if event["is_played_out"]:
            break
    progress("Finishing", 1)
    return client.move(event, to="finished")


def started(client: Client, plan: Plan, luck: random.Random) -> Event:
    event = client.open_event(
        plan.club,
        template=plan.template,
        name=plan.name or f"Simulation {plan.seed}",
        starts_at=datetime.now(UTC),
        game=plan.game,
        stage={"rounds_planned": plan.rounds},
    )
    event = client.move(event, to="open")
    client.enter(event["id"], list(people(plan.entries, luck)), is_here=True)
    return client.move(client.event(event["id"]), to="running")


def people(number: int, luck: random.Random) -> Iterator[str]:
    """No two of the same name."""
    names = [f"{first} {last}" for first in _FIRST for last in _LAST]
    luck.shuffle(names)
    for index in range(number):
        again = index // len(names)
        yield names[index % len(names)] + (f" {again + 1}" if again else "")


def _play_round(client: Client, event: Event, plan: Plan, luck: random.Random) -> None:
    drawn = client.draw(event["id"])
    if drawn["draw"] != "drawn":
        raise NoRound(f"Round {drawn['number']} cannot be drawn: {drawn['refusal_code']}")
    published = client.publish(drawn)
    desk = client.at_desk(event["id"], name="simulation") if plan.has_records else None
    for match in list(client.matches(published["id"])):
        for game in range(1, event["games_per_match"] + 1):
            record = random_record(event, match, seed=luck.getrandbits(31))
            if desk is not None:
                desk.hand_in(match, record, game=game)
                continue
            state = client.enter_scores(match, scores_in(record, match), game=game)["state"]
            if state == "accepted":  # won before the last game
                break
    if desk is not None:
        desk.connection.close()
    client.close_round(client.round(published["id"]))  # with the version that it has now


def random_record(event: Event, match: Match, *, seed: int) -> str:
    from games.registry import rules_of

    rules = rules_of(event["game"])
    if rules is None:
        raise NoRound(f"There are no rules here to play {event['game']} by.")
    return rules.random_play.game(
        seed, players=len(seated(match)), variant=event["variant"], edition=event["edition"]
    )


def scores_in(record: str, match: Match) -> dict[str, int | str]:
    """As an official types them: whoever stands above an equal score gets a +."""
    from games.verify import verify

    seats = seated(match)
    sides = sorted(verify(record.encode()).sides, key=lambda side: side.rank)
    scores: dict[str, int | str] = {}
    for side, behind in zip(sides, [*sides[1:], None], strict=True):
        score = side.standing.score
        is_above = behind is not None and (behind.standing.score, behind.rank > side.rank) == (
            score,
            True,
        )
        scores[seats[side.standing.side[0]]] = f"{score}+" if is_above else score
    return scores
