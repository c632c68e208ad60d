"""Groups of four, then a knockout: a wrong winner is found before and after the next match, in the
knockout and in a group.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.events.services import stages
from league.events.services.bracket_seats import follow_bracket
from league.events.services.changed_fields import follow_field
from league.events.services.rounds import close_round
from league.models import Entry, Match, Official, Stage
from league.pairing.services import divide_stage
from league.permissions import SERVICE
from league.standings.services import compute_standings
from tests.factories import make_user
from tests.factories.events import (
    enter,
    entries_at,
    played_round,
    published_round,
    replace_result,
    running_event,
)
from tests.journeys.evening import Visitors, look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GROUPS = {"kind": "groups", "group_size": 4, "chain": ["DE", "WON", "SB", "GAME"]}
KNOCKOUT = {"kind": "knockout", "takes": "places", "takes_places": 2, "places_played": 2}
WHY = "The slip of the semi-final was read upside down."


@pytest.fixture
def begun() -> Stage:
    """The groups are played, and both semi-finals are on their tables."""
    groups = running_event(8, stage=GROUPS, language="en")
    divide_stage(groups)
    second = stages.add_stage(groups.event, actor=SERVICE, values=KNOCKOUT)
    for _ in range(3):
        played_round(groups)
    stages.begin_stage(second, actor=SERVICE)
    stage = Stage.objects.select_related("event").get(pk=second.pk)
    published_round(stage)
    return stage


@pytest.fixture
def knockout(begun: Stage) -> Stage:
    """The semi-finals are played, too, and the final is on its table."""
    semi_finals = begun.rounds.get()
    for match in semi_finals.matches.all():
        seeds = dict(match.seats.values_list("entry", "entry__seed"))
        enter(match, *(200 - (seeds[pk] or 0) for pk in entries_at(match)))
    close_round(semi_finals, actor=SERVICE)
    compute_standings(begun.pk)
    published_round(begun)
    return begun


@pytest.fixture
def desk(visitors: Visitors, live_server: Any, client: Client, begun: Stage) -> Page:
    arbiter = make_user()
    Official.objects.create(event=begun.event, user=arbiter, role=Official.Role.ARBITER)
    client.force_login(arbiter)
    page = visitors.at_desk()
    page.context.add_cookies(
        [
            {"name": name, "value": each.value, "url": live_server.url}
            for name, each in client.cookies.items()
        ]
    )
    return page


def at(slot: str) -> Match:
    return Match.objects.select_related("round__stage__event", "event").get(slot=slot)


def found_out(slot: str) -> tuple[Entry, Entry]:
    """The other one won this match; who won really, and who seemed to."""
    match = at(slot)
    [first, second] = Entry.objects.select_related("player").in_bulk(entries_at(match)).values()
    wrong, right = sorted((first, second), key=lambda entry: entry.seed or 0)
    replace_result(match, *(90 if pk == right.pk else 60 for pk in entries_at(match)))
    follow(match.round.stage)
    return right, wrong


def follow(stage: Stage) -> None:
    """As the job does."""
    compute_standings(stage.pk)
    follow_bracket(stage.pk)


def decide(desk: Page, *, right: Entry, wrong: Entry) -> None:
    """The desk calls; both ways are told; it is played again."""
    concern = desk.get_by_role("listitem").filter(has_text="wrong winner")
    expect(concern).to_contain_text("others belong here, and something is already in")
    look_at(desk)
    concern.get_by_role("link", name="Decide who plays").click()
    again = desk.get_by_role("region", name="Play again")
    expect(again).to_contain_text(f"{right.player.full_name} takes the seat of")
    expect(again).to_contain_text("the result goes")
    stand = desk.get_by_role("region", name="Let it stand")
    expect(stand).to_contain_text(f"{wrong.player.full_name} stays")
    expect(stand).to_contain_text("No seat changes.")
    look_at(desk)
    desk.get_by_label("Reason").fill(WHY)
    again.get_by_role("button", name="Have it played again").click()
    expect(desk.get_by_text("Those who belong there are seated.")).to_be_visible()


def test_right_one_is_seated_or_an_official_decides(
    visitors: Visitors, desk: Page, live_server: Any, knockout: Stage
) -> None:
    event = knockout.event
    bracket = live_server.url + reverse("event-bracket", args=[event.pk])
    phone = visitors.on_phone()
    phone.goto(bracket)
    final = phone.locator(".bracket-card")
    # Nothing is handed in: whoever belongs there sits there, and the open page follows.
    right, wrong = found_out("W1.1")
    expect(final.locator(f"[data-entry='{right.pk}']")).to_be_visible()
    expect(final.locator(f"[data-entry='{wrong.pk}']")).to_have_count(0)
    look_at(phone)
    desk.goto(live_server.url + reverse("desk", args=[event.pk]))
    expect(desk.get_by_role("link", name="Table 1")).to_be_visible()
    expect(desk.get_by_text("wrong winner")).to_have_count(0)
    # The final is played; then the other semi-final turns out wrong, too.
    enter(at("F1"), 90, 60)
    expect(final.locator(".is-first")).to_be_visible()
    right, wrong = found_out("W1.2")
    decide(desk, right=right, wrong=wrong)
    follow(knockout)
    expect(final.locator(f"[data-entry='{right.pk}']")).to_be_visible()
    expect(final).to_contain_text(f"the right ones play instead: {WHY}")
    final.get_by_role("link").click()
    expect(phone.get_by_text(WHY)).to_be_visible()
    expect(phone.get_by_role("main")).to_contain_text("the right ones play instead")
    expect(phone.locator("tbody td")).to_have_text(["–"] * 4)  # neither place nor points
    look_at(phone)


def group_ended(stage: Stage) -> list[Entry]:
    """The group of the strongest, by their starting numbers: as it ended."""
    groups = stage.event.stages.get(order=1)
    entries = {entry.seed: entry for entry in stage.event.entries.select_related("player")}
    name = groups.groups[entries[1].pk]
    return [entry for _seed, entry in sorted(entries.items()) if groups.groups[entry.pk] == name]


def correct_group(stage: Stage, *, winner: Entry, over: Sequence[Entry]) -> None:
    """Of this one's games the slips were misread; then what the service does by itself."""
    groups = stage.event.stages.get(order=1)
    for other in over:
        of_both = Match.objects.filter(round__stage=groups, seats__entry=winner)
        match = of_both.get(pk__in=Match.objects.filter(seats__entry=other))
        replace_result(match, *(90 if pk == winner.pk else 10 for pk in entries_at(match)))
    compute_standings(groups.pk)
    follow_field(groups.pk)


