"""Backing up and restoring, as after a disaster, on the database of this run and across the two."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse

from league.audit import log_action
from league.backups.backup_file import opened
from league.backups.queries import NOT_KEPT, applied_migrations, snapshot
from league.backups.services.backups import write_backup
from league.backups.services.restores import restore_backup
from league.events.queries.recheck import differences
from league.models import AuditEntry, Club, Event, Submission
from league.models.append_only import missing_triggers
from league.permissions import SERVICE
from tests import copies
from tests.database import use
from tests.factories import make_club
from tests.league.backups.conftest import club_names

pytestmark = pytest.mark.django_db(transaction=True)


def tables_in(path: Path) -> dict[str, tuple[int, str]]:
    with opened(path) as backup:
        return {table.name: (table.rows, table.digest) for table in backup.manifest.tables}


def tables_now(tmp_path: Path) -> dict[str, tuple[int, str]]:
    now = tmp_path / "now.zip"
    write_backup(now)
    return tables_in(now)


def is_refused(write: Any) -> bool:
    try:
        with transaction.atomic():
            write()
    except DatabaseError:
        return True
    return False


def test_every_table_is_in_a_backup(backup: Path) -> None:
    present = set(connection.introspection.table_names()) - {"django_migrations"}
    assert tables_in(backup).keys() == present - NOT_KEPT


def test_drill(event: Event, backup: Path, tmp_path: Path, client: Client) -> None:
    assert tables_now(tmp_path) != tables_in(backup)

    restore_backup(backup, replacing=True)

    assert tables_now(tmp_path) == tables_in(backup)
    assert list(differences()) == []
    assert "Since then" not in club_names()
    assert Event.objects.get().name == event.name
    page = client.get(reverse("account_email"))
    assert page.context["user"].username == "žofie", "whoever was logged in still is"


def test_rows_that_may_only_grow_are_guarded_again(backup: Path) -> None:
    restore_backup(backup, replacing=True)
    assert missing_triggers() == []
    assert is_refused(Submission.objects.all().delete)
    assert is_refused(lambda: AuditEntry.objects.update(action="x"))
    assert not is_refused(lambda: Club.objects.update(town="Brno"))


def test_numbers_go_on_after_the_last(backup: Path) -> None:
    last = AuditEntry.objects.latest("pk").pk
    restore_backup(backup, replacing=True)
    log_action(SERVICE, "test", make_club())
    assert AuditEntry.objects.latest("pk").pk > last


def test_snapshot_holds_nobody_up_and_sees_nothing_new() -> None:
    make_club("Before")

    def elsewhere() -> None:
        make_club("Meanwhile")
        connection.close()

    with snapshot():
        before = club_names()
        writer = threading.Thread(target=elsewhere)
        writer.start()
        writer.join(30)
        assert not writer.is_alive()
        assert club_names() == before == {"Before"}
    assert club_names() == {"Before", "Meanwhile"}


def test_backup_while_others_write_is_of_one_moment(backup: Path, tmp_path: Path) -> None:
    """Each club comes with an entry in the audit trail, which is read before the clubs."""
    done, begun = threading.Event(), threading.Event()

    def write() -> None:
        while not done.is_set():
            with transaction.atomic():
                log_action(SERVICE, "meanwhile", make_club("Meanwhile"))
            begun.set()
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    assert begun.wait(30)
    for number in range(3):
        write_backup(tmp_path / f"{number}.zip")
    done.set()
    writer.join(30)

    written = []
    for number in range(3):
        with opened(tmp_path / f"{number}.zip") as one:
            text = {table.name: json.dumps(list(one.rows(table))) for table in one.manifest.tables}
        clubs = text["league_club"].count('"Meanwhile"')
        assert clubs == text["league_auditentry"].count('"meanwhile"') > 0
        written.append(clubs)
    assert written[0] < written[2], "nobody wrote while it was backed up"


@pytest.fixture
def _migrated_at_the_end() -> Iterator[None]:
    yield
    call_command("migrate", verbosity=0, skip_checks=True)


@pytest.mark.usefixtures("_migrated_at_the_end")
def test_older_backup_is_migrated_forward(event: Event, tmp_path: Path) -> None:
    """Into tables as they were then, and into a database that was migrated since."""
    executor = MigrationExecutor(connection)
    newest = applied_migrations()
    executor.migrate([("league", "0029_calendar_links")])
    older = tmp_path / "older.zip"
    assert len(write_backup(older).migrations) < len(newest)
    for _ in range(2):
        restore_backup(older, replacing=True)
        assert applied_migrations() == newest
        assert missing_triggers() == []
        assert list(differences()) == []
        assert Event.objects.get().pk == event.pk
        assert tables_now(tmp_path)["league_submission"] == tables_in(older)["league_submission"]


@pytest.mark.postgresql  # on SQLite: below
def test_database_without_tables_is_filled(backup: Path, tmp_path: Path) -> None:
    told = tables_in(backup)
    with database_without_tables():
        restore_backup(backup)
        assert tables_now(tmp_path) == told
        assert list(differences()) == []


@contextmanager
def database_without_tables() -> Iterator[None]:
    usual, name = connection.settings_dict["NAME"], "arbitr_nothing"
    statement_beside(f"CREATE DATABASE {name}")
    try:
        use(connection, name)
        yield
    finally:
        use(connection, usual)
        statement_beside(f"DROP DATABASE {name}")


def statement_beside(statement: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.postgresql
def test_from_postgresql_to_sqlite_and_back(backup: Path, tmp_path: Path) -> None:
    folder = tmp_path / "embedded"
    folder.mkdir()
    copies.manage(
        folder, ["restore", str(backup)], ["recheck"], ["backup", str(tmp_path / "sqlite.zip")]
    )
    assert tables_in(tmp_path / "sqlite.zip") == tables_in(backup)

    restore_backup(tmp_path / "sqlite.zip", replacing=True)

    assert tables_now(tmp_path) == tables_in(backup)
    assert list(differences()) == []
    assert missing_triggers() == []
