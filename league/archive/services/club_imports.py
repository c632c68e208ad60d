"""A club made of its file: all of it or nothing.

One transaction writes everything, after the file was verified outside of it: a club half of which
is here would show the table of a series without its evenings, and a second try would have to know
how far the first one came. Where the database has one lock (SQLite), other writers wait meanwhile.
Rows keep their ids, so that results, seals and addresses stay what they were; people whose ids
somebody has here get new ones, which nothing sealed names.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _, gettext_noop

from league import player_notes
from league.archive.club_file import ClubPlan
from league.archive.club_schema import BY_NAME, MEMBER
from league.archive.import_plan import ArchivePlan, TakeAs
from league.archive.queries.club_imports import (
    CLUB_MODELS,
    club_hindrances,
    club_made_of,
    ids_taken,
)
from league.archive.queries.column_values import checked
from league.archive.services.imports import ArchiveWriter
from league.audit import log_action
from league.clubs.queries import account_called
from league.errors import LeagueError
from league.models import (
    Club,
    ClubAdmin,
    Entry,
    Event,
    ImportedClub,
    ImportedEvent,
    Player,
    PlayerNote,
    Round,
    Season,
)
from league.models.planner import analyse_tables
from league.models.public_id import new_public_id
from league.permissions import Actor
from league.ratings.queries.rated_games import first_published
from league.ratings.services import want_from

_AT_ONCE = 200
# Rows that are written as they stand, each after those that it names.
_BEFORE_EVENTS = ("boxes", "series")
_AFTER_EVENTS = (
    *("categories", "prizes", "prize_decisions", "announcements", "stage_games"),
    *("evenings", "series_guests", "divisions", "round_dates", "postponements", "reminders"),
    *("play_offs", "leaves"),
)
_OF_CLUB = ("boxes", "series", "seasons")


def import_club(plan: ClubPlan, *, actor: Actor, admin: str = "") -> tuple[Club, bool]:
    """The club, and whether it is new. `admin`: login name or e-mail of who will run it."""
    if before := club_made_of(plan):
        return before, False
    user = account_called(admin) if admin else None
    if reasons := club_hindrances(plan):
        raise LeagueError(" ".join(reasons))
    try:
        with transaction.atomic():
            club = _ClubWriter(plan).write()
            log_action(
                *(actor, gettext_noop("import club"), club),
                digest=plan.digest, events=len(plan.events),
            )  # fmt: skip
            if user:
                ClubAdmin.objects.create(club=club, user=user)
                log_action(actor, gettext_noop("add club admin"), club, user=user.pk)
    except IntegrityError:
        if made := club_made_of(plan):  # by another request, at the same moment
            return made, False
        raise LeagueError(_("Rows in the file contradict each other.")) from None
    analyse_tables()
    return club, True


class _ClubWriter:
    """Rows of a club, in the order in which they name each other."""

    def __init__(self, plan: ClubPlan) -> None:
        self.plan = plan
        self.players: dict[str, Player] = {}
        self.rated_from: dict[str, datetime] = {}  # by game: when its first round was published

    def write(self) -> Club:
        self.club = self._write_club()
        self._write_people()
        for kind in _BEFORE_EVENTS:
            self._write_rows(kind)
        self._write_seasons()
        private = {row["ruling"]: row["private"] for row in self.plan.rows("remarks")}
        for row, archive in zip(self.plan.rows("events"), self.plan.archives(), strict=True):
            self._write_event(row, archive, private)
        for kind in _AFTER_EVENTS:
            self._write_rows(kind)
        self._write_applications()
        self._write_entry_details()
        self._write_clocks()
        want_from(self.rated_from)  # last: these rows are locked for the whole service
        return Club.objects.get(pk=self.club.pk)

    def _write_club(self) -> Club:
        told = dict(self.plan.club)
        created_at = told.pop("created_at")
        club = Club.objects.create(**told)
        Club.objects.filter(pk=club.pk).update(created_at=created_at)
        about = self.plan.document["about"]
        ImportedClub.objects.create(
            club=club,
            source=about["source"],
            digest=self.plan.digest,
            made_at=about["made_at"],
        )
        return club

    def _write_people(self) -> None:
        """Members, and for all others guests: other clubs are not here by this file."""
        taken = ids_taken(self.plan)
        for row in self.plan.rows("players"):
            pk = new_public_id() if row["id"] in taken else row["id"]
            is_erased = row["erased_at"] is not None
            self.players[row["id"]] = Player(
                id=pk,
                full_name="" if is_erased else row["full_name"],
                privacy=row["privacy"],
                club=self.club if row["place"] == MEMBER else None,
                keeper=None if is_erased or row["place"] == MEMBER else self.club,
                erased_at=row["erased_at"],
            )
        Player.objects.bulk_create(self.players.values(), batch_size=_AT_ONCE)
        for row in self.plan.rows("players"):
            made = Player.objects.filter(pk=self.players[row["id"]].pk)
            made.update(created_at=row["created_at"])
        player_notes.import_notes(self.club, [self._note(row) for row in self.plan.rows("notes")])

    def _note(self, row: Mapping[str, Any]) -> PlayerNote:
        return PlayerNote(
            player=self.players[row["player"]],
            birth_year=row["birth_year"],
            text=row["text"],
            changed_at=row["changed_at"],
        )

    def _write_seasons(self) -> None:
        self._write_rows("seasons", but=("previous",))
        for row in self.plan.rows("seasons"):
            if row["previous"] is not None:
                Season.objects.filter(pk=row["id"]).update(previous=row["previous"])

    def _write_rows(self, kind: str, *, but: tuple[str, ...] = ()) -> None:
        """As they were, moments too: no column is filled in anew."""
        of_club = {"club_id": self.club.pk} if kind in _OF_CLUB else {}
        for row in self.plan.rows(kind):
            self._write_row(kind, {k: v for k, v in row.items() if k not in but}, of_club)

    def _write_row(self, kind: str, row: Mapping[str, Any], more: Mapping[str, Any]) -> None:
        model, columns = CLUB_MODELS[kind], BY_NAME[kind].columns
        fields = {field.name: field for field in model._meta.concrete_fields}
        values: dict[str, Any] = dict(more)
        for name, value in row.items():
            refers = columns[name].refers
            if refers == "players":
                values[f"{name}_id"] = self.players[value].pk if value is not None else None
            elif refers:
                values[f"{name}_id"] = value
            else:
                values[name] = checked(fields[name], value)
        made = model(**values)
        for field in model._meta.concrete_fields:
            if field.name == "sort_key":
                field.pre_save(made, add=True)
        made.save_base(raw=True, force_insert=True)

    def _write_event(
        self, row: Mapping[str, Any], archive: ArchivePlan, private: Mapping[str, str]
    ) -> None:
        """With the status that it had; what was read-only there is so here."""
        writer = ArchiveWriter(
            self.club, archive, TakeAs.RUNNING, players=self.players, private=private
        )
        event = writer.write()
        ImportedEvent.objects.filter(event=event).update(
            **(row["imported"] or {"is_read_only": False})
        )
        Event.objects.filter(pk=event.pk).update(
            created_at=row["created_at"], wrap_up=row["wrap_up"]
        )
        if event.is_rated:
            for game, at in first_published(Round.objects.filter(stage__event=event)).items():
                self.rated_from[game] = min(at, self.rated_from.get(game, at))

    def _write_applications(self) -> None:
        for row in self.plan.rows("applications"):
            self._write_row("applications", row, {"status": Entry.Status.APPLIED})

    def _write_entry_details(self) -> None:
        filled = []
        for row in self.plan.rows("entry_details"):
            Entry.objects.filter(pk=row["entry"]).update(
                paid=row["paid"],
                queued_at=row["queued_at"],
                checked_in_at=row["checked_in_at"],
            )
            filled += [(row["entry"], category) for category in row["categories"]]
        through = Entry.categories.through
        through.objects.bulk_create(
            (through(entry_id=entry, category_id=category) for entry, category in filled),
            batch_size=_AT_ONCE,
        )

    def _write_clocks(self) -> None:
        for row in self.plan.rows("clocks"):
            clock = {name: value for name, value in row.items() if name != "round"}
            Round.objects.filter(pk=row["round"]).update(**clock)
