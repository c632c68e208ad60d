"""`manage.py simulate`: every way to play to its end, the same again from the same seed."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from league.demo.services.open_evening import play_open_evening
from league.demo.services.simulation import EventPlan, simulate_event
from league.formats.registry import FORMATS
from league.models import Event, Match

pytestmark = pytest.mark.django_db

KINDS = [format_.key for format_ in FORMATS]
WAITS = re.compile(
    r"waits: mean (\d+) s, half within (\d+) s, nine of ten within (\d+) s, longest (\d+) s"
)
TOO_LONG = re.compile(
    r"waited longer than was set: (\d+) of (\d+); while somebody else was ready: (\d+), "
    r"left alone by a table: (\d+)"
)


def simulate(kind: str, *, entries: int, rounds: int, seed: int = 1, **options: str) -> list[str]:
    """The lines that are printed."""
    out = StringIO()
    name = kind.replace("_", "-")
    values = {"format": name, "entries": entries, "rounds": rounds, "seed": seed, **options}
    call_command("simulate", stdout=out, skip_checks=True, **values)
    return out.getvalue().strip().split("\n")


@pytest.mark.parametrize("kind", KINDS)
def test_every_format_is_played_to_its_end_and_the_last_line_is_the_id(kind: str) -> None:
    *figures, pk = simulate(kind, entries=6, rounds=2)
    event = Event.objects.get(pk=pk)
    stage = event.stages.get()
    assert (event.status, stage.kind) == (Event.Status.FINISHED, kind)
    assert event.matches.exists()
    assert not event.matches.exclude(state=Match.State.ACCEPTED).exists()
    assert set(stage.rounds.values_list("status", flat=True)) == {"closed"}
    assert bool(figures) == (not stage.format.has_rounds)


def test_all_eight_ways_to_play_are_offered() -> None:
    assert sorted(KINDS) == [
        *("double_elimination", "groups", "knockout", "open"),
        *("round_robin", "solo", "swiss", "tables"),
    ]


def test_open_evening_says_how_long_people_waited_and_how_often_they_met() -> None:
    waits, too_long, left, repeats, _pk = simulate("open", entries=7, rounds=3)
    assert WAITS.fullmatch(waits)
    assert TOO_LONG.fullmatch(too_long)
    assert re.fullmatch(r"still waiting at the end: (nobody|number \d+(, number \d+)*)", left)
    assert re.fullmatch(r"repeats: \d+ of \d+ meetings \(\d+ %\)", repeats)


def test_solo_says_how_many_games_count() -> None:
    [games, _pk] = simulate("solo", entries=3, rounds=2)
    assert games == "games: 6, with a result that counts: 6"


@pytest.mark.sqlite  # compares what was computed; what reads and writes runs on both
def test_same_seed_gives_the_same_evening() -> None:
    first, again, other = (simulate("open", entries=7, rounds=2, seed=s)[:-1] for s in (5, 5, 6))
    assert first == again != other
    tables = [
        [
            list(match.seats.order_by("letter").values_list("entry__seed", flat=True))
            for match in event.matches.order_by("round__number")
        ]
        for event in Event.objects.order_by("created_at", "pk")[:2]
    ]
    assert tables[0] == tables[1]


def test_nobody_waits_longer_than_was_set_while_somebody_else_is_ready() -> None:
    told: list[str] = []
    plan = EventPlan(kind="open", entries=12, rounds=3, seed=1)
    event = simulate_event(
        plan, without_rounds=lambda evening, plan: play_open_evening(evening, plan, say=told.append)
    )
    waits, too_long, _left, repeats = told
    set_s = 60 * event.stages.get().longest_wait_min
    mean_s, half_s, most_s, longest_s = map(int, re.findall(r"\d+", waits))
    late, _waits, beside_others, left_alone = map(int, re.findall(r"\d+", too_long))
    assert (beside_others, left_alone) == (0, 0)
    assert bool(late) == (longest_s > set_s)
    assert 0 < mean_s <= set_s
    assert half_s <= most_s <= longest_s
    again, meetings = map(int, re.findall(r"\d+", repeats)[:2])
    assert again < meetings / 2


@pytest.mark.parametrize("game", ["triolet", "twisty", "polyssimo"])
def test_solo_of_a_game_for_several_is_refused_with_those_that_have_one(game: str) -> None:
    with pytest.raises(CommandError, match=f"^{game} has no game for one player. These have one: "):
        simulate("solo", entries=3, rounds=1, game=game)
    assert not Event.objects.exists()
