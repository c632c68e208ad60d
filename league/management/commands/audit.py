"""`manage.py audit`: the old name of `manage.py recheck`, for scripts of operators."""

from league.management.commands.recheck import Command

__all__ = ["Command"]
