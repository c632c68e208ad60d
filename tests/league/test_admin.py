"""Django's admin: a change is in our audit, and no name is kept in a log of Django's own."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from league.models import AuditEntry, Entry, Event, Notice, SheetRemark
from league.notices import write_mail
from league.sheets.services.acts import Note
from tests.factories import make_player, make_user
from tests.factories.events import running_event
from tests.factories.sheets import practice, written

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(make_user(is_superuser=True, is_staff=True))
    return client


def test_change_is_audited_by_id_alone(operator: Client) -> None:
    player = make_player("Jana Nováková")
    address = reverse("admin:league_player_change", args=[player.pk])

    operator.post(address, {"full_name": "Jana Malá", "privacy": "full"})

    player.refresh_from_db()
    assert player.full_name == "Jana Malá"
    [entry] = AuditEntry.objects.all()
    assert (entry.action, entry.object_kind, entry.object_id) == (
        "change in admin",
        "player",
        player.pk,
    )
    assert "Jana" not in str(entry.details)
    assert not LogEntry.objects.exists()


def test_deletion_is_audited(operator: Client) -> None:
    player = make_player("Jana Nováková")
    operator.post(reverse("admin:league_player_delete", args=[player.pk]), {"post": "yes"})
    assert AuditEntry.objects.get().action == "delete in admin"
    assert not LogEntry.objects.exists()


def test_libraries_have_no_pages_in_it(operator: Client) -> None:
    content = operator.get("/admin/").content.decode()
    assert "/admin/league/club/" in content
    assert "/admin/account/" not in content
    assert "/admin/mfa/" not in content


def test_names_and_remarks_of_a_score_sheet_are_blanked(operator: Client) -> None:
    sheet = practice(names={"A": "Jana Nováková"})
    written(sheet, Note("k", "remark", text="Jana was late."))
    remark = SheetRemark.objects.get()
    address = reverse("admin:league_sheet_change", args=[sheet.pk])
    assert "Jana was late." in operator.get(address).content.decode()
    operator.post(
        address,
        {
            "names": "{}",
            "remarks-TOTAL_FORMS": 1,
            "remarks-INITIAL_FORMS": 1,
            "remarks-0-id": remark.pk,
            "remarks-0-sheet": sheet.pk,
            "remarks-0-text": "",
        },
    )
    sheet.refresh_from_db()
    remark.refresh_from_db()
    assert (sheet.names, remark.text, sheet.acts.count()) == ({}, "", 1)
    assert AuditEntry.objects.get().object_id == sheet.pk


@pytest.mark.parametrize("is_many", [False, True], ids=["one", "several"])
def test_deleted_account_is_forgotten_as_by_its_owner(operator: Client, *, is_many: bool) -> None:
    """Its player stays in the standings under a neutral name, and events read the names again."""
    user = make_user("jana")
    stage = running_event(4)
    player = make_player("Jana Nováková", user=user)
    Entry.objects.create(event=stage.event, player=player)
    write_mail(recipient=user.email, subject="Hello", body="Jana")
    before = Event.objects.get().live_version
    if is_many:
        chosen = {"action": "delete_selected", "_selected_action": [user.pk], "post": "yes"}
        operator.post(reverse("admin:league_user_changelist"), chosen)
    else:
        operator.post(reverse("admin:league_user_delete", args=[user.pk]), {"post": "yes"})

    player.refresh_from_db()
    assert (player.full_name, player.user, player.erased_at is None) == ("", None, False)
    assert not Notice.objects.filter(recipient=user.email).exists()
    assert Event.objects.get().live_version > before
    assert AuditEntry.objects.filter(object_id=user.pk).values_list("action", flat=True)[0] == (
        "delete account"
    )
    assert not LogEntry.objects.exists()
