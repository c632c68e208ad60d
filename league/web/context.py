"""What every page knows about the service."""

from django.conf import settings
from django.http import HttpRequest


def service(request: HttpRequest) -> dict[str, object]:
    return {
        "service": {
            "mode": settings.MODE,
            "version": settings.VERSION,
            # A venue may have a mail server; without one nobody would see what is printed.
            "sends_mail": settings.MODE != "venue" or bool(settings.EMAIL_HOST),
        }
    }
