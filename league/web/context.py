"""What every page knows about the service."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    return {"site": {"mode": settings.MODE, "version": settings.VERSION, "url": settings.SITE_URL}}
