"""Phones that took a seat once: in later rounds they are known, until somebody ends that."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from league.events.services.rounds import close_round
from league.models import Entry, Event, Match, Round, Seat, SeatHold, Stage
from league.permissions import DEVICE_KEY, SERVICE, entries_known_to, may
from league.results.services.seats import (
    answer_request,
    leave_seat,
    renew_match_code,
    renew_room_code,
    renew_table_code,
    take_seat,
)
from league.web.table.seats import seats_shown
from tests.factories.events import enter, published_round, running_event
from tests.factories.phones import actor_with, phone_at, phone_with
from tests.factories.tables import seat_at
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return running_event(8)


@pytest.fixture
def first(stage: Stage) -> Match:
    """A table of the first round, which is being played."""
    return table_of(published_round(stage), table=1)


def table_of(given: Round, *, table: int) -> Match:
    return given.matches.select_related("event__club", "round__stage__event").get(table=table)


def played(match: Match) -> None:
    for each in match.round.matches.all():
        enter(each, 4, 3, 2, 1)
    close_round(Round.objects.get(pk=match.round_id), actor=SERVICE)


def next_round(match: Match) -> Round:
    played(match)
    return published_round(match.round.stage)


def next_seat(match: Match, letter: str = "A") -> Seat:
    """Of whoever sat there, in the round after."""
    given = next_round(match)
    seats = given.seats.select_related("match__event", "match__round", "player")
    return seats.get(entry=seat_at(match, letter).entry_id)


def known_as(phone: Client) -> list[str]:
    return list(entries_known_to(actor_with(phone)).values_list("pk", flat=True))


def without_codes(phone: Client) -> Client:
    """As after more scans than a session keeps: what it is known by is the seat alone."""
    session = phone.session
    session["codes"] = []
    session.save()
    return phone


def holder_of(seat: Seat) -> str:
    return SeatHold.objects.get(seat=seat).device


def test_next_round_needs_one_tap_and_no_code(first: Match) -> None:
    phone = without_codes(phone_at(first, "A"))
    seat = next_seat(first)
    page = reverse("match", args=[seat.match_id])
    text = text_of(phone, page)
    name = seat.player.public_name
    assert f"Go on as {name} This phone spoke for you in an earlier round." in text
    assert "Somebody else has it now?" not in text
    phone.post(reverse("seat-take", args=[seat.pk]))
    assert f"You are {name}" in text_of(phone, page)
    assert holder_of(seat) == phone.session[DEVICE_KEY]


def test_next_round_is_for_nobody_else(first: Match) -> None:
    phone, stranger = phone_at(first, "A"), phone_with(first.code)
    seat = next_seat(first)
    others = seat.match.seats.select_related("match__event", "match__round").exclude(pk=seat.pk)
    assert [may(actor_with(phone), "sit_down", each) for each in (seat, *others)] == [True] + [
        False
    ] * 3
    assert not may(actor_with(stranger), "sit_down", seat)


def test_next_round_offers_the_others_after_a_scan(first: Match) -> None:
    phone = phone_at(first, "A")
    seat = next_seat(first)
    session = phone.session
    session["codes"] = [seat.match.code]
    session.save()
    text = text_of(phone, reverse("match", args=[seat.match_id]))
    assert "earlier round. Somebody else has it now? Tap the right name:" in text


def test_next_round_of_a_team_is_that_of_the_partner_who_held_the_phone(first: Match) -> None:
    phone = without_codes(phone_at(first, "A"))
    seat = next_seat(first)
    partner = seat.match.seats.select_related("player").exclude(pk=seat.pk).first()
    assert partner is not None
    Seat.objects.filter(pk=partner.pk).update(entry=seat.entry_id)
    found = seats_shown(seat.match, actor_with(phone), is_official=False)
    assert [each.seat.pk for each in found.to_go_on] == [seat.pk]
    assert [each.seat.pk for each in found.to_choose] == [partner.pk]


def test_next_round_asks_where_another_phone_was_faster(first: Match) -> None:
    phone = phone_at(first, "A")
    seat = next_seat(first)
    faster = phone_at(seat.match, seat)
    text = text_of(without_codes(phone), reverse("match", args=[seat.match_id]))
    assert "Go on as" not in text
    assert known_as(phone) == []
    assert holder_of(seat) == faster.session[DEVICE_KEY]


def test_next_round_comes_in_the_same_event_alone(first: Match) -> None:
    phone = phone_at(first, "A")
    elsewhere = published_round(running_event(4)).matches.get()
    assert not may(actor_with(phone), "sit_down", seat_at(elsewhere))


def test_next_table_stands_on_the_page_of_the_last_one(first: Match) -> None:
    phone = phone_at(first, "A")
    page = reverse("match", args=[first.pk])
    stranger = phone_with(first.code)
    played(first)
    before = text_of(phone, page)
    seat = (
        published_round(first.round.stage)
        .seats.select_related("match", "player")
        .get(entry=seat_at(first).entry_id)
    )
    words = f"Your next table {seat.match.table} Round 2 · {seat.player.public_name}"
    assert [words in text for text in (before, text_of(phone, page))] == [False, True]
    assert "Your next table" not in text_of(stranger, page)


def test_next_table_is_noticed_by_the_open_page(first: Match) -> None:
    live = reverse("live-match", args=["en", first.event_id, first.pk])
    played(first)
    before = Client().get(live).context["seats_step"]
    published_round(first.round.stage)
    assert Client().get(live).context["seats_step"] != before


def test_next_table_stands_on_the_page_of_the_event(first: Match) -> None:
    phone, stranger = phone_at(first, "A"), phone_with()
    seat = next_seat(first)
    page = reverse("event", args=[first.event_id])
    text = text_of(phone, page)
    assert f"Your table {seat.match.table} Round 2" in text
    assert f"On this phone: {seat.player.public_name}" in text
    assert "Find your table" in text_of(stranger, page)


def test_next_table_is_shown_at_another_table(first: Match) -> None:
    phone = phone_at(first, "A")
    seat = next_seat(first)
    other = Match.objects.filter(round=seat.round_id).exclude(pk=seat.match_id).get()
    text = text_of(phone, reverse("match", args=[other.pk]))
    assert f"Your table {seat.match.table} Round 2" in text
    assert "Do you play here?" not in text


def test_next_table_of_one_who_sits_down_is_that_of_the_tables_still_open(first: Match) -> None:
    """One phone for two at different tables: a family's."""
    phone = phone_at(first, "A")
    other = table_of(first.round, table=2)
    assert take_seat(seat_at(other), actor=actor_with(phone))
    assert sorted(known_as(phone)) == sorted(seat_at(match).entry_id for match in (first, other))
    enter(first, 4, 3, 2, 1)
    text = text_of(phone, reverse("event", args=[first.event_id]))
    assert "Your table 2 Round 1" in text


