"""Phones at a table: who is who, who asks whom, and what each of them is shown."""

from itertools import pairwise
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.events.services.rounds import close_round
from league.models import AuditEntry, Entry, Event, Match, Official, Player, Seat, SeatHold
from league.permissions import (
    CODES_KEY,
    DEVICE_KEY,
    ENTRIES_KEY,
    SERVICE,
    Actor,
    entries_known_to,
    may,
    seats_of,
)
from league.results.seating import number_of
from league.web.table.seats import seats_shown, seats_step
from tests.conftest import OpenPage
from tests.factories import make_player, make_user
from tests.factories.events import enter, published_round, running_event
from tests.factories.phones import actor_with, phone_at, phone_with
from tests.league.web.reading import plain, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    stage = running_event(4)
    for seed, name in enumerate(("Jana Nová", "Petr Žák", "Eva Malá", "Jan Dub"), start=1):
        Player.objects.filter(entries__seed=seed).update(full_name=name)
    found = published_round(stage).matches.get()
    return Match.objects.select_related("event", "round").get(pk=found.pk)


def do(client: Client, match: Match, letter: str, deed: str, **data: str) -> str:
    """Tap something at a seat, and read the page that comes of it."""
    address = reverse(f"seat-{deed}", args=[match.seats.get(letter=letter).pk])
    response = client.post(address, data, follow=True)
    assert response.redirect_chain == [(reverse("match", args=[match.pk]), 302)]
    return plain(response.content.decode())


def panel(client: Client, match: Match) -> str:
    return plain(client.get(reverse("match-seats", args=[match.pk])).content.decode()).strip()


def holders(match: Match) -> dict[str, str]:
    holds = SeatHold.objects.filter(seat__match=match)
    return dict(holds.order_by("seat__letter").values_list("seat__letter", "device"))


def name_at(match: Match, letter: str) -> str:
    return match.seats.select_related("player").get(letter=letter).player.public_name


def device(client: Client) -> str:
    return str(client.session[DEVICE_KEY])


def many_phones(match: Match) -> list[Client]:
    """So many that some two of them show different numbers."""
    return [phone_with(match.code) for _ in range(6)]


def official_of(match: Match) -> Client:
    user = make_user()
    Official.objects.create(event=match.event, user=user, role=Official.Role.ARBITER)
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(user)
    return client


def test_taking_a_free_seat_makes_the_phone_speak_for_it(match: Match) -> None:
    phone = phone_with(match.code)
    asked = panel(phone, match)
    names = [name_at(match, letter) for letter in "ABCD"]
    assert asked == (
        "Who are you? Tap your name: this phone then speaks for you at this table. "
        + " ".join(f"{letter} {name}" for letter, name in zip("ABCD", names, strict=True))
    )
    text = do(phone, match, "B", "take")
    assert f"B You are {names[1]} , seat B Not me ({names[1]})" in text
    assert "Who are you?" not in text
    assert holders(match) == {"B": device(phone)}
    entry = AuditEntry.objects.get(action="take seat")
    assert entry.details == {"seat": match.seats.get(letter="B").pk}


def test_taking_another_seat_gives_up_the_first(match: Match) -> None:
    phone = phone_at(match, "A")
    do(phone, match, "C", "take")
    assert holders(match) == {"C": device(phone)}


def test_taking_is_not_for_visitors_without_a_code(match: Match) -> None:
    visitor = Client(headers={"Accept-Language": "en"})
    assert "Do you play here? Scan the code" in panel(visitor, match)
    assert "Scan the code of your table again" in do(visitor, match, "A", "take")
    assert holders(match) == {}


def test_taking_is_over_with_the_match(match: Match) -> None:
    phone = phone_with(match.code)
    enter(match, 4, 3, 2, 1)
    assert panel(phone, match).startswith("Did you play here, and is the result wrong?")
    close_round(match.round, actor=SERVICE)
    assert panel(phone, match) == ""
    assert "This match is over" in do(phone, match, "A", "take")
    assert holders(match) == {}


