"""A whole event played by chance, through the services that people use at a real one.

Chance decides who comes late, rests, leaves, does not turn up and wins. The same plan gives the
same event again, but for the ids of its rows: pairings are drawn from seeds set here. No worker is
needed; where one runs, it finds the work done.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.db import transaction
from django.utils import timezone

from games.registry import GAMES, rules_of
from league.demo.chance import Luck, Scores, people
from league.demo.services.tables import Phones
from league.errors import LeagueError
from league.events.queries.events import current_stage
from league.events.queries.stages import is_stage_over
from league.events.services import check_in, lifecycle, settings
from league.events.services.entries import Registration, enter_player, return_entry, withdraw_entry
from league.events.services.own_games import start_own_game
from league.events.services.rounds import (
    close_round,
    discard_draft,
    draft_round,
    publish_round,
    redraw_round,
)
from league.events.services.stages import begin_stage
from league.formats.registry import format_of
from league.models import ByeRequest, Club, Entry, Event, Match, Player, Round, Stage
from league.models.game_played import GamePlayed
from league.pairing.services import pair_round
from league.permissions import SERVICE, Actor
from league.results.services.entered_scores import TypedSlip, enter_scores
from league.results.sides import Mark
from league.standings.queries import rounds_to_play
from league.standings.services import compute_standings

MOST_ENTRIES, MOST_ROUNDS = 2000, 60
_LATE, _RESTING, _MISSING, _LEAVING, _RETURNING, _NO_SHOW = 0.06, 0.02, 0.02, 0.03, 0.25, 0.02
_BY_PHONE = 0.8
_RATINGS = range(600, 600 + MOST_ENTRIES)
_LEAST_HERE = 6  # nobody else goes then: small fields should still be played to the end


@dataclass(frozen=True)
class EventPlan:
    """Which event to make up."""

    kind: str
    entries: int
    rounds: int
    seed: int
    game: str = "kaleidoskop"


class WayToPlay(Protocol):
    """How the games of an event come about."""

    def __call__(self, evening: "SimulatedEvent", plan: EventPlan) -> None: ...


def simulate_event(
    plan: EventPlan,
    *,
    club: Club | None = None,
    name: str = "",
    players: Iterable[Player] | None = None,
    starts_at: datetime | None = None,
    without_rounds: WayToPlay | None = None,
) -> Event:
    """Play an event from its opening to its end; without a club, in one of its own.

    `without_rounds`: how its games come about, where no rounds are drawn.
    """
    check_plan(plan)
    event = _opened(plan, club=club, name=name, starts_at=starts_at)
    evening = SimulatedEvent(event, seed=plan.seed, players=players)
    way = without_rounds or _way_of(plan.kind)
    way(evening, plan)
    evening.finish()
    compute_standings(evening.stage.pk)
    return evening.event


def _way_of(kind: str) -> WayToPlay:
    """How games come about in a format; of an open evening nothing is told."""
    from league.demo.services.open_evening import way_without_rounds  # which is made of this

    return way_without_rounds(kind, say=str) or _play_rounds


def _play_rounds(evening: "SimulatedEvent", plan: EventPlan) -> None:
    late = sum(evening.luck.happens(_LATE) for _ in range(plan.entries - _LEAST_HERE))
    is_for_late = plan.rounds > 1 and format_of(plan.kind).takes_late_entries
    late = max(late, 1) if is_for_late and plan.entries > _LEAST_HERE else 0
    evening.enter(plan.entries - late)
    evening.start()
    number = 0
    while number < _rounds(plan, evening.stage):
        number += 1
        if number == 2:
            evening.enter(late)
        evening.come_and_go(number)
        if not evening.play_round():
            break


def _rounds(plan: EventPlan, stage: Stage) -> int:
    """A bracket is played to its end, which may come earlier than was thought at the start."""
    to_play = rounds_to_play(Stage.objects.select_related("event").get(pk=stage.pk))
    return to_play if stage.format.has_bracket else min(plan.rounds, to_play)


def check_plan(plan: EventPlan) -> None:
    if not 2 <= plan.entries <= MOST_ENTRIES or not 1 <= plan.rounds <= MOST_ROUNDS:
        raise LeagueError(f"2 to {MOST_ENTRIES} entries, and 1 to {MOST_ROUNDS} rounds.")
    if format_of(plan.kind).starts_own_games and not _variant_for_one(plan.game):
        names = ", ".join(key for key in GAMES if _variant_for_one(key))
        raise LeagueError(f"{plan.game} has no game for one player. These have one: {names}.")


def _variant_for_one(game: str) -> str:
    """Of a game; empty: at least two play it."""
    rules = rules_of(game)
    variants = rules.variants.items() if rules else ()
    return next((variant for variant, players in variants if max(players) == 1), "")


class SimulatedEvent:
    """An event in a simulation, taken from step to step.

    `players` come in this order; without them, people are made up. `seen`: scores of tables that
    no other table should have.
    """

    def __init__(
        self,
        event: Event,
        *,
        seed: int,
        actor: Actor = SERVICE,
        players: Iterable[Player] | None = None,
        seen: set[tuple[int, ...]] | None = None,
    ) -> None:
        self.event = event
        self.stage = current_stage(event)
        self.actor = actor
        self.luck = Luck(seed)
        # No two are equal: starting numbers would be drawn by the ids of rows.
        self.ratings = self.luck.sample(_RATINGS, MOST_ENTRIES)
        self.players = self._strangers(seed) if players is None else iter(players)
        self.phones = Phones(self.luck)
        self.seen = seen
        self.scores: dict[GamePlayed, Scores] = {}
        self.stage.seed = self.luck.getrandbits(31)
        self.stage.save(update_fields=["seed"])

    def enter(self, number: int, *, are_here: bool = True) -> list[Entry]:
        """So many entries; of those who are here once the event runs, as late ones."""
        return [self._entered(is_here=are_here) for _ in range(number)]

    def start(self) -> None:
        self.move(Event.Status.RUNNING)

    def come_and_go(self, round_number: int) -> None:
        """Before a round is drawn: some rest, some are not there, some leave, some come back."""
        gone = self._entries(Entry.Status.WITHDRAWN)
        for entry in self.luck.some(gone, share=_RETURNING, at_most=len(gone)):
            return_entry(entry, actor=self.actor)
        here = self._entries(Entry.Status.CHECKED_IN)
        spare = len(here) - _LEAST_HERE
        leaving = self.luck.some(here, share=_LEAVING if round_number > 1 else 0, at_most=spare)
        missing = self.luck.some(here, share=_MISSING, at_most=spare - len(leaving))
        resting = self.luck.some(
            self._may_rest(here, round_number),
            share=_RESTING,
            at_most=spare - len(leaving) - len(missing),
        )
        for entry in resting:
            check_in.request_bye(entry, actor=self.actor, round_number=round_number)
        for entry in missing:
            check_in.mark_absent(entry, actor=self.actor)
        for entry in leaving:
            withdraw_entry(entry, actor=self.actor, is_confirmed=True)

    def play_round(
        self, *, own_game: Mapping[str, object] | None = None, with_records: bool = False
    ) -> bool:
        """A round from its draft to its close. False: it cannot be drawn by any means."""
        drawn = self.draw_round(own_game=own_game)
        if drawn is None:
            return False
        self.publish(drawn)
        matches = _seated(drawn)
        if with_records:
            by_phone = [match for match in matches if self.luck.happens(_BY_PHONE)]
            self.phones.play(by_phone)
            matches = [match for match in matches if match not in by_phone]
        self.enter_results(matches)
        close_round(drawn, actor=self.actor)
        return True

    def play_alone(self, games: int) -> None:
        """So many games of everybody, in any order, each with a record; some leave on the way."""
        for number in range(games):
            here = self._entries(Entry.Status.CHECKED_IN)
            self.luck.shuffle(here)
            for entry in here:
                self.phones.play_alone(start_own_game(entry, actor=self.actor))
            spare = len(here) - _LEAST_HERE
            leaving = self.luck.some(here, share=_LEAVING if number else 0, at_most=spare)
            for entry in leaving:
                withdraw_entry(entry, actor=self.actor, is_confirmed=True)

    def go_on(self) -> None:
        """To the next stage, where the rounds of this one are played."""
        waiting = self.event.stages.filter(order__gt=self.stage.order).order_by("order").first()
        if waiting is not None and is_stage_over(self.stage):
            compute_standings(self.stage.pk)
            self.stage = begin_stage(waiting, actor=self.actor)

    def draw_round(self, *, own_game: Mapping[str, object] | None = None) -> Round | None:
        """The next draft. Where the rules have no pairing, repeats are allowed.

        In a bracket a round may have no table: everybody whose turn it is goes on without a match.
        """
        with transaction.atomic():  # no worker may draw it before it has its seed
            draft = draft_round(self.stage, actor=self.actor, own_game=own_game)
            self._set_seed(draft)
        drawn = self._drawn(draft)
        if drawn.draw == Round.Draw.REFUSED:
            with transaction.atomic():
                redraw_round(
                    drawn, actor=self.actor, version=drawn.version, allowances=["allow_repeats"]
                )
                self._set_seed(drawn)
            drawn = self._drawn(drawn)
        is_empty = not drawn.matches.exists() and not self.stage.format.has_bracket
        if drawn.draw == Round.Draw.REFUSED or is_empty:
            discard_draft(drawn, actor=self.actor)
            return None
        return drawn

    def publish(self, drawn: Round) -> None:
        publish_round(drawn, actor=self.actor, version=drawn.version)

    def enter_results(self, matches: Iterable[Match]) -> None:
        for match in matches:
            sides = dict.fromkeys(
                seat.entry for seat in match.seats.select_related("entry").order_by("letter")
            )
            scores = self._scores_of(match.round.game_here)
            for game in range(1, match.round.stage.games_here + 1):
                marks = self._marks(scores, list(sides), least=match.round.game_here.least_entries)
                key = f"simulation-{game}"
                enter_scores(match, TypedSlip(marks, game=game), actor=self.actor, client_key=key)
                match.refresh_from_db(fields=["state"])
                if match.state == Match.State.ACCEPTED:
                    break

    def finish(self) -> None:
        """The event is over; one in which no round could be drawn goes on waiting."""
        if self.stage.rounds.exists():
            self.move(Event.Status.FINISHED)

    def move(self, to: Event.Status) -> None:
        self.event = lifecycle.move_event(
            self.event, to=to, actor=self.actor, version=self.event.version
        )

    def _strangers(self, seed: int) -> Iterator[Player]:
        """Half are of the club, half are guests."""
        for name in people("CZ", seed=seed):
            belongs = "club" if self.luck.happens(0.5) else "keeper"
            yield Player.objects.create(full_name=name, **{belongs: self.event.club})

    def _entered(self, *, is_here: bool) -> Entry:
        registration = Registration(
            player=next(self.players),
            partner=next(self.players) if self.event.game_played.team_size == 2 else None,
            rating=self.ratings.pop(),
        )
        return enter_player(
            self.event, actor=self.actor, registration=registration, is_here=is_here
        )

    def _entries(self, status: Entry.Status) -> list[Entry]:
        return list(self.event.entries.filter(status=status).order_by("seed"))

    def _may_rest(self, here: Sequence[Entry], round_number: int) -> list[Entry]:
        is_last = round_number >= rounds_to_play(self.stage)
        if is_last or not self.stage.format.takes_half_point_byes:
            return []
        rested = set(
            ByeRequest.objects.filter(entry__event=self.event).values_list("entry", flat=True)
        )
        return [entry for entry in here if entry.pk not in rested]

    def _set_seed(self, draft: Round) -> None:
        Round.objects.filter(pk=draft.pk).update(seed=self.luck.getrandbits(31))

    def _drawn(self, draft: Round) -> Round:
        pair_round(draft.pk)
        return Round.objects.select_related("stage__event").get(pk=draft.pk)

    def _scores_of(self, game: GamePlayed) -> Scores:
        if game not in self.scores:
            self.scores[game] = Scores(
                self.luck,
                game=game.key,
                variant=game.variant,
                scoring=game.scoring,
                team_size=game.team_size,
                seen=self.seen,
            )
        return self.scores[game]

    def _marks(self, scores: Scores, sides: Sequence[Entry], *, least: int) -> dict[str, Mark]:
        """Of a game of those who came; at least one did, and one alone has nothing to play."""
        gone = self.luck.some(sides, share=_NO_SHOW, at_most=len(sides) - 1)
        came = [entry for entry in sides if entry not in gone]
        is_played = not gone or len(came) >= max(least, 2)
        strengths = [entry.rating or 0 for entry in came]
        marks = scores.at_table(strengths) if is_played else [Mark(0) for _ in came]
        return {entry.pk: Mark() for entry in gone} | {
            entry.pk: mark for entry, mark in zip(came, marks, strict=True)
        }


def _seated(drawn: Round) -> list[Match]:
    matches = drawn.matches.select_related("event", "round__stage__event")
    return list(matches.order_by("table").prefetch_related("seats"))


def _opened(plan: EventPlan, *, club: Club | None, name: str, starts_at: datetime | None) -> Event:
    usual, *_others = format_of(plan.kind).templates
    is_for_one = format_of(plan.kind).starts_own_games
    event = settings.create_event(
        club or Club.objects.create(name=f"Simulation {plan.seed}"),
        actor=SERVICE,
        template=usual,
        name=name or f"Simulation {plan.seed}",
        starts_at=starts_at or timezone.now(),
        changes={
            "game": plan.game,
            "rounds_planned": plan.rounds,
            "entry_limit": None,
            "sign_up": Event.SignUp.DESK,
            **({"variant": _variant_for_one(plan.game)} if is_for_one else {}),
        },
    )
    return lifecycle.move_event(event, to=Event.Status.OPEN, actor=SERVICE, version=event.version)