def release(match: Match) -> None:
    leave_seat(seat_at(match), actor=SERVICE)


def hand_over(match: Match) -> None:
    asker = phone_with(match.code)
    take_seat(seat_at(match), actor=actor_with(asker))
    answer_request(SeatHold.objects.get(seat__letter="A"), actor=SERVICE, hands_over=True)


def renew_slip(match: Match) -> None:
    renew_match_code(match, actor=SERVICE)


def renew_card(match: Match) -> None:
    renew_table_code(match.event.club, table=match.table, actor=SERVICE)


def renew_room(match: Match) -> None:
    renew_room_code(Event.objects.get(pk=match.event_id), actor=SERVICE)


def nothing(match: Match) -> None:
    """The control."""


def renew_other_card(match: Match) -> None:
    renew_table_code(match.event.club, table=match.table + 1, actor=SERVICE)


def renew_other_slip(match: Match) -> None:
    renew_match_code(table_of(match.round, table=2), actor=SERVICE)


@pytest.mark.parametrize(
    ("deed", "is_known"),
    [
        (nothing, True),
        (renew_other_card, True),
        (renew_other_slip, True),
        (release, False),
        (hand_over, False),
        (renew_slip, False),
        (renew_card, False),
        (renew_room, False),
    ],
)
def test_end_comes_by(first: Match, deed: Callable[[Match], None], is_known: bool) -> None:
    phone = phone_at(first, "A")
    deed(first)
    seat = next_seat(first)
    assert may(actor_with(phone), "sit_down", seat) is is_known


def test_end_in_a_later_round_ends_it_for_good(first: Match) -> None:
    """What it held in earlier rounds makes it known no more."""
    phone = phone_at(first, "A")
    seat = next_seat(first)
    take_seat(seat, actor=actor_with(phone))
    leave_seat(seat, actor=SERVICE)
    assert not may(actor_with(without_codes(phone)), "sit_down", seat)


def test_end_by_renewing_leaves_the_seat_of_this_round(first: Match) -> None:
    phone = phone_at(first, "A")
    renew_room(first)
    assert holder_of(seat_at(first)) == phone.session[DEVICE_KEY]


def test_end_comes_by_taking_the_seat_of_an_opponent(first: Match) -> None:
    phone = phone_at(first, "A")
    take_seat(seat_at(first, "B"), actor=actor_with(phone))
    assert known_as(phone) == [seat_at(first, "B").entry_id]


def test_end_comes_not_by_the_phone_of_the_partner(first: Match) -> None:
    one, two = first.seats.order_by("letter")[:2]
    Seat.objects.filter(pk=two.pk).update(entry=one.entry_id)
    Entry.objects.filter(pk=one.entry_id).update(partner=two.player_id)
    phone, partner = phone_at(first, "A"), phone_at(first, "B")
    assert [known_as(each) for each in (phone, partner)] == [[one.entry_id], [one.entry_id]]


def test_handed_over_seat_makes_the_new_phone_known(first: Match) -> None:
    phone_at(first, "A")
    asker = phone_with(first.code)
    take_seat(seat_at(first), actor=actor_with(asker))
    renew_slip(first)
    answer_request(SeatHold.objects.get(seat=seat_at(first)), actor=SERVICE, hands_over=True)
    assert known_as(asker) == [seat_at(first).entry_id]