def test_seat_is_taken_to_contest_a_result(match: Match) -> None:
    phone = phone_with(match.code)
    enter(match, 4, 3, 2, 1)
    do(phone, match, "A", "take")
    assert holders(match) == {"A": device(phone)}


def test_family_s_phone_takes_the_second_seat_too(match: Match) -> None:
    phone = phone_with(match.code)
    session = phone.session
    session[ENTRIES_KEY] = [match.seats.get(letter=letter).entry_id for letter in "AB"]
    session.save()
    do(phone, match, "A", "take")
    assert f"Speak for {name_at(match, 'B')} too" in panel(phone, match)
    assert name_at(match, "C") not in panel(phone, match)
    do(phone, match, "B", "take")
    assert holders(match) == {"A": device(phone), "B": device(phone)}
    assert "Speak for" not in panel(phone, match)


def shared(client: Client, match: Match) -> str:
    address = reverse("match-seats", args=[match.pk])
    return plain(client.get(address, {"share": "1"}).content.decode())


def test_second_child_by_the_hall_code_shares_the_phone(match: Match) -> None:
    """Nobody signed up from this phone, and it scanned the code of the room."""
    phone = phone_with(match.event.room_code)
    assert "Speak for" not in shared(phone, match)
    do(phone, match, "A", "take")
    assert f"Speak for {name_at(match, 'B')} too" in shared(phone, match)
    assert f"Speak for {name_at(match, 'A')} too" not in shared(phone, match)
    assert "Speak for" not in panel(phone, match)
    do(phone, match, "B", "take", beside="1")
    assert holders(match) == {"A": device(phone), "B": device(phone)}
    assert entries_known_to(actor_with(phone)).count() == 2
    other = phone_with(match.event.room_code)  # a second phone behind the same code
    do(other, match, "C", "take")
    assert holders(match) == {"A": device(phone), "B": device(phone), "C": device(other)}
    assert f"Speak for {name_at(match, 'C')} too" not in shared(phone, match)


def test_taking_is_slowed_by_phone_and_by_table(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.RATES, "seat-by-phone", (2, 600))
    monkeypatch.setitem(settings.RATES, "seat-at-table", (3, 600))
    address = reverse("seat-take", args=[match.seats.get(letter="A").pk])
    first, second = phone_with(match.code), phone_with(match.code)
    answers = [phone.post(address).status_code for phone in [first] * 3 + [second] * 2]
    assert answers == [302, 302, 429, 302, 429]


def test_taking_of_a_team_gives_each_partner_a_seat(match: Match) -> None:
    first, second = match.seats.order_by("letter")[:2]
    second.entry_id = first.entry_id
    second.save()
    Entry.objects.filter(pk=first.entry_id).update(partner=second.player)
    one, two = phone_at(match, "A"), phone_at(match, "B")
    assert holders(match) == {"A": device(one), "B": device(two)}
    do(one, match, "B", "leave")  # the partner's seat is not theirs to leave
    assert holders(match) == {"A": device(one), "B": device(two)}
    do(two, match, "B", "leave")
    do(one, match, "B", "take")  # but both may be held by one phone
    assert holders(match) == {"A": device(one), "B": device(one)}


def test_asking_for_a_held_seat_asks_the_phone_that_holds_it(match: Match) -> None:
    holder, asker = phone_at(match, "A"), phone_with(match.code)
    name = name_at(match, "A")
    assert f"A {name} Taken: ask for it" in panel(asker, match)
    text = do(asker, match, "A", "take")
    number = number_of(device(asker), seat=match.seats.get(letter="A").pk)
    assert f"You asked to be {name} under the number {number} ." in text
    assert f"Another phone asks to be {name} and shows the number {number} ." in panel(
        holder, match
    )
    assert holders(match) == {"A": device(holder)}


