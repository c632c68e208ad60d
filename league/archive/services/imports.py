"""An event taken over from its archive: read-only, or to go on here.

All of it or nothing: one transaction writes every row under the id that it had, so that the content
comes out with the same digest, and what is played elsewhere can come back. People are the club's
own where they are known, else guests of the club.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.archive.import_plan import ArchivePlan, TakeAs
from league.archive.queries.imports import MODELS, checked, hindrances, people_matched
from league.archive.schema import BY_NAME, RowOf
from league.audit import log_action
from league.errors import LeagueError
from league.jobs import enqueue
from league.live import changing_event
from league.models import (
    ByeRequest,
    Club,
    Event,
    ImportedEvent,
    Job,
    KeepApart,
    Match,
    Player,
    Remark,
    Sheet,
    Stage,
    Submission,
)
from league.models.game_played import Scoring
from league.permissions import Actor
from league.results.services.counted_results import set_state, want_standings

# In this order each row finds those that it names.
_ORDER = (
    *("entries", "stage_entries", "chain_changes", "rounds", "matches", "seats", "byes"),
    *("submissions", "verifications", "confirmations", "rulings", "results", "dissents"),
    *("games", "seals"),
)
_OF_EVENT = ("entries", "matches", "seals")
_DRAWN = {"draw": "drawn", "draw_progress": 100}


def import_archive(
    club: Club, plan: ArchivePlan, *, way: TakeAs, actor: Actor
) -> tuple[Event, bool]:
    """The event, and whether it is new: the same archive again gives the one that it made."""
    if before := _imported_before(club, plan):
        return before, False
    if reasons := hindrances(plan, club=club):
        raise LeagueError(" ".join(reasons))
    if way not in plan.ways:
        raise LeagueError(_("This archive cannot be taken over in this way."))
    with transaction.atomic():
        writer = ArchiveWriter(club, plan, way)
        event = writer.write()
        log_action(
            actor, gettext_noop("import archive"), event, digest=plan.report.digest, way=way.value
        )
    return event, True


def _imported_before(club: Club, plan: ArchivePlan) -> Event | None:
    if plan.is_hindered:
        return None
    return Event.objects.filter(
        pk=plan.content.event["id"], club=club, imported__digest=plan.report.digest
    ).first()


class ArchiveWriter:
    """Rows of one event, kind by kind; its callers hold the transaction.

    `players`: who is who, where that is known. `private`: remarks for officials, by ruling.
    """

    def __init__(
        self,
        club: Club,
        plan: ArchivePlan,
        way: TakeAs,
        *,
        players: Mapping[str, Player] | None = None,
        private: Mapping[str, str] | None = None,
    ) -> None:
        self.players, self.private = players, private or {}
        self.club, self.plan = club, plan
        self.content, self.people = plan.content, plan.document["people"]
        self.is_read_only = way is TakeAs.READ_ONLY

    def write(self) -> Event:
        made = self._write_event()
        self.people_here = self.players or self._write_players()
        for stage in self.content.rows["stages"]:
            self._write_stage(made, stage)
        for name in _ORDER:
            for row in self.content.rows[name]:
                self._write_row(name, row, event=made)
        self._write_wishes(made)
        with changing_event(made.pk) as event:
            self._settle(event)
        ImportedEvent.objects.create(
            event=made,
            source=self.plan.document["about"]["source"],
            digest=self.plan.report.digest,
            head=self.plan.report.head,
            made_at=self.plan.document["about"]["made_at"],
            is_read_only=self.is_read_only,
        )
        return Event.objects.get(pk=made.pk)

    def _write_event(self) -> Event:
        about, told = self.plan.document["about"], self.people["event"]
        columns = self.content.event | self.plan.document["setup"]["event"]
        status = Event.Status.ARCHIVED if self.is_read_only else about["status"]
        event = Event(
            club=self.club,
            name=told["name"],
            about=told.get("about", ""),
            place=told.get("place", ""),
            status=status,
            finished_at=_moment(about["finished_at"]),
            **_values(Event, columns),
        )
        if self.is_read_only:
            event.is_rated = False  # nobody here saw these games
        event.save(force_insert=True)
        return event

    def _write_players(self) -> dict[str, Player]:
        """The club's own people, and guests for all others; a public name is shown as it is."""
        players = people_matched(self.plan, club=self.club)
        privacy = Player.Privacy.INITIAL if self.plan.has_full_names else Player.Privacy.FULL
        is_known = set(
            Player.objects.filter(pk__in=self.people["players"]).values_list("pk", flat=True)
        )
        for pk, name in self.people["players"].items():
            if pk not in players:
                kept = {} if pk in is_known else {"pk": pk}
                players[pk] = Player.objects.create(
                    full_name=name.strip() or "?", privacy=privacy, keeper=self.club, **kept
                )
        return players

    def _write_stage(self, event: Event, row: RowOf) -> None:
        Stage(
            id=row["id"],
            event=event,
            order=row["order"],
            kind=row["kind"],
            name=self.people["stages"].get(row["id"], ""),
            **_values(Stage, row["settings"]),
        ).save(force_insert=True)

    def _write_row(self, name: str, row: RowOf, *, event: Event) -> None:
        """As it was, moments too: no column is filled in anew."""
        model, kind = MODELS[name], BY_NAME[name]
        names = {
            f"{column}_id" if kind.columns[column].refers else column: row[column]
            for column in kind.columns
            if column != "is_from_sheet"
        }
        given = names | self._besides(name, row, event)
        made = model(**_attributes(model, given))
        made.save_base(raw=True, force_insert=True)
        if row.get("is_from_sheet"):
            self._write_sheet(row)

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

    def _besides(self, name: str, row: RowOf, event: Event) -> dict[str, Any]:
        """Columns that the content does not have, because they name people or follow from it."""
        besides: dict[str, Callable[[RowOf], dict[str, Any]]] = {
            "entries": self._of_entry,
            "rounds": lambda row: _DRAWN | {"created_at": row["published_at"] or timezone.now()},
            "matches": lambda row: {"version": self._last_act(row) + 1},
            "seats": self._of_seat,
            "submissions": lambda row: {"client_key": row["id"]},
            "rulings": lambda row: {"remark_id": self._remark(row)},
        }
        of_event = {"event_id": event.pk} if name in _OF_EVENT else {}
        return of_event | (besides[name](row) if name in besides else {})

    def _of_entry(self, row: RowOf) -> dict[str, Any]:
        told = self.people["entries"][row["id"]]
        first, second = [*(self.people_here[pk].pk for pk in told["players"]), None][:2]
        return {
            "player_id": first,
            "partner_id": second,
            "team_name": told.get("team_name", ""),
            "created_at": told["entered_at"],
        }

    def _of_seat(self, row: RowOf) -> dict[str, Any]:
        player = self.people_here[self.people["seats"][row["id"]]].pk
        match = self.content.by_id["matches"][row["match"]]
        return {"round_id": match["round"], "player_id": player}

    def _remark(self, ruling: RowOf) -> str | None:
        reason = self.people["reasons"].get(ruling["id"], "")
        private = self.private.get(ruling["id"], "")
        if not (reason or private):
            return None
        match = ruling["match"]
        return Remark.objects.create(match_id=match, reason=reason[:500], private=private).pk

    def _last_act(self, match: RowOf) -> int:
        of = self.content.of
        acts = [*of("submissions", "match", match["id"]), *of("rulings", "match", match["id"])]
        for submission in of("submissions", "match", match["id"]):
            acts += of("confirmations", "submission", submission["id"])
            acts += of("dissents", "submission", submission["id"])
        voided = [game["acts_void_to"] for game in of("games", "match", match["id"])]
        return max([act["number"] for act in acts] + voided, default=0)

    def _write_wishes(self, event: Event) -> None:
        setup, entries = self.plan.document["setup"], self.content.by_id["entries"]
        ByeRequest.objects.bulk_create(
            ByeRequest(entry_id=entry, round_number=number, kind=kind)
            for entry, number, kind in setup["bye_requests"]
            if entry in entries
        )
        KeepApart.objects.bulk_create(
            KeepApart(event=event, first_id=first, second_id=second)
            for first, second in setup["kept_apart"]
            if first in entries and second in entries
        )

    def _settle(self, event: Event) -> None:
        """What follows from the rows: states of tables, standings, verdicts still to come."""
        matches = Match.objects.filter(event=event).select_related("event", "round__stage__event")
        for match in matches:
            set_state(match)
        tables = self.plan.document["standings"]["tables"]
        has_tables = {table["stage"] for table in tables}
        for stage in event.stages.all():
            if stage.pk in has_tables or self.content.of("rounds", "stage", stage.pk):
                want_standings(stage.pk)
        unjudged = Submission.objects.filter(match__event=event, verifications=None)
        for pk in unjudged.exclude(record="").values_list("pk", flat=True):
            enqueue(Job.Kind.VERIFY_SUBMISSION, object_id=pk)


def _values(model: Any, columns: Mapping[str, Any]) -> dict[str, Any]:
    fields = {field.name: field for field in model._meta.concrete_fields}
    return {name: checked(fields[name], value) for name, value in columns.items()}


def _attributes(model: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return {
        name: value if fields[name].is_relation else checked(fields[name], value)
        for name, value in given.items()
    }


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
