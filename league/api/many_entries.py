"""Many people into an event at once: a list, or everybody of another event."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import stored_key
from league.api.entries import EntrySerializer, SignUpSerializer, names_for
from league.api.events import EventRows
from league.api.rows import ClientKeyField
from league.events.queries.events import players_known_to
from league.events.services import people
from league.events.services.entries import Registration
from league.models import Event

_PLAYERS = ("player", "partner")


class PersonSerializer(SignUpSerializer):
    """One of many: by name, or a player of the club by id."""

    player = serializers.CharField(max_length=10, required=False)
    partner = serializers.CharField(max_length=10, required=False)
    rating = serializers.IntegerField(min_value=0, max_value=9999, required=False, allow_null=True)


class ManyEntriesSerializer(serializers.Serializer):
    """All of them or nobody. Those who are in the event already stay as they are.

    `is_namesake`: names that are in the event already are other people's.
    """

    people = serializers.ListField(
        child=PersonSerializer(), min_length=1, max_length=people.MOST_AT_ONCE
    )
    is_here = serializers.BooleanField(default=False)
    is_namesake = serializers.BooleanField(default=False)
    client_key = ClientKeyField()


class BringSerializer(serializers.Serializer):
    """`event`: another one of the same club, whose people are entered here."""

    event = serializers.CharField(max_length=10)
    is_here = serializers.BooleanField(default=False)
    client_key = ClientKeyField()


class EnteredSerializer(serializers.Serializer):
    """`already`: players who were in the event before."""

    entries = EntrySerializer(many=True)
    already = serializers.ListField(child=serializers.CharField())


_ANSWERS = {200: EnteredSerializer, 201: EnteredSerializer}


class ManyEntries(EventRows):
    """Who takes part in an event, many at a time."""

    permissions = {"many": "enter_people", "bring": "enter_people"}

    @extend_schema(request=ManyEntriesSerializer, responses=_ANSWERS)
    @action(detail=True, methods=["post"], url_path="entries/many")
    def many(self, request: Request, **kwargs: Any) -> Response:
        """The desk enters many at once. A repeat is answered with 200."""
        event = self.get_object()
        body = self.body(ManyEntriesSerializer)
        done = people.enter_people(
            event,
            actor=self.actor,
            people=_registrations(event, body["people"]),
            is_here=body["is_here"],
            allows_namesakes=body["is_namesake"],
            client_key=stored_key(request, body["client_key"]),
        )
        return self._entered(event, done)

    @extend_schema(request=BringSerializer, responses=_ANSWERS)
    @action(detail=True, methods=["post"], url_path="entries/bring")
    def bring(self, request: Request, **kwargs: Any) -> Response:
        """Enter everybody who took part in another event of the club."""
        event = self.get_object()
        body = self.body(BringSerializer)
        others = Event.objects.filter(club=event.club_id).exclude(pk=event.pk)
        origin = others.filter(pk=body["event"]).first()
        if origin is None:
            raise serializers.ValidationError(
                {"event": [_("The club has no other event like that.")]}
            )
        key = stored_key(request, body["client_key"])
        done = people.bring_people(
            event, origin=origin, actor=self.actor, is_here=body["is_here"], client_key=key
        )
        return self._entered(event, done)

    def _entered(self, event: Event, done: people.Entered) -> Response:
        context = names_for(self.actor, event)
        shown = {
            "entries": EntrySerializer(done.entries, many=True, context=context).data,
            "already": [player.pk for player in done.already],
        }
        return Response(shown, status=201 if done.is_new else 200)


def _registrations(event: Event, sent: list[dict[str, Any]]) -> list[Registration]:
    """Players by their ids, all looked up at once."""
    wanted = {person[part] for person in sent for part in _PLAYERS if person.get(part)}
    known = players_known_to(event).in_bulk(wanted)
    if unknown := sorted(wanted - known.keys()):
        said = _("The club has no such player.")
        raise serializers.ValidationError({"people": [f"{pk}: {said}" for pk in unknown]})
    return [
        Registration(**person | {part: known.get(person.get(part, "")) for part in _PLAYERS})
        for person in sent
    ]