def test_asking_is_answered_by_handing_over(match: Match) -> None:
    holder, asker = phone_at(match, "A"), phone_at(match, "B")
    do(asker, match, "A", "take")
    do(holder, match, "A", "answer", answer="hand-over")
    assert holders(match) == {"A": device(asker)}  # a phone sits once
    assert "Who are you?" in panel(holder, match)
    assert AuditEntry.objects.filter(action="hand over seat").count() == 1


def test_asking_is_answered_by_keeping(match: Match) -> None:
    holder, asker = phone_at(match, "A"), phone_with(match.code)
    do(asker, match, "A", "take")
    do(holder, match, "A", "answer", answer="keep")
    assert holders(match) == {"A": device(holder)}
    assert "You asked" not in panel(asker, match)
    text = do(holder, match, "A", "answer", answer="hand-over")
    assert "Nobody asks for this seat any more." in text
    assert holders(match) == {"A": device(holder)}


def test_asking_that_is_refused_is_told_to_the_asking_phone(match: Match) -> None:
    holder, asker, third = phone_at(match, "A"), phone_with(match.code), phone_with(match.code)
    do(asker, match, "A", "take")
    before = panel(asker, match)
    do(holder, match, "A", "answer", answer="keep")
    name = name_at(match, "A")
    told = (
        f"The seat of {name} stays with another phone. Is that your name? "
        "Ask an official. If not, tap your own."
    )
    assert told in panel(asker, match)
    assert [told in each for each in (before, panel(holder, match), panel(third, match))] == [
        False,
        False,
        False,
    ]
    again = do(asker, match, "A", "take")
    assert (told in again, f"You asked to be {name}" in again) == (False, True)


def test_asking_that_another_phone_asked_after_is_told_so_too(match: Match) -> None:
    phone_at(match, "A")
    first, second = phone_with(match.code), phone_with(match.code)
    do(first, match, "A", "take")
    do(second, match, "A", "take")
    assert "stays with another phone" in panel(first, match)
    assert "You asked to be" in panel(second, match)
    do(first, match, "B", "take")
    assert "stays with another phone" not in panel(first, match)


def test_asking_is_not_answered_for_a_phone_that_was_not_shown(match: Match) -> None:
    holder = phone_at(match, "A")
    seat = match.seats.get(letter="A").pk
    phones = {number_of(device(each), seat=seat): each for each in many_phones(match)}
    (shown, first), (_, second) = list(phones.items())[:2]
    do(first, match, "A", "take")
    do(second, match, "A", "take")
    text = do(holder, match, "A", "answer", answer="hand-over", asker=shown)
    assert "Another phone asks for this seat now." in text
    assert holders(match) == {"A": device(holder)}


def test_asking_ends_when_the_asking_phone_takes_another_seat(match: Match) -> None:
    holder, asker = phone_at(match, "A"), phone_with(match.code)
    do(asker, match, "A", "take")
    do(asker, match, "B", "take")
    assert "Another phone asks" not in panel(holder, match)
    assert holders(match) == {"A": device(holder), "B": device(asker)}


def test_asking_cannot_be_answered_by_others_at_the_table(match: Match) -> None:
    holder, asker, third = phone_at(match, "A"), phone_with(match.code), phone_at(match, "C")
    do(asker, match, "A", "take")
    for phone in (asker, third, Client(headers={"Accept-Language": "en"})):
        text = do(phone, match, "A", "answer", answer="hand-over")
        assert "This phone no longer holds the seat." in text
    assert holders(match)["A"] == device(holder)


def test_leaving_frees_the_seat(match: Match) -> None:
    phone = phone_at(match, "A")
    assert "Who are you?" in do(phone, match, "A", "leave")
    assert holders(match) == {}
    assert AuditEntry.objects.filter(action="leave seat").count() == 1


def test_leaving_of_others_is_refused(match: Match) -> None:
    holder, other = phone_at(match, "A"), phone_at(match, "B")
    assert "no longer holds the seat" in do(other, match, "A", "leave")
    assert holders(match)["A"] == device(holder)


