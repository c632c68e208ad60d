"""The stages of an event: which is meant, who goes on, and each step back."""

import pytest

from league.errors import LeagueError
from league.events.queries.events import current_stage, first_stage, is_played_out, rounds_to_come
from league.events.queries.stages import coming_stage, field_proposed, final_order, is_stage_over
from league.events.services import stages
from league.events.services.bracket_seats import follow_bracket
from league.events.services.entries import Registration, enter_player, withdraw_entry
from league.events.services.game_fit import WrongSetting
from league.models import Entry, Event, Round, Stage
from league.pairing.services import divide_stage
from league.permissions import SERVICE
from league.results.queries import planned_rounds
from league.standings.inputs import RoundOutcome
from league.standings.queries import published_cells, published_rows, schedule_of
from league.standings.services import compute_standings
from tests.factories import make_event, make_player
from tests.factories.events import drawn_round, enter, played_round, published_round, running_event
from tests.league.api.asking import NOBODY

pytestmark = pytest.mark.django_db

SWISS = {"kind": "swiss", "rounds_planned": 2, "chain": ["BH", "WON"]}
FINALS = {"kind": "round_robin", "name": "Finals", "takes": "places", "takes_places": 4}


@pytest.fixture
def event() -> Event:
    """A group stage, and a final that has not begun; written in the other order."""
    event = make_event()
    Stage.objects.filter(event=event).update(order=2, kind="swiss")
    Stage.objects.create(event=event, order=1, kind="round_robin")
    return event


@pytest.fixture
def swiss() -> Stage:
    """Two rounds of a Swiss are over, and four of eight are to go on."""
    stage = running_event(8, stage=SWISS)
    stages.add_stage(stage.event, actor=SERVICE, values=FINALS)
    played_round(stage)
    played_round(stage)
    return Stage.objects.select_related("event").get(pk=stage.pk)


def finals_of(event: Event) -> Stage:
    return Stage.objects.select_related("event").get(event=event, order=2)


def begun(event: Event, **more: object) -> Stage:
    stages.begin_stage(finals_of(event), actor=SERVICE, **more)  # type: ignore[arg-type]
    return finals_of(event)


def seeds_in(stage: Stage) -> list[int | None]:
    """Starting numbers in the event, by those in the stage."""
    return list(stage.places.order_by("seed").values_list("entry__seed", flat=True))


def test_first_stage_is_the_lowest_in_order(event: Event) -> None:
    assert first_stage(event).kind == "round_robin"


def test_current_stage_is_the_first_before_all_others(event: Event) -> None:
    assert current_stage(event) == first_stage(event)


def test_stage_of_the_api_is_the_first(event: Event) -> None:
    assert NOBODY.get(f"events/{event.pk}").json()["stage"]["kind"] == "round_robin"
    [listed] = NOBODY.get("events").json()["results"]
    assert listed["stage"]["kind"] == "round_robin"


def test_best_of_a_swiss_play_a_final_of_their_own(swiss: Stage) -> None:
    event = swiss.event
    assert not is_played_out(event)
    assert coming_stage(event) == finals_of(event)
    order = [row.entry for row in published_rows(swiss)]
    finals = begun(event)
    assert current_stage(event) == finals
    assert [place.entry_id for place in finals.places.order_by("seed")] == order[:4]
    assert (finals.rounds_before, planned_rounds(finals)) == (2, 3)
    assert list(rounds_to_come(current_stage(event))) == [3, 4, 5]


def test_rounds_are_numbered_on_and_paired_by_the_stage(swiss: Stage) -> None:
    finals = begun(swiss.event)
    third = published_round(finals)
    assert (third.number, third.number_in_stage) == (3, 1)
    seated = set(third.seats.values_list("entry", flat=True))
    assert seated == set(finals.places.values_list("entry", flat=True))
    assert third.byes.count() == 0
    for match in third.matches.all():
        enter(match, 40, 30)
    compute_standings(finals.pk)
    assert [row.points_12 for row in published_rows(finals)] == [24, 24, 0, 0]
    assert len(published_rows(swiss)) == 8


def test_final_order_has_everybody_by_how_far_they_came(swiss: Stage) -> None:
    finals = begun(swiss.event)
    for _number in range(3):
        played_round(finals)
    places = final_order(swiss.event)
    assert is_played_out(swiss.event)
    assert coming_stage(swiss.event) is None
    assert [row.place for row in places[:4]] == [1, 2, 3, 4]
    assert {row.entry for row in places[:4]} == set(finals.places.values_list("entry", flat=True))
    behind = [row.entry for row in published_rows(swiss)][4:]
    assert [row.entry for row in places[4:]] == behind
    assert {row.came_to for row in places[4:]} == {1}


