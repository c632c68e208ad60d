"""Who needs an official first, at the desk and on its cards; results on the cards of tables."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Match, Round, Stage
from league.permissions import SERVICE, Actor
from league.results.services.seats import take_seat
from league.web.desk.concerns import KINDS
from league.web.desk.desk import desk_of
from tests.factories.events import enter, published_round, running_event
from tests.factories.submissions import hand_in, hand_in_record
from tests.factories.tables import OTHER_GAME, broken_record, event_of_scores, seat_at
from tests.league.web.desk.at_desk import address, desk, run
from tests.league.web.reading import plain

pytestmark = pytest.mark.django_db


def a_busy_round(stage: Stage) -> list[Match]:
    """Of seven tables: 7 disputed, 6 contradicted, 5 asked for by a phone, 4 late, 3 handed in,
    2 being played, 1 accepted."""
    matches = list(published_round(stage).matches.order_by("table"))
    accepted, _playing, handed_in, late, asked, contradicted, disputed = matches
    enter(accepted, 40, 35, 20, 10)
    hand_in(handed_in, 40, 35, 20, 10)
    take_seat(seat_at(asked), actor=Actor(device="old"))
    take_seat(seat_at(asked), actor=Actor(device="new"))
    hand_in_record(contradicted, broken_record(contradicted))
    hand_in(disputed, 40, 35, 20, 11, by="A")
    hand_in(disputed, 40, 35, 20, 10, by="B")
    time_was_up = timezone.now() - timedelta(minutes=70)
    Round.objects.update(length_s=3600, clock_started_at=time_was_up)
    Match.objects.exclude(pk=late.pk).update(added_s=3600)
    return matches


def test_desk_lists_the_most_urgent_first_and_says_why() -> None:
    stage = running_event(28)
    a_busy_round(stage)
    concerns = desk_of(stage.event, reader=SERVICE).concerns
    assert [(c.kind, c.table) for c in concerns] == [
        ("disputed", 7),
        ("contradicted", 6),
        ("seat", 5),
        ("late", 4),
        ("flag", 6),  # its record came faster than it can be played
    ]


def test_cards_of_tables_that_need_somebody_come_first_and_finished_ones_last() -> None:
    stage = running_event(28)
    a_busy_round(stage)
    [shown] = desk_of(stage.event, reader=SERVICE).playing
    assert [table.match.table for table in shown.tables] == [7, 6, 5, 4, 3, 2, 1]
    assert [table.match.table for table in shown.tables if table.is_late] == [4]


def test_of_two_alike_the_earlier_round_and_the_lower_table_come_first() -> None:
    stage = event_of_scores(8)
    first, second = published_round(stage), published_round(stage)
    matches = [*second.matches.order_by("-table"), *first.matches.order_by("-table")]
    for match in matches:
        hand_in(match, 4, 3, 2, 1, by="A")
        hand_in(match, 4, 3, 2, 0, by="B")
    concerns = [c for c in desk_of(stage.event, reader=SERVICE).concerns if c.kind == "disputed"]
    expected = [(match.round.number, match.table) for match in reversed(matches)]
    assert [(c.round, c.table) for c in concerns] == expected


def test_desk_begins_with_what_needs_somebody_as_its_one_next_step(client: Client) -> None:
    stage = run(client, 28)
    a_busy_round(stage)
    content = desk(client, stage)
    assert re.findall(r'class="button primary"[^>]*>([^<]+)', content)[0].strip() == (
        "Settle table 7"
    )
    assert content.count("button primary") == 1
    assert content.index("Needs you") < content.index("Round 1 is being played")
    text = unescape(content)
    for reason in KINDS.values():
        assert str(reason) in text


def test_quiet_desk_lists_nothing(client: Client) -> None:
    stage = run(client)
    published_round(stage)
    assert "Needs you" not in desk(client, stage)


def test_desk_comes_anew_when_a_table_gets_late(client: Client) -> None:
    stage = run(client)
    published_round(stage)
    stage.event.refresh_from_db()
    where = f"{address('desk-live', stage)}?seen={desk_of(stage.event, reader=SERVICE).seen}"
    assert client.get(where).status_code == 204
    started = timezone.now() - timedelta(minutes=70)
    Round.objects.update(length_s=3600, clock_started_at=started)
    assert "Tables 1, 2 of round 1 are late" in plain(client.get(where).content.decode())


def test_card_of_a_finished_table_shows_scores_and_places(client: Client) -> None:
    stage = run(client, 8, **OTHER_GAME)
    one, two = published_round(stage).matches.order_by("table")
    enter(one, 40, 55, 20, None)
    cards = {card.match.pk: card for card in desk_of(stage.event, reader=SERVICE).playing[0].tables}
    assert [(p.scores, p.place) for p in cards[one.pk].people] == [
        (("40",), 2),
        (("55",), 1),
        (("20",), 3),
        (("×",), None),
    ]
    assert [(p.scores, p.place) for p in cards[two.pk].people] == [((), None)] * 4
    assert "55 1" in plain(desk(client, stage))


def test_card_of_a_match_of_two_games_shows_both_scores_and_the_place_in_the_match() -> None:
    stage = event_of_scores(2, games_per_match=2, stage={"table_size": 2})
    match = published_round(stage).matches.get()
    enter(match, 40, 30, game=1)
    [half] = desk_of(stage.event, reader=SERVICE).playing[0].tables
    assert [(p.scores, p.place) for p in half.people] == [(("40",), None), (("30",), None)]
    enter(match, 50, 45, game=2)
    [whole] = desk_of(stage.event, reader=SERVICE).playing[0].tables
    assert [(p.scores, p.place) for p in whole.people] == [(("40", "50"), 1), (("30", "45"), 2)]


def test_card_where_only_places_count_shows_places() -> None:
    stage = event_of_scores(4, other_scoring="places")
    match = published_round(stage).matches.get()
    enter(match, 2, 1, 3, 4)
    [card] = desk_of(stage.event, reader=SERVICE).playing[0].tables
    assert [(p.scores, p.place) for p in card.people] == [
        (("",), 2),
        (("",), 1),
        (("",), 3),
        (("",), 4),
    ]