def test_officials_see_phones_and_requests(match: Match) -> None:
    phone_at(match, "B")
    asker, official = phone_with(match.code), official_of(match)
    assert panel(official, match).startswith("Phones hold 1 of 4 seats")
    do(asker, match, "B", "take")
    text = panel(official, match)
    assert "Phones hold 1 of 4 seats somebody asks for a seat" in text
    name = name_at(match, "B")
    assert f"B {name} held by a phone Release ({name}) Another phone asks to be {name}" in text
    assert "The printed slip will no longer open anything. 1 phone keeps" in text


def test_officials_hand_over_and_release(match: Match) -> None:
    phone_at(match, "B")
    asker, official = phone_with(match.code), official_of(match)
    do(asker, match, "B", "take")
    do(official, match, "B", "answer", answer="hand-over")
    assert holders(match) == {"B": device(asker)}
    do(official, match, "B", "leave")
    assert holders(match) == {}


def test_officials_of_other_events_do_neither(match: Match) -> None:
    phone = phone_at(match, "B")
    stranger = official_of(published_round(running_event(4)).matches.get())
    do(stranger, match, "B", "leave")
    assert holders(match) == {"B": device(phone)}


def player_at(match: Match, letter: str) -> Client:
    user = make_user()
    Player.objects.filter(seats__match=match, seats__letter=letter).update(user=user)
    client = phone_with()
    client.force_login(user)
    return client


def test_accounts_need_no_code(match: Match) -> None:
    client = player_at(match, "C")
    assert panel(client, match) == f"C You are {name_at(match, 'C')} , seat C"


def test_accounts_speak_for_no_opponent(match: Match) -> None:
    """By a seat taken before, or by the code."""
    phone = phone_at(match, "A")
    user = make_user()
    Player.objects.filter(seats__match=match, seats__letter="C").update(user=user)
    actor = Actor(user=user, device=device(phone), codes=frozenset({match.code}))
    assert [seat.letter for seat in seats_of(actor, match)] == ["C"]
    letters = [
        seat.letter for seat in match.seats.order_by("letter") if may(actor, "sit_down", seat)
    ]
    assert letters == ["C"]
    stranger = Actor(user=make_user(), device=device(phone), codes=frozenset({match.code}))
    assert [seat.letter for seat in seats_of(stranger, match)] == ["A"]


def test_accounts_take_their_seat_from_a_phone(match: Match) -> None:
    phone_at(match, "C")
    client = player_at(match, "C")
    assert "Another phone holds it, too: take it away" in panel(client, match)
    do(client, match, "C", "leave")
    assert holders(match) == {}


# A guest who signed up from this browser needs no code for the own seat.
def test_signed_up_here_takes_the_own_seat_alone(match: Match) -> None:
    guest = Client(headers={"Accept-Language": "en"})
    session = guest.session
    session[ENTRIES_KEY] = [match.seats.get(letter="D").entry_id]
    session.save()
    assert panel(guest, match).endswith(f"D {name_at(match, 'D')}")
    assert name_at(match, "A") not in panel(guest, match)
    do(guest, match, "A", "take")
    assert holders(match) == {}
    do(guest, match, "D", "take")
    assert holders(match) == {"D": device(guest)}


