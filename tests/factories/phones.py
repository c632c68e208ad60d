"""Phones at a table: each holds a seat, and asks as its owner would."""

from collections.abc import Mapping

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

ENGLISH = {"HTTP_ACCEPT_LANGUAGE": "en"}
HTMX = {"HX-Request": "true"}


def match_of(number: int = 2, **fields: object) -> Match:
    """A published table with so many seats, of a game of which that is a lawful number."""
    stage = running_event(number, **fields)
    [match] = published_round(stage).matches.select_related("event", "round__stage__event")
    return match


def guest(match: Match) -> Client:
    """Somebody who has read the code of the table."""
    client = Client(**ENGLISH)
    session = client.session
    session[DEVICE_KEY], session[CODES_KEY] = new_public_id(), [match.code]
    session.save()
    return client


def phone(match: Match, letter: str = "A") -> Client:
    """A phone that holds a seat."""
    client = guest(match)
    take_seat(seat_at(match, letter), actor=actor_of(client))
    return client


def actor_of(client: Client) -> Actor:
    return Actor(device=client.session[DEVICE_KEY])


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
