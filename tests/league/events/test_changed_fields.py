"""A result corrected after the next stage began: an official is told, and puts it right or not."""

import pytest
from django.test import Client
from django.urls import reverse

from league import tasks
from league.errors import LeagueError, Stale
from league.events.queries.changed_fields import ChangedField, changed_field
from league.events.services import stages
from league.events.services.changed_fields import (
    LET_STAND,
    PUT_RIGHT,
    decide_field,
    follow_field,
)
from league.events.services.entries import withdraw_entry
from league.events.services.lifecycle import move_event
from league.events.services.undo import undo_step
from league.models import AuditEntry, Entry, Event, Match, Official, Round, Stage
from league.pairing.services import divide_stage
from league.permissions import SERVICE
from league.standings.services import compute_standings
from tests.factories import make_user
from tests.factories.events import (
    drawn_round,
    enter,
    entries_at,
    played_round,
    published_round,
    replace_result,
    running_event,
)
from tests.league.api.asking import Program, refusal
from tests.league.web.reading import plain, text_of

pytestmark = pytest.mark.django_db

GROUPS = {"kind": "groups", "rounds_planned": 3, "chain": ["DE", "WON"], "group_size": 4}
KNOCKOUT = {"kind": "knockout", "name": "Cup", "takes": "places", "takes_places": 2}
WHY = "The semi-finals were over."


@pytest.fixture
def groups() -> Stage:
    """Two groups of four are played, the better seeds ahead; the knockout of four has begun."""
    stage = running_event(8, stage=GROUPS)
    divide_stage(stage)
    stages.add_stage(stage.event, actor=SERVICE, values={**KNOCKOUT, "places_played": 2})
    for _number in range(3):
        played_round(stage)
    stages.begin_stage(cup_of(stage), actor=SERVICE)
    return Stage.objects.select_related("event").get(pk=stage.pk)


def cup_of(stage: Stage) -> Stage:
    return Stage.objects.select_related("event").get(event=stage.event_id, order=2)


def in_cup(stage: Stage) -> list[int | None]:
    """Starting numbers in the event, by those in the cup."""
    return list(cup_of(stage).places.order_by("seed").values_list("entry__seed", flat=True))


def correct(stage: Stage, winner: int, loser: int) -> None:
    """Really the other one won; a decisive score."""
    replace(stage, winner, loser)
    compute_standings(stage.pk)
    follow_field(stage.pk)


def replace(stage: Stage, winner: int, loser: int) -> None:
    ids = dict(stage.event.entries.values_list("seed", "pk"))
    for match in Match.objects.filter(round__stage=stage, seats__entry=ids[winner]).distinct():
        if ids[loser] in entries_at(match):
            replace_result(match, *(90 if e == ids[winner] else 10 for e in entries_at(match)))


def third_goes_on(stage: Stage) -> tuple[int, int]:
    """In the group of the strongest the third beats all; who comes and who leaves."""
    group = cup_group(stage)
    for other in (group[0], group[1]):
        correct(stage, group[2], other)
    return group[2], group[1]


def cup_group(stage: Stage) -> list[int]:
    """Starting numbers in the group of the strongest, as they ended."""
    seeds = dict(stage.event.entries.values_list("pk", "seed"))
    first = next(pk for pk, seed in seeds.items() if seed == 1)
    mates = [pk for pk, name in stage.groups.items() if name == stage.groups[first]]
    return sorted(seeds[pk] or 0 for pk in mates)


def case_of(stage: Stage) -> ChangedField:
    case = changed_field(cup_of(stage))
    assert case is not None
    return case


def swaps(stage: Stage) -> list[tuple[int, int]]:
    """Who comes, and who leaves, by starting numbers."""
    seeds = {"": 0, **dict(stage.event.entries.values_list("pk", "seed"))}
    return [(seeds[swap.comes] or 0, seeds[swap.leaves] or 0) for swap in case_of(stage).swaps]


def decide(stage: Stage, choice: str, **more: str) -> None:
    values = {"mark": case_of(stage).mark, "reason": WHY, **more}
    decide_field(cup_of(stage), actor=SERVICE, choice=choice, **values)


def last_step(action: str) -> AuditEntry:
    return AuditEntry.objects.filter(action=action).latest("pk")


def test_nothing_is_asked_while_the_same_go_on(groups: Stage) -> None:
    assert changed_field(cup_of(groups)) is None
    group = cup_group(groups)
    correct(groups, group[3], group[2])  # below those who go on
    assert changed_field(cup_of(groups)) is None
    assert not cup_of(groups).field_changed


def test_corrected_group_names_who_would_have_gone_on(groups: Stage) -> None:
    comes, leaves = third_goes_on(groups)
    assert cup_of(groups).field_changed
    assert (comes, leaves) in swaps(groups)
    assert case_of(groups).can_be_put_right