# Who may take which seat, and who may let it go, for everybody at and around a table.
def test_permissions_by_role(match: Match) -> None:
    event = Event.objects.get(pk=match.event_id)
    holder, coded = actor_with(phone_at(match, "A")), actor_with(phone_with(match.code))
    player, arbiter = make_user(), make_user()
    Player.objects.filter(seats__match=match, seats__letter="C").update(user=player)
    Official.objects.create(event=event, user=arbiter, role=Official.Role.ARBITER)
    actors = {
        "public": Actor(),
        "somebody with an account": Actor(user=make_user()),
        "old code": Actor(device="x", codes=frozenset({"zzzzzzzzzz"})),
        "code": coded,
        "room code": Actor(device="y", codes=frozenset({event.room_code})),
        "phone at A, its code gone": Actor(device=holder.device),
        "account at C": Actor(user=player),
        "token of C that may not play": Actor(user=player, scopes=frozenset({"read"})),
        "arbiter": Actor(user=arbiter),
    }
    found = {
        who: (
            may(actor, "hand_in", match),
            "".join(seat.letter for seat in seats_in_order(match) if may(actor, "sit_down", seat)),
            "".join(seat.letter for seat in seats_in_order(match) if may(actor, "keep_seat", seat)),
        )
        for who, actor in actors.items()
    }
    assert found == {
        "public": (False, "", ""),
        "somebody with an account": (False, "", ""),
        "old code": (False, "", ""),
        "code": (True, "ABCD", ""),
        "room code": (True, "ABCD", ""),
        "phone at A, its code gone": (True, "A", "A"),
        "account at C": (True, "", "C"),
        "token of C that may not play": (False, "", ""),
        "arbiter": (False, "", "ABCD"),
    }


def test_permissions_of_a_withdrawn_round_are_none(match: Match) -> None:
    phone = phone_at(match, "A")
    match.round.status = "draft"
    match.round.save()
    assert not may(actor_with(phone), "hand_in", match)
    assert phone.get(reverse("match-seats", args=[match.pk])).status_code == 404


def seats_in_order(match: Match) -> list[Seat]:
    return list(match.seats.select_related("match__event", "match__round").order_by("letter"))


def test_live_part_of_everybody_says_when_to_look_again(match: Match) -> None:
    """Of phones it has only that, and nothing by which one could be followed."""
    steps = [seats_step(match)]
    phone = phone_at(match, "A")
    steps.append(seats_step(match))
    asker = phone_with(match.code)
    do(asker, match, "A", "take")
    steps.append(seats_step(match))
    do(phone, match, "A", "answer", answer="keep")
    steps.append(seats_step(match))
    do(phone, match, "A", "leave")
    steps.append(seats_step(match))
    phone_at(match, "A")
    steps.append(seats_step(match))
    assert all(before != after for before, after in pairwise(steps))
    live = reverse("live-match", args=["en", match.event_id, match.pk])
    content = Client().get(live).content.decode()
    assert f'data-step="{steps[-1]}:' in content
    assert device(phone) not in content


def test_live_names_are_public_ones(match: Match) -> None:
    shown = seats_shown(match, actor_with(phone_with(match.code)), is_official=False)
    assert sorted(each.name for each in shown.seats) == [
        "Eva M.",
        "Jan D.",
        "Jana N.",
        "Petr Ž.",
    ]


def test_seats_take_one_query_for_a_reader(open_page: OpenPage, match: Match) -> None:
    cache.clear()
    address = reverse("match-seats", args=[match.pk])
    open_page(address, queries=1, shows="Scan the code on the table")  # the match


def test_seats_take_few_queries_for_phones(match: Match, django_assert_num_queries: Any) -> None:
    seated, coded = phone_at(match, "A"), phone_with(match.code)
    address = reverse("match-seats", args=[match.pk])
    for client, queries, shows in ((coded, 8, "Who are you?"), (seated, 7, "seat A")):
        with django_assert_num_queries(queries):
            text = text_of(client, address)
        assert shows in text


def test_whoever_left_the_team_keeps_a_name(match: Match) -> None:
    seat = match.seats.get(letter="A")
    seat.player = make_player("Karel Nový")
    seat.save()
    assert "Karel N." in panel(phone_with(match.code), match)


def test_codes_stay_in_the_session(match: Match) -> None:
    phone = phone_with(match.code)
    assert phone.session[CODES_KEY] == [match.code]
    assert match.code not in phone.get(reverse("match", args=[match.pk])).content.decode()
