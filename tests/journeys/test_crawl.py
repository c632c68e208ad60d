"""Every page that can be reached, as everybody who can reach it, in a real browser."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from league.demo.chance import HOSTILE_NAMES
from tests.journeys.crawl import API_DOCS, LEADING_ON, Crawl, kind_of
from tests.journeys.inspection import Watch, faults_of_answer, links_of
from tests.journeys.people import log_in, open_guarded
from tests.journeys.service import Service

pytestmark = pytest.mark.browser

# Reached from mail, after a form or by typing; and what is answered there.
UNLINKED = {
    "/accounts/confirm-email/": 200,
    "/accounts/confirm-email/wrong/": 200,
    "/accounts/inactive/": 200,
    "/accounts/password/reset/done/": 200,
    "/accounts/password/reset/key/done/": 200,
    "/accounts/password/reset/key/1-wrong/": 200,
    "/clubs/?q=nikde": 200,
    "/nothing/here/": 404,
    "/venue/": 404,
}
UNLINKED_FOR_MEMBERS = {
    "/accounts/2fa/passkeys/": 200,
    "/accounts/logout/": 200,
    "/accounts/reauthenticate/": 200,
}
IN_ADMIN = ("/admin/", "/admin/league/player/", "/admin/league/club/", "/admin/league/event/")
IN_EACH_LANGUAGE = (
    "/accounts/login/",
    "/accounts/login/code/",
    "/accounts/password/reset/",
    "/accounts/signup/",
    "/clubs/",
    "/design/",
    "/events/",
    "/health/",
)


def test_crawl_by_nobody(page: Page, service: Service) -> None:
    crawl = Crawl(page, service)
    crawl.go_everywhere(UNLINKED)
    crawl.look_at_each_kind()
    assert crawl.faults == {}
    assert len(crawl.hostile_names) == len(HOSTILE_NAMES)
    assert set(crawl.kinds) >= {
        "/",
        "/accounts/login/",
        "/accounts/login/code/",
        "/accounts/password/reset/",
        "/accounts/signup/",
        API_DOCS,
        "/clubs/",
        "/clubs/…/",
        "/design/",
        "/entries/…/rounds/",
        "/events/",
        "/events/…/",
        "/events/…/cross/",
        "/events/…/entries/",
        "/events/…/find/",
        "/events/…/projector/",
        "/events/…/sign-up/",
        "/events/…/standings/",
        "/health/",
        "/matches/…/",
        "/matches/…/history/",
        "/players/…/",
        "/rounds/…/",
        "/series/",
        "/series/…/",
        "/series/…/print/",
        "/series/…/rows/…/",
        "/submissions/…/",
        "/submissions/…/replay/",
        "/viewer/",
        *(kind_of(path) for path in UNLINKED),
    }


def test_crawl_by_organiser(page: Page, service: Service) -> None:
    log_in(page, service, "jana")
    open_guarded(page, service.address("/me/tokens/"))
    crawl = Crawl(page, service)
    crawl.go_everywhere(UNLINKED_FOR_MEMBERS | {"/operations/jobs/": 403})
    crawl.look_at_each_kind()
    # An event has another page, desk and console in each of its states; its standings are asked
    # for in many ways, which look alike.
    for path in (each for kind in LEADING_ON for each in crawl.kinds[kind]):
        if "?" not in path:
            crawl.look_at(path, thoroughly=False)
    assert crawl.faults == {}
    assert len(crawl.hostile_names) == len(HOSTILE_NAMES)
    assert set(crawl.kinds) >= {
        "/accounts/2fa/passkeys/add/",
        "/accounts/2fa/totp/activate/",
        "/accounts/email/",
        "/accounts/sessions/",
        "/clubs/…/edit/",
        "/clubs/…/events/new/",
        "/clubs/…/members/",
        "/entries/…/",
        "/events/…/apart/",
        "/events/…/check-in/",
        "/events/…/clone/",
        "/events/…/codes/",
        "/events/…/console/",
        "/events/…/desk/",
        "/events/…/door/poster/",
        "/events/…/officials/",
        "/events/…/poster/",
        "/events/…/print/",
        "/events/…/print/standings/",
        "/events/…/prizes/ceremony/",
        "/events/…/prizes/certificates/",
        "/events/…/rounds/…/scores/",
        "/events/…/settings/",
        "/events/…/settings/points/",
        "/events/…/settings/results/",
        "/matches/…/rule/",
        "/me/",
        "/me/delete/",
        "/me/matches/",
        "/me/tokens/",
        "/clubs/…/series/new/",
        "/series/…/edit/",
        "/series/…/evenings/",
        "/series/…/evenings/next/",
    }


def test_crawl_by_superuser(page: Page, service: Service) -> None:
    log_in(page, service, "admin")
    open_guarded(page, service.address("/me/tokens/"))
    crawl = Crawl(page, service)
    crawl.go_everywhere({})
    own = {"/operations/audit/", "/operations/jobs/", "/operations/mail/"}
    assert set(crawl.kinds) >= own
    for path in own:
        crawl.look_at(path)
    assert crawl.faults == {}


def test_admin_runs_no_names(page: Page, service: Service) -> None:
    """Its looks are Django's; but the hostile names are listed there too."""
    log_in(page, service, "admin")
    watch = Watch(page)
    for path in IN_ADMIN:
        response = page.goto(service.address(path))
        assert faults_of_answer(response) + watch.take() == []
        expect(page.locator("#site-name")).to_have_text("Arbitr")


@pytest.mark.parametrize(
    "language",
    [
        pytest.param(language, marks=pytest.mark.browser_context_args(locale=language))
        for language in ("cs", "sk", "en")
    ],
)
def test_public_pages_in_language(page: Page, service: Service, language: str) -> None:
    """Longer words may not fit where English ones do; the rest is the same in each language."""
    crawl = Crawl(page, service)
    crawl.look_at("/")
    assert page.locator("html").get_attribute("lang") == language
    paths = [urlsplit(link).path for link in links_of(page)]
    [club, event] = [
        next(path for path in paths if re.fullmatch(f"/{kind}/[^/]+/", path))
        for kind in ("clubs", "events")
    ]
    for path in (club, event, *IN_EACH_LANGUAGE):
        crawl.look_at(path, thoroughly=False)
    crawl.statuses["/nothing/here/"] = 404
    crawl.look_at("/nothing/here/", thoroughly=False)
    assert crawl.faults == {}
