"""A page or a program may send the same twice: a key of its own tells a repeat from a second wish.

The same key with the same content gets the first answer; with another content it is refused.
What was handed in carries its key itself. Whatever else is made under a key is remembered in
`ClientRequest` for some days, in one of two ways:

- Forms: a service looks its key up where the scope is locked, and remembers ids (`made_before`).
- The API, for all that is sent: the request is a `KeyClaim` while it is answered. The first audit
  entry writes the claim, in the transaction of what is done: so either both are there or neither
  is. The answer is added at the end, sealed under the key, for it may hold names or a secret.
"""

import base64
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from cryptography.fernet import Fernet
from django.db import IntegrityError, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from league.errors import AnswerLost, KeyReused, StillAnswering
from league.models import ClientRequest
from league.models.short_lived import KEPT_FOR

Row = TypeVar("Row", bound=Model)
OVER_API = "api"  # the scope of claims
_TIME_TO_ANSWER = timedelta(minutes=1)


@dataclass
class KeyClaim:
    """A request under a key. `name` stands for the key, its caller and the address."""

    name: str
    secret: str  # what only the caller has
    digest: str
    rows_know: bool  # what it makes carries the key itself, so that nothing is done twice
    is_written: bool = False


_open: ContextVar[KeyClaim | None] = ContextVar("claim", default=None)


def first_answer(
    rows: QuerySet[Row], *, client_key: str, is_same: Callable[[Row], bool], refusal: str
) -> Row | None:
    """The row that this key made before; refused if something else was sent then."""
    earlier = rows.filter(client_key=client_key).first()
    if earlier is not None and not is_same(earlier):
        raise KeyReused(refusal)
    return earlier


def made_before(scope: str, *, client_key: str, content: object) -> list[str] | None:
    """Ids of what the same request made; None: it is new, or has no key."""
    if not client_key:
        return None
    earlier = first_answer(
        ClientRequest.objects.filter(scope=scope),
        client_key=client_key,
        is_same=lambda request: request.digest == _digest(content),
        refusal=_("This was sent before with different content. Open the page again."),
    )
    return None if earlier is None else list(earlier.made)


def remember(scope: str, *, client_key: str, content: object, made: Sequence[str]) -> None:
    """Part of the caller's transaction."""
    if client_key:
        ClientRequest.objects.create(
            scope=scope, client_key=client_key, digest=_digest(content), made=list(made)
        )


@contextmanager
def answering() -> Iterator[None]:
    """Around one request; a claim is opened within it."""
    before = _open.set(None)
    try:
        yield
    finally:
        _open.reset(before)


def open_claim(
    *, name: str, secret: str, content: object, rows_know: bool = False
) -> tuple[int, bytes] | None:
    """The status and the body of the first answer; None: go on, under this claim.

    Where an answer was lost, what rows know of is asked for again; else it is said that it is lost.
    """
    claim = KeyClaim(name=name, secret=secret, digest=_digest(content), rows_know=rows_know)
    _open.set(claim)
    earlier = first_answer(
        ClientRequest.objects.filter(scope=OVER_API),
        client_key=name,
        is_same=lambda request: request.digest == claim.digest,
        refusal=_("This key was sent before with different content. Make a new one."),
    )
    if earlier is None:
        return None
    if not earlier.status:
        if not rows_know:
            raise _unanswered(earlier)
        claim.is_written = True
        return None
    return earlier.status, _seal(claim).decrypt(earlier.answer.encode())


def _unanswered(earlier: ClientRequest) -> StillAnswering | AnswerLost:
    is_over = earlier.at < timezone.now() - _TIME_TO_ANSWER
    return AnswerLost() if is_over else StillAnswering()


def write_claim() -> None:
    """Part of the transaction in which the request does something for the first time."""
    claim = _open.get()
    if claim is None or claim.is_written:
        return
    try:
        with transaction.atomic():
            ClientRequest.objects.create(scope=OVER_API, client_key=claim.name, digest=claim.digest)
    except IntegrityError:
        if not claim.rows_know:
            raise StillAnswering from None
    claim.is_written = True


def keep_answer(*, status: int, body: bytes) -> None:
    if claim := _open.get():
        sealed = _seal(claim).encrypt(body).decode()
        ClientRequest.objects.update_or_create(
            scope=OVER_API,
            client_key=claim.name,
            defaults={"digest": claim.digest, "status": status, "answer": sealed},
        )


def drop_claim() -> None:
    """The request was refused: the same key may be sent again."""
    claim = _open.get()
    if claim is not None and claim.is_written:
        ClientRequest.objects.filter(scope=OVER_API, client_key=claim.name, status=0).delete()


def _seal(claim: KeyClaim) -> Fernet:
    key = salted_hmac("league.client_keys.answer", claim.secret, algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(key))


def forget_old_requests() -> None:
    ClientRequest.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()


def _digest(content: object) -> str:
    """Under the secret key: names could be guessed from a bare digest."""
    text = json.dumps(content, sort_keys=True, default=str)
    return salted_hmac("league.client_keys", text, algorithm="sha256").hexdigest()
