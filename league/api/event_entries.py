"""Who takes part in an event: the list, signing up, entering one or many at once."""

import base64
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.entries import EntrySerializer, entry_as_json, names_for, player_of
from league.api.events import EventRows
from league.api.rows import IdField, asked
from league.clubs.spreadsheets import MAX_BYTES
from league.events.queries.entries import listed_entries, players_known_to
from league.events.queries.pasted import LineState, Pasted, PastedName, text_in_file
from league.events.services import check_in, entries, people
from league.events.services.entries import Registration
from league.models import Entry, Event
from league.throttle import count

_PLAYERS = ("player", "partner")


class EntryQuerySerializer(serializers.Serializer):
    """What the list of entries is narrowed by."""

    status = serializers.ChoiceField(choices=Entry.Status.choices, required=False)
    name = serializers.CharField(required=False, max_length=200, help_text="Words of the name")


class SignUpSerializer(serializers.Serializer):
    """`full_name` is needed from accounts that were never a player before."""

    full_name = serializers.CharField(max_length=200, required=False)
    partner_name = serializers.CharField(max_length=200, required=False)
    team_name = serializers.CharField(max_length=60, required=False)
    categories = serializers.ListField(child=IdField(), max_length=20, required=False)
    is_whole_name = serializers.BooleanField(
        default=False, help_text="A name of one word is all of it; else it is asked about."
    )


class OtherSignUpSerializer(SignUpSerializer):
    """`for_other`: a child or a friend, whose entry you hold; they wait for approval."""

    for_other = serializers.BooleanField(default=False)


class PersonSerializer(SignUpSerializer):
    """Somebody new by name, or a player of the club by id."""

    player = IdField(required=False)
    partner = IdField(required=False)
    rating = serializers.IntegerField(min_value=0, max_value=9999, required=False, allow_null=True)


class NewEntrySerializer(PersonSerializer):
    """Somebody new by name, or a player of the club by id. `is_here`: checked in at once.

    A name that is in the event already is refused with the code `namesake`; `is_namesake` says
    that it is somebody else.
    """

    is_namesake = serializers.BooleanField(default=False)
    is_here = serializers.BooleanField(default=False)


class ManyEntriesSerializer(serializers.Serializer):
    """All of them or nobody. Those who are in the event already stay as they are.

    `is_namesake`: names that are in the event already are other people's.
    """

    people = serializers.ListField(
        child=PersonSerializer(), min_length=1, max_length=people.MOST_AT_ONCE
    )
    is_here = serializers.BooleanField(default=False)
    is_namesake = serializers.BooleanField(default=False)


class BringSerializer(serializers.Serializer):
    """`event`: another one of the same club, whose people are entered here."""

    event = IdField()
    is_here = serializers.BooleanField(default=False)


class EnteredSerializer(serializers.Serializer):
    """`already`: players who were in the event before; `repeated`: named twice, entered once."""

    entries = EntrySerializer(many=True)
    already = serializers.ListField(child=serializers.CharField())
    repeated = serializers.ListField(child=serializers.CharField())


class ListSentSerializer(serializers.Serializer):
    """`text`: names, one on a line, or a table as CSV; or a `file` (CSV, XLSX) in base64."""

    text = serializers.CharField(
        max_length=MAX_BYTES, required=False, default="", allow_blank=True, trim_whitespace=False
    )
    file = serializers.CharField(max_length=2 * MAX_BYTES, required=False, default="")

    def validate_file(self, sent: str) -> bytes:
        try:
            return base64.b64decode(sent, validate=True)
        except ValueError as error:
            raise serializers.ValidationError(_("This is no base64.")) from error


class PersonReadSerializer(serializers.Serializer):
    """Somebody on a list. `part` 1 is the partner of the one before, in a team."""

    line = serializers.IntegerField(help_text="From 1")
    part = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(
        choices=list(LineState), help_text="`asked` and `half` need a decision; `alike` are whom"
    )
    problem = serializers.CharField(help_text="Of a broken one: pair, long, address, no-name")
    player = IdField(source="player.pk", allow_null=True, default=None)
    alike = serializers.SerializerMethodField()
    rating = serializers.IntegerField(source="beside.rating", allow_null=True)
    categories = serializers.ListField(source="beside.categories", child=IdField(), help_text="Ids")
    team_name = serializers.CharField(source="beside.team_name")

    @extend_schema_field(serializers.ListField(child=IdField()))
    def get_alike(self, name: PastedName) -> list[str]:
        return [player.pk for player in name.alike]


class ListReadSerializer(serializers.Serializer):
    """Who is meant by a list. `unused`: headings; `unknown`: categories that the event has not."""

    people = PersonReadSerializer(source="names", many=True)
    unused = serializers.ListField(child=serializers.CharField())
    unknown = serializers.ListField(child=serializers.CharField())


_ANSWERS = {200: EnteredSerializer, 201: EnteredSerializer}


