"""What players do with their phones at a table."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from games.registry import rules_of
from tests.journeys.evening import Desk
from tests.journeys.scorekeeper import public_name
from tests.journeys.service import Service

Scores = Mapping[str, int]  # by person
_HAND_IN = re.compile(r"/hand-in/$")


class Phone:
    """Somebody's phone at a table, without an account."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.now = page.locator(".now")
        self.live = page.locator("[data-live]").first

    def sit_down(self, card: str, person: str) -> None:
        """By the code on the table, then by a tap on the own name."""
        self.page.goto(card)
        expect(self.page.get_by_role("heading", name="Who are you?")).to_be_visible()
        self.page.get_by_role("button", name=public_name(person)).tap()
        expect(self.page.locator(".seat-mine")).to_contain_text(public_name(person))

    def tap(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).tap()

    def follow(self, name: str) -> None:
        self.page.get_by_role("link", name=name, exact=True).tap()

    def open_hand_in(self, link: str = "Hand in the result") -> None:
        self.follow(link)
        expect(self.page.get_by_role("heading", name="Hand in the result")).to_be_visible()

    def type_scores(self, scores: Scores) -> None:
        for person, score in scores.items():
            self._side(person).get_by_label("Points").fill(str(score))

    def choose_file(self, record: str) -> None:
        self.page.get_by_text("Record", exact=True).tap()
        file = {"name": "game.txt", "mimeType": "text/plain", "buffer": record.encode()}
        self.page.get_by_label("Or choose a file").set_input_files(file)  # type: ignore[arg-type]

    def send(self) -> None:
        self.tap("Hand in")
        expect(self.page.get_by_role("status").first).to_contain_text("Handed in.")

    def send_without_connection(self) -> None:
        """The service gets it, but the answer is lost on its way back."""
        self.page.route(_HAND_IN, lambda route: (route.fetch(), route.abort()))
        self.tap("Hand in")
        expect(self.page.locator("[data-say]")).to_contain_text("No connection.")
        self.page.unroute(_HAND_IN)

    def expect_result(self, scores: Scores, *, grade: str) -> None:
        """By itself, on the page of the table."""
        expect(self.live.locator(".badges").first).to_contain_text("accepted")
        expect(self.live.locator(".badges").first).to_contain_text(grade)
        for person, score in scores.items():
            row = self.live.locator(".standings tr", has_text=public_name(person))
            expect(row.locator("td").first).to_have_text(str(score))

    def _side(self, person: str) -> Locator:
        return self.page.locator(".figures-of").filter(has_text=public_name(person))


def cards_of(desk: Desk, service: Service) -> dict[int, str]:
    """What the printed cards of tables lead to, by number."""
    desk.open("print/cards/")
    numbers = desk.page.locator(".table-sign .number").all_inner_texts()
    printed = desk.page.locator(".table-sign .meta bdi:last-child").all_inner_texts()
    addresses = [service.address(urlsplit(address).path) for address in printed]
    return dict(zip(map(int, numbers), addresses, strict=True))


def record_of(game: str, *, players: int, seed: int) -> str:
    rules = rules_of(game)
    assert rules is not None
    return rules.random_play.game(seed, players=players, variant="base")


def broken(record: str, *, at: int) -> str:
    """With an action written down twice."""
    lines = record.splitlines()
    return "\n".join([*lines[: at + 1], *lines[at:]])
