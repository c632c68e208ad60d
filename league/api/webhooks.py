"""Where a club's programs are told of news, and what was sent there."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.rows import ID, Rows, VersionField
from league.models import Club, NewsKind, Webhook, WebhookDelivery
from league.webhooks.outbound import MOST_LETTERS
from league.webhooks.services import hooks, news

_DELIVERY = OpenApiParameter("delivery", str, OpenApiParameter.PATH, pattern=f"^{ID}$")


class KindsField(serializers.ListField):
    def __init__(self, **kwargs: Any) -> None:
        child = serializers.ChoiceField(choices=NewsKind.choices)
        super().__init__(child=child, max_length=len(NewsKind), **kwargs)


class WebhookSerializer(serializers.ModelSerializer):
    kinds = KindsField()

    class Meta:
        model = Webhook
        fields: tuple[str, ...] = ("id", "club", "address", "kinds", "is_active", "version")
        read_only_fields = fields


class WebhookMadeSerializer(WebhookSerializer):
    """With the secret, which no later answer has."""

    secret = serializers.SerializerMethodField()

    class Meta(WebhookSerializer.Meta):
        fields = (*WebhookSerializer.Meta.fields, "secret")

    def get_secret(self, webhook: Webhook) -> str:
        return hooks.secret_of(webhook)


class NewWebhookSerializer(serializers.Serializer):
    address = serializers.CharField(max_length=MOST_LETTERS)
    kinds = KindsField()


class WebhookChangeSerializer(serializers.Serializer):
    """What is left out stays as it is."""

    address = serializers.CharField(max_length=MOST_LETTERS, required=False)
    kinds = KindsField(required=False)
    is_active = serializers.BooleanField(required=False)
    version = VersionField()


class SecretSerializer(serializers.Serializer):
    secret = serializers.CharField()


class DeliverySerializer(serializers.ModelSerializer):
    """`status`, `fault` and the beginning of the `answer` are those of the last attempt."""

    body = serializers.JSONField(source="told", help_text="What is sent")
    fault = serializers.CharField(help_text="Empty where nothing went wrong")

    class Meta:
        model = WebhookDelivery
        fields = [
            *("id", "kind", "state", "attempts", "status", "fault", "answer"),
            *("created_at", "tried_at", "due_at", "body"),
        ]
        read_only_fields = fields

    def to_representation(self, instance: WebhookDelivery) -> dict[str, Any]:
        """When it is tried next is told of what still waits."""
        shown: dict[str, Any] = super().to_representation(instance)
        is_waiting = instance.state == WebhookDelivery.State.WAITING
        return shown if is_waiting else shown | {"due_at": None}


class ClubWebhooks(Rows):
    """For the admins of the club."""

    queryset = Club.objects.all()
    serializer_class = WebhookSerializer
    permissions = {"webhooks": "keep_website", "add": "keep_website"}

    @extend_schema(responses=WebhookSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def webhooks(self, request: Request, **kwargs: Any) -> Response:
        """List the webhooks of a club.

        Without their secrets; for the club's admins.
        """
        return self.paged(self.get_object().webhooks.all(), WebhookSerializer)

    @extend_schema(
        request=NewWebhookSerializer,
        responses={201: WebhookMadeSerializer},
    )
    @webhooks.mapping.post
    def add(self, request: Request, **kwargs: Any) -> Response:
        """Set up a webhook.

        Keep the secret: only this answer has it.
        """
        club = self.get_object()
        body = self.body(NewWebhookSerializer)
        webhook, _is_new = hooks.add_webhook(club, actor=self.actor, **body)
        return Response(WebhookMadeSerializer(webhook).data, status=201)


class Webhooks(Rows):
    queryset = Webhook.objects.select_related("club")
    serializer_class = WebhookSerializer
    permissions = dict.fromkeys(
        (
            *("retrieve", "partial_update", "destroy"),
            *("secret", "ping", "deliveries", "redeliver"),
        ),
        "keep_website",
    )

    def retrieve(self, request: Request, **kwargs: Any) -> Response:
        """Read a webhook.

        Without its secret, which is told when it is made and when it is renewed.
        """
        return Response(WebhookSerializer(self.get_object()).data)

    @extend_schema(request=WebhookChangeSerializer, responses=WebhookSerializer)
    def partial_update(self, request: Request, **kwargs: Any) -> Response:
        """Change a webhook, or switch it off or on.

        409 for an old `version`. While it is off, nothing is sent, and news of that time is not
        sent later, either.
        """
        webhook = self.get_object()
        changes = self.body(WebhookChangeSerializer)
        version = changes.pop("version")
        changed = hooks.edit_webhook(webhook, actor=self.actor, version=version, changes=changes)
        return Response(WebhookSerializer(changed).data)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, **kwargs: Any) -> Response:
        """Remove a webhook with its log.

        That cannot be undone. To stop it for a while, send `is_active` false by PATCH.
        """
        hooks.remove_webhook(self.get_object(), actor=self.actor)
        return Response(status=204)

    @extend_schema(request=None, responses=SecretSerializer)
    @action(detail=True, methods=["post"])
    def secret(self, request: Request, **kwargs: Any) -> Response:
        """Make a new secret for a webhook.

        From now on nothing is signed with the old one.
        """
        made = hooks.renew_secret(self.get_object(), actor=self.actor)
        return Response(SecretSerializer({"secret": made}).data)

    @extend_schema(request=None, responses={202: DeliverySerializer})
    @action(detail=True, methods=["post"])
    def ping(self, request: Request, **kwargs: Any) -> Response:
        """Send a test to a webhook.

        How it went is in the log a moment later.
        """
        delivery = news.ping(self.get_object(), actor=self.actor)
        return Response(DeliverySerializer(delivery).data, status=202)

    @extend_schema(responses=DeliverySerializer(many=True))
    @action(detail=True, filter_backends=[])
    def deliveries(self, request: Request, **kwargs: Any) -> Response:
        """List what was sent to a webhook, the newest first.

        Of the last 30 days, also what still waits or was given up: see `state`.
        """
        return self.paged(self.get_object().deliveries.all(), DeliverySerializer)

    @extend_schema(parameters=[_DELIVERY], request=None, responses={202: DeliverySerializer})
    @action(detail=True, methods=["post"], url_path=f"deliveries/(?P<delivery>{ID})/redeliver")
    def redeliver(self, request: Request, delivery: str, **kwargs: Any) -> Response:
        """Send a delivery once more.

        Under the same id, so that a program that has it can tell. 202: it goes out in a moment,
        and its `state` tells how that went. Refused while the webhook is switched off.
        """
        rows: QuerySet[WebhookDelivery] = self.get_object().deliveries.select_related("webhook")
        row = get_object_or_404(rows, pk=delivery)
        news.redeliver(row, actor=self.actor)
        row.refresh_from_db()
        return Response(DeliverySerializer(row).data, status=202)
