"""The WSGI application for production."""

import os

from django.core.wsgi import get_wsgi_application

from league.config.env import or_stop

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
with or_stop():
    application = get_wsgi_application()
