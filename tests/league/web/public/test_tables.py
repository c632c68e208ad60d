"""Tables and standings as everybody sees them: found, opened, explained."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.events.services.rounds import withdraw_round
from league.models import Entry, Event, Match, Player, Round, SeatHold, Stage
from league.permissions import SERVICE
from league.standings.services import compute_standings
from tests.factories.events import (
    drawn_round,
    enter,
    played_round,
    published_round,
    running_event,
)
from tests.factories.phones import phone_with
from tests.league.web.reading import is_nowhere, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def find_stage() -> Stage:
    find_stage = running_event(4)
    for seed, name in enumerate(("Jana Nová", "Jan Žák", "Eva Malá", "Řehoř Dub"), start=1):
        Player.objects.filter(entries__seed=seed).update(full_name=name)
    published_round(find_stage)
    return find_stage


def find(client: Client, find_stage: Stage, words: str, **headers: str) -> str:
    address = reverse("event-find", args=[find_stage.event_id])
    return text_of(client, address, query_params={"q": words}, headers=headers)


def test_find_by_a_few_letters_without_accents(client: Client, find_stage: Stage) -> None:
    assert "Řehoř D. table 1" in find(client, find_stage, "reho")
    assert "Jana N. table 1" in find(client, find_stage, "jan")


def test_find_by_a_surname_finds_nobody(client: Client, find_stage: Stage) -> None:
    assert "Nobody here has that name" in find(client, find_stage, "Malá")


def test_find_answers_with_a_part_for_a_script(client: Client, find_stage: Stage) -> None:
    assert find(client, find_stage, "eva", **{"HX-Request": "true"}) == " Eva M. table 1 "


def test_find_between_rounds_says_so(client: Client) -> None:
    find_stage = running_event(4)
    played_round(find_stage)
    assert "No round is being played now" in find(client, find_stage, "")


def test_round_and_match_round_that_was_withdrawn_says_so(client: Client) -> None:
    published = published_round(running_event(8))
    address = reverse("round", args=[published.pk])
    assert "Table 2" in text_of(client, address)
    withdraw_round(published, actor=SERVICE)
    assert "Round 1 was taken back" in text_of(client, address)
    assert client.get(reverse("print-tables", args=[published.pk])).status_code == 404


def test_round_and_match_draft_is_hidden(client: Client) -> None:
    draft = drawn_round(running_event(8))
    match = draft.matches.get(table=1)
    assert is_nowhere(client, reverse("round", args=[draft.pk]))
    assert is_nowhere(client, reverse("match", args=[match.pk]))


def test_round_and_match_match_shows_scores_places_points_and_why(client: Client) -> None:
    stage = running_event(4)
    played_round(stage)
    published = published_round(stage)
    match = published.matches.get()
    enter(match, 90, 60, 75, 30)
    compute_standings(stage.pk)
    text = text_of(client, reverse("match", args=[match.pk]))
    assert re.search(r"accepted entered by an official Round 2", text)
    assert re.search(r"A .*? 90 1 11 B .*? 60 3 4 C .*? 75 2 7 D .*? 30 4 2", text)
    assert "Points before this round:" in text
    assert "already met in the last round" in text


def test_round_and_match_who_is_kept_apart_is_not_told(client: Client) -> None:
    published = published_round(running_event(4))
    match = published.matches.get()
    entries = [seat.entry_id for seat in match.seats.all()[:2]]
    remarks = [
        {"code": code, "entries": entries, "gaps": {}} for code in ("forbidden", "club_mates")
    ]
    Match.objects.update(remarks=remarks)
    text = text_of(client, reverse("match", args=[match.pk]))
    assert ("same club" in text, "kept apart" in text) == (True, False)


@pytest.fixture
def stage() -> Stage:
    stage = running_event(8)
    played_round(stage)
    played_round(stage)
    return stage


def test_standings_entry_that_waits_for_approval_is_hidden(client: Client, stage: Stage) -> None:
    entry = stage.event.entries.get(seed=8)
    address = reverse("entry-rounds", args=[entry.pk])
    assert "Hráč H. Úterní večer Rank 8" in text_of(client, address)
    Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.APPLIED)
    assert is_nowhere(client, address)


def test_standings_cross_table_of_a_round_robin(client: Client, stage: Stage) -> None:
    robin = running_event(4, stage={"kind": "round_robin", "rounds_planned": 3})
    played_round(robin)
    published_round(robin)
    compute_standings(robin.pk)
    text = text_of(client, reverse("event-cross", args=[robin.event_id]))
    table = (
        "Rank and name 1 2 3 4 Points "
        "1 Hráč A. × … 2 2 "
        "2 Hráč B. … × 2 2 "
        "3 Hráč C. 0 × … 0 "
        "4 Hráč D. 0 … × 0 "
    )
    assert table in text


def test_projector_says_whose_clock_is_which_where_two_rounds_are_played(client: Client) -> None:
    stage = running_event(8)
    first = published_round(stage)
    enter(first.matches.get(table=1), 4, 3, 2, 1)
    published_round(stage)
    Round.objects.update(length_s=3600, clock_started_at=timezone.now())
    content = client.get(reverse("event-projector", args=[stage.event_id])).content.decode()
    heads = re.findall(r'<div class="clock-of">\s*<span>\s*(.*?)\s*</span>', content)
    assert heads == ["1.\xa0kolo", "2.\xa0kolo"]  # in the language of the event


def test_projector_cuts_forty_tables_into_pages(client: Client) -> None:
    stage = running_event(80, stage={"kind": "swiss"})
    published = published_round(stage)
    content = client.get(reverse("event-projector", args=[stage.event_id])).content.decode()
    assert re.findall(r'data-slide="([\w-]+)"', content) == ["tables-1-1", "tables-1-2"]
    Round.objects.filter(pk=published.pk).update(clock_started_at=timezone.now())
    [first, *_] = published.matches.all()
    enter(first, 30, 20)
    compute_standings(stage.pk)
    content = client.get(reverse("event-projector", args=[stage.event_id])).content.decode()
    assert re.findall(r'data-slide="([\w-]+)"', content) == [
        *("tables-1-1", "tables-1-2"),
        *(f"standings--{number}" for number in range(1, 5)),
    ]


def test_room_code_asks_for_the_name_once_and_knows_the_phone_afterwards(find_stage: Stage) -> None:
    match = find_stage.event.matches.get()
    phone = phone_with(Event.objects.get(pk=find_stage.event_id).room_code)
    page = phone.get(reverse("event-find", args=[find_stage.event_id]))
    [seat] = {each.seat for each in page.context["found"] if each.name == "Eva M."}
    assert reverse("seat-take", args=[seat]) in page.content.decode()
    table = phone.post(reverse("seat-take", args=[seat]), follow=True).content.decode()
    assert "Who are you?" not in table
    assert SeatHold.objects.get().seat.match == match
    assert "Your table 1" in find(phone, find_stage, "")


def test_without_the_room_code_a_name_only_leads_to_its_table(
    client: Client, find_stage: Stage
) -> None:
    page = client.get(reverse("event-find", args=[find_stage.event_id]))
    assert {each.seat for each in page.context["found"]} == {""}
    assert "/take/" not in page.content.decode()
