"""Opening events, changing their settings, their life cycle, officials, who is kept apart."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format

from league.models import Club, Entry, Event, KeepApart, Official, Stage
from tests.conftest import OpenPage
from tests.factories import make_club, make_event, make_player, make_user
from tests.league.events.rows import entered
from tests.league.web.reading import is_nowhere

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    admin = make_user()
    client.force_login(admin)
    return make_club("Hexa", admin=admin)


@pytest.fixture
def event(club: Club) -> Event:
    event = make_event(club)
    event.starts_at = datetime(2026, 12, 1, 17, 0, tzinfo=UTC)
    event.save()
    return event


WHEN = {"name": "Úterý", "date": "2026-12-01", "time": "18:00"}


def address(club: Club, template: str) -> str:
    return reverse("event-new", args=[club.pk]) + f"?template={template}"


def test_new_begins_with_the_templates(open_page: OpenPage, club: Club) -> None:
    content = open_page(reverse("event-new", args=[club.pk]), queries=4).content.decode()
    assert "Club evening: 4 rounds, tables of 3–4" in content
    assert "?template=round_robin" in content


def test_new_is_made_with_a_name_a_moment_and_a_game(client: Client, club: Club) -> None:
    client.cookies["tz"] = "Europe/Prague"
    response = client.post(address(club, "evening"), {**WHEN, "game": "twisty"})
    event = Event.objects.get()
    assert response.headers["Location"] == reverse("event-people", args=[event.pk])
    assert (event.name, event.game, event.status) == ("Úterý", "twisty", "draft")
    assert event.starts_at.isoformat() == "2026-12-01T17:00:00+00:00"
    assert event.time_zone == "Europe/Prague"


def test_new_is_filled_with_what_is_usual(client: Client, club: Club) -> None:
    make_event(club, status=Event.Status.FINISHED)
    Event.objects.update(game="twisty")
    form = client.get(address(club, "evening")).context["form"]
    filled = {name: form[name].value() for name in ("name", "date", "game", "client_key")}
    today = timezone.localdate()
    assert filled["name"] == f"Evening of {today:%B} {today.day}"
    assert (filled["date"], filled["game"], len(filled["client_key"])) == (today, "twisty", 10)


def test_new_sent_twice_is_made_once(client: Client, club: Club) -> None:
    sent = {**WHEN, "game": "twisty", "client_key": "k1"}
    for _time in range(2):
        client.post(address(club, "evening"), sent)
    assert Event.objects.count() == 1


def test_draft_is_thrown_away_after_asking_and_put_back(client: Client, club: Club) -> None:
    draft = make_event(club, status=Event.Status.DRAFT)
    asked = client.get(reverse("event-settings", args=[draft.pk])).content.decode()
    assert "Admins of the club can put it back for a week" in asked
    gone = client.post(reverse("event-discard", args=[draft.pk]), follow=True)
    assert not Event.objects.exists()
    (removed,) = gone.context["removed_events"]
    client.post(reverse("event-restore", args=[club.pk]), {"removed": removed.pk})
    assert Event.objects.get() == draft


def test_open_event_is_not_thrown_away(client: Client, club: Club) -> None:
    event = make_event(club)
    refused = client.post(reverse("event-discard", args=[event.pk]), follow=True)
    assert "Only a draft can be thrown away." in refused.content.decode()
    assert Event.objects.get() == event


def test_evening_is_repeated_with_the_same_people(client: Client, club: Club) -> None:
    last = make_event(club, status=Event.Status.FINISHED)
    Entry.objects.create(event=last, player=make_player(), status=Entry.Status.CHECKED_IN)
    page_of_club = client.get(reverse("club", args=[club.pk])).content.decode()
    repeat = reverse("event-clone", args=[last.pk])
    assert f"{repeat}?people" in page_of_club
    assert client.get(f"{repeat}?people").context["form"]["with_people"].value() is True
    client.post(repeat, {**WHEN, "with_people": "on"})
    copy = Event.objects.exclude(pk=last.pk).get()
    assert (copy.status, copy.entries.get().status) == ("draft", "registered")


def test_second_event_of_a_day_is_proposed_another_name(client: Client, club: Club) -> None:
    def proposed(path: str) -> str:
        return str(client.get(path).context["form"]["name"].value())

    name = proposed(address(club, "evening"))
    for expected in (name, f"{name} (2)", f"{name} (3)"):
        assert proposed(address(club, "evening")) == expected
        event = make_event(club, name=expected)
    assert proposed(reverse("event-clone", args=[event.pk])) == f"{name} (4)"


def test_repeated_evening_is_named_by_its_own_day(client: Client, club: Club) -> None:
    def proposed(event: Event) -> str:
        page = client.get(reverse("event-clone", args=[event.pk]))
        return str(page.context["form"]["name"].value())

    by_day, other = (make_event(club, name=name) for name in ("Evening of March 5", "Cup"))
    Event.objects.update(starts_at=datetime(2026, 3, 5, 18, tzinfo=UTC))
    today = timezone.localdate()
    assert proposed(by_day) == f"Evening of {today:%B} {today.day}"
    assert proposed(other) == "Cup (2)"


def test_new_of_another_game_needs_its_name(client: Client, club: Club) -> None:
    form = {**WHEN, "game": "other"}
    refused = client.post(address(club, "evening"), form)
    assert refused.status_code == 422
    assert "Say which game is played." in refused.content.decode()
    client.post(address(club, "evening"), {**form, "other_name": "Dáma"})
    assert Event.objects.get().game_played.name == "Dáma"


def test_new_of_a_template_for_one_game_asks_for_none(client: Client, club: Club) -> None:
    assert "game" not in client.get(address(club, "teams")).context["form"].fields
    client.post(address(club, "teams"), WHEN)
    assert Event.objects.get().variant == "teams"


def test_new_asks_for_the_club_only_where_there_are_several(client: Client, club: Club) -> None:
    address = reverse("event-start")
    only = client.get(address)
    assert only.headers["Location"] == reverse("event-new", args=[club.pk])
    make_club("Kocka", admin=club.admins.get())
    assert "For which of your clubs?" in client.get(address).content.decode()


def page(event: Event, part: str) -> str:
    return reverse("event-setting", args=[event.pk, part])


def filled(client: Client, event: Event, part: str, **changes: Any) -> dict[str, Any]:
    """The form as it stands on the page, with some fields changed."""
    form = client.get(page(event, part)).context["form"]
    shown = {field.name: field.value() for field in form}
    kept = {name: value for name, value in shown.items() if value not in (None, False)}
    return {**kept, **changes}


def test_settings_are_told_in_words(open_page: OpenPage, event: Event) -> None:
    address = reverse("event-settings", args=[event.pk])
    content = open_page(address, queries=19).content.decode()
    assert "Tables of four where possible, otherwise of three." in content
    assert "At least two entries must be checked in." in content


@pytest.mark.parametrize("part", ["basics", "game", "format", "points", "entries", "results"])
def test_settings_saved_as_they_are_change_nothing(client: Client, event: Event, part: str) -> None:
    response = client.post(page(event, part), filled(client, event, part))
    assert response.status_code == 302
    assert Event.objects.get().version == 1


def test_settings_of_points_are_those_of_the_format(client: Client, event: Event) -> None:
    asked = {}
    for kind in ("tables", "swiss"):
        Stage.objects.update(kind=kind)
        fields = client.get(page(event, "points")).context["form"].fields
        asked[kind] = {name for name in ("scheme", "win_12", "bye_12") if name in fields}
    assert asked == {"tables": {"scheme", "bye_12"}, "swiss": {"win_12", "bye_12"}}


def test_settings_of_a_section_that_does_not_exist(client: Client, event: Event) -> None:
    assert is_nowhere(client, page(event, "nothing"))


@pytest.mark.parametrize(
    ("part", "typed", "stored"),
    [
        ("basics", {"time": "19:30", "place": "Klub"}, {"place": "Klub"}),
        ("game", {"game": "polyssimo", "edition": "squares"}, {"edition": "squares"}),
        ("format", {"rounds_planned": "6", "boards": "5"}, {"boards": 5, "rounds_planned": 6}),
        (
            "points",
            {"scheme": "own", "own_4": "6, 4, 2, 0", "own_3": "6 3 0", "bye_12": "2.5"},
            {"own_points": {"4": [6, 4, 2, 0], "3": [6, 3, 0]}, "bye_12": 30},
        ),
        ("results", {"records": "required"}, {"records": "required"}),
        (
            "results",
            {"records": "required", "records_where": "tables", "records_tables": "2"},
            {"records_where": "tables", "records_tables": 2},
        ),
        ("results", {"accepts_after_min": "30"}, {"accepts_after_min": 30}),
        ("results", {"is_rated": ""}, {"is_rated": False}),
        ("results", {"counts_forfeits": "on"}, {"counts_forfeits": True}),
        (
            "sheets",
            {"sheet_help": "full", "confirms_entries": "on", "boards_delay_min": "15"},
            {
                "sheet_help": "full",
                "confirms_entries": True,
                "shows_boards": True,
                "boards_delay_min": 15,
            },
        ),
        (
            "sheets",
            {"shows_boards": "", "boards_delay_min": "0"},
            {"shows_boards": False, "boards_delay_min": 0},
        ),
    ],
)
def test_settings_are_saved(
    client: Client,
    event: Event,
    part: str,
    typed: dict[str, str],
    stored: dict[str, object],
) -> None:
    client.post(page(event, part), filled(client, event, part, **typed))
    found = {**Stage.objects.values().get(), **Event.objects.values().get()}
    assert {name: found[name] for name in stored} == stored


@pytest.mark.parametrize(
    ("part", "typed", "field"),
    [
        ("points", {"scheme": "own", "own_4": "x"}, "own_4"),
        ("points", {"scheme": "own", "own_4": "1, 2, 3, 4"}, "own_4"),
        ("points", {"bye_12": "1.1"}, "bye_12"),
        ("game", {"game": "triolet", "variant": "teams"}, "variant"),
        ("results", {"records_where": "tables", "records_tables": "0"}, "records_tables"),
    ],
)
def test_settings_that_are_wrong_are_refused_beside_their_field(
    client: Client, event: Event, part: str, typed: dict[str, str], field: str
) -> None:
    form = filled(client, event, part, **typed)
    response = client.post(page(event, part), form)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]


def test_settings_of_a_stale_page_are_refused_with_what_changed(
    client: Client, event: Event
) -> None:
    form = filled(client, event, "basics", place="Sál")
    client.post(page(event, "basics"), {**form, "place": "Klub"})
    response = client.post(page(event, "basics"), form)
    content = response.content.decode()
    assert (response.status_code, Event.objects.get().place) == (422, "Klub")
    assert "in the meantime: Place." in content
    assert "Sál" in content


def test_settings_after_the_start_are_frozen_or_asked_for(client: Client, event: Event) -> None:
    Event.objects.update(status="running")
    game = client.get(page(event, "game")).context["form"]
    assert game.fields["game"].disabled
    assert "as it was at the start" in game.fields["game"].help_text

    form = filled(client, event, "points", scheme="hig")
    refused = client.post(page(event, "points"), form)
    assert list(refused.context["form"].errors) == ["is_confirmed"]
    client.post(page(event, "points"), {**form, "is_confirmed": "on"})
    assert Stage.objects.get().scheme == "hig"


def test_event_is_moved_and_what_cannot_be_is_said(client: Client, event: Event) -> None:
    address = reverse("event-move", args=[event.pk])
    refused = client.post(address, {"to": "running", "version": 1}, follow=True)
    assert "At least two entries must be checked in." in refused.content.decode()
    moved = client.post(address, {"to": "draft", "version": 1}, follow=True)
    assert "The event is now: draft." in moved.content.decode()
    assert Event.objects.get().status == "draft"


def test_event_is_copied(client: Client, event: Event) -> None:
    address = reverse("event-clone", args=[event.pk])
    client.post(address, {"name": "Další", "date": "2026-12-08", "time": "18:00"})
    assert list(Event.objects.order_by("created_at").values_list("name", "status")) == [
        ("Úterní večer", "open"),
        ("Další", "draft"),
    ]


def test_officials_are_added_and_removed(client: Client, event: Event) -> None:
    petr = make_user("petr", display_name="Petr Dvořák")
    address = reverse("event-officials", args=[event.pk])
    client.post(address, {"login": "petr", "role": "arbiter"})
    assert "Petr Dvořák" in client.get(address).content.decode()
    client.post(reverse("event-official-remove", args=[event.pk]), {"user": petr.pk})
    assert not Official.objects.exists()


def test_officials_that_have_no_account_are_refused(client: Client, event: Event) -> None:
    address = reverse("event-officials", args=[event.pk])
    response = client.post(address, {"login": "nikdo", "role": "arbiter"})
    assert response.status_code == 422
    assert "No account has this login name" in response.content.decode()


def test_pair_is_kept_apart_and_let_go(open_page: OpenPage, client: Client, event: Event) -> None:
    first, second = entered(event, "Jana Nováková", "Petr Dvořák")
    address = reverse("event-apart", args=[event.pk])
    client.post(address, {"first": first.pk, "second": second.pk})
    assert "Jana Nováková" in open_page(address, queries=12).content.decode()
    pair = KeepApart.objects.get()
    client.post(reverse("event-apart-remove", args=[event.pk]), {"pair": pair.pk})
    assert not KeepApart.objects.exists()


@pytest.mark.parametrize(
    ("language", "name"), [("cs", "Večer j. E"), ("sk", "Večer j. E"), ("en", "Evening of E j")]
)
def test_event_is_named_by_its_day(client: Client, event: Event, language: str, name: str) -> None:
    """The month as it stands beside a day: "18. listopadu", not "listopad"."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    page = client.get(reverse("event-new", args=[event.club_id]) + "?template=evening")
    *words, day, month = name.split()
    with translation.override(language):
        today = date_format(timezone.localdate(), f"{day} {month}")
    assert page.context["form"].initial["name"] == " ".join([*words, today])


def test_swiss_is_accelerated_before_it_starts(client: Client, event: Event) -> None:
    Stage.objects.update(kind="swiss")
    page = reverse("event-setting", args=[event.pk, "format"])
    form = client.get(page).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    client.post(page, {**sent, "is_accelerated": "on"})
    assert Stage.objects.get().is_accelerated
    Event.objects.update(status=Event.Status.RUNNING)
    assert "so it stays as it was at the start" in client.get(page).content.decode()
