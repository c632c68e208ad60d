"""Phones at tables: browsers without an account that have scanned a code, or hold a seat."""

from itertools import count

from django.test import Client

from league.models import Match, Seat
from league.permissions import CODES_KEY, DEVICE_KEY, Actor
from league.results.services.seats import take_seat

_numbers = count(1)


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
