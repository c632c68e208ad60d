"""An event of several stages in a series and as a tournament report."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from league.errors import LeagueError
from league.events.queries.stages import final_order
from league.events.services import stages
from league.events.services.lifecycle import move_event
from league.events.services.rounds import close_round
from league.exchange.queries.reports import trf_event
from league.models import Event, Match, Stage
from league.pairing.trf.reader import read_trf
from league.pairing.trf.writer import write_trf
from league.permissions import SERVICE
from league.series.queries.series import counted_series
from league.series.queries.shown import series_shown
from league.standings.queries import published_rows
from league.standings.services import compute_standings
from tests.factories.events import enter, entries_at, played_round, published_round, running_event
from tests.factories.series import make_series

pytestmark = pytest.mark.django_db

TABLES = {"kind": "tables", "rounds_planned": 1}
SWISS = {"kind": "swiss", "name": "Final", "takes": "places", "takes_places": 4}
PLACES = (25, 18, 15, 12, 10, 8, 6, 4)


@pytest.fixture
def event() -> Event:
    """A round at tables, then two of a Swiss of the best four: there the last of them wins."""
    stage = running_event(8, stage=TABLES, language="en")
    stages.add_stage(stage.event, actor=SERVICE, values={**SWISS, "rounds_planned": 2})
    played_round(stage)
    swiss = stages.begin_stage(second(stage.event), actor=SERVICE)
    assert swiss.places.count() == 4
    for _number in range(2):
        weakest_wins(second(stage.event))
    event = Event.objects.get(pk=stage.event_id)
    return move_event(event, to=Event.Status.FINISHED, actor=SERVICE, version=event.version)


def second(event: Event) -> Stage:
    return Stage.objects.select_related("event").get(event=event, order=2)


def weakest_wins(stage: Stage) -> None:
    published = published_round(stage)
    seeds = dict(stage.places.values_list("entry", "seed"))
    for match in published.matches.all():
        enter(match, *(10 * seeds[entry] for entry in entries_at(match)))
    close_round(published, actor=SERVICE)
    compute_standings(stage.pk)


def by_player(event: Event, entries: Sequence[str]) -> list[str]:
    players = dict(event.entries.values_list("pk", "player"))
    return [players[entry] for entry in entries]


def test_series_counts_the_order_over_all_stages(event: Event) -> None:
    series = make_series(event.club)
    series.evenings.create(event=event, order=1)
    rows = series_shown(counted_series(series)).rows
    final = final_order(event)
    first = published_rows(Stage.objects.get(event=event, order=1))
    assert final[0].entry != first[0].entry  # who was first before the final is not first over all
    assert [one.place for one in final[:4]] == [1, 2, 3, 4]
    shares: dict[int, list[int]] = {}
    for at, one in enumerate(final):
        shares.setdefault(one.place, []).append(PLACES[at])
    expected = {
        player: Fraction(sum(shares[one.place]), len(shares[one.place]))
        for player, one in zip(by_player(event, [f.entry for f in final]), final, strict=True)
    }
    assert {each.row.player: each.row.total for each in rows} == expected


def test_report_of_a_later_swiss_stage_is_read_again(event: Event) -> None:
    swiss = second(event)
    told = read_trf(write_trf(trf_event(swiss))).event
    assert len(told.players) == 4
    assert told.rounds_planned == 2
    seeds = dict(swiss.places.values_list("entry", "seed"))
    pairs = {
        (match.round.number_in_stage, frozenset(seeds[entry] for entry in entries_at(match)))
        for match in Match.objects.filter(round__stage=swiss).select_related("round__stage")
    }
    read = {
        (number, frozenset({player.number, game.opponent}))
        for player in told.players
        for number, game in enumerate(player.rounds, start=1)
        if game.opponent
    }
    assert read == pairs
    assert {number for number, _pair in read} == {1, 2}


def test_report_of_the_tables_before_is_refused(event: Event) -> None:
    with pytest.raises(LeagueError, match="two at a table"):
        trf_event(Stage.objects.select_related("event").get(event=event, order=1))
