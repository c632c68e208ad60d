"""Django's admin: it finds rows and leads to them, and changes nothing past the services."""

from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from league.admin import site
from league.audit import log_action
from league.models import (
    AuditEntry,
    Club,
    ClubAdmin,
    Entry,
    Event,
    Job,
    Notice,
    Official,
    Player,
    Round,
    Season,
    Series,
    Sheet,
    SheetRemark,
    User,
)
from league.models.append_only import AppendOnly
from league.notices import write_mail
from league.permissions import SERVICE
from league.sheets.services.acts import Note
from tests.conftest import OpenPage
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.events import make_entries, published_round, running_event
from tests.factories.sheets import practice, written
from tests.league.web.reading import plain

pytestmark = pytest.mark.django_db

CHANGED_BY_SERVICES = sorted(
    (model for model in site._registry if model is not User), key=lambda model: model.__name__
)


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(make_user(is_superuser=True, is_staff=True, language="en"))
    return client


def list_of(model: type, **wanted: object) -> str:
    query = "&".join(f"{name}={value}" for name, value in wanted.items())
    return reverse(f"admin:league_{model._meta.model_name}_changelist") + f"?{query}"  # type: ignore[attr-defined]


def page_of(row: Any) -> str:
    return reverse(f"admin:league_{row._meta.model_name}_change", args=[row.pk])


@pytest.fixture
def one_of_each() -> dict[str, Any]:
    """A row of every table that the admin shows, by the name of its model."""
    club = make_club("Klub v Olomouci")
    ClubAdmin.objects.create(club=club, user=make_user("eva"))
    stage = running_event(4)
    Event.objects.filter(pk=stage.event_id).update(club=club)
    published_round(stage)
    player = Player.objects.filter(entries__event=stage.event)[0]
    Player.objects.filter(pk=player.pk).update(club=club, user=make_user("jana"))
    write_mail(recipient="jana@arbitr.example", subject="Hello", body="The code is 123456.")
    log_action(SERVICE, "publish round", stage.event)
    Series.objects.create(club=club, name="Úterní řada")
    Season.objects.create(club=club, name="Jaro")
    practice(names={"A": "Jana Nováková"})
    rows = {model.__name__: model._default_manager.all()[0] for model in site._registry}
    assert "Round" in rows
    return rows


def test_no_row_is_missing_a_page(operator: Client, one_of_each: dict[str, Any]) -> None:
    for name, row in one_of_each.items():
        response = operator.get(page_of(row))
        assert (name, response.status_code) == (name, 200)
        assert 'name="_save"' not in response.content.decode() or name == "User"


def values(row: Any) -> dict[str, Any]:
    row.refresh_from_db()
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.mark.parametrize("model", CHANGED_BY_SERVICES, ids=lambda model: model.__name__)
def test_nothing_is_added_changed_or_deleted_past_the_services(
    operator: Client, one_of_each: dict[str, Any], model: Any
) -> None:
    row = one_of_each[model.__name__]
    name = model._meta.model_name
    before, many = values(row), model._default_manager.count()
    typed = {"status": "finished", "state": "done", "name": "Nobody", "full_name": "Nobody"}
    sent = [
        operator.post(page_of(row), {**typed, "_save": "Save"}),
        operator.post(reverse(f"admin:league_{name}_delete", args=[row.pk]), {"post": "yes"}),
        operator.post(reverse(f"admin:league_{name}_add"), typed),
    ]
    assert [response.status_code for response in sent] == [403] * 3
    chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    operator.post(list_of(model), chosen)
    assert (values(row), model._default_manager.count()) == (before, many)


def test_append_only_tables_are_read_or_not_there(operator: Client) -> None:
    """The triggers would refuse it too; here it is not even offered."""
    there = {model for model in site._registry if issubclass(model, AppendOnly)}
    assert there == {AuditEntry}
    assert len([m for m in apps.get_models() if issubclass(m, AppendOnly)]) > len(there)


def test_account_is_changed_in_what_no_page_offers_and_audited_by_id_alone(
    operator: Client,
) -> None:
    user = make_user("jana", display_name="Jana Nováková")
    typed = {"username": "jana2", "is_active": "on", "display_name": "X", "email": "x@x.example"}
    response = operator.post(page_of(user), typed)
    assert response.status_code == 302
    email = user.email
    user.refresh_from_db()
    assert (user.username, user.display_name, user.email) == ("jana2", "Jana Nováková", email)
    [entry] = AuditEntry.objects.all()
    assert (entry.action, entry.object_kind, entry.object_id) == (
        "change in admin",
        "user",
        str(user.pk),
    )
    assert "Jana" not in str(entry.details)
    assert not LogEntry.objects.exists()


