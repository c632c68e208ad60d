"""What every page knows about the service."""

from django.conf import settings
from django.http import HttpRequest


def service(request: HttpRequest) -> dict[str, object]:
    return {"service": {"mode": settings.MODE, "version": settings.VERSION}}
