"""What settings are called."""

from django.utils.translation import gettext as _

from league.events.settings_rules import LABELS
from league.models import Event, Stage


def setting_label(field: str) -> str:
    if text := LABELS.get(field):
        return _(text)
    columns = (*Event._meta.fields, *Stage._meta.fields)
    return next(str(column.verbose_name) for column in columns if column.name == field)
