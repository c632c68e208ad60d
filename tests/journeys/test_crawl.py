"""Every page that can be reached, as everybody who can reach it, in a real browser."""

import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from league.demo.chance import HOSTILE_NAMES
from tests.journeys.inspection import (
    Watch,
    faults_of_answer,
    faults_of_page,
    faults_of_structure,
    faults_on_phone,
    links_of,
)
from tests.journeys.people import log_in, open_guarded
from tests.journeys.service import Service

pytestmark = pytest.mark.browser

HOSTILE_CLUB = "Spolek zvláštních jmen"
API_DOCS = "/api/docs/"
LIBRARY_PARTS = {API_DOCS: "#swagger-ui"}
NOT_CRAWLED = ("/admin/", "/api/schema/")
# Lists lead to many of these; one from each list is enough.
LISTED = re.compile(r"/(players|rounds|matches|submissions|papers|entries|t)/")
# From these only some lead to certain pages: each has its turn, whatever its random id.
LEADING_ON = ("/clubs/…/", "/events/…/", "/events/…/standings/")
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
IN_ADMIN = ("/admin/", "/admin/league/player/", "/admin/league/club/add/", "/admin/league/event/")
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


class Crawl:
    """Goes wherever links lead, to each page once, and collects what is wrong there."""

    def __init__(
        self, page: Page, service: Service, *, thorough: int, most: int = 4, leading_on: int = 20
    ) -> None:
        """Of a kind, `most` pages are looked at, and `thorough` of them with all we have.

        `leading_on`: of those that have to be gone through. The demo has no more than 20 events.
        """
        self.page = page
        self.service = service
        self.thorough = thorough
        self.most = most
        self.leading_on = leading_on
        self.watch = Watch(page)
        self.seen: set[str] = set()
        self.kinds: Counter[str] = Counter()
        self.hostile_names: set[str] = set()
        self.faults: dict[str, list[str]] = {}

    def go_everywhere(self, unlinked: Mapping[str, int]) -> None:
        ahead = deque([("/", 200), *unlinked.items()])
        while ahead:
            path, status = ahead.popleft()  # near ones first, so that all events have their turn
            if path not in self.seen and not self.has_enough_of(path):
                self.seen.add(path)
                self.look_at(path, status=status)
                ahead += [(onward, 200) for onward in self.ways_on()]

    def has_enough_of(self, path: str) -> bool:
        is_one_of_many = "…" in kind_of(path) or "?" in path
        is_hostile = path in self.hostile_names
        most = self.leading_on if kind_of(path) in LEADING_ON else self.most
        return is_one_of_many and not is_hostile and self.kinds[kind_of(path)] >= most

    def look_at(self, path: str, *, status: int = 200) -> None:
        response = self.page.goto(self.service.address(path))
        found = faults_of_answer(response, status=status)
        here = without_next(self.page.url)
        if here == path or here not in self.seen:
            self.seen.add(here)
            found += self._faults_here(here)
        if found := found + self.watch.take():
            self.faults[path] = found

    def ways_on(self) -> Iterator[str]:
        """Where this page leads. Of a list one is enough, unless its names hurt."""
        origin = urlsplit(self.page.url).netloc
        is_hostile = self.page.locator("h1", has_text=HOSTILE_CLUB).count() > 0
        links = (link for link in links_of(self.page) if urlsplit(link).netloc == origin)
        taken: set[str] = set()
        for path in sorted({without_next(link) for link in links}):
            if path.startswith(NOT_CRAWLED):
                continue
            if is_hostile and path.startswith("/players/"):
                self.hostile_names.add(path)
            elif LISTED.match(path):
                if kind_of(path) in taken:
                    continue
                taken.add(kind_of(path))
            yield path

    def _faults_here(self, path: str) -> list[str]:
        self.kinds[kind_of(path)] += 1
        part = LIBRARY_PARTS.get(path, "")
        if part:
            expect(self.page.locator(f"{part} .opblock").first).to_be_visible()
        if self.kinds[kind_of(path)] <= self.thorough:
            return faults_of_page(self.page, leaving_out=part)
        return [*faults_of_structure(self.page), *faults_on_phone(self.page)]


def without_next(link: str) -> str:
    """Path and query. Where to go after logging in does not make it another page."""
    address = urlsplit(link)
    is_plain = not address.query or "next" in parse_qs(address.query)
    return address.path if is_plain else f"{address.path}?{address.query}"


def kind_of(path: str) -> str:
    """What it is a page of, whichever club, event or round it may be."""
    path = path.partition("?")[0]
    path = re.sub(
        r"^/(clubs|players|events|series|seasons|rounds|entries|t)/[^/]{10}/", r"/\1/…/", path
    )
    path = re.sub(r"^/(matches|submissions|papers)/[^/]{10}/", r"/\1/…/", path)
    return re.sub(r"/(rounds|rows|against|categories|prizes|lots)/[^/]{10}/", r"/\1/…/", path)


def test_crawl_by_nobody(page: Page, service: Service) -> None:
    crawl = Crawl(page, service, thorough=4)
    crawl.go_everywhere(UNLINKED)
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
    crawl = Crawl(page, service, thorough=2)
    crawl.go_everywhere(UNLINKED_FOR_MEMBERS | {"/operations/jobs/": 403})
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
    crawl = Crawl(page, service, thorough=1, most=3, leading_on=3)
    crawl.go_everywhere({})
    assert crawl.faults == {}
    assert set(crawl.kinds) >= {"/operations/audit/", "/operations/jobs/", "/operations/mail/"}


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
    crawl = Crawl(page, service, thorough=1)
    crawl.look_at("/")
    assert page.locator("html").get_attribute("lang") == language
    [club, event] = [
        next(way for way in crawl.ways_on() if re.fullmatch(f"/{kind}/[^/]+/", way))
        for kind in ("clubs", "events")
    ]
    for path in (club, event, *IN_EACH_LANGUAGE):
        crawl.look_at(path)
    crawl.look_at("/nothing/here/", status=404)
    assert crawl.faults == {}
