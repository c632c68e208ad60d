"""What views of rows have in common: ids, versions, lists."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.validators import RegexValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_filters import CharFilter
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.frame import Endpoint
from league.api.strict import Shape
from league.models import columns
from league.models.public_id import ALPHABET, LENGTH
from league.models.time_zones import time_zones

ID = f"[{ALPHABET}]{{{LENGTH}}}"
ID_PATTERN = f"^{ID}$"
ID_OR_EMPTY_PATTERN = f"^({ID})?$"


class Rows(Endpoint, viewsets.GenericViewSet):
    """Rows that are addressed by their public id."""

    lookup_value_regex = ID

    def do(self, service: Callable[..., object], shape: Shape) -> None:
        """Have a service do with the row what was sent."""
        row = self.get_object()
        service(row, actor=self.actor, **self.body(shape))

    def paged(self, rows: Any, shape: Shape, context: dict[str, Any] | None = None) -> Response:
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(shape(page, many=True, context=context or {}).data)


def asked(shape: Shape, request: Request) -> dict[str, Any]:
    """What stands in the address after its question mark, of this shape."""
    sent = shape(data=request.query_params)
    sent.is_valid(raise_exception=True)
    return dict(sent.validated_data)


class PublicRows(Rows, viewsets.ReadOnlyModelViewSet):
    """Rows of which there is a list."""


class LocalMoment(serializers.DateTimeField):
    """A moment of an event, with the offset of the place."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, **kwargs)

    def get_attribute(self, instance: Any) -> datetime | None:
        moment: datetime | None = super().get_attribute(instance)
        return moment.astimezone(ZoneInfo(instance.time_zone)) if moment else None

    def enforce_timezone(self, value: datetime) -> datetime:
        return value


class MomentField(serializers.DateTimeField):
    """A moment that means the same wherever it is read.

    With its offset; without one only beside a `time_zone`, whose time it then is.
    """

    default_error_messages = {
        "no_zone": _(
            "Say in which time zone: 2026-09-01T18:00:00+02:00 or 2026-09-01T16:00:00Z, "
            "or send time_zone with it."
        )
    }

    def __init__(self, **kwargs: Any) -> None:
        text = "With its offset from UTC; without one it is the time of the `time_zone` beside it."
        super().__init__(help_text=text, **kwargs)

    def enforce_timezone(self, value: datetime) -> datetime:
        if timezone.is_naive(value):
            sent = getattr(self.parent, "initial_data", {}).get("time_zone")
            if not isinstance(sent, str) or sent not in time_zones():
                self.fail("no_zone")
            value = value.replace(tzinfo=ZoneInfo(sent))
        return super().enforce_timezone(value)


@extend_schema_field({"type": "string", "pattern": ID_PATTERN})
class IdField(serializers.CharField):
    """The public id of a row."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LENGTH, validators=[RegexValidator(ID_PATTERN)], **kwargs)


@extend_schema_field({"type": "string", "pattern": ID_OR_EMPTY_PATTERN})
class IdOrEmptyField(serializers.CharField):
    """In answers: the public id of a row, or nothing."""


class IdFilter(CharFilter):
    """Rows that belong to another one, by its id."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=[RegexValidator(ID_PATTERN)], **kwargs)


class VersionField(serializers.IntegerField):
    """The version of a row that a program has read: sent back, nothing newer is overwritten."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=columns.MOST, **kwargs)
