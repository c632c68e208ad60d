"""An event taken over from its archive: read-only, or to go on here.

All of it or nothing: one transaction writes every row under the id that it had, so that the content
comes out with the same digest, and what is played elsewhere can come back. People are the club's
own where they are known, else guests of the club.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext as _, gettext_noop

from league.archive.import_plan import ArchivePlan, TakeAs
from league.archive.queries.imports import hindrances, people_matched, waits_for_file
from league.archive.services.desk_rows import write_desk
from league.archive.services.handovers import keep_home, lend
from league.archive.services.returns import bring_back
from league.archive.services.row_writer import ORDER, RowWriter, values_of
from league.audit import log_action
from league.errors import LeagueError
from league.jobs import enqueue
from league.live import changing_event
from league.models import Club, Event, ImportedEvent, Job, Match, Player, Submission
from league.permissions import Actor
from league.ratings.services import want_from
from league.results.services.counted_results import set_state, want_standings


def import_archive(
    club: Club, plan: ArchivePlan, *, way: TakeAs, actor: Actor
) -> tuple[Event, bool]:
    """The event, and whether it is new: the same archive again gives the one that it made."""
    if before := _imported_before(club, plan, way=way):
        return before, False
    if again := _come_again(plan, way=way, actor=actor):
        return again, True
    if reasons := hindrances(plan, club=club):
        raise LeagueError(" ".join(reasons))
    if way not in plan.ways:
        raise LeagueError(_("This archive cannot be taken over in this way."))
    try:
        with transaction.atomic():
            event = ArchiveWriter(club, plan, way).write()
            if way is TakeAs.SHOWN:
                lend(event, plan, actor=actor)
            elif way is TakeAs.RUNNING and plan.taken is not None:
                keep_home(event, plan.taken)
            action = gettext_noop("import archive")
            log_action(actor, action, event, digest=plan.report.digest, way=way.value)
    except (IntegrityError, DataError) as error:
        raise LeagueError(_("The rows of this archive do not fit together.")) from error
    return event, True


def _imported_before(club: Club, plan: ArchivePlan, *, way: TakeAs) -> Event | None:
    """What is shown here for another computer may have gone on there since."""
    if plan.is_hindered:
        return None
    known = Event.objects.filter(pk=plan.content.event["id"], club=club, imported__isnull=False)
    if way is TakeAs.SHOWN:
        return known.filter(away_since__isnull=False, handovers__ended_at=None).first()
    return known.filter(imported__digest=plan.report.digest).first()


def _come_again(plan: ArchivePlan, *, way: TakeAs, actor: Actor) -> Event | None:
    """An event that was here before, went home, and is taken along once more."""
    if plan.is_hindered or way is not TakeAs.RUNNING or plan.taken is None:
        return None
    event = Event.objects.filter(pk=plan.content.event["id"]).first()
    if event is None or not waits_for_file(event, plan):
        return None
    bring_back(event, plan, actor=actor, is_last=True, comes_again=True)
    keep_home(event, plan.taken)
    return Event.objects.get(pk=event.pk)


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
        if made.is_rated:
            self._want_ratings()
        players = self.players or self._write_players()
        rows = RowWriter(self.plan, made, players, private=self.private)
        for stage in self.content.rows["stages"]:
            rows.write_stage(stage)
        for name in ORDER:
            for row in self.content.rows[name]:
                rows.write_row(name, row)
        rows.write_wishes()
        if self.plan.taken is not None:
            write_desk(rows, self.plan.taken.desk)
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
            **values_of(Event, columns),
        )
        if self.is_read_only:
            event.is_rated = False  # nobody here saw these games
        event.save(force_insert=True)
        return event

    def _want_ratings(self) -> None:
        """Of all that was played so far; here, since rated games are locked before players."""
        since: dict[str, datetime] = {}
        for round_ in self.content.rows["rounds"]:
            game, published = self.content.game_here(round_), _moment(round_["published_at"])
            if published and game.rules:
                since[game.key] = min(published, since.get(game.key, published))
        want_from(since)

    def _write_players(self) -> dict[str, Player]:
        """The club's own people, and guests for all others; a public name is shown as it is."""
        players = people_matched(self.plan, club=self.club)
        usual = Player.Privacy.INITIAL if self.plan.has_full_names else Player.Privacy.FULL
        told = self.plan.taken.desk["players"] if self.plan.taken else ()
        privacy = {row["id"]: row["privacy"] for row in told}
        is_known = set(
            Player.objects.filter(pk__in=self.people["players"]).values_list("pk", flat=True)
        )
        for pk, name in self.people["players"].items():
            if pk not in players:
                kept = {} if pk in is_known else {"pk": pk}
                players[pk] = Player.objects.create(
                    full_name=name.strip() or "?",
                    privacy=privacy.get(pk, usual),
                    keeper=self.club,
                    **kept,
                )
        return players

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


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