class EventEntries(EventRows):
    """Who takes part in an event."""

    permissions = {
        "entries": "see_event",
        "enter": "enter_people",
        "check_in_all": "check_in_all",
        "sign_up": "sign_up",
    }

    @extend_schema(parameters=[EntryQuerySerializer], responses=EntrySerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def entries(self, request: Request, **kwargs: Any) -> Response:
        """In the order of names. Only officials see who waits for approval."""
        event = self.get_object()
        wanted = asked(EntryQuerySerializer, request)
        context = names_for(self.actor, event)
        shown = listed_entries(
            event,
            in_full=bool(context["full_names"]),
            statuses=[wanted["status"]] if "status" in wanted else Entry.Status.values,
            matching=wanted.get("name", ""),
        )
        return self.paged([row.entry for row in shown], EntrySerializer, context)

    @extend_schema(
        request=NewEntrySerializer, responses={200: EntrySerializer, 201: EntrySerializer}
    )
    @entries.mapping.post
    def enter(self, request: Request, **kwargs: Any) -> Response:
        """The desk enters somebody. A repeat is answered with 200."""
        event = self.get_object()
        body = self.body(NewEntrySerializer)
        asked_for = {name: body.pop(name) for name in ("is_here", "is_namesake")}
        body["player"] = player_of(event, body.get("player"))
        body["partner"] = player_of(event, body.get("partner"), field="partner")
        entry, is_new = people.enter_once(
            event,
            actor=self.actor,
            registration=Registration(**body),
            **asked_for,
        )
        return Response(entry_as_json(entry, actor=self.actor), status=201 if is_new else 200)

    @extend_schema(request=OtherSignUpSerializer, responses={201: EntrySerializer})
    @action(detail=True, methods=["post"], url_path="sign-up")
    def sign_up(self, request: Request, **kwargs: Any) -> Response:
        """Enter oneself, or somebody whom one looks after."""
        event = self.get_object()
        body = self.body(OtherSignUpSerializer)
        assert self.actor.user is not None  # enters_oneself let the request in
        count("sign-up", who=f"user:{self.actor.user.pk}")
        entry = entries.sign_up(event, actor=self.actor, registration=Registration(**body))
        return Response(entry_as_json(entry, actor=self.actor), status=201)

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"], url_path="check-in-all")
    def check_in_all(self, request: Request, **kwargs: Any) -> Response:
        """Check in everybody who is registered.

        Those on the waiting list, or waiting for approval, stay as they are. In a running event
        they play from the next round on. Refused once the event is finished. `POST
        /entries/{id}/undo-check-in` undoes it for one entry, until it is seated.
        """
        check_in.check_in_all(self.get_object(), actor=self.actor)
        return Response(status=204)


class ManyEntries(EventRows):
    """Who takes part in an event, many at a time."""

    takes_large_bodies = True
    permissions = {"many": "enter_people", "bring": "enter_people", "read": "enter_people"}

    @extend_schema(request=ListSentSerializer, responses=ListReadSerializer)
    @action(detail=True, methods=["post"], url_path="entries/read")
    def read(self, request: Request, **kwargs: Any) -> Response:
        """Find out who is meant by a list of names or a table.

        As the desk sees it. Writes nothing. Send those who are wanted to `entries/many`.
        """
        event = self.get_object()
        body = self.body(ListSentSerializer)
        text = text_in_file(body["file"]) if body["file"] else body["text"]
        listed = Pasted(event).read(text)
        people.check_number(len({name.line for name in listed.names}))
        return Response(ListReadSerializer(listed).data)

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
        )
        return self._entered(event, done)

    @extend_schema(request=BringSerializer, responses=_ANSWERS)
    @action(detail=True, methods=["post"], url_path="entries/bring")
    def bring(self, request: Request, **kwargs: Any) -> Response:
        """Enter everybody who took part in another event of the club.

        With their teams, ratings and categories of the same name. Those who are in this event
        already stay as they are, and `already` names them. Refused if nobody took part there, or
        if only one of the two events is for teams.
        """
        event = self.get_object()
        body = self.body(BringSerializer)
        others = Event.objects.filter(club=event.club_id).exclude(pk=event.pk)
        origin = others.filter(pk=body["event"]).first()
        if origin is None:
            raise serializers.ValidationError(
                {"event": [_("The club has no other event like that.")]}
            )
        done = people.bring_people(event, origin=origin, actor=self.actor, is_here=body["is_here"])
        return self._entered(event, done)

    def _entered(self, event: Event, done: people.Entered) -> Response:
        context = names_for(self.actor, event)
        shown = {
            "entries": EntrySerializer(done.entries, many=True, context=context).data,
            "already": [player.pk for player in done.already],
            "repeated": [player.pk for player in done.repeated],
        }
        return Response(shown, status=201 if done.is_new else 200)


def _registrations(event: Event, sent: list[dict[str, Any]]) -> list[Registration]:
    """Players by their ids, all looked up at once."""
    wanted = {person[part] for person in sent for part in _PLAYERS if person.get(part)}
    known = players_known_to(event).in_bulk(wanted)
    said = [_("The club has no such player.")]
    unknown = {
        str(at): {part: said for part in _PLAYERS if person.get(part, "") not in {"", *known}}
        for at, person in enumerate(sent)
    }
    if errors := {at: parts for at, parts in unknown.items() if parts}:
        raise serializers.ValidationError({"people": errors})
    return [
        Registration(**person | {part: known.get(person.get(part, "")) for part in _PLAYERS})
        for person in sent
    ]
