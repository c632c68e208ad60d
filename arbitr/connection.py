"""One HTTP connection to a service: JSON, tokens, repeats after a cut, waiting at a limit, ETags.

A request that changes something is repeated only if it carries a client key: the service then
counts it once, however often it comes.
"""

import http.client
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

TRIES = 4
TIMEOUT_S = 60
LONGEST_WAIT_S = 120  # at a limit; what asks for more is told to come back later
_TOO_MANY, _CONFLICT, _PASSING = 429, 409, (502, 503, 504)
_NOT_MODIFIED = 304
_FIRST_ERROR = 400
_API = "/api/v1"


class Unreachable(Exception):
    """Nobody answers at the address, or what answers is no Arbitr."""


class Refused(Exception):
    """The service said no. `code` is for programs, the text for people."""

    def __init__(self, problem: Mapping[str, Any], *, status: int) -> None:
        self.status = status
        self.code = str(problem.get("code", ""))
        self.detail = str(problem.get("detail") or problem.get("title") or f"HTTP {status}")
        self.errors: Mapping[str, Any] = problem.get("errors") or {}
        super().__init__("\n".join([self.detail, *_lines(self.errors)]))


def _lines(errors: Mapping[str, Any]) -> list[str]:
    return [f"  {name}: {_said(what)}" for name, what in errors.items()]


def _said(what: Any) -> str:
    if isinstance(what, list):
        return " ".join(map(_said, what))
    if isinstance(what, Mapping):
        return "; ".join(f"{name}: {_said(inner)}" for name, inner in what.items())
    return str(what)


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes
    headers: Mapping[str, str]

    @property
    def data(self) -> Any:
        try:
            return json.loads(self.body) if self.body else None
        except ValueError:
            raise Unreachable("The answer is not what an Arbitr would say.") from None


@dataclass
class Connection:
    """`site`: the address that people type in a browser. `sleep` is for tests."""

    site: str
    token: str = ""
    language: str = "en"
    sleep: Callable[[float], None] = time.sleep
    _open: http.client.HTTPConnection | None = field(default=None, repr=False)
    _seen: dict[str, Answer] = field(default_factory=dict, repr=False)

    def get(self, path: str, **asked: Any) -> Any:
        return self.fetch(path, **asked).data

    def fetch(self, path: str, **asked: Any) -> Answer:
        """As it came. What has not changed since the last time is not sent again."""
        chosen = {name: _asked(value) for name, value in asked.items() if value is not None}
        address = f"{path}?{urlencode(chosen, doseq=True)}" if chosen else path
        known = self._seen.get(address)
        headers = {"If-None-Match": known.headers["etag"]} if known else {}
        answer = self._request("GET", address, headers=headers, is_safe=True)
        if known and answer.status == _NOT_MODIFIED:
            return known
        if "etag" in answer.headers:
            self._seen[address] = answer
        return answer

    def post(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        return self._send("POST", path, body or {}).data

    def patch(self, path: str, body: Mapping[str, Any]) -> Any:
        return self._send("PATCH", path, body).data

    def delete(self, path: str) -> None:
        self._request("DELETE", path, is_safe=False)

    def post_text(self, path: str, text: bytes) -> Any:
        """A record as it is: whether it is text at all is for the rules to say."""
        return self._post_bytes(path, text, content_type="text/plain")

    def post_file(self, path: str, content: bytes) -> Any:
        """A file that makes the same thing however often it is sent."""
        return self._post_bytes(path, content, content_type="application/octet-stream")

    def _post_bytes(self, path: str, content: bytes, *, content_type: str) -> Any:
        headers = {"Content-Type": content_type}
        return self._request("POST", path, body=content, headers=headers, is_safe=True).data

    def close(self) -> None:
        if self._open:
            self._open.close()
        self._open = None

    def _send(self, method: str, path: str, body: Mapping[str, Any]) -> Answer:
        return self._request(
            method,
            path,
            body=json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
            is_safe="client_key" in body,
        )

    def _request(
        self,
        method: str,
        path: str,
        *,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        is_safe: bool,
    ) -> Answer:
        for attempt in range(1, TRIES + 1):
            is_last = attempt == TRIES
            try:
                answer = self._once(method, path, body=body, headers=headers or {})
            except (OSError, http.client.HTTPException) as error:
                self.close()
                if is_last or not is_safe:
                    raise Unreachable(f"{self.site} does not answer: {error}") from error
                self.sleep(2**attempt / 4)
                continue
            wait_s = _wait_s(answer, attempt=attempt, is_safe=is_safe)
            if is_last or wait_s is None:
                return _accepted(answer)
            self.sleep(wait_s)
        raise AssertionError("the last attempt answers or raises")

    def _once(
        self, method: str, path: str, *, body: bytes | None, headers: Mapping[str, str]
    ) -> Answer:
        self._open = self._open or _connected(self.site)
        sent = {"Accept": "*/*", "Accept-Language": self.language, **headers}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        self._open.request(method, _prefix(self.site) + _API + path, body=body, headers=sent)
        answer = self._open.getresponse()
        named = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, answer.read(), named)


def _asked(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _connected(site: str) -> http.client.HTTPConnection:
    parts = urlsplit(site)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Unreachable(f"{site} is not an address such as https://arbitr.example")
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return kind(parts.hostname, parts.port, timeout=TIMEOUT_S)


def _prefix(site: str) -> str:
    return urlsplit(site).path.rstrip("/")


def _wait_s(answer: Answer, *, attempt: int, is_safe: bool) -> float | None:
    """How long to wait before the same again; None: this is the answer."""
    if answer.status == _TOO_MANY:  # nothing was done: the limit comes first
        named = answer.headers.get("retry-after", "")
        wait_s = int(named) if named.isdecimal() else 2**attempt
        return wait_s if wait_s <= LONGEST_WAIT_S else None
    is_passing = answer.status in _PASSING or _is_under_way(answer)
    return 2**attempt / 4 if is_safe and is_passing else None


def _is_under_way(answer: Answer) -> bool:
    """The first request with this client key is still being answered."""
    return answer.status == _CONFLICT and _problem(answer).get("code") == "still-answering"


def _accepted(answer: Answer) -> Answer:
    if answer.status < _FIRST_ERROR:
        return answer
    raise Refused(_problem(answer), status=answer.status)


def _problem(answer: Answer) -> Mapping[str, Any]:
    try:
        problem = json.loads(answer.body)
    except ValueError:
        problem = {}
    return problem if isinstance(problem, dict) else {}
