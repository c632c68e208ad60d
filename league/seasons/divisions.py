"""What a division is like as an event, and who meets whom in rounds that are not published yet.

A division plays for weeks and mostly at home: nobody checks in, there is no clock, and a result
that nobody contests is accepted after three days. The order of entry gives the starting numbers,
so that an organiser's order of players is the one that the schedule is made of.
"""

from dataclasses import dataclass

from league.formats.contract import Format, StageSettings, Template
from league.formats.round_robin import ROUND_ROBIN
from league.formats.tables import TABLES
from league.pairing.field import Entrant, Pairing
from league.pairing.schedules import fixed_schedule

SINGLE, DOUBLE, FOURS, THREES = "single", "double", "fours", "threes"
TABLE_SIZES = {FOURS: 4, THREES: 3}
LEAST_PLAYERS = 3  # of a division; two have nothing to rank
MOST_PLAYERS = 60

_EVENT = {
    "sign_up": "desk",
    "entry_limit": None,
    "check_in_opens_min": None,
    "round_minutes": None,
    "requested_byes": 0,
    "accepts_after_min": 3 * 24 * 60,
}
_STAGE = {"seeding": "entered", "chain": ["WIN", "GAME", "SEED"]}


def template_for(format_key: str, *, rounds: int) -> Template:
    """A division's settings; `rounds` counts at tables of three and four alone."""
    if format_key in TABLE_SIZES:
        stage = {
            "kind": TABLES.key,
            "table_size": TABLE_SIZES[format_key],
            "keeps_schedule": True,
            "rounds_planned": rounds,
            "scheme": "equal",
        }
    else:
        stage = {"kind": ROUND_ROBIN.key, "is_double": format_key == DOUBLE, "rounds_planned": 1}
    return Template(f"season_{format_key}", "", "", _EVENT, {**_STAGE, **stage})


def rounds_of(format_key: str, *, players: int, rounds: int) -> int:
    """How many rounds a division of so many players has."""
    if format_key in TABLE_SIZES:
        return rounds
    settings = StageSettings(is_double=format_key == DOUBLE)
    return ROUND_ROBIN.rounds_for(players, settings=settings)


def has_schedule(format_key: str, *, players: int, rounds: int) -> bool:
    """Whether it is known before the start who meets whom in every round."""
    if players < LEAST_PLAYERS:
        return False
    size = TABLE_SIZES.get(format_key)
    return size is None or fixed_schedule(players, rounds=rounds, size=size) is not None


def numbers_with_schedule(format_key: str, *, rounds: int) -> tuple[int, ...]:
    """The numbers of players that a division of this format may have."""
    return tuple(
        players
        for players in range(LEAST_PLAYERS, MOST_PLAYERS + 1)
        if has_schedule(format_key, players=players, rounds=rounds)
    )


@dataclass(frozen=True, slots=True)
class SchedulePlan:
    """What the schedule of a division is made of."""

    format: Format
    settings: StageSettings
    entries: tuple[tuple[str, int], ...]  # with their starting numbers
    left: frozenset[str] = frozenset()


def planned_round(plan: SchedulePlan, number: int) -> Pairing | None:
    """Tables and who sits out; None: drawn when the round starts, or there is no such round."""
    entrants = tuple(Entrant(entry, seed=seed) for entry, seed in plan.entries)
    return plan.format.planned_round(
        number, entrants=entrants, left=plan.left, settings=plan.settings
    )
