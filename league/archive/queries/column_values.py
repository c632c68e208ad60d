"""Values of a file as the columns of the database have them: of their type, length and range."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Field, IntegerField, PositiveSmallIntegerField, SmallIntegerField

from league.models.columns import MOST, MOST_SMALL


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
    return read


def _most(field: "Field[Any, Any]") -> int:
    is_small = isinstance(field, PositiveSmallIntegerField | SmallIntegerField)
    return MOST_SMALL if is_small else MOST
