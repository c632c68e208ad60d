"""A series of evenings, for the demo or played by chance."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import islice

from django.utils import timezone

from league.demo.chance import Luck
from league.demo.people import people
from league.demo.series import SeriesBilled
from league.demo.services.events import put_on
from league.demo.services.simulation import EventPlan, check_plan, simulate_event
from league.errors import LeagueError
from league.models import Club, Event, Player, Series
from league.permissions import SERVICE, Actor
from league.series.services import add_evening, create_series

MOST_EVENINGS = 52
_FIRST_SEED = 100  # those before are the programme's
_REGULARS_COME = 0.8
_A_WEEK = timedelta(days=7)


def put_on_series(
    billed: SeriesBilled, *, club: Club, players: Sequence[Player], actor: Actor
) -> Series:
    """Its events that are put on already are found by name; regulars are those of the first."""
    series = create_series(club, actor=actor, fields={"name": billed.name, **billed.settings})
    regulars: list[Player] = []
    for seed, each in enumerate(billed.events, start=_FIRST_SEED):
        if isinstance(each, str):
            event = Event.objects.get(club=club, name=each)
        else:
            coming = _coming(regulars, players, luck=Luck(seed))
            event = put_on(each, club=club, players=coming, actor=actor, seed=seed)
        regulars = regulars or [
            player
            for entry in event.entries.select_related("player", "partner").order_by("seed")
            for player in entry.players
        ]
        add_evening(series, actor=actor, event=event)
    return series


def simulate_series(plan: EventPlan, *, evenings: int) -> Series:
    """So many evenings of one plan, in a club of their own; most people come again."""
    check_plan(plan)
    if not 1 <= evenings <= MOST_EVENINGS:
        raise LeagueError(f"1 to {MOST_EVENINGS} evenings.")
    club = Club.objects.create(name=f"Simulation {plan.seed}")
    known = _people(club, number=plan.entries + plan.entries // 2, seed=plan.seed)
    series = create_series(
        club,
        actor=SERVICE,
        fields={
            "name": f"Simulation {plan.seed}",
            "best": max(1, evenings * 2 // 3),
            "planned": evenings + 1,
            "bonus": 1,
            "guests": Series.Guests.APART,
        },
    )
    luck = Luck(plan.seed)
    for number in range(1, evenings + 1):
        event = simulate_event(
            replace(plan, seed=luck.getrandbits(31)),
            club=club,
            name=f"Simulation {plan.seed}, {number}",
            players=_coming(known[: plan.entries], known, luck=luck),
            starts_at=timezone.now() - _A_WEEK * (evenings - number),
        )
        add_evening(series, actor=SERVICE, event=event)
    return series


def _people(club: Club, *, number: int, seed: int) -> list[Player]:
    """Every third is a guest."""
    return [
        Player.objects.create(full_name=name, **{"keeper" if at % 3 == 2 else "club": club})
        for at, name in enumerate(islice(people("CZ", seed=seed), number))
    ]


def _coming(
    regulars: Sequence[Player], others: Sequence[Player], *, luck: Luck
) -> Iterator[Player]:
    """Most of the regulars, then others, then whoever is left; nobody twice."""
    mostly = [
        player for player in luck.sample(regulars, len(regulars)) if luck.happens(_REGULARS_COME)
    ]
    rest = luck.sample(others, len(others))
    yield from dict.fromkeys([*mostly, *rest])
