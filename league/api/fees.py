"""The entry fee over the API: who has paid, and the sum."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.entries import EntryRows, EntrySerializer, entry_as_json
from league.api.events import EventRows
from league.api.rows import IdField
from league.events.queries.fees import fees_of
from league.events.services.fees import MOST, mark_paid, mark_unpaid

_DIGITS, _PLACES = 8, 2


class FeesSerializer(serializers.Serializer):
    """`paid` and `unpaid`: ids of entries. Amounts are in the currency of the event."""

    fee = serializers.DecimalField(_DIGITS, _PLACES)
    total = serializers.DecimalField(max_digits=12, decimal_places=2)
    to_come = serializers.DecimalField(max_digits=12, decimal_places=2)
    paid = serializers.SerializerMethodField()
    unpaid = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=IdField()))
    def get_paid(self, fees: Any) -> list[str]:
        return [row.entry.pk for row in fees.paid]

    @extend_schema_field(serializers.ListField(child=IdField()))
    def get_unpaid(self, fees: Any) -> list[str]:
        return [row.entry.pk for row in fees.unpaid]


class PaymentSerializer(serializers.Serializer):
    """`amount`: where it was not the whole fee."""

    amount = serializers.DecimalField(
        _DIGITS, _PLACES, min_value=0, max_value=MOST, required=False, allow_null=True
    )


class EventFees(EventRows):
    """What an event takes in."""

    permissions = {"fees": "keep_fees"}

    @extend_schema(responses=FeesSerializer)
    @action(detail=True, filter_backends=[], pagination_class=None)
    def fees(self, request: Request, **kwargs: Any) -> Response:
        """Who has paid the entry fee, and the sum."""
        return Response(FeesSerializer(fees_of(self.get_object())).data)


class EntryFees(EntryRows):
    """Of one entry: paid, or not after all."""

    permissions = {"paid": "keep_fees", "unpaid": "keep_fees"}

    @extend_schema(request=PaymentSerializer, responses=EntrySerializer)
    @action(detail=True, methods=["post"])
    def paid(self, request: Request, **kwargs: Any) -> Response:
        """The entry fee is paid."""
        entry = mark_paid(
            self.get_object(), actor=self.actor, amount=self.body(PaymentSerializer).get("amount")
        )
        return Response(entry_as_json(entry, actor=self.actor))

    @extend_schema(request=None, responses={204: None})
    @paid.mapping.delete
    def unpaid(self, request: Request, **kwargs: Any) -> Response:
        """Ticked by mistake, or given back."""
        mark_unpaid(self.get_object(), actor=self.actor)
        return Response(status=204)
