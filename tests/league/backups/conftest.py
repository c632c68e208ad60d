"""A database with results of each kind in it, and its backup."""

from pathlib import Path

import pytest
from django.test import Client

from league.backups.services.backups import write_backup
from league.models import Club, Confirmation, Event, Ruling
from league.permissions import SERVICE
from league.ratings.services import compute_ratings
from league.results.services.rulings import Decision, rule
from league.results.sides import Mark
from league.standings.services import compute_standings
from tests.factories import make_club, make_user
from tests.factories.events import enter, entries_at, published_round, running_event
from tests.factories.submissions import confirm, hand_in, hand_in_record
from tests.factories.tables import record_of


@pytest.fixture
def event(transactional_db: None, client: Client) -> Event:
    stage = running_event(10, stage={"table_size": 2})
    verified, confirmed, ruled, entered, waiting = published_round(stage).matches.order_by("table")
    confirm(hand_in_record(verified, record_of(1, players=2)), "B")
    confirm(hand_in(confirmed, 160, 150), "B", how=Confirmation.How.TABLE)
    marks = {entry: Mark(90) for entry in entries_at(ruled)}
    rule(ruled, Decision(Ruling.Kind.SCORES, marks=marks), actor=SERVICE, reason="So it was.")
    enter(entered, 4, 3)
    hand_in_record(waiting, record_of(2, players=2), by="B")
    compute_standings(stage.pk)
    compute_ratings("triolet")
    client.force_login(make_user("žofie", is_superuser=True))
    return stage.event


@pytest.fixture
def backup(event: Event, tmp_path: Path) -> Path:
    """Of a database that has changed since: a club more, and the event under another name."""
    path = tmp_path / "backup.zip"
    write_backup(path)
    make_club("Since then")
    Event.objects.filter(pk=event.pk).update(name="Renamed")
    return path


def club_names() -> set[str]:
    return set(Club.objects.values_list("name", flat=True))
