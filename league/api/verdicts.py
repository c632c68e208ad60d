"""Verdicts as JSON: the shapes of the record format, for the schema."""

from typing import Any

from rest_framework import serializers


class RecordField(serializers.CharField):
    """The bytes of a record: of a text within JSON, or of a body that is nothing else."""

    def to_internal_value(self, data: Any) -> Any:
        return data if isinstance(data, bytes) else super().to_internal_value(data)


class RecordSerializer(serializers.Serializer):
    record = RecordField(trim_whitespace=False, allow_blank=True)

    def validate_record(self, record: str | bytes) -> bytes:
        return record if isinstance(record, bytes) else record.encode()


class VerdictSideSerializer(serializers.Serializer):
    """Who competes; a game may report more of a side than these."""

    side = serializers.CharField()
    seats = serializers.ListField(child=serializers.CharField())
    rank = serializers.IntegerField()
    score = serializers.IntegerField()
    keys = serializers.ListField(
        child=serializers.IntegerField(), help_text="In their order; higher is better"
    )


class FindingSerializer(serializers.Serializer):
    """Decide by `code`; `message` is for people, in the language asked for."""

    line = serializers.IntegerField()
    seat = serializers.CharField(allow_null=True)
    code = serializers.CharField()
    severity = serializers.CharField(help_text="error, warning")
    message = serializers.CharField()
    rule = serializers.CharField()


class VerdictSerializer(serializers.Serializer):
    """What the rules say about a record."""

    game = serializers.CharField(allow_null=True)
    variant = serializers.CharField(allow_null=True)
    edition = serializers.CharField(allow_null=True)
    players = serializers.IntegerField(allow_null=True)
    rules_version = serializers.IntegerField(allow_null=True)
    status = serializers.CharField(help_text="complete, unfinished, illegal, unreadable")
    termination = serializers.CharField(allow_null=True)
    claims = serializers.CharField(help_text="match, mismatch, none")
    turns = serializers.IntegerField()
    sides = VerdictSideSerializer(many=True)
    findings = FindingSerializer(many=True)
    digest = serializers.CharField(allow_null=True)
