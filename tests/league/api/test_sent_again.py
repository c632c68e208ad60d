"""What makes something is asked twice under one key, with bodies that succeed: it is made once."""

from typing import Any

import pytest

from league.models import AuditEntry, Event
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.events import running_event
from tests.factories.series import make_series
from tests.league.api.asking import Program, refusal

pytestmark = pytest.mark.django_db
AT = {"name": "Zima", "starts_at": "2027-01-05T18:00:00+01:00"}


@pytest.fixture
def asked() -> tuple[Program, list[tuple[str, dict[str, Any]]]]:
    """A program that may do everything, and what it asks for, one after the other."""
    admin, other = make_user(is_superuser=True), make_user()
    club = make_club("Hexa", admin=admin)
    running = running_event(6, club=club).event_id
    opened, past = make_event(club, status=Event.Status.OPEN), running_event(3, club=club).event_id
    first, second = Event.objects.get(pk=running).entries.values_list("pk", flat=True)[:2]
    player, series = make_player(club=club), make_series(club)
    make_player(club=club, user=admin)
    person = {"full_name": "Eva Malá"}
    wishes: list[tuple[str, dict[str, Any]]] = [
        ("clubs", {"name": "Nový klub"}),
        (f"clubs/{club.pk}/admins", {"login": other.username}),
        (f"clubs/{club.pk}/members", person),
        (f"clubs/{club.pk}/members/many", {"members": [{"full_name": "Jan Nový"}]}),
        (
            f"clubs/{club.pk}/webhooks",
            {"address": "https://a.example/", "kinds": ["event.finished"]},
        ),
        (f"players/{player.pk}/invitations", {}),
        ("events", {"club": club.pk, "template": "swiss", **AT}),
        (f"events/{opened.pk}/clone", AT),
        (f"events/{opened.pk}/practice", {}),
        (f"events/{opened.pk}/sign-up", {}),
        (f"events/{opened.pk}/entries/bring", {"event": past}),
        (f"events/{running}/announcements", {"text": "Začínáme."}),
        (f"events/{running}/categories", {"name": "Do 12 let"}),
        (f"events/{running}/desk-tokens", {"name": "Skener"}),
        (f"events/{running}/entries", person),
        (f"events/{running}/entries/many", {"people": [{"full_name": "Ota Říha"}]}),
        (f"events/{running}/kept-apart", {"first": first, "second": second}),
        (f"events/{running}/officials", {"login": other.username, "role": "arbiter"}),
        (f"events/{running}/prizes", {"place": 1, "what": "Pohár"}),
        (f"entries/{first}/byes", {"round": 2}),
        (f"events/{running}/rounds", {}),
        ("series", {"club": club.pk, "name": "Úterky"}),
        ("seasons", {"club": club.pk, "name": "Liga", "divisions": 2}),
        (f"series/{series.pk}/evenings", {"event": past}),
        (f"series/{series.pk}/next-evening", AT),
        ("sheets", {"game": "triolet", "players": 2}),
        (f"events/{past}/handovers", {"who": "Laptop"}),
    ]
    return Program.of(admin, "read", "clubs", "events", "play"), wishes


def test_what_is_made_is_made_once(
    asked: tuple[Program, list[tuple[str, dict[str, Any]]]],
) -> None:
    program, wishes = asked
    for path, body in wishes:
        first = program.post(path, **body, client_key="1")
        assert first.status_code == 201, f"{path}: {first.content!r}"
        written = AuditEntry.objects.count()
        again = program.post(path, **body, client_key="1")
        other = program.post(path, **body, client_key="1", more=1)
        assert (again.status_code, again.json()) == (200, first.json()), path
        assert refusal(other) == (422, "key-reused"), path
        assert AuditEntry.objects.count() == written, path
