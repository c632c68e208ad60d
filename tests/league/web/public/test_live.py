"""Live fragments: the same for everybody, and nearly free while nothing changes."""

from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse

from league.events.services.rounds import withdraw_round
from league.live import changing_event
from league.models import Event, Stage
from league.permissions import SERVICE
from league.web.middleware import Impersonal
from league.web.public import live
from tests.factories import make_event, make_user
from tests.factories.events import enter, played_round, published_round, running_event
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db


def address(stage: Stage, route: str = "live-event", language: str = "en", **parts: object) -> str:
    return reverse(route, kwargs={"language": language, "pk": stage.event_id, **parts})


@pytest.fixture
def stage() -> Stage:
    stage = running_event(8)
    played_round(stage)
    published_round(stage)
    return stage


@pytest.mark.parametrize("logged_in", [False, True])
def test_fragment_knows_neither_session_nor_user(stage: Stage, *, logged_in: bool) -> None:
    client = Client(headers={"Accept-Language": "sk"})
    if logged_in:
        client.force_login(make_user(language="cs"))
    response = client.get(address(stage))
    assert response.status_code == 200
    assert "Round 2" in response.content.decode()  # in the address's language
    assert response.headers["Vary"] == "Accept-Encoding"  # nothing of who asks
    assert "Set-Cookie" not in str(response.cookies)
    assert not hasattr(response.wsgi_request, "session")
    assert not hasattr(response.wsgi_request, "user")
    assert response.headers["Cache-Control"] == "public, max-age=1"


def test_page_in_contrast_varies_by_cookie(client: Client, stage: Stage) -> None:
    assert "Cookie" in client.get(stage.event.get_absolute_url()).headers["Vary"]


def test_unchanged_fragment_costs_one_look_at_the_version(
    client: Client, stage: Stage, django_assert_num_queries: Any
) -> None:
    known = client.get(address(stage)).headers["ETag"]
    for queries in (0, 0):  # the version was looked up less than a second ago
        with django_assert_num_queries(queries):
            response = client.get(address(stage), headers={"If-None-Match": known})
        assert (response.status_code, response.content) == (304, b"")
        assert response.headers["ETag"] == known
    cache.clear()  # a second later
    with django_assert_num_queries(1):
        response = client.get(address(stage), headers={"If-None-Match": known})
    assert response.status_code == 304


def test_changed_fragment_is_sent_anew(client: Client, stage: Stage) -> None:
    known = client.get(address(stage)).headers["ETag"]
    with changing_event(stage.event_id):
        pass
    cache.clear()
    response = client.get(address(stage), headers={"If-None-Match": known})
    assert response.status_code == 200
    assert response.headers["ETag"] != known


def test_etag_names_version_language_and_code(client: Client, stage: Stage) -> None:
    version = Event.objects.get(pk=stage.event_id).live_version
    tags = {
        language: client.get(address(stage, language=language)).headers["ETag"]
        for language in ("cs", "en")
    }
    assert tags == {
        language: f'W/"{version}-{language}-{settings.VERSION}"' for language in ("cs", "en")
    }


def test_page_carries_the_tag_of_what_it_shows(client: Client, stage: Stage) -> None:
    page = client.get(stage.event.get_absolute_url(), headers={"Accept-Language": "en"})
    known = client.get(address(stage)).headers["ETag"].replace('"', "&quot;")
    assert f'data-live="{address(stage)}" data-etag="{known}"' in page.content.decode()


@pytest.mark.parametrize(
    ("route", "parts", "queries"),
    [
        ("live-event", {}, 15),
        ("live-standings", {}, 10),
        ("live-projector", {}, 13),
        ("live-round", {"number": 2}, 9),
    ],
)
def test_queries_do_not_grow_with_the_event(
    client: Client, django_assert_num_queries: Any, route: str, parts: Any, queries: int
) -> None:
    stage = running_event(120)
    played_round(stage)
    published = published_round(stage)
    for match in list(published.matches.all())[:9]:
        enter(match, *range(100, 100 + match.seats.count()))
    with django_assert_num_queries(queries):
        response = client.get(address(stage, route, **parts))
    assert response.status_code == 200


def test_row_explains_itself(client: Client, stage: Stage) -> None:
    entry = stage.event.entries.get(seed=1)
    content = client.get(address(stage, "live-row", entry=entry.pk, after=1)).content.decode()
    assert "place 1" in content
    assert "The better starting number." in content


def test_match_shows_its_result_as_soon_as_it_is_in(client: Client, stage: Stage) -> None:
    match = stage.event.matches.get(is_open=True, table=1)
    path = address(stage, "live-match", match=match.pk)
    assert "No result yet." in client.get(path).content.decode()
    enter(match, 90, 60, 75, 30)
    cache.clear()
    assert '<td class="num">90</td>' in client.get(path).content.decode()


def test_what_does_not_exist_is_not_found(client: Client, stage: Stage) -> None:
    other = running_event(4).event.entries.get(seed=1)
    missing = [
        "/live/en/events/bbbbbbbbbb/",
        "/live/en/nothing/",
        "/live/fr/events/" + stage.event_id + "/",
        address(stage, "live-round", number=9),
        address(stage, "live-match", match="bbbbbbbbbb"),
        address(stage, "live-row", entry=other.pk, after=1),
    ]
    assert {path: client.get(path).status_code for path in missing} == dict.fromkeys(missing, 404)


def test_draft_round_is_not_shown_before_it_was_public(client: Client, stage: Stage) -> None:
    round_two = address(stage, "live-round", number=2)
    published = stage.rounds.get(number=2)
    withdraw_round(published, actor=SERVICE)
    assert "was taken back at" in client.get(round_two).content.decode()
    stage.rounds.filter(number=2).update(withdrawn_at=None)
    assert client.get(round_two).status_code == 404


def test_fragment_of_a_draft_event_is_nobodys(client: Client) -> None:
    event = make_event(status=Event.Status.DRAFT)
    path = reverse("live-event", kwargs={"language": "en", "pk": event.pk})
    client.force_login(make_user(is_superuser=True))
    assert text_of(client, path, status=404) == ""
    Event.objects.update(status=Event.Status.OPEN)
    assert "Who is coming" in text_of(client, path)


def test_fragment_view_that_names_no_permission_is_refused(client: Client, stage: Stage) -> None:
    request = RequestFactory().get(address(stage))
    middleware = Impersonal(lambda request: pytest.fail("went on to the session"))
    assert middleware(request).status_code == 200
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(live.live_event, "permission")
        assert middleware(request).status_code == 403
