"""The rows of an event made those of a file: taken out, changed, added, and what follows from them.

Part of a transaction that holds the event. Rows that only grow are added and never touched.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import F

from league.archive.comparison import APPEND_ONLY
from league.archive.queries.archives import YOUNGER_SETTINGS
from league.archive.queries.imports import MODELS
from league.archive.queries.returns import ReturnPlan
from league.archive.schema import RowOf
from league.archive.services.desk_rows import write_desk
from league.archive.services.row_writer import ORDER, RowWriter, values_of
from league.models import ByeRequest, Entry, Event, KeepApart, Match, Player, Round, Seat, Stage
from league.ratings.services import want_ratings
from league.results.services.counted_results import set_state, want_standings

_FIRST_OUT = ("games", "byes", "seats", "matches", "rounds", "stage_entries", "entries", "stages")
_OF_SEATS = ("seats", "left_seats")
_KEPT_HERE = frozenset({"created_at", "version", "draw", "draw_progress", "client_key"})
# What a file leaves out while it is as usual.
_USUAL = {
    field.name: field.get_default()
    for field in Stage._meta.concrete_fields
    if field.name in YOUNGER_SETTINGS
}
_FAR_TABLE = 20_000  # where tables wait while others take their numbers


class ReturnedRows(RowWriter):
    def __init__(self, seen: ReturnPlan, event: Event, players: Mapping[str, Player]) -> None:
        super().__init__(seen.plan, event, players)
        assert seen.comparison is not None  # a repeat is answered without writing
        self.compared = seen.comparison

    def write(self) -> None:
        self._write_event()
        for name in _FIRST_OUT:
            self._take_out(name)
        self._make_room()
        self._write_stages()
        for name in ORDER:
            for row in self.compared.kinds[name].new:
                self._add(name, row)
            for pair in self.compared.kinds[name].changed if name not in APPEND_ONLY else ():
                self._change(name, pair.there)
        self._seat_people()
        self._write_besides()
        self._settle()

    def _write_event(self) -> None:
        about, told = self.plan.document["about"], self.people["event"]
        columns = self.content.event | self.plan.document["setup"]["event"]
        for name, value in values_of(Event, columns).items():
            if name != "id":
                setattr(self.event, name, value)
        self.event.name, self.event.status = told["name"], about["status"]
        self.event.about, self.event.place = told.get("about", ""), told.get("place", "")
        over = about["finished_at"]
        self.event.finished_at = datetime.fromisoformat(over) if over else None
        self.event.version += 1
        self.event.save()

    def _take_out(self, name: str) -> None:
        gone = self.compared.kinds[name].gone
        if name == "seats":  # what was handed in from a seat keeps it
            left = {row["id"] for row in self.content.rows["left_seats"]}
            Seat.ever.filter(pk__in=left).update(has_left=True)
            gone = [row for row in gone if row["id"] not in left]
        for row in gone:
            self._row_here(name, row).delete()

    def _row_here(self, name: str, row: RowOf) -> Any:
        if "id" in row:
            return MODELS[name].objects.filter(pk=row["id"])
        keys = {
            "games": ("match", "number"),
            "byes": ("round", "entry"),
            "stage_entries": ("stage", "entry"),
        }[name]
        return MODELS[name].objects.filter(
            **{f"{key}_id" if key != "number" else key: row[key] for key in keys}
        )

    def _make_room(self) -> None:
        """Two may have exchanged their numbers: first nobody has them."""
        changed = self.compared.kinds
        entries = [pair.here["id"] for pair in changed["entries"].changed]
        Entry.objects.filter(pk__in=entries).update(seed=None)
        matches = [pair.here["id"] for pair in changed["matches"].changed]
        Match.objects.filter(pk__in=matches).update(table=F("table") + _FAR_TABLE)
        seats = [pair.here["id"] for pair in changed["seats"].changed]
        Seat.objects.filter(pk__in=seats).update(has_left=True)
        for pair in changed["stage_entries"].changed:
            self._row_here("stage_entries", pair.here).delete()

    def _write_stages(self) -> None:
        new = {row["id"] for row in self.compared.kinds["stages"].new}
        for row in self.content.rows["stages"]:
            if row["id"] in new:
                self.write_stage(row)
                continue
            Stage.objects.filter(pk=row["id"]).update(
                order=row["order"],
                kind=row["kind"],
                name=self.people["stages"].get(row["id"], ""),
                **_USUAL | values_of(Stage, row["settings"]),
            )

    def _add(self, name: str, row: RowOf) -> None:
        """A seat that was left, or taken again, is here under the other name."""
        if not (name in _OF_SEATS and self._change_seat(name, row)):
            self.write_row(name, row)

    def _change(self, name: str, row: RowOf) -> None:
        if name == "stage_entries":
            self.write_row(name, row)
        elif name in _OF_SEATS:
            self._change_seat(name, row)
        else:
            self._row_here(name, row).update(**self._columns(name, row))

    def _change_seat(self, name: str, row: RowOf) -> bool:
        columns = self._columns(name, row) | {"has_left": name == "left_seats"}
        return Seat.ever.filter(pk=row["id"], match__event=self.event).update(**columns) > 0

    def _columns(self, name: str, row: RowOf) -> dict[str, Any]:
        return {
            column: value
            for column, value in self.attributes_of(name, row).items()
            if column not in _KEPT_HERE and column != "id"
        }

    def _seat_people(self) -> None:
        """Who plays for an entry is no part of the content: a partner may have come later."""
        for entry in Entry.objects.filter(event=self.event, pk__in=self.people["entries"]):
            told = self.people["entries"][entry.pk]
            first, second = [*(self.players[pk].pk for pk in told["players"]), None][:2]
            now = (entry.player_id, entry.partner_id, entry.team_name)
            if now != (first, second, told.get("team_name", "")):
                entry.player_id, entry.partner_id = str(first), second
                entry.team_name = told.get("team_name", "")
                entry.save(update_fields=["player", "partner", "team_name"])
        for seat in Seat.objects.filter(match__event=self.event, pk__in=self.people["seats"]):
            player = self.players[self.people["seats"][seat.pk]].pk
            if seat.player_id != player:
                Seat.objects.filter(pk=seat.pk).update(player_id=player)

    def _write_besides(self) -> None:
        ByeRequest.objects.filter(entry__event=self.event).delete()
        KeepApart.objects.filter(event=self.event).delete()
        self.write_wishes()
        if self.plan.taken is not None:
            write_desk(self, self.plan.taken.desk)

    def _settle(self) -> None:
        """States of tables, ratings, standings."""
        submissions = self.content.by_id["submissions"]
        answers = (*self.compared.kinds["confirmations"].new, *self.compared.kinds["dissents"].new)
        answered = {submissions[row["submission"]]["match"] for row in answers}
        touched = self.compared.touched_matches() | answered
        matches = Match.objects.filter(event=self.event, pk__in=touched)
        rounds: dict[str, Round] = {}
        for match in matches.select_related("event", "round__stage__event").order_by(
            "round__number", "table"
        ):
            last = self.last_act(self.content.by_id["matches"][match.pk]) + 1
            if match.version < last:
                match.version = last
                match.save(update_fields=["version"])
            set_state(match)
            rounds[match.round_id] = match.round
        for round_ in rounds.values():
            want_ratings(round_)
        if not self.compared.is_same:
            for stage in self.event.stages.all():
                want_standings(stage.pk)
