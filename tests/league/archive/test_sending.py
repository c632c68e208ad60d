"""An event sent to a service by one tap, and taken along and brought back by commands."""

import json
import stat
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from league.archive.canonical import canonical
from league.archive.import_plan import TakeAs
from league.archive.queries.archives import content_digest
from league.archive.queries.imports import archive_sent
from league.archive.services.handovers import take_along
from league.archive.services.returns import bring_back
from league.archive.services.sending import club_there, publish_there, send_home, send_state
from league.archive.zipped import zipped_alone
from league.errors import LeagueError, PlayedElsewhere
from league.events.services.entries import Registration, enter_player
from league.events.services.lifecycle import move_event
from league.models import Event, EventHome, Handover, Round
from league.models.public_id import LENGTH
from league.permissions import SERVICE
from tests.conftest import OpenPage
from tests.factories import make_club, make_event, make_user
from tests.factories.events import make_entries, played_round, running_event
from tests.league.api.asking import Program, refusal
from tests.league.archive.laptop import plan_from, played_elsewhere
from tests.league.webhooks.receiver import Receiver, receiving

pytestmark = pytest.mark.django_db
THERE = "/clubs/bcdfghjkmn/"
TOLD = {"handover": "bcdfghjkmn", "return_key": "arb_key"}


@pytest.fixture
def service() -> Iterator[Receiver]:
    with receiving() as receiver:
        receiver.answer = json.dumps(TOLD).encode()
        yield receiver


@pytest.fixture
def event() -> Event:
    stage = running_event(4, club=make_club(admin=make_user("jana")))
    played_round(stage)
    return Event.objects.select_related("club").get(pk=stage.event_id)


def page_of(service: Receiver) -> str:
    return f"http://127.0.0.1:{service.port}{THERE}"


def published(event: Event, service: Receiver) -> EventHome:
    return publish_there(event, actor=SERVICE, page=page_of(service), token="arb_token")


def test_event_is_published_and_its_states_follow(event: Event, service: Receiver) -> None:
    home = published(event, service)
    [sent] = service.got
    assert sent.path == "/api/v1/clubs/bcdfghjkmn/archives?way=shown"
    assert sent.headers["Authorization"] == "Bearer arb_token"
    plan = archive_sent(sent.body)
    assert (plan.content.event["id"], plan.has_full_names) == (event.pk, True)
    assert plan.report.digest == content_digest(event)
    assert (home.handover, home.key, home.sent_at) == ("bcdfghjkmn", "arb_key", None)

    played_round(event.stages.get())  # it goes on here
    home = send_state(event, actor=SERVICE)
    state = service.got[-1]
    assert state.path == f"/api/v1/events/{event.pk}/return"
    assert state.headers["Authorization"] == "Bearer arb_key"
    plan = archive_sent(state.body)
    assert plan.taken is not None
    assert (plan.taken.handover["id"], plan.taken.is_last) == ("bcdfghjkmn", False)
    assert plan.report.digest == content_digest(event)
    assert home.sent_version == Event.objects.get(pk=event.pk).live_version

    with pytest.raises(LeagueError, match="has a home already"):
        published(event, service)
    assert len(service.got) == 2


def test_event_sent_home_is_locked_here(event: Event, service: Receiver) -> None:
    published(event, service)
    send_home(event, actor=SERVICE)
    plan = archive_sent(service.got[-1].body)
    assert plan.taken is not None
    assert plan.taken.is_last
    with pytest.raises(PlayedElsewhere):
        move_event(event, to="finished", actor=SERVICE, version=event.version)


def test_event_that_did_not_arrive_goes_on_here(event: Event, service: Receiver) -> None:
    published(event, service)
    service.statuses = [409]
    service.answer = b'{"detail": "The event was already brought back."}'
    with pytest.raises(LeagueError, match="The service answered: The event was already"):
        send_home(event, actor=SERVICE)
    assert Event.objects.get(pk=event.pk).away_since is None
    assert EventHome.objects.get(event=event).returned_at is None
    played_round(event.stages.get())


