"""A visitor who follows links, without a browser: what is reached, and how it is answered."""

import re
from collections import deque
from dataclasses import dataclass, field
from html import unescape

from django.http import HttpResponse
from django.test import Client
from django.urls import resolve

_LINK = re.compile(r'(?:href|data-live|data-live-personal|hx-get)="(/[^"#]*)')
ELSEWHERE = ("/static/", "/admin/")


@dataclass
class Walk:
    """Goes wherever links lead, to each kind of page so many times."""

    client: Client
    most: int
    # From these only some lead to certain pages: each has its turn.
    all_of: frozenset[str] = frozenset()
    reached: dict[str, set[str]] = field(default_factory=dict)  # addresses by the name of the route
    refused: dict[str, int] = field(default_factory=dict)
    pages: dict[str, str] = field(default_factory=dict)  # their text by address

    def go(self, start: str = "/") -> None:
        ahead, seen = deque([start]), {start}
        while ahead:
            address = ahead.popleft()  # near ones first, so that all events have their turn
            for onward in self._opened(address):
                if onward not in seen and not onward.startswith(ELSEWHERE):
                    seen.add(onward)
                    ahead.append(onward)

    @property
    def addresses(self) -> list[str]:
        return [address for found in self.reached.values() for address in sorted(found)]

    def _opened(self, address: str) -> list[str]:
        route = str(resolve(address.partition("?")[0]).view_name)
        known = self.reached.setdefault(route, set())
        if route not in self.all_of and len(known) >= self.most:
            return []
        known.add(address)
        response = self.client.get(address)
        if response.status_code >= 400:
            self.refused[address] = response.status_code
        if not is_page(response):
            return []
        text = self.pages[address] = response.content.decode()
        return [unescape(link) for link in _LINK.findall(text)]


def is_page(response: HttpResponse) -> bool:
    kind = response.headers.get("Content-Type", "")
    return not response.streaming and kind.startswith("text/html")
