#!/usr/bin/env python
"""Django's command line for Arbitr."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
    from django.core.management import execute_from_command_line

    from league.config.env import or_stop
    from league.config.stack import with_room

    with or_stop():
        with_room(execute_from_command_line)(sys.argv)