def test_libraries_have_no_pages_in_it(operator: Client) -> None:
    content = operator.get("/admin/").content.decode()
    assert "/admin/league/club/" in content
    assert "/admin/account/" not in content
    assert "/admin/mfa/" not in content


def test_names_and_remarks_of_a_score_sheet_are_wiped(operator: Client) -> None:
    sheet = practice(names={"A": "Jana Nováková"})
    other = practice(names={"A": "Eva Malá"})
    written(sheet, Note("k", "remark", text="Jana was late."))
    assert "Jana was late." in operator.get(page_of(sheet)).content.decode()
    operator.post(list_of(Sheet), {"action": "wipe", "_selected_action": [sheet.pk]})
    sheet.refresh_from_db()
    other.refresh_from_db()
    assert (sheet.names, sheet.acts.count(), other.names) == ({}, 1, {"A": "Eva Malá"})
    assert SheetRemark.objects.get().text == ""
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.object_id) == ("wipe a sheet", sheet.pk)


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


# --- What is found ------------------------------------------------------------------------


@pytest.fixture
def _many_rows() -> None:
    """More than one of whatever a list shows, each with rows of its own behind it."""
    for number in range(4):
        club = make_club(f"Klub {number}")
        officials = {Official.Role.ARBITER: make_user()}
        event = make_event(club, name=f"Večer {number}", officials=officials)
        make_entries(event, 3)
        Round.objects.create(stage=event.stages.get(), number=1)
        make_player("Petr Dvořák", club=club, user=make_user())
        write_mail(recipient=f"{number}@arbitr.example", subject="Hello", body="Secret")
        Series.objects.create(club=club, name=f"Řada {number}")
        Season.objects.create(club=club, name=f"Sezona {number}")
        practice(names={"A": "Jana"})
        log_action(SERVICE, "open event", event)


QUERIES = 4  # the session, the account, how many there are, the rows


@pytest.mark.usefixtures("_many_rows", "operator")
@pytest.mark.parametrize(
    ("model", "shows"),
    [
        *((User, "user"), (Club, "Klub 3"), (Player, "Petr Dvořák"), (Event, "Večer 3")),
        *((Entry, "Večer 3"), (Round, "Večer 3"), (Series, "Řada 3"), (Season, "Sezona 3")),
        *((Sheet, "2026"), (Job, "send a message"), (Notice, "3@arbitr.example")),
        (AuditEntry, "open event"),
    ],
)
def test_lists_take_few_queries(open_page: OpenPage, model: type, shows: str) -> None:
    open_page(list_of(model), queries=QUERIES, shows=shows if model is not Sheet else "")


@pytest.mark.usefixtures("_many_rows")
@pytest.mark.parametrize(
    ("model", "words", "number"),
    [
        *((Club, "Klub 2", 1), (Club, "Klub", 4), (Event, "Večer 1", 1), (Event, "Klub 1", 1)),
        *((Player, "dvorak", 4), (Player, "Dvořák petr", 4), (Player, "nobody", 0)),
        *((Entry, '"Večer 1"', 3), (Round, "Večer 1", 1), (Notice, "2@arbitr", 1)),
        *((Series, "Řada 1", 1), (Season, "Klub 2", 1), (User, "@arbitr.example", 9)),
    ],
)
def test_words_find_rows(operator: Client, model: type, words: str, number: int) -> None:
    found = operator.get(list_of(model, q=words)).context["cl"]
    assert found.result_count == number


@pytest.mark.usefixtures("_many_rows")
def test_ids_find_rows_of_the_trail_and_of_jobs(operator: Client) -> None:
    event = Event.objects.all()[0]
    notice = Notice.objects.all()[0]
    for model, words in ((AuditEntry, event.pk), (Job, notice.pk), (Event, event.pk)):
        found = operator.get(list_of(model, q=words)).context["cl"]
        assert (model, found.result_count) == (model, 1)


@pytest.mark.usefixtures("_many_rows")
def test_filters_narrow_a_list(operator: Client) -> None:
    Event.objects.filter(name="Večer 2").update(status=Event.Status.RUNNING)
    Job.objects.filter(pk=Job.objects.all()[0].pk).update(state=Job.State.PARKED)
    found = operator.get(list_of(Event, status__exact="running")).context["cl"].result_list
    assert [event.name for event in found] == ["Večer 2"]
    for model in (Job, Notice):
        name = "state__exact" if model is Job else "job__state__exact"
        found = operator.get(list_of(model, **{name: "parked"})).context["cl"]
        assert (model, found.result_count) == (model, 1)


def links_in(client: Client, row: Any) -> dict[str, str]:
    """Those that a row offers: what they say, and where they lead."""
    found = client.get(page_of(row)).context["adminform"]
    model_admin = site._registry[type(row)]
    assert "links" in found.fieldsets[0][1]["fields"]
    return {str(said): address for address, said in model_admin.links_of(row)}


