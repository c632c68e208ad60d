"""What every view of the API does before and after its own work.

A request is counted; the right is asked, with the token's scopes; what is asked for in the address
is compared with the description; a client key finds the first answer; only then is a body judged.
Views get all that by inheriting, and need not know of it.

A client key stands in a body of JSON; where a file is the body, in the address.
"""

import hashlib
import json
from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.fields import Field
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import caller_of
from league.api.described import described
from league.api.limits import count_request
from league.api.strict import Shape, read, refuse_body, refuse_unknown_questions
from league.client_keys import answering, drop_claim, keep_answer, open_claim
from league.permissions import Actor, actor_of

if TYPE_CHECKING:
    from rest_framework.views import APIView

    Base = APIView
else:
    Base = object

CLIENT_KEY = "client_key"
MOST_CHARACTERS = 64  # of a client key
_STORED_CHARACTERS = 40
_OK, _NO_CONTENT, _REFUSED = 200, 204, 400


class AnsweredBefore(Exception):
    def __init__(self, response: Response) -> None:
        super().__init__()
        self.response = response


class Endpoint(Base):
    """A view of the API. Those of one row are opened by `get_object`, others at once."""

    client_key = ""  # as the program sent it
    needs_client_key: Collection[str] = ()  # actions whose rows carry it
    _is_open = False

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        count_request(request)
        super().initial(request, *args, **kwargs)
        if request.method == "OPTIONS" or not hasattr(self, str(request.method).lower()):
            return
        method = str(request.method).lower()
        if method == "post":
            setattr(self, method, partial(self._once, getattr(self, method)))
        elif not getattr(self, "detail", False):
            self._open()

    def check_object_permissions(self, request: Request, obj: Any) -> None:
        super().check_object_permissions(request, obj)
        self._open()

    @property
    def actor(self) -> Actor:
        return actor_of(self.request)

    def body(self, shape: Shape, *, row: object = None) -> dict[str, Any]:
        """What was sent, of this shape. Ask only once the row is known to be theirs."""
        context = {"request": self.request, "view": self}
        return read(shape, self.request.data, context=context, row=row)

    def key_of_row(self) -> str:
        """The client key as a row keeps it."""
        assert self.client_key  # one of `needs_client_key`
        return self.stored_key(self.client_key)

    def stored_key(self, key: str) -> str:
        """As it stands beside those that phones make: each caller has its own."""
        return _digest(caller_of(self.request), key)

    def _once(self, handler: Callable[..., Response], *args: Any, **kwargs: Any) -> Response:
        with answering():
            try:
                if not getattr(self, "detail", False):
                    self._open()
                response = handler(*args, **kwargs)
            except AnsweredBefore as earlier:
                return earlier.response
            except Exception:
                drop_claim()
                raise
            if response.status_code >= _REFUSED:
                drop_claim()
            else:
                keep_answer(status=response.status_code, body=_rendered(response.data))
            return response

    def _open(self) -> None:
        """Once it is known that they may: the address, the key, and whether anything is taken."""
        request = self.request
        if self._is_open:
            return
        self._is_open = True
        refuse_unknown_questions(request)
        if request.method not in ("POST", "PUT", "PATCH", "DELETE"):
            return
        if request.method == "POST" and (sent := self._taken_key()) is not None:
            self.client_key = _read_key(sent)
            self._look_up(request)
        elif self._rows_know_key:
            raise ValidationError({CLIENT_KEY: [Field.default_error_messages["required"]]})
        if request.method == "DELETE" or not described(request).has_body:
            refuse_body(request.data)

    def _taken_key(self) -> object:
        """Out of the body, where it is no field; None: there is none."""
        data = self.request.data
        if isinstance(data, dict) and CLIENT_KEY in data:
            sent = data.pop(CLIENT_KEY)
            return "" if sent is None else sent
        return self.request.query_params.get(CLIENT_KEY)

    @property
    def _rows_know_key(self) -> bool:
        return getattr(self, "action", "") in self.needs_client_key

    def _look_up(self, request: Request) -> None:
        caller = caller_of(request)
        earlier = open_claim(
            name=_digest(caller, request.path, self.client_key),
            secret=f"{caller} {request.path} {self.client_key}",
            content=_content(request),
            rows_know=self._rows_know_key,
        )
        if earlier is not None:
            status, body = earlier
            raise AnsweredBefore(
                Response(json.loads(body), status=status if status == _NO_CONTENT else _OK)
            )


def _content(request: Request) -> object:
    """What was sent: the body, and what stands in the address beside the key."""
    data = request.data
    if isinstance(data, dict):
        data = {name: _named(value) for name, value in data.items()}
    asked = {name: each for name, each in request.query_params.lists() if name != CLIENT_KEY}
    return [data, asked] if asked else data


def _named(value: object) -> object:
    return hashlib.sha256(value).hexdigest() if isinstance(value, bytes) else value


def _rendered(data: Any) -> bytes:
    return JSONRenderer().render(data) or b"null"


def _read_key(sent: object) -> str:
    try:
        return str(serializers.CharField(max_length=MOST_CHARACTERS).run_validation(sent))
    except ValidationError as error:
        raise ValidationError({CLIENT_KEY: error.detail}) from None


def _digest(*parts: str) -> str:
    return hashlib.sha256(":".join(parts).encode()).hexdigest()[:_STORED_CHARACTERS]