def test_rest_of_a_final_is_lost_by_forfeit_in_the_rounds_of_that_stage(swiss: Stage) -> None:
    """They are numbered on: the schedule's third round is the event's fifth."""
    finals = begun(swiss.event)
    for _number in range(2):
        played_round(finals)
    leaver, winner = schedule_of(finals)[4][0]
    withdraw_entry(Entry.objects.get(pk=leaver), actor=SERVICE, is_confirmed=True)
    played_round(finals)
    cells = {entry: row[-1] for entry, row in published_cells(finals).items()}
    assert (cells[winner].outcome, cells[winner].opponents) == (
        RoundOutcome.FORFEIT_WIN,
        (leaver,),
    )
    assert cells[leaver].outcome is RoundOutcome.FORFEIT_LOSS
    [told] = NOBODY.get(f"events/{swiss.event_id}/rounds").json()["results"][-1]["forfeits"]
    assert told["winner"] == winner


def test_who_left_does_not_go_on_and_the_next_takes_the_place(swiss: Stage) -> None:
    order = [row.entry for row in published_rows(swiss)]
    withdraw_entry(Entry.objects.get(pk=order[1]), actor=SERVICE, is_confirmed=True)
    finals = begun(swiss.event)
    assert [place.entry_id for place in finals.places.order_by("seed")] == [order[0], *order[2:5]]


def test_organiser_says_who_goes_on_and_in_which_order(swiss: Stage) -> None:
    order = [row.entry for row in published_rows(swiss)]
    chosen = [order[3], order[0], order[7]]
    finals = begun(swiss.event, entries=chosen)
    rows = list(finals.places.order_by("seed").values_list("entry", "origin", "came_from"))
    assert [entry for entry, _origin, _place in rows] == chosen
    assert [origin for _entry, origin, _place in rows] == ["place", "place", "wild_card"]


def test_somebody_else_comes_by_a_wild_card_or_by_choice(swiss: Stage) -> None:
    order = [row.entry for row in published_rows(swiss)]
    asked = [*order[:4], order[-1]]
    proposed = field_proposed(finals_of(swiss.event), order=asked)
    assert [one.origin for one in proposed.field] == ["place"] * 4 + ["wild_card"]
    assert proposed.others == tuple(e for e in proposed.others if e not in asked)
    stages.change_stage(finals_of(swiss.event), actor=SERVICE, values={"takes": "choice"})
    assert field_proposed(finals_of(swiss.event)).field == ()
    chosen = field_proposed(finals_of(swiss.event), order=asked).field
    assert {one.origin for one in chosen} == {"choice"}


def test_stage_waits_until_the_one_before_is_over() -> None:
    stage = running_event(8, stage=SWISS)
    finals = stages.add_stage(stage.event, actor=SERVICE, values=FINALS)
    played_round(stage)
    assert coming_stage(stage.event) is None
    with pytest.raises(LeagueError, match="still being played"):
        stages.begin_stage(finals, actor=SERVICE)
    assert not finals.places.exists()


def test_stage_needs_at_least_two(swiss: Stage) -> None:
    with pytest.raises(LeagueError, match="At least two"):
        begun(swiss.event, entries=[])


def test_stage_begins_once(swiss: Stage) -> None:
    begun(swiss.event)
    with pytest.raises(LeagueError, match="already begun"):
        begun(swiss.event)


def test_beginning_is_taken_back_while_nothing_is_published(swiss: Stage) -> None:
    finals = begun(swiss.event)
    drawn_round(finals)
    stages.take_back_stage(finals, actor=SERVICE)
    assert current_stage(swiss.event) == swiss
    assert not finals.places.exists()
    assert not Round.objects.filter(stage=finals).exists()
    published_round(begun(swiss.event))
    with pytest.raises(LeagueError, match="published"):
        stages.take_back_stage(finals_of(swiss.event), actor=SERVICE)


def test_nobody_comes_late_to_a_later_stage(swiss: Stage) -> None:
    begun(swiss.event)
    with pytest.raises(LeagueError, match="stage before"):
        enter_player(
            swiss.event,
            actor=SERVICE,
            registration=Registration(player=make_player("Pozdní Host")),
            is_here=True,
        )


def test_stage_that_waits_is_changed_and_removed(swiss: Stage) -> None:
    event = swiss.event
    third = stages.add_stage(event, actor=SERVICE, values={**FINALS, "name": "Last"})
    stages.change_stage(finals_of(event), actor=SERVICE, values={"kind": "swiss"})
    assert finals_of(event).chain == list(finals_of(event).format.usual_chain)
    stages.remove_stage(finals_of(event), actor=SERVICE)
    third.refresh_from_db()
    assert (third.order, third.name) == (2, "Last")


def test_stage_with_settings_that_do_not_go_together_is_refused(swiss: Stage) -> None:
    with pytest.raises(WrongSetting):
        stages.add_stage(swiss.event, actor=SERVICE, values={"kind": "swiss", "win_12": 6})
    with pytest.raises(WrongSetting, match="no such format"):
        stages.add_stage(swiss.event, actor=SERVICE, values={"kind": "lottery"})
    assert swiss.event.stages.count() == 2


