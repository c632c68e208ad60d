"""Values of a file as the columns of the database have them: of their type, length and range."""

import re
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Field, IntegerField, PositiveSmallIntegerField, SmallIntegerField
from django.utils import timezone

from league.archive.queries.archives import plain
from league.models.columns import MOST, MOST_SMALL
from league.models.public_id import ALPHABET, LENGTH, PublicIdField

_ID = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")


def checked(field: "Field[Any, Any]", value: Any) -> Any:
    """A value as the column has it: of its type, length, range and choices."""
    if value is None:
        if not field.null:
            raise ValidationError("null")
        return None
    read = field.to_python(value)
    field.run_validators(read)
    if isinstance(field, IntegerField) and abs(read) > _most(field):  # SQLite takes any number
        raise ValidationError("range")
    if field.choices and read not in dict(field.flatchoices):
        raise ValidationError("choice")
    if isinstance(field, PublicIdField) and not _ID.fullmatch(read):
        raise ValidationError("id")
    if isinstance(read, datetime) and timezone.is_naive(read):
        raise ValidationError("moment")
    told = plain(read)
    if type(told) is not type(value) or told != value:  # it would come out as something else
        raise ValidationError("form")
    return read


def _most(field: "Field[Any, Any]") -> int:
    is_small = isinstance(field, PositiveSmallIntegerField | SmallIntegerField)
    return MOST_SMALL if is_small else MOST
