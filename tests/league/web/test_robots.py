"""What search engines are told: clubs and events are for them, people are not unless they chose."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from league.models import AuditEntry, Event, Player, User
from league.web.robots import CLOSED, LISTED
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.events import running_event

pytestmark = pytest.mark.django_db

META = '<meta name="robots" content="noindex">'
# Rooms that are for those who are let in, by the modules of their views.
ROOMS = ("account", "operations", "setup.settings", "setup.printing", "desk.desk", "desk.console")


def routes(resolver: object = None, prefix: str = "/") -> Iterator[tuple[str, str, str]]:
    """Path, name and module of every page and endpoint; ids as an x."""
    for pattern in getattr(resolver or get_resolver(), "url_patterns"):  # noqa: B009
        path = prefix + re.sub(r"<[^>]*>|\(\?P.*?\)", "x", str(pattern.pattern).lstrip("^"))
        if isinstance(pattern, URLPattern):
            module = pattern.callback.__module__.removeprefix("league.web.")
            yield path, pattern.name or "", module
        else:
            yield from routes(pattern, path)


def is_closed(path: str) -> bool:
    """As crawlers read the rules: a beginning, with a star for anything."""
    rules = (re.escape(rule).replace(r"\*", ".*") for rule in CLOSED)
    return any(re.match(rule, path) for rule in rules)


def says_noindex(client: Client, path: str) -> bool:
    """By its header and, if it is a page, in its head; never by one alone."""
    response = client.get(path)
    assert response.status_code == 200, path
    is_said = response.get("X-Robots-Tag") == "noindex"
    content = b"" if response.streaming else response.content
    if b"<head>" in content:  # and not a part of a page
        assert (META in content.decode()) == is_said, path
    return is_said


def test_file_names_what_is_closed(client: Client) -> None:
    response = client.get("/robots.txt")
    lines = response.content.decode().splitlines()
    assert response["Content-Type"].startswith("text/plain")
    assert lines[1] == "User-agent: *"
    assert lines[2:] == [f"Disallow: {path}" for path in CLOSED]
    assert {"/api/", "/accounts/", "/operations/", "/admin/", "/events/*/desk/"} <= set(CLOSED)


def test_rooms_for_few_are_closed_and_what_may_be_listed_is_not() -> None:
    inside = {path for path, _name, module in routes() if module.startswith(ROOMS)}
    assert len(inside) > 20
    assert {path for path in inside if not is_closed(path)} == set()
    listed = {path for path, name, _module in routes() if name in LISTED}
    assert len(listed) == len(LISTED)
    assert {path for path in listed if is_closed(path)} == set()


def test_noindex_of_people_can_be_read() -> None:
    """A crawler that may not ask never learns that the page is not to be listed."""
    of_people = ("/players/x/", "/entries/x/rounds/", "/events/x/standings/", "/ratings/x/")
    assert [path for path in of_people if is_closed(path)] == []
    assert not is_closed("/embed/en/events/x/standings/")


def test_clubs_and_events_may_be_listed(client: Client) -> None:
    club = make_club()
    event = make_event(club)
    pages = ["/", reverse("clubs"), reverse("events"), club.get_absolute_url()]
    pages += [event.get_absolute_url(), reverse("statistics"), "/robots.txt"]
    assert [path for path in pages if says_noindex(client, path)] == []


@pytest.fixture
def person() -> Player:
    """With an account, in a running event."""
    stage = running_event(4)
    player = Player.objects.filter(entries__event=stage.event)[0]
    player.user = make_user("jana")
    player.save()
    return player


def pages_of(player: Player) -> list[str]:
    routes_of_one = ("player", "player-games", "player-statistics")
    return [reverse(name, args=[player.pk]) for name in routes_of_one]


def test_pages_of_people_may_not_be_listed(client: Client, person: Player) -> None:
    other = make_player("Eva Malá")
    entry = person.entries.get()
    event = Event.objects.get()
    paths = [
        *pages_of(person),
        *pages_of(other),
        reverse("player-against", args=[person.pk]),
        reverse("player-against-other", args=[person.pk, other.pk]),
        reverse("entry-rounds", args=[entry.pk]),
        reverse("event-standings", args=[event.pk]),
        reverse("event-cross", args=[event.pk]),
        reverse("event-find", args=[event.pk]),
        reverse("ratings-game", args=["triolet"]),
        reverse("event-table", args=[event.pk, "entries", "csv"]),
        reverse("embed-standings", args=["en", event.pk]),
        reverse("live-standings", args=["en", event.pk]),
        reverse("api-players-detail", args=[person.pk]),
    ]
    assert [path for path in paths if not says_noindex(client, path)] == []


def test_person_who_chose_it_may_be_listed(client: Client, person: Player) -> None:
    """The three pages that are about them alone; not those about others too."""
    other = make_player("Eva Malá")
    User.objects.filter(pk=person.user_id).update(is_findable=True)
    assert [path for path in pages_of(person) if says_noindex(client, path)] == []
    beside = [
        *pages_of(other),
        reverse("player-against-other", args=[person.pk, other.pk]),
        reverse("entry-rounds", args=[person.entries.get().pk]),
    ]
    assert [path for path in beside if not says_noindex(client, path)] == []


def test_choice_is_made_in_the_own_settings_alone(client: Client, person: Player) -> None:
    client.force_login(person.user)
    profile = {"display_name": "", "language": "", "time_zone": "", "privacy": "initial"}
    assert "is_findable" in client.get(reverse("me")).content.decode()
    client.post(reverse("me"), {**profile, "is_findable": "on"})
    assert User.objects.get(pk=person.user_id).is_findable
    client.post(reverse("me"), profile)
    assert not User.objects.get(pk=person.user_id).is_findable
    said = AuditEntry.objects.filter(action="choose to be found or not").order_by("id")
    assert [entry.details for entry in said] == [{"is_findable": True}, {"is_findable": False}]


def test_choice_is_not_offered_to_who_is_no_player(client: Client) -> None:
    client.force_login(make_user())
    assert "is_findable" not in client.get(reverse("me")).content.decode()


def test_page_ends_with_the_account(client: Client, person: Player) -> None:
    """Unlinked, or taken over by another account, the page is listed no longer."""
    User.objects.filter(pk=person.user_id).update(is_findable=True)
    Player.objects.filter(pk=person.pk).update(user=None)
    assert all(says_noindex(client, path) for path in pages_of(person))


def test_errors_and_refusals_may_not_be_listed(client: Client) -> None:
    draft = make_event(status=Event.Status.DRAFT)
    for path in (draft.get_absolute_url(), "/nothing/", reverse("me")):
        response = client.get(path)
        assert (response.status_code == 200, response["X-Robots-Tag"]) == (False, "noindex")
