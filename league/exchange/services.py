"""A tournament report of another program taken over as an event, finished or going on.

All of it or nothing: one transaction writes the event, its people, its rounds and their results.
Results are as an official typed them. Nothing is rated: nobody here saw these games.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.clubs.queries import players_of
from league.errors import LeagueError
from league.events.services.settings import create_event_once
from league.exchange.import_plan import ImportAs, ImportPlan, TablePlayed
from league.live import changing_event
from league.models import (
    Bye,
    ByeRequest,
    Club,
    Entry,
    Event,
    KeepApart,
    Match,
    MatchGame,
    Player,
    Result,
    Round,
    Seat,
    Stage,
    Submission,
)
from league.models.game_played import OTHER, Scoring
from league.models.names import match_key
from league.models.stage import new_seed
from league.pairing.trf.event import TrfEvent, TrfPlayer
from league.pairing.trf.writer import write_trf
from league.permissions import Actor
from league.results.seating import moved_up
from league.results.services.counted_results import seal, want_standings
from league.results.services.entered_scores import content_of
from league.results.sides import Claim, Mark, digest_of, sides_claimed
from league.standings.inputs import RoundOutcome

_AT_ONCE = 200
_BYES = {
    RoundOutcome.PAIRING_BYE: Bye.Kind.PAIRING,
    RoundOutcome.HALF_BYE: Bye.Kind.HALF,
    RoundOutcome.ZERO_BYE: Bye.Kind.ZERO,
    RoundOutcome.ABSENT: Bye.Kind.ABSENT,
}
_PLACES = {
    RoundOutcome.WIN: 1,
    RoundOutcome.DRAW: 1,
    RoundOutcome.LOSS: 2,
    RoundOutcome.FORFEIT_WIN: 1,
}


@dataclass(frozen=True)
class ImportWishes:
    """What a report does not say, or what the organiser wants otherwise."""

    name: str
    game_name: str
    starts_at: datetime
    as_what: ImportAs


def import_report(
    club: Club, plan: ImportPlan, *, wishes: ImportWishes, actor: Actor, client_key: str = ""
) -> tuple[Event, bool]:
    """The event, and whether it is new: the same key again gives the one that it made."""
    if wishes.as_what not in plan.as_what:
        raise LeagueError(_("This report cannot be taken over in this way."))
    template, *_others = plan.format.templates
    with transaction.atomic():
        made, is_new = create_event_once(
            club,
            actor=actor,
            template=template,
            changes=_settings(plan, wishes),
            client_key=client_key,
        )
        if not is_new:
            return made, False
        with changing_event(made.pk) as event:
            _Writer(event, plan, wishes, actor).write()
    return Event.objects.get(pk=made.pk), True


def members_named(club: Club, event: TrfEvent) -> dict[str, Player]:
    """Members by their names, where there is one of the name, here and in the report."""
    keys = [match_key(person_name(player)) for player in event.players]
    members: dict[str, list[Player]] = {}
    for player in players_of(club).filter(match_key__in=keys):
        members.setdefault(player.match_key, []).append(player)
    return {
        key: found[0] for key, found in members.items() if len(found) == 1 and keys.count(key) == 1
    }


def person_name(player: TrfPlayer) -> str:
    """As people write it: “Novák, Jan” is Jan Novák."""
    last, comma, first = player.name.partition(",")
    named = f"{first.strip()} {last.strip()}" if comma and first.strip() else player.name
    return named.strip() or f"Player {player.number}"


def _settings(plan: ImportPlan, wishes: ImportWishes) -> dict[str, object]:
    points = plan.event.points
    return {
        "name": wishes.name,
        "starts_at": wishes.starts_at,
        "game": OTHER,
        "other_name": wishes.game_name,
        "other_least": 2,
        "other_most": 2,
        "other_scoring": Scoring.PLACES,
        "entry_limit": None,
        "round_minutes": None,
        "sign_up": Event.SignUp.DESK,
        "is_rated": False,
        "rounds_planned": plan.event.rounds_planned,
        "seeding": Stage.Seeding.ENTERED,
        "is_double": plan.is_double,
        "is_accelerated": plan.is_accelerated,
        "win_12": points.win_12,
        "draw_12": points.draw_12,
        "loss_12": points.loss_12,
        "bye_12": points.bye_12 if "bye_12" in plan.format.settings else None,
        "chain": list(plan.chain),
        "koya_draws": plan.koya_draws,
        # No setting: the same key with another report is refused.
        "report": sha256(write_trf(plan.event).encode()).hexdigest(),
    }


class _Writer:
    """Rows of one event, written by the kind; the event's row is held."""

    def __init__(self, event: Event, plan: ImportPlan, wishes: ImportWishes, actor: Actor) -> None:
        self.event, self.plan, self.wishes, self.actor = event, plan, wishes, actor
        self.report = plan.event
        self.stage = event.stages.get()

    def write(self) -> None:
        self.entries = self._write_entries()
        self._write_wishes()
        for number in range(1, self.plan.rounds + 1):
            self._write_round(number)
        seed = new_seed()
        is_even = seed % 2 == 0
        Stage.objects.filter(pk=self.stage.pk).update(
            seed=seed if is_even == self.report.first_starts else seed ^ 1,
            editions=dict(self.plan.editions),
        )
        self._set_status()
        log_action(
            self.actor,
            gettext_noop("import event"),
            self.event,
            players=len(self.entries),
            rounds=self.plan.rounds,
        )
        want_standings(self.stage.pk)

    def _set_status(self) -> None:
        is_over = self.wishes.as_what is ImportAs.FINISHED
        self.event.status = Event.Status.FINISHED if is_over else Event.Status.RUNNING
        self.event.finished_at = self._moment(self.plan.rounds, hours=1) if is_over else None
        self.event.version += 1
        self.event.save()
        if is_over:
            seal(self.event)

    def _write_entries(self) -> dict[int, Entry]:
        known = members_named(self.event.club, self.report)
        players = {
            told.number: known.get(match_key(person_name(told)))
            or Player(full_name=person_name(told), keeper=self.event.club)
            for told in self.report.players
        }
        new = [player for player in players.values() if player._state.adding]
        Player.objects.bulk_create(new, batch_size=_AT_ONCE)
        entries = {
            told.number: Entry(
                event=self.event,
                player=players[told.number],
                status=Entry.Status.CHECKED_IN,
                rating=told.rating or None,
                seed=told.number,
                first_round=self.plan.first_rounds[told.number],
                checked_in_at=timezone.now(),
            )
            for told in self.report.players
        }
        Entry.objects.bulk_create(entries.values(), batch_size=_AT_ONCE)
        return entries

    def _write_wishes(self) -> None:
        pairs = (
            sorted((self.entries[low].pk, self.entries[high].pk)) for low, high in self.report.apart
        )
        KeepApart.objects.bulk_create(
            [KeepApart(event=self.event, first_id=one, second_id=two) for one, two in pairs]
        )
        coming = self.plan.rounds + 1
        kinds = {
            **dict.fromkeys(self.report.absent, ByeRequest.Kind.ABSENT),
            **dict.fromkeys(self.report.resting, ByeRequest.Kind.HALF),
        }
        ByeRequest.objects.bulk_create(
            [
                ByeRequest(entry=self.entries[number], round_number=coming, kind=kind)
                for number, kind in kinds.items()
            ]
        )

    def _write_round(self, number: int) -> None:
        tables = self.plan.tables(number)
        is_open = any(table.is_open for table in tables)
        played = Round.objects.create(
            stage=self.stage,
            number=number,
            status=Round.Status.PUBLISHED if is_open else Round.Status.CLOSED,
            draw=Round.Draw.DRAWN,
            draw_progress=100,
            is_edited=number in self.report.edited_rounds,
            published_at=self._moment(number),
            closed_at=None if is_open else self._moment(number, hours=1),
        )
        matches = [
            Match(
                event=self.event,
                round=played,
                table=at,
                state=Match.State.WAITING if table.is_open else Match.State.ACCEPTED,
                is_open=table.is_open,
                grade="" if table.is_open else Result.Grade.ENTERED,
                version=1 if table.is_open else 3,
            )
            for at, table in enumerate(tables, start=1)
        ]
        Match.objects.bulk_create(matches, batch_size=_AT_ONCE)
        self._write_seats(played, matches, tables)
        self._write_results(matches, tables)
        self._write_byes(played, number)

    def _write_seats(
        self, played: Round, matches: Sequence[Match], tables: Sequence[TablePlayed]
    ) -> None:
        seats = (
            Seat(
                round=played,
                match=match,
                entry=self.entries[number],
                player=self.entries[number].player,
                letter=letter,
            )
            for match, table in zip(matches, tables, strict=True)
            for letter, number in zip("AB", (table.first, table.second), strict=True)
        )
        Seat.objects.bulk_create(seats, batch_size=_AT_ONCE)

    def _write_results(self, matches: Sequence[Match], tables: Sequence[TablePlayed]) -> None:
        decided = [(m, t) for m, t in zip(matches, tables, strict=True) if not t.is_open]
        submissions = [self._submission(match, table) for match, table in decided]
        Submission.objects.bulk_create(submissions, batch_size=_AT_ONCE)
        results = [self._result(submission) for submission in submissions]
        Result.objects.bulk_create(results, batch_size=_AT_ONCE)
        counted = {result.match_id: result for result in results}
        MatchGame.objects.bulk_create(
            [MatchGame(match=match, result=counted.get(match.pk)) for match in matches],
            batch_size=_AT_ONCE,
        )

    def _submission(self, match: Match, table: TablePlayed) -> Submission:
        marks = dict(self._marks(table))
        absent = frozenset(entry for entry, mark in marks.items() if mark.is_forfeit)
        seating = {
            "A": self.entries[table.first].pk,
            "B": self.entries[table.second].pk,
        }
        content = content_of(
            {entry: Claim(mark) for entry, mark in marks.items()},
            seating=moved_up(seating, absent=absent),
        )
        return Submission(
            match=match,
            number=2,
            by=Submission.By.OFFICIAL,
            author=self.actor.user.pk if self.actor.user else "",
            client_key="report",
            digest=digest_of(content, game=1),
            **content,
        )

    def _marks(self, table: TablePlayed) -> Iterator[tuple[str, Mark]]:
        for number, outcome in zip((table.first, table.second), table.outcomes, strict=True):
            yield self.entries[number].pk, Mark(_PLACES.get(outcome))

    def _result(self, submission: Submission) -> Result:
        claims = {entry: Claim.from_dict(told) for entry, told in submission.claims.items()}
        return Result(
            match=submission.match,
            number=1,
            submission=submission,
            ground=Result.Ground.ENTERED,
            grade=Result.Grade.ENTERED,
            author=submission.author,
            sides=sides_claimed(claims, scoring=Scoring.PLACES, seating=submission.seating),
        )

    def _write_byes(self, played: Round, number: int) -> None:
        """A report says itself who won by forfeit: who is not told to have lost so did not."""
        outcomes = {
            told.number: told.rounds[number - 1].outcome
            for told in self.report.players
            if not told.rounds[number - 1].opponent
        }
        if self.plan.format.strikes_leavers:
            outcomes = {
                who: RoundOutcome.ZERO_BYE if outcome is RoundOutcome.ABSENT else outcome
                for who, outcome in outcomes.items()
            }
        Bye.objects.bulk_create(
            [
                Bye(round=played, entry=self.entries[who], kind=_BYES[outcome])
                for who, outcome in outcomes.items()
            ],
            batch_size=_AT_ONCE,
        )

    def _moment(self, number: int, *, hours: int = 0) -> datetime:
        """On the day of the round, one after the other."""
        start = self.wishes.starts_at
        days = self.report.days
        last = self.report.end if hours and number == self.plan.rounds else None
        day = last or (days[number - 1] if 0 < number <= len(days) else None)
        local = start.astimezone(ZoneInfo(self.event.time_zone))
        if day is not None and day >= local.date():
            local += timedelta(days=(day - local.date()).days)
        return local + timedelta(hours=hours, minutes=number)
