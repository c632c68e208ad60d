"""An entry, and what the desk or the player does with it.

Names are those that the public sees; officials see full names as well.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.rows import IdField, IdOrEmptyField, Rows
from league.api.rulings import MovedSerializer
from league.events.queries.entries import (
    categories_by_entry,
    entries_of,
    entry_names,
    players_known_to,
    public_names,
)
from league.events.queries.guests import PARTS, perhaps_known
from league.events.services import approval, check_in, entries, removal
from league.events.services.own_games import give_up_own_game, start_own_game
from league.events.services.previews import preview_withdrawal
from league.models import ByeRequest, Entry, Event, Player
from league.permissions import Actor, may, visible_events

_ROUND = OpenApiParameter("round", int, OpenApiParameter.PATH)


class PerhapsSerializer(serializers.Serializer):
    """Somebody of the club whose name is that of a guest who waits for approval, or like it."""

    part = serializers.ChoiceField(choices=PARTS)
    player = IdField(source="player.pk")
    full_name = serializers.CharField(source="player.full_name")
    is_same = serializers.BooleanField(help_text="The very same name; approval asks who it is.")
    entry = IdOrEmptyField(help_text="In which they are in the event already, or empty.")


class EntrySerializer(serializers.ModelSerializer):
    """Needs `names` and `categories` by entry in its context; for officials `full_names`, too."""

    name = serializers.SerializerMethodField()
    full_name = serializers.SerializerMethodField(help_text="For officials; null for others.")
    categories = serializers.SerializerMethodField(
        help_text="Ids; private categories for officials alone."
    )
    paid = serializers.SerializerMethodField(
        help_text="What was paid of the entry fee; null: nothing yet. For officials."
    )
    perhaps = serializers.SerializerMethodField(
        help_text="Of a guest who waits for approval: whom the club may know. For officials."
    )

    class Meta:
        model = Entry
        fields = [
            *("id", "event", "name", "full_name", "player", "partner", "team_name"),
            *("status", "categories", "rating", "seed", "first_round", "paid", "perhaps"),
        ]
        read_only_fields = fields

    def get_name(self, entry: Entry) -> str:
        names: Mapping[str, str] = self.context["names"]
        return names[entry.pk]

    def get_full_name(self, entry: Entry) -> str | None:
        names: Mapping[str, str] = self.context["full_names"]
        return names.get(entry.pk)

    @extend_schema_field(serializers.ListField(child=IdField()))
    def get_categories(self, entry: Entry) -> list[str]:
        return [category.pk for category in self.context["categories"].get(entry.pk, ())]

    def get_paid(self, entry: Entry) -> str | None:
        is_shown = entry.paid is not None and entry.pk in self.context["full_names"]
        return f"{entry.paid:.2f}" if is_shown else None

    @extend_schema_field(PerhapsSerializer(many=True))
    def get_perhaps(self, entry: Entry) -> Any:
        return PerhapsSerializer(self.context["perhaps"].get(entry.pk, ()), many=True).data


class EntryChangeSerializer(serializers.Serializer):
    """What is left out stays as it is."""

    rating = serializers.IntegerField(min_value=0, max_value=9999, required=False, allow_null=True)
    team_name = serializers.CharField(max_length=60, required=False, allow_blank=True)
    categories = serializers.ListField(child=IdField(), max_length=20, required=False)


class ApprovalSerializer(serializers.Serializer):
    """`player`, `partner`: whom the club knows the guests as.

    `is_new`: they are nobody whom the club knows, though somebody has the same name.
    """

    player = IdField(required=False)
    partner = IdField(required=False)
    is_new = serializers.BooleanField(default=False)


class ByeRequestSerializer(serializers.ModelSerializer):
    round = serializers.IntegerField(source="round_number", read_only=True)

    class Meta:
        model = ByeRequest
        fields = ["round", "kind"]
        read_only_fields = fields


class NewByeSerializer(serializers.Serializer):
    round = serializers.IntegerField(min_value=1, max_value=60)
    kind = serializers.ChoiceField(
        choices=[ByeRequest.Kind.HALF.value, ByeRequest.Kind.ZERO.value],
        default=ByeRequest.Kind.HALF,
    )


def entry_as_json(entry: Entry, *, actor: Actor) -> Any:
    return EntrySerializer(entry, context=names_for(actor, entry.event)).data


def names_for(actor: Actor, event: Event) -> dict[str, dict[str, Any]]:
    """The context of an EntrySerializer: what this reader may see."""
    is_official = may(actor, "see_as_official", event)
    return {
        "names": entry_names(event),
        "full_names": entry_names(event, in_full=True) if is_official else {},
        "categories": categories_by_entry(event, in_full=is_official),
        "perhaps": perhaps_known(event, _waiting(event)) if is_official else {},
    }


def _waiting(event: Event) -> QuerySet[Entry]:
    return entries_of(event).filter(status=Entry.Status.APPLIED)


def player_of(event: Event, pk: str | None, *, field: str = "player") -> Player | None:
    if not pk:
        return None
    player = players_known_to(event).filter(pk=pk).first()
    if player is None:
        raise serializers.ValidationError({field: [_("The club has no such player.")]})
    return player


class EntryRows(Rows):
    """Whatever is addressed by the id of an entry, or below it."""

    queryset = Entry.objects.none()  # for the schema; the rows depend on who asks
    serializer_class = EntrySerializer

    def get_queryset(self) -> QuerySet[Entry]:
        if getattr(self, "swagger_fake_view", False):
            return Entry.objects.none()
        shown = Entry.objects.filter(event__in=visible_events(self.actor))
        return shown.select_related("event__club", "player", "partner")


_LEAVER = ("completed", "games", "is_struck")


class WithdrawalSerializer(serializers.Serializer):
    """What it would mean that an entry leaves. Needs `names` by entry in its context."""

    is_asked = serializers.BooleanField(help_text="Whether it has to be confirmed")
    completed = serializers.IntegerField(
        default=None, allow_null=True, help_text="Games; null: nothing is asked"
    )
    games = serializers.IntegerField(
        default=None, allow_null=True, help_text="In the whole schedule"
    )
    is_struck = serializers.BooleanField(
        default=False, help_text="Leaves the table, and its games count for nobody"
    )
    text = serializers.CharField(default="", help_text="The same in words")
    moved = MovedSerializer(many=True, default=list)


class WithdrawSerializer(serializers.Serializer):
    is_confirmed = serializers.BooleanField(default=False)


class GameBegunSerializer(serializers.Serializer):
    """Its record is handed in for the `match`."""

    match = IdField(source="pk")
    table = serializers.IntegerField()


class Entries(EntryRows):
    """One entry: what the desk does with it, and what players do with their own."""

    permissions = {
        "retrieve": "see_entry",
        "partial_update": "manage_entry",
        "destroy": "remove_entry",
        "approve": "manage_entry",
        "refuse": "manage_entry",
        "withdraw": "withdraw_entry",
        "withdrawal": "withdraw_entry",
        "come_back": "return_entry",
        "check_in": "check_in_entry",
        "undo_check_in": "undo_check_in",
        "absent": "manage_entry",
        "byes": "ask_bye",
        "ask_bye": "ask_bye",
        "cancel_bye": "ask_bye",
        "own_game": "start_own_game",
        "give_up_game": "start_own_game",
    }

    def _done(self, service: Callable[..., object]) -> Response:
        service(self.get_object(), actor=self.actor)
        return self._shown()

    def _shown(self) -> Response:
        return Response(entry_as_json(self.get_object(), actor=self.actor))

    def retrieve(self, request: Request, **kwargs: Any) -> Response:
        return self._shown()

    @extend_schema(request=EntryChangeSerializer)
    def partial_update(self, request: Request, **kwargs: Any) -> Response:
        entry = self.get_object()
        stored = {name: getattr(entry, name) for name in ("rating", "team_name")}
        entries.edit_entry(entry, actor=self.actor, **stored | self.body(EntryChangeSerializer))
        return self._shown()

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, **kwargs: Any) -> Response:
        """Remove an entry made by mistake.

        Refused while it waits for approval (refuse it), once it was seated or stands in the
        standings (withdraw it), and in a season. Its place goes to the first on the waiting list.
        For seven days `POST /events/{id}/steps/{step}/undo` puts it back.
        """
        removal.remove_entry(self.get_object(), actor=self.actor)
        return Response(status=204)

    @extend_schema(request=ApprovalSerializer)
    @action(detail=True, methods=["post"])
    def approve(self, request: Request, **kwargs: Any) -> Response:
        """Let a guest in. Gives the earlier entry, if the person is in the event already."""
        entry = self.get_object()
        body = self.body(ApprovalSerializer)
        kept = approval.approve_entry(
            entry,
            actor=self.actor,
            player=player_of(entry.event, body.get("player")),
            partner=player_of(entry.event, body.get("partner"), field="partner"),
            is_new=body["is_new"],
        )
        return Response(entry_as_json(kept, actor=self.actor))

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"])
    def refuse(self, request: Request, **kwargs: Any) -> Response:
        """Do not let a guest in; nothing is kept of them."""
        approval.refuse_entry(self.get_object(), actor=self.actor)
        return Response(status=204)

    @extend_schema(responses=WithdrawalSerializer)
    @action(detail=True, methods=["get"])
    def withdrawal(self, request: Request, **kwargs: Any) -> Response:
        """What withdrawing would change. Nothing is written."""
        entry = self.get_object()
        preview = preview_withdrawal(entry)
        if preview is None:
            return Response(WithdrawalSerializer({"is_asked": False}).data)
        context = {"names": public_names(entry.event)}
        told = {"is_asked": True, "text": preview.text, "moved": preview.moved}
        facts = {name: getattr(preview.leaver, name) for name in _LEAVER}
        return Response(WithdrawalSerializer(told | facts, context=context).data)

    @extend_schema(request=WithdrawSerializer)
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, **kwargs: Any) -> Response:
        """Play no more rounds; what was played still counts.

        In a round robin it may count for nobody, or the rest is forfeited: see `withdrawal`, then
        send `is_confirmed`. Without it that is refused with 409.
        """
        entry = self.get_object()
        entries.withdraw_entry(entry, actor=self.actor, **self.body(WithdrawSerializer))
        return self._shown()

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="return")
    def come_back(self, request: Request, **kwargs: Any) -> Response:
        """Play again after withdrawing."""
        return self._done(entries.return_entry)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="check-in")
    def check_in(self, request: Request, **kwargs: Any) -> Response:
        """By the desk at any time, by players within the time window."""
        entry = self.get_object()
        if may(self.actor, "undo_check_in", entry, over_api=True):
            check_in.check_in(entry, actor=self.actor)
        else:
            check_in.check_in_oneself(entry, actor=self.actor, is_at_door=False)
        return self._shown()

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="undo-check-in")
    def undo_check_in(self, request: Request, **kwargs: Any) -> Response:
        return self._done(check_in.undo_check_in)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def absent(self, request: Request, **kwargs: Any) -> Response:
        """Not here for the next round."""
        return self._done(check_in.mark_absent)

    @extend_schema(responses=ByeRequestSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def byes(self, request: Request, **kwargs: Any) -> Response:
        """Rounds in which the entry will not play, said before they are paired."""
        byes = self.get_object().bye_requests.order_by("round_number")
        return self.paged(byes, ByeRequestSerializer)

    @extend_schema(request=NewByeSerializer, responses={201: ByeRequestSerializer})
    @byes.mapping.post
    def ask_bye(self, request: Request, **kwargs: Any) -> Response:
        entry = self.get_object()
        body = self.body(NewByeSerializer)
        wish = check_in.request_bye(
            entry, actor=self.actor, round_number=body["round"], kind=body["kind"]
        )
        return Response(ByeRequestSerializer(wish).data, status=201)

    @extend_schema(parameters=[_ROUND], responses={204: None})
    @action(detail=True, methods=["delete"], url_path="byes/(?P<round>[0-9]{1,2})")
    def cancel_bye(self, request: Request, round: str, **kwargs: Any) -> Response:  # noqa: A002
        check_in.cancel_bye(self.get_object(), actor=self.actor, round_number=int(round))
        return Response(status=204)

    @extend_schema(request=None, responses={200: GameBegunSerializer})
    @action(detail=True, methods=["post"], url_path="own-game")
    def own_game(self, request: Request, **kwargs: Any) -> Response:
        """Begin a game of one's own.

        If one is under way, that one is the answer. Refused in formats whose tables are made by
        the organisers, for entries that did not go on to this stage, and once the time for games
        is over. An entry that was only registered is
        checked in by it.
        """
        match = start_own_game(self.get_object(), actor=self.actor)
        return Response(GameBegunSerializer(match).data)

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"], url_path="own-game/give-up")
    def give_up_game(self, request: Request, **kwargs: Any) -> Response:
        """Give up the game under way.

        If nothing was written or handed in, it is as if it had not begun; else a ruling counts it
        as forfeited. 409 where no game is under way.
        """
        give_up_own_game(self.get_object(), actor=self.actor)
        return Response(status=204)
