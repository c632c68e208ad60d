"""The WSGI application for production."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
application = get_wsgi_application()
