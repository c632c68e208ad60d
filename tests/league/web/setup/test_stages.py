"""The pages of stages: added, changed, removed, begun, and the order over all."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.events.queries.entries import entry_names
from league.events.queries.stages import stages_of
from league.events.services import stages
from league.models import Event, Official, Stage
from league.pairing.services import divide_stage
from league.permissions import SERVICE
from league.standings.queries import published_rows
from league.standings.services import compute_standings
from league.web.rules import chain_changes, rules_changes
from tests.factories import make_user
from tests.factories.events import played_round, running_event
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db

SWISS = {"kind": "swiss", "rounds_planned": 1, "chain": ["BH", "WON"]}
COUNTING = {"tiebreak_edition": "2026", "spread_against": "best", "koya_draws": "0"}
FINALS = {"kind": "round_robin", "name": "Finále", "takes": "places", "takes_places": 2}


@pytest.fixture
def swiss() -> Stage:
    stage = running_event(4, stage=SWISS)
    played_round(stage)
    return stage


@pytest.fixture
def desk(client: Client, swiss: Stage) -> Client:
    organiser = make_user()
    Official.objects.create(event=swiss.event, user=organiser, role=Official.Role.ORGANISER)
    client.force_login(organiser)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def page(route: str, event: Event, *more: object) -> str:
    return reverse(route, args=[event.pk, *more])


def of_second(first: Stage, route: str) -> str:
    """A page of the stage that comes after it."""
    return page(route, first.event, first.event.stages.get(order=2).pk)


def sent(**changes: object) -> dict[str, object]:
    """What the form for a stage sends."""
    return {
        "name": "Finále",
        "takes": "places",
        "takes_places": "2",
        "takes_next": "0",
        "kind": "round_robin",
        "rounds_planned": "3",
        "table_size": "4",
        "early_rounds": "2",
        "repeat_weight": "12",
        "short_weight": "1",
        "two_weight": "2",
        "scheme": "equal",
        "win_12": "2",
        "draw_12": "1",
        "loss_12": "0",
        "group_size": "4",
        "bracket_drawn": "standard",
        "places_played": "4",
        "bracket_seats": "2",
        "bracket_advance": "1",
        "longest_wait_min": "5",
        "least_games": "3",
        "best_games": "5",
        "games_per_match": "",
        **changes,
    }


def test_organiser_adds_a_stage_and_is_led_to_it(desk: Client, swiss: Stage) -> None:
    answer = desk.post(page("event-stages", swiss.event), sent())
    assert answer.headers["Location"] == page("event-stages", swiss.event)
    stage = swiss.event.stages.get(order=2)
    assert (stage.name, stage.kind, stage.takes_places) == ("Finále", "round_robin", 2)
    assert stage.chain == list(stage.format.usual_chain)
    console = text_of(desk, page("console", swiss.event))
    assert "Next stage: Finále" in console
    assert "See who goes on" in console
    assert "Choose who goes on" in text_of(desk, page("event-stages", swiss.event))


def test_wrong_stage_keeps_what_was_typed(desk: Client, swiss: Stage) -> None:
    answer = desk.post(
        page("event-stages", swiss.event), sent(takes_places="0", name="Superfinále")
    )
    assert answer.status_code == 422
    assert "Superfinále" in answer.content.decode()
    assert swiss.event.stages.count() == 1


def test_stage_is_changed_and_removed(desk: Client, swiss: Stage) -> None:
    stages.add_stage(swiss.event, actor=SERVICE, values=FINALS)
    desk.post(of_second(swiss, "event-stage"), sent(takes_places="3"))
    assert swiss.event.stages.get(order=2).takes_places == 3
    desk.post(of_second(swiss, "event-stage-remove"))
    assert swiss.event.stages.count() == 1


def test_stage_has_points_and_tiebreaks_of_its_own(desk: Client, swiss: Stage) -> None:
    values = sent(kind="swiss", win_12="3", draw_12="1", bye_12="0", rounds_planned="2")
    desk.post(page("event-stages", swiss.event), values)
    form = {"key": ["WON", "LOTS"], "version": swiss.event.version, "step": "save"}
    desk.post(of_second(swiss, "event-stage-chain"), {**form, **COUNTING})
    stage = Stage.objects.select_related("event").get(event=swiss.event, order=2)
    assert (stage.win_12, stage.draw_12, stage.bye_12) == (36, 12, 0)
    assert (stage.chain, swiss.event.stages.get(order=1).chain) == (["WON", "LOTS"], SWISS["chain"])
    stages.begin_stage(stage, actor=SERVICE)
    played_round(Stage.objects.select_related("event").get(pk=stage.pk))
    assert [row.points_12 for row in published_rows(stage)] == [36, 0]
    rules = desk.get(page("event", swiss.event)).content.decode()
    assert "Points for a win: 3, a draw: 1, a loss: 0." in rules
    assert "With equal points these decide: Games won, Lots." in rules


def test_stage_that_is_played_is_changed_as_far_as_it_can_be(desk: Client, swiss: Stage) -> None:
    stages.add_stage(swiss.event, actor=SERVICE, values={**FINALS, "kind": "swiss"})
    stages.begin_stage(swiss.event.stages.get(order=2), actor=SERVICE)
    played_round(Stage.objects.select_related("event").get(event=swiss.event, order=2))
    address = of_second(swiss, "event-stage")
    assert address in desk.get(page("event-stages", swiss.event)).content.decode()
    desk.post(address, sent(kind="tables", takes="all", rounds_planned="5"))
    stage = swiss.event.stages.get(order=2)
    assert (stage.kind, stage.takes, stage.rounds_planned) == ("swiss", "places", 5)
    refused = desk.post(address, sent(rounds_planned="5", win_12="3"))
    assert refused.status_code == 422
    assert "Confirm it, then save." in refused.content.decode()
    desk.post(address, sent(rounds_planned="5", win_12="3", is_confirmed="on"))
    compute_standings(stage.pk)
    assert [row.points_12 for row in published_rows(stage)] == [36, 0]
    [change] = rules_changes(swiss.event, stages_of(swiss.event))
    assert change.what == "Points for a win"
    assert "already begun" not in text_of(desk, page("event-stages", swiss.event))


def test_tiebreaks_of_a_stage_that_is_played_need_a_reason(desk: Client, swiss: Stage) -> None:
    stages.add_stage(swiss.event, actor=SERVICE, values={**FINALS, "kind": "swiss"})
    stages.begin_stage(swiss.event.stages.get(order=2), actor=SERVICE)
    address = of_second(swiss, "event-stage-chain")
    form = {"key": ["LOTS"], "version": swiss.event.version, **COUNTING}
    assert "Change the tiebreaks" in desk.post(address, {**form, "step": "save"}).content.decode()
    assert "Say why the tiebreaks change." in (
        desk.post(address, {**form, "step": "apply"}).content.decode()
    )
    desk.post(address, {**form, "step": "apply", "reason": "Announced so."})
    stage = swiss.event.stages.get(order=2)
    assert stage.chain == ["LOTS"]
    [told] = chain_changes(stage)
    assert "Announced so." in told.what


def test_program_changes_a_stage_that_is_played(desk: Client, swiss: Stage) -> None:
    stages.add_stage(swiss.event, actor=SERVICE, values={**FINALS, "kind": "swiss"})
    stages.begin_stage(swiss.event.stages.get(order=2), actor=SERVICE)
    address = f"/api/v1/events/{swiss.event.pk}/stages/2"

    def patched(**changes: object) -> tuple[int, object]:
        answer = desk.patch(address, changes, content_type="application/json")
        return answer.status_code, answer.json().get("rounds_planned")

    assert patched(rounds_planned=4) == (200, 4)
    assert patched(kind="knockout")[0] == 400
    assert patched(win_12=36)[0] == 409
    assert patched(win_12=36, is_confirmed=True)[0] == 200
    first = {"version": Event.objects.get().version, "stage": {"rounds_planned": 3}}
    refused = desk.patch(f"/api/v1/events/{swiss.event.pk}", first, content_type="application/json")
    assert "The next stage has begun." in str(refused.json())


def test_field_is_shown_changed_and_begun(desk: Client, swiss: Stage) -> None:
    stages.add_stage(swiss.event, actor=SERVICE, values=FINALS)
    first, second, third, _last = [row.entry for row in published_rows(swiss)]
    field = of_second(swiss, "event-stage-field")
    shown = desk.get(field).content.decode()
    assert f'name="number-{first}"' in shown
    numbers = {f"number-{third}": "1", f"number-{first}": "2", f"number-{second}": ""}
    looked = desk.post(field, {**numbers, "do": "look"}).content.decode()
    assert "by a wild card" in looked
    assert not Stage.objects.get(event=swiss.event, order=2).begun_at
    answer = desk.post(field, {**numbers, "do": "begin"})
    assert answer.headers["Location"] == page("console", swiss.event)
    finals = Stage.objects.get(event=swiss.event, order=2)
    assert list(finals.places.order_by("seed").values_list("entry", flat=True)) == [third, first]
    assert "Round 2 of 2" in text_of(desk, page("console", swiss.event))


def test_beginning_is_taken_back_by_its_button(desk: Client, swiss: Stage) -> None:
    finals = stages.add_stage(swiss.event, actor=SERVICE, values=FINALS)
    stages.begin_stage(finals, actor=SERVICE)
    assert "Take back its start" in text_of(desk, page("event-stages", swiss.event))
    desk.post(of_second(swiss, "event-stage-back"))
    finals.refresh_from_db()
    assert finals.begun_at is None


def test_tables_of_all_stages_and_the_order_over_all(client: Client, swiss: Stage) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    stages.begin_stage(stages.add_stage(swiss.event, actor=SERVICE, values=FINALS), actor=SERVICE)
    finals = Stage.objects.select_related("event").get(event=swiss.event, order=2)
    played_round(finals)
    now = text_of(client, page("event-standings", swiss.event))
    before = text_of(client, page("event-standings", swiss.event) + "?after=1")
    names = list(entry_names(swiss.event).values())
    assert [name in now for name in names] != [name in before for name in names]
    assert all(name in before for name in names)
    overall = text_of(client, page("event-overall", swiss.event))
    assert "Over all stages" in overall
    assert all(name in overall for name in names)
    assert "Finále" in overall


def test_entry_that_did_not_go_on_has_its_page(client: Client, swiss: Stage) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    stages.begin_stage(stages.add_stage(swiss.event, actor=SERVICE, values=FINALS), actor=SERVICE)
    last = published_rows(swiss)[-1].entry
    out = text_of(client, reverse("entry-rounds", args=[last]))
    assert "Round 1" in out
    assert "Did not go on to the next stage: Finále." in out


def test_entry_that_went_on_has_its_rounds_of_both_stages(client: Client, swiss: Stage) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    stages.begin_stage(stages.add_stage(swiss.event, actor=SERVICE, values=FINALS), actor=SERVICE)
    played_round(Stage.objects.select_related("event").get(event=swiss.event, order=2))
    address = reverse("entry-rounds", args=[published_rows(swiss)[0].entry])
    now = client.get(address).content.decode()
    assert "Did not go on" not in now
    assert f"{address}?after=1" in now
    assert "Round 1" in text_of(client, f"{address}?after=1")


def test_desk_tells_that_a_stage_was_begun(desk: Client, swiss: Stage) -> None:
    finals = stages.add_stage(swiss.event, actor=SERVICE, values=FINALS)
    stages.begin_stage(finals, actor=SERVICE)
    assert "The next stage begun, entries: 2" in text_of(desk, page("desk-steps", swiss.event))


def test_rounds_of_the_stages_before_stay_on_the_page_of_the_event(
    client: Client, swiss: Stage
) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    stages.begin_stage(stages.add_stage(swiss.event, actor=SERVICE, values=FINALS), actor=SERVICE)
    now = client.get(page("event", swiss.event)).content.decode()
    assert reverse("round", args=[swiss.rounds.get().pk]) in now
    assert "The first tables appear here" not in now
    finals = Stage.objects.select_related("event").get(event=swiss.event, order=2)
    last = played_round(finals)
    first = client.get(reverse("round", args=[swiss.rounds.get().pk])).content.decode()
    assert reverse("round", args=[last.pk]) in first
    played_out = client.get(page("event", swiss.event)).content.decode()
    assert "All 2 rounds are played" in played_out
    assert page("event-overall", swiss.event) in played_out


def test_cross_table_of_an_earlier_stage_stays(client: Client, swiss: Stage) -> None:
    stages.begin_stage(stages.add_stage(swiss.event, actor=SERVICE, values=FINALS), actor=SERVICE)
    played_round(Stage.objects.select_related("event").get(event=swiss.event, order=2))
    before = client.get(page("event-standings", swiss.event) + "?after=1").content.decode()
    address = page("event-cross", swiss.event) + "?after=1"
    assert address in before
    names = entry_names(swiss.event).values()
    assert all(name in text_of(client, address) for name in names)


def test_everybody_reads_how_later_stages_are_played(client: Client, swiss: Stage) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    knockout = {"kind": "knockout", "takes": "places", "takes_places": 2, "games_per_match": 3}
    stages.add_stage(swiss.event, actor=SERVICE, values={**FINALS, "name": "Nadstavba"})
    stages.add_stage(swiss.event, actor=SERVICE, values=knockout)
    rules = client.get(page("event", swiss.event)).content.decode()
    assert "Later stages" in rules
    assert "Nadstavba: everybody up to place 2 goes on" in rules
    assert "who loses is out" in rules
    assert "A match is best of three games" in rules


def test_every_chapter_of_the_rules_leads_to_where_it_is_changed(
    desk: Client, swiss: Stage
) -> None:
    stages.add_stage(swiss.event, actor=SERVICE, values=FINALS)
    html = desk.get(page("event-settings", swiss.event)).content.decode()
    addresses = re.findall(r'<a href="([^"]+)">[^<]+<span class="visually-hidden">: ', html)
    assert page("event-stages", swiss.event) in addresses
    assert {desk.get(address).status_code for address in addresses} == {200}


def test_rules_of_the_first_stage_stay_when_the_next_begins(client: Client, swiss: Stage) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    before = client.get(page("event", swiss.event)).content.decode()
    stages.begin_stage(stages.add_stage(swiss.event, actor=SERVICE, values=FINALS), actor=SERVICE)
    assert "Swiss" in before
    assert "Swiss" in client.get(page("event", swiss.event)).content.decode()


def test_match_of_a_stage_goes_back_to_what_the_event_has(desk: Client, swiss: Stage) -> None:
    stages.add_stage(swiss.event, actor=SERVICE, values={**FINALS, "games_per_match": 3})
    form = text_of(desk, of_second(swiss, "event-stage"))
    assert "as in the rest of the event" in form
    desk.post(of_second(swiss, "event-stage"), sent(games_per_match=""))
    assert swiss.event.stages.get(order=2).games_per_match is None


def test_list_says_where_each_stage_is(desk: Client, swiss: Stage) -> None:
    finals = stages.add_stage(swiss.event, actor=SERVICE, values=FINALS)
    assert "played" in text_of(desk, page("event-stages", swiss.event))
    stages.begin_stage(finals, actor=SERVICE)
    finals = Stage.objects.select_related("event").get(pk=finals.pk)
    assert "being played" in text_of(desk, page("event-stages", swiss.event))
    played_round(finals)
    assert "Take back its start" not in text_of(desk, page("event-stages", swiss.event))


def test_first_stage_is_to_come_before_the_event_starts(desk: Client, swiss: Stage) -> None:
    Event.objects.filter(pk=swiss.event_id).update(status=Event.Status.OPEN)
    assert "to come" in text_of(desk, page("event-stages", swiss.event))


def test_field_shows_what_is_compared_between_groups_and_who_is_equal(client: Client) -> None:
    values = {"kind": "groups", "rounds_planned": 3, "chain": ["WON"], "group_size": 4}
    groups = running_event(8, stage=values)
    divide_stage(groups)
    thirds = {"kind": "knockout", "takes": "places", "takes_places": 1, "takes_next": 1}
    stages.add_stage(groups.event, actor=SERVICE, values=thirds)
    for _number in range(3):
        played_round(groups)
    organiser = make_user()
    Official.objects.create(event=groups.event, user=organiser, role=Official.Role.ORGANISER)
    client.force_login(organiser)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    shown = text_of(client, of_second(groups, "event-stage-field"))
    assert "Compared between the groups: place 2" in shown
    assert "Compared between the groups: place 3" not in shown
    assert "1.33" in shown
    assert "equal to the one above; by lots" in shown
    assert "Equal to the last who goes on, and left out:" in shown
