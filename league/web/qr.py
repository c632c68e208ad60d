"""QR codes of our own addresses, drawn as SVG."""

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe


def qr_svg(address: str) -> SafeString:
    """Drawn by segno from our own address, not from anything a visitor sent."""
    code = segno.make(address, error="m")
    return mark_safe(code.svg_inline(border=2, omitsize=True))  # noqa: S308


def whole_address(path: str) -> str:
    """As phones in the room reach it, whatever this browser calls the service."""
    return settings.SITE_URL + path


def code_address(code: str) -> str:
    """What a card, a slip and the big screen say: short, so that it can be typed."""
    return whole_address(reverse("code", args=[code]))
