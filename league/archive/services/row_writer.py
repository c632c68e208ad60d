"""The rows of an archive written under the ids that they had, with what names people beside them.

Who a player of the file is here was decided before; a service that calls this holds the event.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone

from league.archive.import_plan import ArchivePlan
from league.archive.queries.column_values import checked
from league.archive.queries.imports import MODELS
from league.archive.schema import BY_NAME, RowOf
from league.models import ByeRequest, Event, KeepApart, Player, Remark, Sheet, Stage
from league.models.game_played import Scoring

# In this order each row finds those that it names.
ORDER = (
    *("entries", "stage_entries", "chain_changes", "rounds", "matches", "seats"),
    *("left_seats", "byes"),
    *("submissions", "verifications", "confirmations", "rulings", "results", "dissents"),
    *("games", "seals"),
)
_OF_EVENT = ("entries", "matches", "seals")
DRAWN = {"draw": "drawn", "draw_progress": 100}


class RowWriter:
    """`private`: remarks for officials alone, by ruling."""

    def __init__(
        self,
        plan: ArchivePlan,
        event: Event,
        players: Mapping[str, Player],
        *,
        private: Mapping[str, str] | None = None,
    ) -> None:
        self.plan, self.event, self.players = plan, event, players
        told = plan.taken.desk.get("remarks", ()) if plan.taken else ()
        self.private = private or {row["ruling"]: row["private"] for row in told}
        self.content, self.people = plan.content, plan.document["people"]

    def write_stage(self, row: RowOf) -> None:
        Stage(
            id=row["id"],
            event=self.event,
            order=row["order"],
            kind=row["kind"],
            name=self.people["stages"].get(row["id"], ""),
            **values_of(Stage, row["settings"]),
        ).save(force_insert=True)

    def write_row(self, name: str, row: RowOf) -> None:
        """As it was, moments too: no column is filled in anew."""
        made = MODELS[name](**self.attributes_of(name, row))
        made.save_base(raw=True, force_insert=True)
        if row.get("is_from_sheet"):
            self._write_sheet(row)

    def attributes_of(self, name: str, row: RowOf) -> dict[str, Any]:
        """All columns of the row in the database."""
        kind = BY_NAME[name]
        names = {
            f"{column}_id" if kind.columns[column].refers else column: row[column]
            for column in kind.columns
            if column != "is_from_sheet"
        }
        return _attributes(MODELS[name], names | self._besides(name, row))

    def _write_sheet(self, row: RowOf) -> None:
        """That a version was kept on a sheet is part of its ground; the acts stay there."""
        match = self.content.by_id["matches"][row["match"]]
        round_ = self.content.round_of(match)
        game = self.content.game_here(round_)
        Sheet.objects.create(
            match_id=match["id"],
            game_number=row["game"],
            seating=row["seating"],
            game=game.key,
            variant=game.variant,
            edition=game.edition,
            other_scoring=game.scoring if game.rules is None else Scoring.HIGHER,
            players=len(row["seating"]),
            way=Sheet.Way.PLAIN,
            closed_at=row["at"],
            submission_id=row["id"],
        )

    def _besides(self, name: str, row: RowOf) -> dict[str, Any]:
        """Columns that the content does not have, because they name people or follow from it."""
        besides: dict[str, Callable[[RowOf], dict[str, Any]]] = {
            "entries": self._of_entry,
            "rounds": lambda row: DRAWN | {"created_at": row["published_at"] or timezone.now()},
            "matches": lambda row: {"version": self.last_act(row) + 1},
            "seats": self._of_seat,
            "left_seats": lambda row: {"has_left": True, **self._of_seat(row)},
            "submissions": lambda row: {"client_key": row["id"]},
            "rulings": lambda row: {"remark_id": self._remark(row)},
        }
        of_event = {"event_id": self.event.pk} if name in _OF_EVENT else {}
        return of_event | (besides[name](row) if name in besides else {})

    def _of_entry(self, row: RowOf) -> dict[str, Any]:
        told = self.people["entries"][row["id"]]
        first, second = [*(self.players[pk].pk for pk in told["players"]), None][:2]
        return {
            "player_id": first,
            "partner_id": second,
            "team_name": told.get("team_name", ""),
            "created_at": told["entered_at"],
        }

    def _of_seat(self, row: RowOf) -> dict[str, Any]:
        player = self.players[self.people["seats"][row["id"]]].pk
        match = self.content.by_id["matches"][row["match"]]
        return {"round_id": match["round"], "player_id": player}

    def _remark(self, ruling: RowOf) -> str | None:
        reason = self.people["reasons"].get(ruling["id"], "")
        private = self.private.get(ruling["id"], "")
        if not (reason or private):
            return None
        match = ruling["match"]
        return Remark.objects.create(match_id=match, reason=reason[:500], private=private).pk

    def last_act(self, match: RowOf) -> int:
        of = self.content.of
        acts = [*of("submissions", "match", match["id"]), *of("rulings", "match", match["id"])]
        for submission in of("submissions", "match", match["id"]):
            acts += of("confirmations", "submission", submission["id"])
            acts += of("dissents", "submission", submission["id"])
        voided = [game["acts_void_to"] for game in of("games", "match", match["id"])]
        return max([act["number"] for act in acts] + voided, default=0)

    def write_wishes(self) -> None:
        setup, entries = self.plan.document["setup"], self.content.by_id["entries"]
        ByeRequest.objects.bulk_create(
            ByeRequest(entry_id=entry, round_number=number, kind=kind)
            for entry, number, kind in setup["bye_requests"]
            if entry in entries
        )
        KeepApart.objects.bulk_create(
            KeepApart(event=self.event, first_id=first, second_id=second)
            for first, second in setup["kept_apart"]
            if first in entries and second in entries
        )


def values_of(model: Any, columns: Mapping[str, Any]) -> dict[str, Any]:
    fields = {field.name: field for field in model._meta.concrete_fields}
    return {name: checked(fields[name], value) for name, value in columns.items()}


def _attributes(model: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return {
        name: value if fields[name].is_relation else checked(fields[name], value)
        for name, value in given.items()
    }
