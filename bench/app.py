"""The embedded service's server and application, with the benchmark's baseline view."""

import os
import sys

from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
settings.ROOT_URLCONF = "bench.urls"

from league.config.wsgi import application  # noqa: E402  after the setting

if __name__ == "__main__":
    from league.config import server

    server.run(application, host="127.0.0.1", port=int(sys.argv[1]))
