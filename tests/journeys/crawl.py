"""Goes wherever links lead: asks for pages quickly, then looks at one of each kind in a browser.

That every link leads somewhere is seen from the answers alone. Drawing a page and inspecting it
takes a second or more, and pages of a kind share their template.
"""

import re
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from html.parser import HTMLParser
from urllib.parse import parse_qs, urljoin, urlsplit

from playwright.sync_api import Page, expect

from tests.journeys.inspection import (
    Watch,
    faults_of_answer,
    faults_of_page,
    faults_of_structure,
    faults_on_phone,
    numbers_in_links,
)
from tests.journeys.service import Service

HOSTILE_CLUB = "Spolek zvláštních jmen"
API_DOCS = "/api/docs/"
LIBRARY_PARTS = {API_DOCS: "#swagger-ui"}
NOT_CRAWLED = ("/admin/", "/api/schema/")
# Lists lead to many of these; one from each list is enough.
LISTED = re.compile(r"/(players|rounds|matches|submissions|papers|entries|t)/")
# From these only some lead to certain pages: each is asked for, whatever its random id.
LEADING_ON = ("/clubs/…/", "/events/…/", "/events/…/standings/")
MOST_OF_A_KIND = 2
# What random ids name: at the front of an address, and further on.
_NAMED_FIRST = (
    *("clubs", "players", "events", "series", "seasons", "rounds", "entries", "t"),
    *("matches", "submissions", "papers", "sheets"),
)
_NAMED_WITHIN = ("rounds", "rows", "against", "categories", "prizes", "lots", "tables")


class Crawl:
    """Of one visitor, who may be logged in."""

    def __init__(self, page: Page, service: Service) -> None:
        self.page = page
        self.service = service
        self.watch = Watch(page)
        self.seen: set[str] = set()
        self.kinds: dict[str, list[str]] = {}  # with their addresses, in the order of finding
        self.statuses: dict[str, int] = {}  # of what is not linked
        self.hostile_names: set[str] = set()
        self.faults: dict[str, list[str]] = {}

    def go_everywhere(self, unlinked: Mapping[str, int]) -> None:
        """By requests alone. What is not linked comes with what is answered there."""
        self.statuses = dict(unlinked)
        ahead = deque(["/", *unlinked])
        while ahead:
            path = ahead.popleft()  # near ones first, so that all events have their turn
            if path not in self.seen and not self._has_enough_of(path):
                self.seen.add(path)
                ahead += self._ask_for(path)

    def look_at_each_kind(self) -> None:
        """And at those that are special."""
        ones = dict.fromkeys(addresses[0] for addresses in self.kinds.values())
        for path in ones | dict.fromkeys(self.statuses):
            self.look_at(path)
        for path in self.hostile_names:
            self.look_at(path, thoroughly=False)

    def look_at(self, path: str, *, thoroughly: bool = True) -> None:
        response = self.page.goto(self.service.address(path))
        self._tell(path, faults_of_answer(response, status=self.statuses.get(path, 200)))
        part = LIBRARY_PARTS.get(path, "")
        if part:
            expect(self.page.locator(f"{part} .opblock").first).to_be_visible()
        if thoroughly:
            self._tell(path, faults_of_page(self.page, leaving_out=part))
        else:
            self._tell(path, faults_of_structure(self.page, leaving_out=part))
            self._tell(path, faults_on_phone(self.page))
        self._tell(path, self.watch.take())

    def _has_enough_of(self, path: str) -> bool:
        kind = kind_of(path)
        is_one_of_many = "…" in kind or "?" in path
        is_needed = path in self.hostile_names or path in self.statuses or kind in LEADING_ON
        return is_one_of_many and not is_needed and len(self.kinds.get(kind, ())) >= MOST_OF_A_KIND

    def _ask_for(self, path: str) -> Iterable[str]:
        """Gives where the answer leads."""
        answer = self.page.request.get(self.service.address(path))
        self._tell(path, faults_of_answer(answer, status=self.statuses.get(path, 200)))
        here = without_next(answer.url)
        if here != path and here in self.seen:
            return []
        self.seen.add(here)
        self.kinds.setdefault(kind_of(here), []).append(here)
        if not answer.headers.get("content-type", "").startswith("text/html"):
            return []
        read = Reader(answer.url, answer.text())
        self._tell(path, numbers_in_links(read.links, origin=urlsplit(answer.url).netloc))
        return self._ways_on(read)

    def _ways_on(self, read: "Reader") -> Iterable[str]:
        """Of a list one is enough, unless its names hurt."""
        is_hostile = HOSTILE_CLUB in read.title
        origin = urlsplit(self.service.address()).netloc
        ours = (link for link in read.links if urlsplit(link).netloc == origin)
        taken: Counter[str] = Counter()
        for path in sorted({without_next(link) for link in ours}):
            if path.startswith(NOT_CRAWLED):
                continue
            if is_hostile and path.startswith("/players/"):
                self.hostile_names.add(path)
            elif LISTED.match(path):
                taken[kind_of(path)] += 1
                if taken[kind_of(path)] > 1:
                    continue
            yield path

    def _tell(self, path: str, faults: Iterable[str]) -> None:
        if found := list(faults):
            self.faults.setdefault(path, []).extend(found)


class Reader(HTMLParser):
    """The title of a page and where it leads, as whole addresses; files to keep are no pages."""

    def __init__(self, address: str, text: str) -> None:
        super().__init__()
        self.address = address
        self.links: list[str] = []
        self.title = ""
        self._is_in_title = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._is_in_title = self._is_in_title or tag == "h1"
        if tag == "a" and given.get("href") and "download" not in given:
            self.links.append(urljoin(self.address, given["href"]))

    def handle_endtag(self, tag: str) -> None:
        self._is_in_title = self._is_in_title and tag != "h1"

    def handle_data(self, data: str) -> None:
        if self._is_in_title:
            self.title += data


def without_next(link: str) -> str:
    """Path and query. Where to go after logging in does not make it another page."""
    address = urlsplit(link)
    is_plain = not address.query or "next" in parse_qs(address.query)
    return address.path if is_plain else f"{address.path}?{address.query}"


def kind_of(path: str) -> str:
    """What it is a page of, whichever club, event or round it may be."""
    path = path.partition("?")[0]
    path = re.sub(rf"^/({'|'.join(_NAMED_FIRST)})/[^/]{{10}}/", r"/\1/…/", path)
    return re.sub(rf"/({'|'.join(_NAMED_WITHIN)})/[^/]{{10}}/", r"/\1/…/", path)
