"""What a reader reads on a page."""

import re
from html import unescape
from typing import Any

from django.test import Client


def text_of(client: Client, address: str, **options: Any) -> str:
    """What a reader reads, without markup and line breaks."""
    response = client.get(address, **options)
    assert response.status_code == 200, response.status_code
    main = response.content.decode().partition("<main")[2].rpartition("</main>")[0]
    plain = re.sub(r"<[^>]+>", " ", main or response.content.decode())
    return re.sub(r"\s+", " ", unescape(plain))
