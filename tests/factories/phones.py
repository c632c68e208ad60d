"""Phones at tables: browsers without an account that have scanned a code, or hold a seat."""

from collections.abc import Mapping
from itertools import count

from django.test import Client
from django.urls import reverse

from league.models import Match, Seat
from league.models.public_id import new_public_id
from league.permissions import CODES_KEY, DEVICE_KEY, ENTRIES_KEY, Actor
from league.results.queries import entries_at
from league.results.services.seats import take_seat
from tests.factories.tables import seat_at

HTMX = {"HX-Request": "true"}

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
    found = seat_at(match, seat) if isinstance(seat, str) else seat
    client = phone_with(match.code)
    assert take_seat(found, actor=actor_with(client))
    return client


def actor_with(client: Client) -> Actor:
    """Who a phone is to services."""
    session = client.session
    return Actor(
        device=session[DEVICE_KEY],
        codes=frozenset(session[CODES_KEY]),
        entries=frozenset(session.get(ENTRIES_KEY, ())),
    )


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


def hand_in_on(client: Client, match: Match, typed: Mapping[str, object], **more: object) -> object:
    """What the form sends."""
    return client.post(reverse("hand-in", args=[match.pk]), typed, **more)
