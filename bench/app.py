"""The embedded service's WSGI application with the benchmark's baseline view."""

import os

from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
settings.ROOT_URLCONF = "bench.urls"

from league.config.wsgi import application  # noqa: E402  after the setting

__all__ = ["application"]