def test_stage_plays_another_game_and_longer_matches(swiss: Stage) -> None:
    values = {"plays_own_game": True, "game": "twisty", "games_per_match": 3}
    stages.change_stage(finals_of(swiss.event), actor=SERVICE, values=values)
    published = published_round(begun(swiss.event))
    assert published.game_here.key == "twisty"
    match = published.matches.order_by("table")[0]
    enter(match, 7, 5)
    match.refresh_from_db()
    assert match.state != "accepted"
    enter(match, 7, 5, game=2)
    match.refresh_from_db()
    assert match.state == "accepted"


def test_groups_lead_to_a_knockout_that_is_played_to_its_end() -> None:
    groups = running_event(8, stage={"kind": "groups", "rounds_planned": 3, "chain": ["DE", "WON"]})
    divide_stage(groups)
    values = {"kind": "knockout", "takes": "places", "takes_places": 2, "places_played": 4}
    stages.add_stage(groups.event, actor=SERVICE, values=values)
    for _number in range(3):
        played_round(groups)
    proposed = field_proposed(finals_of(groups.event))
    assert {(one.place, one.group) for one in proposed.field} == {
        *((place, group) for place in (1, 2) for group in "AB")
    }
    assert len(proposed.meetings) == 2
    assert proposed.repeats == ()
    knockout = begun(groups.event)
    semi_final = played_round(knockout)
    assert (semi_final.number, str(semi_final.title)) == (4, "Semi-finals")
    assert semi_final.matches.count() == 2
    last = played_round(knockout)
    assert last.matches.count() == 2
    assert is_played_out(groups.event)
    final, *_rest = published_rows(knockout)
    assert final.rank == 1
    assert [row.place for row in final_order(groups.event)] == [1, 2, 3, 4, 5, 5, 7, 7]


def test_swiss_leads_to_a_double_elimination(swiss: Stage) -> None:
    values = {"kind": "double_elimination", "takes": "all"}
    stages.change_stage(finals_of(swiss.event), actor=SERVICE, values=values)
    finals = begun(swiss.event)
    assert finals.places.count() == 8
    while not is_stage_over(finals):
        played_round(finals)
    follow_bracket(finals.pk)
    assert is_played_out(swiss.event)
    rows = published_rows(finals)
    assert [row.rank for row in rows[:4]] == [1, 2, 3, 4]
    assert rows[0].entry == finals.places.get(seed=1).entry_id


THIRDS = {"kind": "knockout", "takes": "places", "takes_places": 1, "takes_next": 1}
UNEQUAL = {"kind": "groups", "rounds_planned": 3, "chain": ["WON"], "group_size": 4}


def unequal_groups() -> Stage:
    """Seven in groups of four and three: winners go on, and the better of the seconds."""
    groups = running_event(7, stage=UNEQUAL)
    divide_stage(groups)
    stages.add_stage(groups.event, actor=SERVICE, values=THIRDS)
    for _number in range(3):
        played_round(groups)
    return Stage.objects.select_related("event").get(pk=groups.pk)


def test_best_behind_are_compared_per_match_over_unequal_groups() -> None:
    groups = unequal_groups()
    proposed = field_proposed(finals_of(groups.event))
    assert [one.origin for one in proposed.field] == ["place", "place", "best_next"]
    _winners, seconds, *_rest = proposed.across
    sizes = {name: list(groups.groups.values()).count(name) for name in groups.groups.values()}
    told = {row.group: {value.key: value for value in row.values} for row in seconds}
    assert {group: values["POINTS"].matches for group, values in told.items()} == {
        group: size - 1 for group, size in sizes.items()
    }
    # Two wins of three matches are more, per match, than one of two.
    assert [row.group for row in seconds] == sorted(sizes, key=lambda name: -sizes[name])
    assert [told[row.group]["POINTS"].value for row in seconds] == [("4/3",), (1,)]
    assert [told[row.group]["POINTS"].total for row in seconds] == [(4,), (2,)]
    assert proposed.field[-1].entry == seconds[0].entry
    assert proposed.tied == ()


def test_equal_ones_at_the_cut_of_the_best_behind_are_named() -> None:
    groups = running_event(8, stage=UNEQUAL)
    divide_stage(groups)
    stages.add_stage(groups.event, actor=SERVICE, values=THIRDS)
    for _number in range(3):
        played_round(groups)
    proposed = field_proposed(finals_of(groups.event))
    _winners, seconds, *_rest = proposed.across
    assert [row.parted_by for row in seconds] == ["", "LOTS"]
    assert proposed.field[-1].entry == seconds[0].entry
    assert proposed.tied == (seconds[1].entry,)
