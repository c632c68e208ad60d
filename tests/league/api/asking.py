"""A program that asks the API with its token."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.test import Client

from league.models import User
from tests.factories import make_token


@dataclass(frozen=True)
class Program:
    """`secret`: whose token it holds; nobody's if empty."""

    secret: str = ""
    language: str = "en"

    @classmethod
    def of(cls, user: User, *scopes: str) -> "Program":
        return cls(make_token(user, *(scopes or ("read", "events", "play")))[1])

    def get(self, path: str, **query: object) -> Any:
        return Client().get(f"/api/v1/{path}", query, headers=self._headers)

    def post(self, path: str, **body: object) -> Any:
        return self._send("post", path, body)

    def send_file(self, path: str, file: bytes, **query: str) -> Any:
        """As the body."""
        address = f"/api/v1/{path}?{urlencode(query)}"
        octets = "application/octet-stream"
        return Client().post(address, file, content_type=octets, headers=self._headers)

    def patch(self, path: str, **body: object) -> Any:
        return self._send("patch", path, body)

    def put(self, path: str, **body: object) -> Any:
        return self._send("put", path, body)

    def delete(self, path: str) -> Any:
        return Client().delete(f"/api/v1/{path}", headers=self._headers)

    @property
    def _headers(self) -> dict[str, str]:
        token = {"Authorization": f"Bearer {self.secret}"} if self.secret else {}
        return {"Accept-Language": self.language, **token}

    def _send(self, method: str, path: str, body: object) -> Any:
        return getattr(Client(), method)(
            f"/api/v1/{path}", body, content_type="application/json", headers=self._headers
        )


NOBODY = Program()


def refusal(answer: Any) -> tuple[int, str]:
    """The status of a problem, and the code by which programs tell it from others."""
    return answer.status_code, answer.json()["code"]
