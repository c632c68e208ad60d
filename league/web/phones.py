"""What a phone without an account is known by: kept in its session, and nowhere else."""

import secrets

from league.permissions import CODES_KEY, DEVICE_KEY, Actor, actor_of
from league.web.access import PageRequest

_CODES_KEPT = 20


def known_phone(request: PageRequest) -> Actor:
    """The actor with a device of its own, made up when it is first needed."""
    if not request.session.get(DEVICE_KEY):
        request.session[DEVICE_KEY] = secrets.token_urlsafe(12)
    request.actor = actor_of(request)
    return request.actor


def keep_code(request: PageRequest, code: str) -> None:
    """The newest is the last one."""
    others = [each for each in codes_kept(request) if each != code]
    request.session[CODES_KEY] = [*others, code][-_CODES_KEPT:]
    known_phone(request)


def codes_kept(request: PageRequest) -> list[str]:
    return list(request.session.get(CODES_KEY, ()))
