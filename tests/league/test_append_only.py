"""Tables that may only grow refuse everything else, on both databases."""

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import DatabaseError, connection, models, transaction

from league.archive.services.seals import seal_event
from league.audit import log_action
from league.models import AuditEntry, ChainChange, Event, Postponement, Ruling
from league.models.append_only import (
    append_only_tables,
    install_triggers,
    missing_triggers,
)
from league.permissions import SERVICE
from league.results.services.counted_results import seal
from league.results.services.rulings import Decision, rule
from tests.factories import make_club
from tests.factories.sheets import noted, practice, written
from tests.factories.submissions import confirm, hand_in_record, object_to
from tests.factories.tables import record_of, table
from tests.triggers import remove_triggers


@pytest.fixture
def entry(db: None) -> AuditEntry:
    log_action(SERVICE, "test", make_club())
    return AuditEntry.objects.get()


def refused(statement: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except DatabaseError:
        return True
    return False


def number_of(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM {table}")
        return int(cursor.fetchone()[0])


def test_every_append_only_table_is_guarded_after_migrating(db: None) -> None:
    assert append_only_tables() == [
        "league_auditentry",
        "league_chainchange",
        "league_confirmation",
        "league_dissent",
        "league_postponement",
        "league_result",
        "league_ruling",
        "league_seal",
        "league_seallogentry",
        "league_sheetact",
        "league_submission",
        "league_verification",
    ]
    assert missing_triggers() == []


def test_update_and_delete_are_refused(entry: AuditEntry) -> None:
    assert refused("UPDATE league_auditentry SET action = 'other'")
    assert refused("DELETE FROM league_auditentry")
    with pytest.raises(DatabaseError), transaction.atomic():
        entry.save()
    with pytest.raises(DatabaseError), transaction.atomic():
        AuditEntry.objects.all().delete()
    assert AuditEntry.objects.get().action == "test"


def test_nothing_of_a_settled_table_is_changed_or_taken_away(db: None) -> None:
    match = table(2)
    version = hand_in_record(match, record_of(players=2))
    object_to(version)
    confirm(version)
    decision = Decision(Ruling.Kind.ACCEPT, submission=version)
    rule(match, decision, actor=SERVICE, reason="So it was.")
    seal(match.event)
    Event.objects.filter(pk=match.event_id).update(status=Event.Status.FINISHED)
    seal_event(match.event_id)
    stage = match.round.stage
    ChainChange.objects.create(stage=stage, after_round=1, before={}, after={}, reason="So be it.")
    Postponement.objects.create(match=match, number=1, kind="set", play_on="2026-01-05")
    written(practice(), *noted(("A", "h8=5")))
    tables = append_only_tables()
    rows = {each: number_of(each) for each in tables}
    assert all(rows.values()), "each of them has something to lose"
    assert [each for each in tables if not refused(f"UPDATE {each} SET id = id")] == []
    assert [each for each in tables if not refused(f"DELETE FROM {each}")] == []
    assert {each: number_of(each) for each in tables} == rows


@pytest.mark.postgresql
def test_truncate_is_refused(entry: AuditEntry) -> None:
    assert refused("TRUNCATE league_auditentry")


def test_without_the_triggers_it_would_not_be_refused(entry: AuditEntry) -> None:
    remove_triggers()
    assert not refused("UPDATE league_auditentry SET action = 'other'")
    assert not refused("DELETE FROM league_auditentry")


def test_check_fails_where_a_trigger_is_missing(entry: AuditEntry) -> None:
    remove_triggers()
    with pytest.raises(SystemCheckError, match="league_auditentry has lost its triggers"):
        call_command("check", databases=["default"])

    install_triggers()
    call_command("check", databases=["default"])


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_rebuilt_table_is_guarded_again_by_migrate() -> None:
    old = AuditEntry._meta.get_field("action")
    new = models.CharField(max_length=61)
    new.set_attributes_from_name("action")
    with connection.schema_editor() as editor:
        editor.alter_field(AuditEntry, old, new)
    assert missing_triggers() == ["league_auditentry"], "the trap that this guards against"

    call_command("migrate", verbosity=0, skip_checks=True)

    assert missing_triggers() == []
