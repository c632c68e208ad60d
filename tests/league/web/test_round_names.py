"""A round of a bracket is called by its name wherever it is told, and others by their numbers."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.errors import LeagueError
from league.events.queries.steps import last_steps
from league.events.services.check_in import mark_absent
from league.events.services.rounds import draft_round, withdraw_round
from league.models import (
    ChainChange,
    Flag,
    Match,
    Notice,
    Official,
    PaperCopy,
    Player,
    Round,
    Stage,
)
from league.permissions import SERVICE
from league.web.desk.flags import flag_in_words
from league.web.rules import chain_changes
from tests.factories import make_user
from tests.factories.events import enter, played_round, published_round, running_event
from tests.factories.submissions import hand_in_record
from tests.factories.tables import lawful_record
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """A knockout of four in English, its semi-finals out."""
    stage = running_event(4, stage={"kind": "knockout", "chain": ["BRACKET"]}, language="en")
    published_round(stage)
    return stage


def texts(stage: Stage) -> list[str]:
    return [step.text for step in last_steps(stage.event, actor=SERVICE)]


def test_steps_of_the_desk(stage: Stage) -> None:
    match = Match.objects.get(table=1)
    enter(match, 90, 60)
    mark_absent(stage.event.entries.get(seed=2), actor=SERVICE)
    told = texts(stage)
    assert told[0] == "Final and third place: no game for Hráč B2"
    assert told[1].startswith("Table 1, Semi-finals: result entered, ")
    assert told[2:] == ["Semi-finals: published", "Semi-finals: drafted"]


def test_steps_take_no_query_for_each_round(
    stage: Stage, django_assert_max_num_queries: object
) -> None:
    for match in Match.objects.all():
        enter(match, 90, 60)
    with django_assert_max_num_queries(16):  # type: ignore[operator]
        texts(stage)


def test_mail_about_a_round_that_was_taken_back(stage: Stage) -> None:
    player = stage.event.entries.get(seed=1).player_id
    Player.objects.filter(pk=player).update(user=make_user())
    withdraw_round(Round.objects.get(), actor=SERVICE)
    mail = Notice.objects.get()
    assert mail.subject == f"The round “Semi-finals” was taken back: {stage.event.name}"
    assert "The tables of the round “Semi-finals” of “" in mail.body


def test_flag_of_a_record(stage: Stage) -> None:
    first, second = Match.objects.order_by("table")
    hand_in_record(first, lawful_record(first))
    hand_in_record(second, lawful_record(first))
    flag = Flag.objects.get(match=second, code=Flag.Code.COPY)
    assert flag_in_words(flag) == (
        "Semi-finals, table 2: the record is the same as that of another table: "
        "Semi-finals, table 1."
    )


def test_round_that_is_to_be_closed_first() -> None:
    stage = running_event(16, stage={"kind": "knockout", "chain": ["BRACKET"]})
    for _ in range(2):
        published_round(stage)
        for match in Match.objects.filter(is_open=True):
            enter(match, 90, 60)
    with pytest.raises(LeagueError, match="Close the round “Round of 16” first: two rounds"):
        draft_round(stage, actor=SERVICE)


def test_links_to_standings_and_papers_after_a_round(client: Client, stage: Stage) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    organiser = make_user()
    Official.objects.create(event=stage.event, user=organiser, role=Official.Role.ORGANISER)
    client.force_login(organiser)
    Round.objects.all().delete()
    for _ in range(2):
        played_round(stage)
    PaperCopy.objects.get_or_create(event=stage.event, after_round=1, defaults={"html": "–"})
    standings = text_of(client, reverse("event-standings", args=[stage.event_id]))
    papers = text_of(client, reverse("event-print", args=[stage.event_id]))
    winner = stage.event.entries.get(seed=1)
    row = text_of(client, reverse("entry-rounds", args=[winner.pk]))
    assert re.search(r"Where the points come from Semi-finals .*Final and third place ", row)
    assert "After: Semi-finals Now" in standings
    assert "Kept automatically after every round After: Semi-finals" in papers
    assert "After round" not in standings + papers


def test_change_of_tiebreaks_during_the_event(stage: Stage) -> None:
    ChainChange.objects.create(
        stage=stage,
        after_round=1,
        before={"chain": ["BRACKET"]},
        after={"chain": ["BRACKET", "LOTS"]},
        reason="So it was said.",
    )
    [told] = chain_changes(stage)
    assert told.what.startswith("After the round “Semi-finals”: the tiebreaks were changed from ")