def called_to_decide(desk: Page, *, comes: Entry, leaves: Entry) -> None:
    """From the desk to who goes on."""
    concern = desk.get_by_role("listitem").filter(has_text="Decide who plays")
    look_at(desk)
    concern.get_by_role("link", name="Decide who plays").click()
    told = f"{comes.player.full_name} would have gone on instead of {leaves.player.full_name}."
    expect(desk.get_by_text(told)).to_be_visible()
    look_at(desk)


def test_corrected_group_is_put_right_or_stands(
    visitors: Visitors, desk: Page, live_server: Any, begun: Stage
) -> None:
    event = begun.event
    first, second, third, _last = group_ended(begun)
    phone = visitors.on_phone()
    phone.goto(live_server.url + reverse("event-bracket", args=[event.pk]))
    expect(phone.locator(f"[data-entry='{second.pk}']")).not_to_have_count(0)
    # Nothing of the knockout is handed in: the right one is put in, and it is drawn again.
    correct_group(begun, winner=third, over=[first, second])
    desk.goto(live_server.url + reverse("desk", args=[event.pk]))
    called_to_decide(desk, comes=third, leaves=second)
    desk.get_by_role("button", name="Put the right ones in").click()
    expect(desk.get_by_text("Those who belong there are in the stage.")).to_be_visible()
    look_at(desk)
    semi_finals = published_round(Stage.objects.select_related("event").get(pk=begun.pk))
    expect(phone.locator(f"[data-entry='{third.pk}']")).not_to_have_count(0)
    expect(phone.locator(f"[data-entry='{second.pk}']")).to_have_count(0)
    # A semi-final is played; then it turns out that the slips had been right at first.
    enter(semi_finals.matches.order_by("table")[0], 90, 60)
    correct_group(begun, winner=second, over=[third])
    correct_group(begun, winner=first, over=[third])
    desk.goto(live_server.url + reverse("desk", args=[event.pk]))
    called_to_decide(desk, comes=second, leaves=third)
    expect(desk.get_by_role("button", name="Put the right ones in")).to_have_count(0)
    expect(desk.get_by_text("Something of this stage was already handed in.")).to_be_visible()
    desk.get_by_label("Reason").fill(WHY)
    desk.get_by_role("button", name="Let it stand").click()
    expect(desk.get_by_text("It stands. Everybody can read why.")).to_be_visible()
    phone.reload()
    expect(phone.locator(f"[data-entry='{third.pk}']")).not_to_have_count(0)
    phone.goto(live_server.url + reverse("event", args=[event.pk]))
    expect(phone.get_by_text(WHY)).not_to_have_count(0)
    look_at(phone)
