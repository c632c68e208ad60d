"""What a reader reads on a page, and what a form says back."""

import re
from html import unescape
from typing import Any

from django.test import Client


def text_of(client: Client, address: str, *, status: int = 200, **options: Any) -> str:
    response = client.get(address, **options)
    assert response.status_code == status, response.status_code
    return plain(response.content.decode())


def is_nowhere(client: Client, address: str, **options: Any) -> bool:
    """Whether it is the page of an address that never was: no word of what is hidden there."""
    found = text_of(client, address, status=404, **options)
    return found == text_of(client, "/nowhere/", status=404)


def plain(markup: str) -> str:
    """The content of a page, or a piece of one, without markup, drawings and line breaks."""
    main = markup.partition("<main")[2].rpartition("</main>")[0] or markup
    return re.sub(r"\s+", " ", unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", main, flags=re.S)))


def errors_on(response: Any) -> dict[str, list[str]]:
    return {name: list(errors) for name, errors in response.context["form"].errors.items()}
