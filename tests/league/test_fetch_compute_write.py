"""Fetch, compute, write: no algorithm runs while a transaction holds its locks."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from league.events.services import drafts
from league.live import changing_event
from league.pairing import services as pairing
from league.permissions import SERVICE
from league.ratings import services as ratings
from league.standings import services as standings
from tests.factories.events import drawn_round, entries_at, played_round, running_event

pytestmark = pytest.mark.django_db(transaction=True)


def watched(function: Callable[..., Any], seen: list[bool]) -> Callable[..., Any]:
    def watching(*args: Any, **kwargs: Any) -> Any:
        seen.append(connection.in_atomic_block)
        return function(*args, **kwargs)

    return watching


def test_drawing_standings_and_ratings_are_computed_outside_transactions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[bool] = []
    monkeypatch.setattr(pairing, "compute", watched(pairing.compute, seen))
    monkeypatch.setattr(standings, "compute", watched(standings.compute, seen))
    monkeypatch.setattr(ratings, "compute", watched(ratings.compute, seen))
    played_round(running_event(8))
    ratings.compute_ratings("triolet")
    assert seen == [False, False, False]


def test_edited_draft_is_judged_outside_a_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    draft = drawn_round(running_event(8))
    format_ = type(draft.stage.format)
    monkeypatch.setattr(format_, "judged", watched(format_.judged, seen))
    first, second = (entries_at(match)[0] for match in draft.matches.order_by("table"))
    drafts.swap_entries(draft, actor=SERVICE, first=first, second=second, version=draft.version)
    assert seen == [False]


def test_within_a_transaction_it_would_be_seen() -> None:
    stage = running_event(8)
    seen: list[bool] = []
    with changing_event(stage.event_id):
        watched(lambda: None, seen)()
    assert seen == [True]