def test_right_one_is_put_in_by_one_tap_before_anything_is_drawn(groups: Stage) -> None:
    comes, leaves = third_goes_on(groups)
    decide(groups, PUT_RIGHT)
    assert comes in in_cup(groups)
    assert leaves not in in_cup(groups)
    assert len(in_cup(groups)) == 4
    assert changed_field(cup_of(groups)) is None
    assert not cup_of(groups).field_changed
    semi_final = published_round(cup_of(groups))
    assert semi_final.matches.count() == 2


def test_published_round_is_taken_back_and_its_people_are_told(groups: Stage) -> None:
    published = published_round(cup_of(groups))
    comes, _leaves = third_goes_on(groups)
    decide(groups, PUT_RIGHT)
    assert not Round.objects.filter(pk=published.pk).exists()
    assert last_step("withdraw round").object_id == published.pk
    assert comes in in_cup(groups)
    played_round(cup_of(groups))


def test_putting_right_is_undone(groups: Stage) -> None:
    before = in_cup(groups)
    drawn_round(cup_of(groups))
    third_goes_on(groups)
    decide(groups, PUT_RIGHT)
    undo_step(last_step("put right who goes on"), actor=SERVICE)
    assert in_cup(groups) == before
    assert cup_of(groups).field_changed
    assert not cup_of(groups).rounds.exists()


def test_putting_right_is_not_undone_once_a_round_is_published(groups: Stage) -> None:
    third_goes_on(groups)
    decide(groups, PUT_RIGHT)
    published_round(cup_of(groups))
    with pytest.raises(LeagueError, match="published"):
        undo_step(last_step("put right who goes on"), actor=SERVICE)


def test_once_something_is_in_it_can_only_stand(groups: Stage) -> None:
    published = published_round(cup_of(groups))
    enter(published.matches.order_by("table")[0], 40, 30)
    before = in_cup(groups)
    third_goes_on(groups)
    assert not case_of(groups).can_be_put_right
    with pytest.raises(LeagueError, match="only be left as it is"):
        decide(groups, PUT_RIGHT)
    with pytest.raises(LeagueError, match="Say why"):
        decide(groups, LET_STAND, reason=" ")
    decide(groups, LET_STAND)
    assert in_cup(groups) == before
    assert changed_field(cup_of(groups)) is None


def test_letting_stand_is_undone_and_a_further_correction_asks_again(groups: Stage) -> None:
    third_goes_on(groups)
    decide(groups, LET_STAND)
    group = cup_group(groups)
    correct(groups, group[3], group[2])
    correct(groups, group[3], group[0])
    correct(groups, group[3], group[1])
    assert group[3] in {comes for comes, _leaves in swaps(groups)}
    undo_step(last_step("let stand who goes on"), actor=SERVICE)
    assert cup_of(groups).field_changed
    assert not cup_of(groups).going_on["stands"]


def test_winner_and_second_changed_places(groups: Stage) -> None:
    group = cup_group(groups)
    correct(groups, group[1], group[0])
    case = case_of(groups)
    assert case.swaps == ()
    assert len(case.renumbered) == 2
    decide(groups, PUT_RIGHT)
    came_from = dict(cup_of(groups).places.values_list("entry__seed", "came_from"))
    assert (came_from[group[1]], came_from[group[0]]) == (1, 2)
    assert in_cup(groups).index(group[1]) < in_cup(groups).index(group[0])
    assert changed_field(cup_of(groups)) is None


def test_who_was_chosen_by_hand_stays_chosen() -> None:
    stage = running_event(8, stage=GROUPS)
    divide_stage(stage)
    stages.add_stage(stage.event, actor=SERVICE, values={**KNOCKOUT, "places_played": 2})
    for _number in range(3):
        played_round(stage)
    stage.refresh_from_db()
    ids = dict(stage.event.entries.values_list("seed", "pk"))
    group = cup_group(stage)
    others = [seed for seed in range(1, 9) if seed not in group]
    by_hand = [others[3], group[1], group[0], others[0]]  # a wild card first, one left out
    stages.begin_stage(cup_of(stage), actor=SERVICE, entries=[ids[seed] for seed in by_hand])
    comes, leaves = third_goes_on(stage)
    assert swaps(stage) == [(comes, leaves)]
    decide(stage, PUT_RIGHT)
    assert in_cup(stage) == [others[3], comes, group[0], others[0]]


def test_who_left_meanwhile_is_not_missed(groups: Stage) -> None:
    third = Entry.objects.get(event=groups.event_id, seed=cup_group(groups)[2])
    withdraw_entry(third, actor=SERVICE, is_confirmed=True)
    third_goes_on(groups)
    assert changed_field(cup_of(groups)) is None