def test_event_that_is_over_is_published(event: Event, service: Receiver) -> None:
    finished = move_event(event, to="finished", actor=SERVICE, version=event.version)
    published(finished, service)
    plan = archive_sent(service.got[-1].body)
    assert TakeAs.SHOWN in plan.ways
    send_home(event, actor=SERVICE)
    assert EventHome.objects.get(event=event).returned_at is not None


@pytest.mark.parametrize(
    ("status", "answer", "why"),
    [
        (403, b'{"detail": "This token lacks a scope."}', "lacks a scope"),
        (500, b"<html>", "Nothing was sent, or it is not known"),
        (200, b"<html>Welcome</html>", "no address of a club"),
        (200, b'{"handover": 7, "return_key": ""}', "no address of a club"),
        (200, b"[]", "no address of a club"),
    ],
)
def test_event_that_was_not_taken_has_no_home(
    event: Event, service: Receiver, status: int, answer: bytes, why: str
) -> None:
    service.statuses, service.answer = [status], answer
    with pytest.raises(LeagueError, match=why):
        published(event, service)
    assert not EventHome.objects.exists()
    service.answer = json.dumps(TOLD).encode()
    assert published(event, service).key == "arb_key"


@pytest.mark.parametrize(
    "page",
    [
        *("", "league.example/clubs/bcdfghjkmn/", "ftp://league.example/clubs/bcdfghjkmn/"),
        *("https://league.example/", "https://league.example/clubs/bcdfghjk/", "https:///clubs/x"),
    ],
)
def test_what_is_no_page_of_a_club_is_refused(page: str) -> None:
    with pytest.raises(LeagueError, match="no address of a club"):
        club_there(page)


def test_service_of_the_internet_sends_into_no_private_network(
    event: Event, service: Receiver, settings: Any
) -> None:
    settings.PRODUCTION = True
    with pytest.raises(LeagueError, match="Nothing was sent"):
        published(event, service)
    assert service.got == []


def test_api_publishes_an_event_sends_it_and_gives_it_back(event: Event, service: Receiver) -> None:
    program, path = Program.of(event.club.admins.get()), f"events/{event.pk}/home"
    assert refusal(program.get(path)) == (404, "not-found")
    wish = {"page": page_of(service), "secret": "arb_token", "client_key": "1"}
    made, again = program.post(path, **wish), program.post(path, **wish)
    assert (made.status_code, again.status_code, len(service.got)) == (201, 200, 1)
    home = {"handover": "bcdfghjkmn", "address": f"http://127.0.0.1:{service.port}"}
    never = {"sent_at": None, "returned_at": None, "is_behind": True}
    assert made.json() == again.json() == program.get(path).json() == home | never

    sent = program.post(f"{path}/state").json()
    assert (sent["is_behind"], sent["sent_at"] is None, len(service.got)) == (False, False, 2)
    service.statuses = [409]
    assert refusal(program.post(f"{path}/return")) == (400, "refused")
    assert Event.objects.get(pk=event.pk).away_since is None

    assert program.post(f"{path}/return", by_file=True).json()["returned_at"]
    taken = archive_sent(program.get(f"events/{event.pk}/handovers/file").content).taken
    assert (taken is not None and taken.is_last, len(service.got)) == (True, 3)
    assert refusal(program.post(f"events/{event.pk}/rounds")) == (409, "played-elsewhere")
    assert program.post(f"{path}/play-on").json()["returned_at"] is None
    assert Event.objects.get(pk=event.pk).away_since is None


def run(command: str, *arguments: object, **options: object) -> str:
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out, skip_checks=True, **options)
    return out.getvalue()


