"""Phones at tables: browsers without an account that have scanned a code, or hold a seat."""

from collections.abc import Mapping
from itertools import count

from django.test import Client
from django.urls import reverse

from games.registry import rules_of
from league.models import Match, Seat
from league.models.public_id import new_public_id
from league.permissions import CODES_KEY, DEVICE_KEY, Actor
from league.results.queries import entries_at
from league.results.services.handing_in import HandIn, submit
from league.results.services.seats import take_seat
from tests.factories.events import published_round, running_event

HTMX = {"HX-Request": "true"}

_numbers = count(1)


def match_of(number: int = 2, **fields: object) -> Match:
    """A published table with so many seats, of a game of which that is a lawful number."""
    stage = running_event(number, **fields)
    [match] = published_round(stage).matches.select_related("event", "round__stage__event")
    return match


def phone_with(*codes: str) -> Client:
    """A phone that has scanned these codes."""
    client = Client(headers={"Accept-Language": "en"})
    session = client.session
    session[DEVICE_KEY] = f"phone{next(_numbers)}"
    session[CODES_KEY] = list(codes)
    session.save()
    return client


def phone_at(match: Match, seat: Seat | str) -> Client:
    """A phone that has scanned the slip of a match and holds a seat there, given by its letter."""
    found = match.seats.get(letter=seat) if isinstance(seat, str) else seat
    client = phone_with(match.code)
    assert take_seat(found, actor=actor_with(client))
    return client


def actor_with(client: Client) -> Actor:
    """Who a phone is to services."""
    session = client.session
    return Actor(device=session[DEVICE_KEY], codes=frozenset(session[CODES_KEY]))


def seat_at(match: Match, letter: str) -> Seat:
    return match.seats.select_related("match__event").get(letter=letter)


def random_record(game: str, *, players: int, seed: int = 1, variant: str = "base") -> str:
    rules = rules_of(game)
    assert rules is not None
    return rules.random_game(seed, players=players, variant=variant)


def typed_seats(match: Match, letters: str = "") -> dict[str, str]:
    """Who sits where, as the page proposes or in another order."""
    order = letters or "".join(match.seats.order_by("letter").values_list("letter", flat=True))
    return {f"seat-{at}": seat_at(match, letter).pk for at, letter in enumerate(order)}


def typed_points(match: Match, *points: int) -> dict[str, str]:
    """Final scores of Triolet in the order of the seats."""
    figures = dict(zip(entries_at(match), points, strict=True))
    return {
        "way": "scores",
        "client_key": new_public_id(),
        **typed_seats(match),
        **{f"figure-{entry}-points": str(score) for entry, score in figures.items()},
    }


def hand_in(client: Client, match: Match, typed: Mapping[str, object], **more: object) -> object:
    return client.post(reverse("hand-in", args=[match.pk]), typed, **more)


def handed_in(match: Match, *points: int, letter: str = "A", game: int = 1) -> object:
    """A version of one side, without its phone: final scores of Triolet."""
    seats = match.seats.order_by("letter")
    entries = dict(zip((seat.letter for seat in seats), (s.entry_id for s in seats), strict=True))
    figures = {e: {"points": p} for e, p in zip(entries_at(match), points, strict=True)}
    given = HandIn(seating=entries, figures=figures, game=game)
    return submit(
        match, given, actor=Actor(), seat=seat_at(match, letter), client_key=new_public_id()
    )