def test_event_leads_to_its_rows_and_its_page(
    operator: Client, one_of_each: dict[str, Any]
) -> None:
    """Of each list there are some of the event's, and none of another's."""
    event = one_of_each["Round"].stage.event
    other = running_event(4)
    published_round(other)
    log_action(SERVICE, "publish round", other.event)
    Job.objects.get_or_create(kind=Job.Kind.COMPUTE_STANDINGS, object_id=other.pk)
    job, _is_new = Job.objects.get_or_create(
        kind=Job.Kind.PAIR_ROUND, object_id=one_of_each["Round"].pk
    )
    links = links_in(operator, event)
    lists = {
        said: operator.get(links[said]).context["cl"]
        for said in ("Entries", "Rounds", "Jobs", "Everything done in the event")
    }
    assert {entry.event_id for entry in lists["Entries"].result_list} == {event.pk}
    assert [one.stage.event_id for one in lists["Rounds"].result_list] == [event.pk]
    found = {one.pk for one in lists["Jobs"].result_list}
    assert job.pk in found
    assert not Job.objects.filter(pk__in=found, object_id=other.pk).exists()
    assert {one.event for one in lists["Everything done in the event"].result_list} == {event.pk}
    assert f'href="{event.get_absolute_url()}"' in operator.get(page_of(event)).content.decode()
    for said in ("Desk", "Settings", "Officials"):
        assert operator.get(links[said]).status_code == 200


def test_player_leads_to_entries_and_to_where_they_are_changed(
    operator: Client, one_of_each: dict[str, Any]
) -> None:
    player = one_of_each["Entry"].player
    links = links_in(operator, player)
    found = operator.get(links["Entries"]).context["cl"].result_list
    assert [entry.player_id for entry in found] == [player.pk]
    assert operator.get(links["Entries as a partner"]).context["cl"].result_count == 0
    for said in ("Change the player", "Merge with another", "Forget the person"):
        assert operator.get(links[said]).status_code == 200
    content = operator.get(page_of(player)).content.decode()
    assert f'href="{player.get_absolute_url()}"' in content


def test_forgotten_player_leads_to_no_page(operator: Client) -> None:
    player = make_player("Jana Nováková")
    content = operator.get(page_of(player)).content.decode()
    assert player.get_absolute_url() in content
    player.erased_at = player.created_at
    player.save()
    assert player.get_absolute_url() not in operator.get(page_of(player)).content.decode()


def test_every_link_of_every_row_leads_somewhere(
    operator: Client, one_of_each: dict[str, Any]
) -> None:
    seen = 0
    for name, row in one_of_each.items():
        for said, address in links_in(operator, row).items():
            assert (name, said, operator.get(address).status_code) == (name, said, 200)
            seen += 1
    assert seen > 30


@pytest.mark.parametrize("model", ["Event", "Player", "User", "Job", "AuditEntry"])
def test_history_of_a_row_is_the_audit_trail(
    operator: Client, one_of_each: dict[str, Any], model: str
) -> None:
    row = one_of_each[model]
    address = reverse(f"admin:league_{row._meta.model_name}_history", args=[row.pk])
    assert operator.get(address).headers["Location"] == list_of(AuditEntry, q=row.pk)


def test_parked_jobs_are_tried_again_by_the_service(operator: Client) -> None:
    parked = Job.objects.create(
        kind=Job.Kind.COMPUTE_STANDINGS, object_id="a", state=Job.State.PARKED, attempts=3
    )
    done = Job.objects.create(
        kind=Job.Kind.COMPUTE_STANDINGS, object_id="b", state=Job.State.DONE, attempts=1
    )
    chosen = {"action": "retry", "_selected_action": [parked.pk, done.pk]}
    page = plain(operator.post(list_of(Job), chosen, follow=True).content.decode())
    parked.refresh_from_db()
    done.refresh_from_db()
    assert (parked.state, parked.attempts) == (Job.State.WAITING, 0)
    assert (done.state, done.attempts) == (Job.State.DONE, 1)
    assert "1 job is tried again." in page
    assert "This job is no longer parked." in page
    [entry] = AuditEntry.objects.all()
    assert (entry.action, entry.object_id) == ("retry job", parked.pk)


def test_text_of_a_message_is_shown_nowhere(operator: Client, one_of_each: dict[str, Any]) -> None:
    """It may hold a code that lets somebody in."""
    for address in (list_of(Notice), page_of(one_of_each["Notice"])):
        page = operator.get(address).content.decode()
        assert "jana@arbitr.example" in page
        assert "123456" not in page