def test_commands_take_an_event_along_and_bring_it_back(event: Event, tmp_path: Path) -> None:
    out, back = tmp_path / "out.json", tmp_path / "back.json"
    said = run("take_along", event.pk, out, who="Laptop of Jana", user="jana")
    assert "is with Laptop of Jana now" in said
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    taken = archive_sent(out.read_bytes()).taken
    handover = Handover.objects.get(event=event)
    assert taken is not None
    assert (taken.handover["id"], taken.key[:4]) == (handover.pk, "arb_")

    document = played_elsewhere(handover, lambda there: played_round(there.stages.get()))
    back.write_text(canonical(document), encoding="utf-8")
    assert "1 round" in run("bring_back", back, dry_run=True)
    assert Round.objects.filter(stage__event=event).count() == 1
    assert run("bring_back", back, goes_on_there=True) == f"{event.pk}: back\n"
    assert Event.objects.get(pk=event.pk).away_since is not None
    assert Round.objects.filter(stage__event=event).count() == 2


def test_commands_say_what_is_wrong(event: Event, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    with pytest.raises(CommandError, match="no event zzzzzzzzzz"):
        run("take_along", "zzzzzzzzzz", out, who="Jana")
    with pytest.raises(CommandError, match="no account nobody"):
        run("take_along", event.pk, out, who="Jana", user="nobody")
    with pytest.raises(CommandError, match="Say who"):
        run("take_along", event.pk, out, who=" ")
    assert not out.exists()
    assert not Handover.objects.exists()
    with pytest.raises(CommandError, match="No such file"):
        run("bring_back", out)
    out.write_text("{}", encoding="utf-8")
    with pytest.raises(CommandError):
        run("bring_back", out)


def test_open_event_is_begun_elsewhere(tmp_path: Path) -> None:
    event = make_event(make_club(), status=Event.Status.OPEN)
    make_entries(event, 3)
    event.entries.update(seed=None)  # they are numbered when it begins
    handover = take_along(event, actor=SERVICE, who="Laptop")

    def begun(there: Event) -> None:
        walk_in = Registration(full_name="Zdena Zíková")
        enter_player(there, actor=SERVICE, registration=walk_in, is_here=True)
        there.refresh_from_db()
        move_event(there, to="running", actor=SERVICE, version=there.version)

    plan = plan_from(played_elsewhere(handover, begun))
    returned = bring_back(event, plan, actor=SERVICE, is_last=True)
    event.refresh_from_db()
    assert (returned.counts["entries"], event.status, event.away_since) == (1, "running", None)
    assert content_digest(event) == plan.report.digest
    assert event.entries.filter(player__full_name="Zdena Zíková").count() == 1


def test_pages_of_laptop_and_server(event: Event, client: Client, open_page: OpenPage) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    client.force_login(event.club.admins.get())
    away = f"/events/{event.pk}/away/"
    open_page(away, queries=8, shows="Take it with you")
    taken = client.post(away, {"do": "take", "who": "Laptop of Jana"})
    assert (taken.status_code, Handover.objects.get().who) == (302, "Laptop of Jana")
    open_page(away, queries=9, shows="Laptop of Jana")

    document = played_elsewhere(
        Handover.objects.get(), lambda there: played_round(there.stages.get())
    )
    bring = f"/events/{event.pk}/away/return/"
    wrong = client.post(bring, {"file": BytesIO(b"nonsense")})
    assert (wrong.status_code, "See line 1." in wrong.content.decode()) == (422, True)
    preview = client.post(bring, {"file": BytesIO(zipped_alone(document))})
    assert "1 round" in preview.content.decode()
    assert len(preview.context["sent"]) == LENGTH  # the file itself does not go to and fro
    gone = client.post(bring, {"sent": "bcdfghjkmn"}, follow=True)
    assert "not kept any more" in gone.content.decode()
    assert Round.objects.filter(stage__event=event).count() == 1
    taken = client.post(bring, {"sent": preview.context["sent"], "goes_on": "here"})
    assert taken.headers["Location"] == f"/events/{event.pk}/"
    assert Round.objects.filter(stage__event=event).count() == 2
