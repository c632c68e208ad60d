"""A visitor without a browser: cookies, forms with their token, and what a proxy would add."""

from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPMessage
from http.cookies import SimpleCookie
from urllib.parse import urlencode

TIMEOUT_S = 120


@dataclass(frozen=True)
class Response:
    status: int
    headers: HTTPMessage
    text: str


class Visitor:
    def __init__(self, port: int, *, address: str = "127.0.0.1", site: str = "") -> None:
        """`site`: the address in the browser, if there is an https proxy in between."""
        self.port = port
        self.address = address
        self.origin = site or f"http://{address}:{port}"
        self.cookies: dict[str, str] = {}
        self.headers = {"Host": self.origin.partition("://")[2], "Accept-Language": "en"}
        if site.startswith("https://"):
            self.headers |= {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}

    def get(self, path: str) -> Response:
        return self._ask("GET", path)

    def post(self, path: str, fields: Mapping[str, str]) -> Response:
        """Send the form that was fetched from the same path."""
        body = urlencode({**fields, "csrfmiddlewaretoken": self.cookies["csrftoken"]})
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self.origin,
            "Referer": f"{self.origin}{path}",
        }
        return self._ask("POST", path, body=body, headers=headers)

    def _ask(
        self, method: str, path: str, *, body: str = "", headers: Mapping[str, str] | None = None
    ) -> Response:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {**self.headers, **(headers or {}), **({"Cookie": cookies} if cookies else {})}
        connection = HTTPConnection(self.address, self.port, timeout=TIMEOUT_S)
        try:
            connection.request(method, path, body=body or None, headers=sent)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: part.value for name, part in SimpleCookie(line).items()}
        return Response(answer.status, answer.headers, text)
