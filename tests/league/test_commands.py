"""Commands for operators: a simulated event, its report and its table."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.models import Entry, Event, Match, Player, Series, Stage
from league.pairing.dutch.engine import Drawn, pair_dutch
from league.pairing.positions import read_report
from league.pairing.trf.reader import read_trf
from league.pairing.trf.writer import write_trf
from league.series.queries.series import counted_series
from league.series.queries.shown import series_shown
from tests.factories.events import played_round, running_event
from tests.league.series.naive import naive_table

pytestmark = pytest.mark.django_db


def run(command: str, *arguments: object, **options: object) -> str:
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out, skip_checks=True, **options)
    return out.getvalue()


def simulated(kind: str, *, entries: int, rounds: int, seed: int = 1, **options: object) -> Event:
    event = run("simulate", format=kind, entries=entries, rounds=rounds, seed=seed, **options)
    return Event.objects.get(pk=event.strip())


def tables_of(event: Event) -> list[list[tuple[int | None, ...]]]:
    """Starting numbers at every table of every round, in the order of seats."""
    return [
        [
            tuple(match.seats.order_by("letter").values_list("entry__seed", flat=True))
            for match in one.matches.order_by("table")
        ]
        for one in event.stages.get().rounds.order_by("number")
    ]


def final_table(event: Event) -> list[tuple[object, ...]]:
    seeds = dict(event.entries.values_list("pk", "seed"))
    rows = json.loads(run("standings", event.pk, json=True))
    return [(row["rank"], seeds[row["entry"]], row["name"], row["points"]) for row in rows]


@pytest.mark.parametrize("kind", ["tables", "swiss", "round-robin"])
def test_simulated_event_is_played_to_its_end(kind: str) -> None:
    event = simulated(kind, entries=12, rounds=4)
    stage = event.stages.get()
    assert (event.status, stage.kind) == (Event.Status.FINISHED, kind.replace("-", "_"))
    assert list(stage.rounds.values_list("status", flat=True)) == ["closed"] * 4
    assert not Match.objects.exclude(state=Match.State.ACCEPTED).exists()
    assert event.entries.count() == 12
    assert final_table(event)[0][0] == 1
    assert stage.published_version == Stage.objects.get().wanted_version


def test_simulated_event_has_everything_that_happens_on_an_evening() -> None:
    event = simulated("tables", entries=41, rounds=5)
    kinds = set(event.entries.exclude(byes=None).values_list("byes__kind", flat=True))
    assert kinds >= {"half", "zero", "absent"}
    assert event.entries.filter(first_round=2).exists()
    assert event.entries.filter(status=Entry.Status.WITHDRAWN).exists()
    sides = [side for match in event.matches.all() for side in match.results.get().sides]
    assert any(side["forfeited"] for side in sides)


@pytest.mark.sqlite  # compares what was computed; what reads and writes runs on both
def test_same_seed_gives_the_same_event() -> None:
    first, again, other = (simulated("swiss", entries=15, rounds=4, seed=s) for s in (7, 7, 8))
    assert tables_of(first) == tables_of(again) != tables_of(other)
    assert final_table(first) == final_table(again) != final_table(other)


@pytest.mark.parametrize("game", ["kaleidoskop", "polyssimo", "triolet", "twisty"])
def test_scores_are_those_of_the_game(game: str) -> None:
    event = simulated("tables", entries=7, rounds=1, game=game)
    assert (event.game, event.matches.count()) == (game, 2)


@pytest.mark.parametrize(("entries", "rounds"), [(1, 3), (10, 0), (10, 61), (2001, 1)])
def test_impossible_simulation_is_refused(entries: int, rounds: int) -> None:
    with pytest.raises(CommandError, match="2 to 2000 entries"):
        simulated("swiss", entries=entries, rounds=rounds)
    assert not Event.objects.exists()


def test_small_swiss_goes_on_with_repeats_and_is_marked() -> None:
    event = simulated("swiss", entries=4, rounds=5)
    assert event.stages.get().rounds.count() == 5
    assert "### round 5 was edited by hand" in run("trf", event.pk)


@pytest.mark.sqlite  # compares what was computed; what reads and writes runs on both
def test_checker_pairs_every_round_of_a_swiss_as_it_was(tmp_path: Path) -> None:
    from py4swiss.trf import TrfParser  # type: ignore[import-untyped]

    event = simulated("swiss", entries=41, rounds=7)
    report = run("trf", event.pk)
    file = tmp_path / "event.trf"
    file.write_text(report)
    assert len(TrfParser.parse(file).player_sections) == 41  # which checks points and results

    told = read_trf(report).event
    assert (told.rounds_planned, told.edited_rounds, told.early_rounds) == (7, set(), set())
    for number, tables in enumerate(tables_of(event), start=1):
        drawn = pair_dutch(read_report(write_trf(told.before(number))).position)
        assert isinstance(drawn, Drawn)
        assert set(drawn.pairs) == set(tables)


def test_report_shows_public_names_unless_full_ones_are_asked_for() -> None:
    stage = running_event(4, stage={"kind": "swiss"})
    Player.objects.update(full_name="Eva Malá")
    played_round(stage)
    names = [player.name for player in read_trf(run("trf", stage.event_id)).event.players]
    full = run("trf", stage.event_id, full_names=True)
    assert names == ["Eva M. (1)", "Eva M. (2)", "Eva M. (3)", "Eva M. (4)"]
    assert "Eva Mala" in full


def test_report_of_tables_is_refused() -> None:
    stage = running_event(8)
    with pytest.raises(CommandError, match="rounds of two at a table"):
        run("trf", stage.event_id)


def test_standings_are_printed_as_published() -> None:
    stage = running_event(4)
    played_round(stage)
    played_round(stage)
    rows = json.loads(run("standings", stage.event_id, json=True))
    first = json.loads(run("standings", stage.event_id, json=True, after=1))
    assert set(rows[0]) == {"rank", "entry", "name", "points", "points_12", "values", "cells"}
    assert [(row["rank"], row["points"], row["points_12"]) for row in rows] == [
        (1, 22, 264),
        (2, 14, 168),
        (3, 8, 96),
        (4, 4, 48),
    ]
    assert [row["points"] for row in first] == [11, 7, 4, 2]
    assert run("standings", stage.event_id).splitlines()[0].split()[:2] == ["1", "22"]


def test_standings_are_printed_by_other_tiebreaks_with_exact_numbers() -> None:
    stage = running_event(4)
    played_round(stage)
    played_round(stage)
    rows = json.loads(run("standings", stage.event_id, json=True, chain="REL, OPP,PLACES"))
    first = json.loads(run("standings", stage.event_id, json=True, chain="OPP", after=1))
    assert "REL" not in stage.chain
    assert list(rows[0]["values"]) == ["REL", "OPP", "PLACES"]
    assert [row["values"]["OPP"] for row in rows] == [["13/3"], ["17/3"], ["20/3"], ["22/3"]]
    assert [row["values"]["OPP"] for row in first] == [["13/3"], ["17/3"], ["20/3"], ["22/3"]]
    assert rows[0]["values"]["PLACES"] == [2, 0, 0]


def test_standings_by_an_unknown_tiebreak_are_refused() -> None:
    stage = running_event(4)
    with pytest.raises(CommandError, match="no chain of tiebreaks: LUCK"):
        run("standings", stage.event_id, json=True, chain="BH,LUCK")


@pytest.mark.parametrize("command", ["trf", "standings"])
def test_unknown_event_is_refused(command: str) -> None:
    with pytest.raises(CommandError, match="no event bcdfghjkmn"):
        run(command, "bcdfghjkmn")


def test_standings_that_do_not_exist_are_refused() -> None:
    stage = running_event(4)
    arguments: dict[str, Any] = {"json": True, "after": 3}
    with pytest.raises(CommandError, match="no such standings"):
        run("standings", stage.event_id, **arguments)


def test_simulated_series_is_confirmed_by_a_second_calculation() -> None:
    found = run("simulate", "series", format="tables", entries=8, rounds=2, seed=3, evenings=3)
    counted = counted_series(Series.objects.get(pk=found.strip()))
    shown = series_shown(counted)
    assert [event.status for event in counted.events] == ["finished"] * 3
    assert (shown.left, len(shown.guests) > 0, counted.is_current) == (1, True, True)
    assert {each.row.player: (each.row.rank, each.row.total) for each in shown.rows} == naive_table(
        list(counted.evenings), terms=counted.terms, guests=set(counted.guests)
    )


def test_simulated_series_has_bounds() -> None:
    with pytest.raises(CommandError, match="1 to 52 evenings"):
        run("simulate", "series", format="tables", entries=8, rounds=2, seed=3, evenings=0)
