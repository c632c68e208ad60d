"""What is made of the text of a record, computed once; what the rules have against a version."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _

from league.child_process import TookTooLong, WorkFailed, compute
from league.results.queries import Version, sentence_of
from league.results.review import Review, review

T = TypeVar("T")

_KEPT_S = 3600
_REPLAYED_HERE_BYTES = 32 * 1024
_LIMIT_S = 5.0


def why_contradicted(reason: str, *, game: str, seated: int) -> str:
    """In one sentence, by the code of the reason; empty: nothing is wrong."""
    sentences = {
        "unreadable": _("The record cannot be read."),
        "illegal": _("The record breaks a rule of the game."),
        "unfinished": _("The record ends before the game is over."),
        "scores": _("The claimed scores do not match the record."),
        "seating": _("By this seating, partners of a team would play against each other."),
        "other_game": _("This is a record of another game: %(game)s is played here."),
        "other_variant": _("This is a record of another variant or edition of %(game)s."),
        "other_players": _("This is a record for another number of players: %(seated)d sat here."),
    }
    return sentences.get(reason, "") % {"game": game, "seated": seated}


def objection(reason: str, findings: Sequence[Mapping[str, Any]], *, game: str, seated: int) -> str:
    """The same, with the first line that is wrong where there is one."""
    sentence = why_contradicted(reason, game=game, seated=seated)
    error = first_error(findings)
    if error is None or reason not in ("illegal", "unreadable"):
        return sentence
    at_line = _("Line %(line)d: %(what)s") % {"line": error["line"], "what": sentence_of(error)}
    return f"{sentence} {at_line}"


def objection_to(version: Version, *, game: str) -> str:
    """As stored with a version."""
    verification = version.verification
    if verification is None:
        return ""
    findings = verification.verdict["findings"]
    seated = len(version.submission.seating)
    return objection(verification.reason, findings, game=game, seated=seated)


def first_error(findings: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    return next((finding for finding in findings if finding["severity"] == "error"), None)


def paragraph(rule: str, *, game: str) -> str:
    """Where a rule is written: in the game's own rules, or in those of records."""
    if rule.startswith("record "):
        return _("The form of records, paragraph %(number)s") % {
            "number": rule.removeprefix("record ")
        }
    return _("Rules of %(game)s, paragraph %(number)s") % {"game": game, "number": rule}


def computed_once(
    key: str, otherwise: T, size: int, function: Callable[..., T], *args: str, **options: object
) -> T:
    """From the cache, or computed; a text of unusual size in a process that can be killed.

    `otherwise`: what is kept where that takes too long.
    """
    kept: tuple[T] | None = cache.get(key)
    if kept is not None:
        return kept[0]
    work = partial(function, *args, **options)
    try:
        is_small = size <= _REPLAYED_HERE_BYTES
        value = work() if is_small else compute(work, limit_s=_LIMIT_S)
    except (TookTooLong, WorkFailed):
        value = otherwise
    cache.set(key, (value,), _KEPT_S)
    return value


def review_of_text(record: str) -> Review:
    """Of a record that is not stored: somebody is typing it."""
    digest = hashlib.sha256(record.encode()).hexdigest()
    return computed_once(
        f"review:{settings.VERSION}:{digest}", Review(), len(record), review, record
    )