def test_taking_the_stage_back_settles_it(groups: Stage) -> None:
    comes, _leaves = third_goes_on(groups)
    stages.take_back_stage(cup_of(groups), actor=SERVICE)
    assert not cup_of(groups).field_changed
    stages.begin_stage(cup_of(groups), actor=SERVICE)
    assert comes in in_cup(groups)
    assert changed_field(cup_of(groups)) is None


def test_another_case_by_now_is_refused(groups: Stage) -> None:
    third_goes_on(groups)
    with pytest.raises(Stale):
        decide(groups, PUT_RIGHT, mark="old")
    with pytest.raises(LeagueError, match="Choose between"):
        decide(groups, "both")


def test_event_that_is_over_can_only_let_it_stand(groups: Stage) -> None:
    played_round(cup_of(groups))
    played_round(cup_of(groups))
    event = Event.objects.get(pk=groups.event_id)
    move_event(event, to=Event.Status.FINISHED, actor=SERVICE, version=event.version)
    third_goes_on(groups)
    with pytest.raises(LeagueError, match="finished"):
        decide(groups, PUT_RIGHT)
    decide(groups, LET_STAND)
    assert not cup_of(groups).field_changed


@pytest.fixture
def organiser(client: Client, groups: Stage) -> Client:
    user = make_user()
    Official.objects.create(event=groups.event, user=user, role=Official.Role.ORGANISER)
    client.force_login(user)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def page(groups: Stage) -> str:
    return reverse("stage-changed-field", args=[groups.event_id, cup_of(groups).pk])


def test_console_and_desk_call_an_official(organiser: Client, groups: Stage) -> None:
    console = reverse("console", args=[groups.event_id])
    assert page(groups) not in organiser.get(console).content.decode()
    third_goes_on(groups)
    for address in (console, reverse("desk", args=[groups.event_id])):
        shown = organiser.get(address).content.decode()
        assert page(groups) in shown
        assert "Stage “Cup”: who goes on" in plain(shown)


def test_page_names_them_and_puts_the_right_one_in(organiser: Client, groups: Stage) -> None:
    comes, leaves = third_goes_on(groups)
    text = text_of(organiser, page(groups))
    names = {e.seed: e.player.full_name for e in groups.event.entries.select_related("player")}
    assert f"{names[comes]} would have gone on instead of {names[leaves]} ." in text
    assert "Nothing of this stage is handed in yet" in text
    sent = {"choice": PUT_RIGHT, "mark": case_of(groups).mark}
    answer = organiser.post(page(groups), sent, follow=True)
    assert "Those who belong there are in the stage." in plain(answer.content.decode())
    assert comes in in_cup(groups)


def test_reason_is_public_with_the_standings_and_on_the_page_of_the_event(
    organiser: Client, groups: Stage
) -> None:
    third_goes_on(groups)
    published_round(cup_of(groups))
    answer = organiser.post(page(groups), {"choice": LET_STAND, "mark": case_of(groups).mark})
    assert answer.status_code == 422
    assert "Say why" in plain(answer.content.decode())
    sent = {"choice": LET_STAND, "mark": case_of(groups).mark, "reason": WHY}
    organiser.post(page(groups), sent)
    visitor = Client(headers={"accept-language": "en"})
    for route in ("event", "event-standings"):
        shown = visitor.get(reverse(route, args=[groups.event_id])).content.decode()
        assert f"Reason: {WHY}" in shown
    told = Program().get(f"events/{groups.event_id}/stages").json()["results"][1]["stands"]
    assert told["reason"] == WHY
    assert len(told["swaps"]) == len({*map(str, told["swaps"])}) > 0


def test_api_tells_and_decides(organiser: Client, groups: Stage) -> None:
    user = Official.objects.get(event=groups.event_id).user
    program = Program.of(user)
    address = f"events/{groups.event_id}/stages/2/changed"
    assert program.get(address).status_code == 404
    comes, _leaves = third_goes_on(groups)
    told = program.get(address).json()
    assert told["can_be_put_right"]
    seeds = dict(groups.event.entries.values_list("pk", "seed"))
    assert comes in {seeds[swap["comes"]] for swap in told["swaps"]}
    assert refusal(program.post(address, choice="stand", mark=told["mark"]))[0] == 400
    assert program.post(address, choice=PUT_RIGHT, mark="old").status_code == 409
    assert program.post(address, choice=PUT_RIGHT, mark=told["mark"]).status_code == 204
    assert comes in in_cup(groups)


def test_job_of_the_standings_finds_it_out(groups: Stage) -> None:
    group = cup_group(groups)
    for other in group[:2]:
        replace(groups, group[2], other)
    assert not cup_of(groups).field_changed
    tasks.compute_standings.run(groups.pk)
    assert cup_of(groups).field_changed
