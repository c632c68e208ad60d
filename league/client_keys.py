"""A page or a program may send the same twice: a key of its own tells a repeat from a second wish.

The same key with the same content gets the first answer; with another content it is refused.
What was handed in carries its key itself. Whatever else is made under a key is remembered in
`ClientRequest` for some days. A key is looked up where its scope is locked by the caller.
"""

import json
from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from league.errors import KeyReused
from league.models import ClientRequest
from league.models.short_lived import KEPT_FOR

Row = TypeVar("Row", bound=Model)


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


def forget_old_requests() -> None:
    ClientRequest.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()


def _digest(content: object) -> str:
    """Under the secret key: names could be guessed from a bare digest."""
    text = json.dumps(content, sort_keys=True, default=str)
    return salted_hmac("league.client_keys", text, algorithm="sha256").hexdigest()
