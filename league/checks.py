"""System checks of our own: `manage.py check --database default` and before every migrate."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections

from league.models.append_only import missing_triggers


@register(Tags.database)
def append_only_guarded(
    app_configs: Sequence[AppConfig] | None = None,
    *,
    databases: Iterable[str] | None = None,
    **kwargs: Any,
) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    for using in databases or ():
        present = set(connections[using].introspection.table_names())
        found += [
            Error(
                f"The append-only table {table} has lost its triggers.",
                hint="Run manage.py migrate --skip-checks: it installs them again.",
                id="league.E001",
            )
            for table in missing_triggers(using=using)
            if table in present
        ]
    return found
