"""The share of proved results: of an event, a club and a player; and over the API."""

import pytest
from django.test import Client

from league.models import Club, Event, Match, Player
from league.statistics.proved import Proved, proved_among
from league.statistics.queries import proved_in, proved_in_club, proved_of_player
from tests.factories.submissions import confirm, hand_in, hand_in_record
from tests.factories.tables import record_of, table

pytestmark = pytest.mark.django_db


def proved_table(**event: object) -> Match:
    match = table(2, **event)
    confirm(hand_in_record(match, record_of(players=2)))
    return match


def test_grades_are_counted_by_what_proves_them() -> None:
    grades = ["verified", "", "kept", "confirmed", "at_table", "entered", "ruled", "verified"]
    share = proved_among(grades)
    assert (share, share.typed) == (Proved(verified=2, kept=1, total=7), 4)


def test_event_counts_all_its_results() -> None:
    match = proved_table()
    assert proved_in(match.event) == Proved(1, 0, 1)
    waiting = table(2)
    assert proved_in(waiting.event) == Proved()


def test_club_and_player_leave_out_what_is_not_public_or_keeps_no_records() -> None:
    public, off, draft = proved_table(), table(2, records="off"), proved_table()
    confirm(hand_in(off, 350, 320))
    Event.objects.filter(pk=draft.event_id).update(status="draft")
    practice = proved_table()
    Event.objects.filter(pk=practice.event_id).update(practice_of=public.event_id)
    typed = table(2)
    confirm(hand_in(typed, 350, 320))
    club = Club.objects.get(events=public.event)
    Event.objects.update(club=club)
    assert proved_in_club(club) == Proved(1, 0, 2)
    for match, share in ((public, Proved(1, 0, 1)), (typed, Proved(0, 0, 1)), (off, Proved())):
        player = Player.objects.get(seats__match=match, seats__letter="A")
        assert proved_of_player(player) == share


def test_programs_are_told_the_share(client: Client) -> None:
    match = proved_table()
    player = match.seats.get(letter="A").player
    told = {"verified": 1, "kept": 0, "typed": 0, "total": 1}
    for kind, pk in (
        ("events", match.event_id),
        ("clubs", match.event.club_id),
        ("players", player.pk),
    ):
        answer = client.get(f"/api/v1/{kind}/{pk}/evidence")
        assert answer.json() == told, kind
