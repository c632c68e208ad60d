"""Tables that may only grow refuse everything else, on both databases."""

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import DatabaseError, connection, models, transaction

from league.audit.services import record
from league.models import AuditEntry
from league.models.append_only import (
    append_only_tables,
    install_triggers,
    missing_triggers,
    remove_triggers,
)
from league.permissions import SERVICE
from tests.factories import make_club


@pytest.fixture
def entry(db: None) -> AuditEntry:
    record(SERVICE, "test", make_club())
    return AuditEntry.objects.get()


def refused(statement: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except DatabaseError:
        return True
    return False


def test_every_append_only_table_is_guarded_after_migrating(db: None) -> None:
    assert append_only_tables() == [
        "league_auditentry",
        "league_confirmation",
        "league_result",
        "league_ruling",
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
