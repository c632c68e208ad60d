"""Nothing that was sent is passed over in silence: a typo must not look like success."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from league.api.described import described

Shape = type[serializers.BaseSerializer[Any]]


def refuse_unknown_questions(request: Request) -> None:
    """What stands in the address after its question mark and in no description, or twice."""
    refuse_questions(request, but=described(request).questions)


def refuse_questions(request: Request, *, but: frozenset[str] = frozenset()) -> None:
    asked = request.query_params
    unknown = {name: [_no_filter(but)] for name in asked if name not in but}
    repeated = {name: [_("Say it once.")] for name in asked if len(asked.getlist(name)) > 1}
    if faults := repeated | unknown:
        raise ValidationError(faults)


def _no_filter(known: frozenset[str]) -> str:
    if not known:
        return _("There is nothing to ask for here.")
    return _("There is no such filter. There are: %(known)s.") % {"known": ", ".join(sorted(known))}


def refuse_body(data: Any) -> None:
    """Of an operation that takes none."""
    if isinstance(data, Mapping):
        if data:
            raise ValidationError({name: [_no_field()] for name in data})
    elif data is not None:
        raise ValidationError({"": [_("Nothing is sent here.")]})


def read(
    shape: Shape, data: Any, *, context: Mapping[str, Any], row: object = None
) -> dict[str, Any]:
    """What was sent, of this shape; with a `row`, only what changes of it. All faults at once."""
    sent = shape(row, data=data, context=context, partial=row is not None)
    unknown = _unknown(sent, data)
    if not sent.is_valid() or unknown:
        raise ValidationError(_merged(sent.errors, unknown))
    return dict(sent.validated_data)


def _unknown(field: Any, data: Any) -> dict[str, Any]:
    """Names that the shape does not have, as DRF tells errors: by field, and by index in lists."""
    if isinstance(field, serializers.Serializer) and isinstance(data, Mapping):
        taken = {name: each for name, each in field.fields.items() if not each.read_only}
        named = {name: [_no_field()] for name in data if name not in taken}
        inner = {name: _unknown(taken[name], data[name]) for name in data if name in taken}
        return named | {name: errors for name, errors in inner.items() if errors}
    child = getattr(field, "child", None)
    if child is None:
        return {}
    rows = (
        data.items()
        if isinstance(data, Mapping)
        else enumerate(data if isinstance(data, list) else ())
    )
    inner = {str(at): _unknown(child, row) for at, row in rows}
    return {at: errors for at, errors in inner.items() if errors}


def _merged(errors: Any, more: Mapping[str, Any]) -> Any:
    if isinstance(errors, list):  # one of each row, empty where nothing is wrong
        errors = {str(at): row for at, row in enumerate(errors) if row}
    if not isinstance(errors, Mapping):
        return errors or more
    errors = {str(name): found for name, found in errors.items()}
    return errors | {
        name: _merged(errors[name], found) if name in errors else found
        for name, found in more.items()
    }


def _no_field() -> str:
    return _("There is no such field.")
