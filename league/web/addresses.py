"""What may stand in an address, which rows it names, and its QR code."""

import hashlib
import hmac

import segno
from django.conf import settings
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from league.clubs.queries import players_shown
from league.events.queries.events import with_tabs
from league.models import Club, Event, Match, Player, Round, Sheet, Submission
from league.models.public_id import ALPHABET, LENGTH

_HALF_BITS = 32
_ROUNDS = 4


class PublicIdConverter:
    regex = f"[{ALPHABET}]{{{LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class LanguageConverter:
    """A language in the address, for parts of pages that are the same for every viewer."""

    regex = "|".join(dict(settings.LANGUAGES))

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value[:2]


class SealedNumberConverter:
    """A library's sequential key, permuted by a Feistel network under the secret key."""

    regex = "[0-9a-f]{16}"

    def to_python(self, value: str) -> int:
        left, right = divmod(int(value, 16), 1 << _HALF_BITS)
        for turn in reversed(range(_ROUNDS)):
            left, right = right ^ _mix(turn, left), left
        return left << _HALF_BITS | right

    def to_url(self, value: int) -> str:
        left, right = divmod(int(value), 1 << _HALF_BITS)
        for turn in range(_ROUNDS):
            left, right = right, left ^ _mix(turn, right)
        return f"{left << _HALF_BITS | right:016x}"


def _mix(turn: int, half: int) -> int:
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"{turn}:{half}".encode(), hashlib.sha256)
    return int.from_bytes(digest[:4])


def event_named(pk: str) -> Event:
    events = with_tabs(Event.objects.select_related("club", "division__season", "imported"))
    return get_object_or_404(events, pk=pk, wiped_at=None)


def club_named(pk: str) -> Club:
    return get_object_or_404(Club, pk=pk)


def player_named(pk: str) -> Player:
    return get_object_or_404(players_shown().select_related("user"), pk=pk)


def round_named(pk: str) -> Round:
    return get_object_or_404(Round.objects.select_related("stage__event__club"), pk=pk)


def match_named(pk: str) -> Match:
    return get_object_or_404(
        Match.objects.select_related("event__club", "event__division", "round__stage__event"), pk=pk
    )


def submission_named(pk: str) -> Submission:
    submissions = Submission.objects.select_related(
        "match__event__club", "match__round__stage__event"
    )
    return get_object_or_404(submissions, pk=pk)


def sheet_named(pk: str) -> Sheet:
    rows = Sheet.objects.select_related("match__event__club", "match__round__stage__event")
    return get_object_or_404(rows, pk=pk)


def qr_svg(address: str) -> SafeString:
    """Drawn by segno from our own address, not from anything a visitor sent."""
    code = segno.make(address, error="m")
    return mark_safe(code.svg_inline(border=2, omitsize=True))  # noqa: S308


def whole_address(path: str) -> str:
    """As phones in the room reach it; this browser may use another address."""
    return settings.SITE_URL + path


def code_address(code: str) -> str:
    """What a card, a slip and the big screen say: short, so that it can be typed."""
    return whole_address(reverse("code", args=[code]))
