"""Seasons and series made up: whole ones played by chance, and those of the demo.

Days move on by hand: each round is opened as the sweep would have on its day, and played before
the next. A few matches are postponed and played at the end, a few are forfeited.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from django.utils import timezone

from league.demo.chance import Luck, people
from league.demo.series import SeriesBilled
from league.demo.services import events, simulation
from league.errors import LeagueError
from league.models import Club, Entry, Event, Match, Player, Round, RoundDate, Season, Series
from league.pairing.services import pair_round
from league.permissions import SERVICE, Actor
from league.seasons.days import TWO_WEEKS, WEEK, windows
from league.seasons.queries.seasons import divisions_of, rounds_needed, sides_of, stage_of, today_in
from league.seasons.services import lifecycle, match_days, next_season, setup
from league.series.services import add_evening, create_series
from league.standings.services import compute_standings

_POSTPONED, _FORFEITED = 0.06, 0.03
_NOON = time(12)
Status = Season.Status
MOST_EVENINGS = 52
_FIRST_SEED = 100  # those before are the programme's
_REGULARS_COME = 0.8
_A_WEEK = timedelta(days=7)


@dataclass(frozen=True)
class SeasonPlan:
    """Which season to make up."""

    entries: int
    rounds: int  # at tables of three and four; a round robin plays all that it needs
    seed: int
    game: str
    divisions: int = 2
    format: str = Season.Format.SINGLE


def simulate_season(plan: SeasonPlan) -> Season:
    """From its draft to its end, in a club of its own."""
    if (
        not 1 <= plan.divisions <= setup.MOST_DIVISIONS
        or not 1 <= plan.rounds <= simulation.MOST_ROUNDS
    ):
        raise LeagueError(
            f"1 to {setup.MOST_DIVISIONS} divisions, and 1 to {simulation.MOST_ROUNDS} rounds."
        )
    club = Club.objects.create(name=f"Simulation {plan.seed}")
    fields = {
        "name": f"Simulation {plan.seed}",
        "game": plan.game,
        "format": plan.format,
        "rounds_planned": plan.rounds,
    }
    season = setup.create_season(club, actor=SERVICE, divisions=plan.divisions, fields=fields)
    names = list(islice(people("CZ", seed=plan.seed), plan.entries))
    _place(season, [Player.objects.create(full_name=name, club=club) for name in names])
    weeks = rounds_needed(season)
    first = today_in(season) - timedelta(weeks=weeks)
    lifecycle.set_dates(season, actor=SERVICE, windows=windows(first, rounds=weeks, every=WEEK))
    played = SeasonPlayed(season, seed=plan.seed)
    played.start()
    played.play_all()
    return played.season


class SeasonPlayed:
    """A season in a simulation, taken from day to day."""

    def __init__(self, season: Season, *, seed: int, actor: Actor = SERVICE) -> None:
        self.season = season
        self.actor = actor
        self.luck = Luck(seed)
        self.divisions = divisions_of(season)
        self.evenings = {
            division.event_id: simulation.SimulatedEvent(
                division.event, seed=seed + division.order, actor=actor
            )
            for division in self.divisions
        }
        for entry in Entry.objects.filter(event__in=self.evenings).order_by("created_at", "pk"):
            rating = self.evenings[entry.event_id].ratings.pop()
            Entry.objects.filter(pk=entry.pk).update(rating=rating)

    def start(self) -> None:
        for to in (Status.OPEN, Status.RUNNING):
            self.move(to)

    def move(self, to: Season.Status) -> None:
        stored = Season.objects.get(pk=self.season.pk)
        self.season = lifecycle.move_season(stored, to=to, actor=self.actor, version=stored.version)

    def play_all(self) -> None:
        """Round by round, then what was postponed."""
        for dated in self.season.round_dates.order_by("number"):
            self.open_rounds(dated)
            self.play(but=self._happens_otherwise)
        self.play()
        self.compute()
        self.move(Status.FINISHED)

    def open_rounds(self, dated: RoundDate) -> None:
        """As the sweep does, with the jobs that it wants, on the first day of a round."""
        zone = ZoneInfo(self.season.time_zone)
        now = datetime.combine(dated.starts_on, _NOON, tzinfo=zone)
        drafts = Round.objects.filter(
            stage__event__in=self.evenings, status=Round.Status.DRAFT, draw=Round.Draw.WANTED
        )
        while lifecycle.start_due_rounds(now=now):
            for draft in drafts.order_by("stage__event__division__order"):
                Round.objects.filter(pk=draft.pk).update(seed=self.luck.getrandbits(31))
                pair_round(draft.pk)

    def play(self, *, but: Callable[[Match], bool] | None = None) -> None:
        """Every open match but those; rounds without any left are closed."""
        for match in self.open_matches():
            if but is None or not but(match):
                self.evenings[match.event_id].enter_results([match])
        lifecycle.close_played_rounds()

    def open_matches(self) -> list[Match]:
        matches = Match.objects.filter(event__in=self.evenings, is_open=True)
        return list(
            matches.select_related("event__division", "round__stage__event")
            .prefetch_related("seats")
            .order_by("event__division__order", "round__number", "table")
        )

    def compute(self) -> None:
        for division in self.divisions:
            compute_standings(stage_of(division).pk)

    def _happens_otherwise(self, match: Match) -> bool:
        """Postponed once, or forfeited; a postponed match waits for the end."""
        if match.postponements.exists():
            return True
        if self.luck.happens(_POSTPONED):
            agree(match, actor=self.actor)
            return True
        if self.luck.happens(_FORFEITED):
            match_days.forfeit_match(
                match, actor=self.actor, absent=[self.luck.choice(sides_of(match))]
            )
            return True
        return False


def agree(match: Match, *, actor: Actor, days: int = 0) -> None:
    """One side proposes a day, the others agree."""
    first, *others = sides_of(match)
    play_on = today_in(match.event.division.season) + timedelta(days=days)
    match_days.propose_day(match, actor=actor, side=first, play_on=play_on)
    for side in others:
        match_days.answer_proposal(match, actor=actor, side=side, play_on=play_on, agrees=True)


def _place(season: Season, players: Sequence[Player]) -> None:
    """Even shares, the first players in the highest division."""
    divisions = divisions_of(season)
    for at, division in enumerate(divisions):
        start, end = (len(players) * n // len(divisions) for n in (at, at + 1))
        setup.add_players(division, actor=SERVICE, players=players[start:end])


def put_on_seasons(club: Club, *, players: Sequence[Player], eva: Player, actor: Actor) -> None:
    """Last season in the archive; this one with three rounds begun, and things to decide."""
    last = _season(club, actor=actor)
    _place(last, [*players[:11], eva])
    first = today_in(last) - timedelta(weeks=26)
    lifecycle.set_dates(last, actor=actor, windows=windows(first, rounds=5, every=TWO_WEEKS))
    played = SeasonPlayed(last, seed=1, actor=actor)
    played.start()
    played.play_all()
    _date_back(played.season)
    _play_this_season(played, newcomer=players[11], actor=actor)
    played.move(Status.ARCHIVED)


def _season(club: Club, *, actor: Actor) -> Season:
    fields = {"name": "Jarní liga", "game": "kaleidoskop"}
    return setup.create_season(club, actor=actor, divisions=2, fields=fields)


def _play_this_season(last: SeasonPlayed, *, newcomer: Player, actor: Actor) -> None:
    [lowest] = Entry.objects.filter(event=last.divisions[-1].event, seed=1)
    wishes = next_season.Wishes(
        name="Podzimní liga", leaving={lowest.pk: "paused"}, newcomers=[newcomer.full_name]
    )
    season = next_season.draft_next_season(last.season, actor=actor, wishes=wishes)
    first = today_in(season) - timedelta(weeks=5)
    lifecycle.set_dates(season, actor=actor, windows=windows(first, rounds=5, every=TWO_WEEKS))
    now = SeasonPlayed(season, seed=2, actor=actor)
    now.start()
    begun = season.round_dates.filter(starts_on__lte=today_in(season)).order_by("number")
    for dated in begun:
        now.open_rounds(dated)
        if dated.number == 1:
            now.play()
    _leave_open(now)
    now.compute()
    _date_back(season)


def _leave_open(now: SeasonPlayed) -> None:
    """One overdue, one postponed, one with a day proposed; of the last round half is played."""
    second = [match for match in now.open_matches() if match.round.number == 2]
    overdue, postponed = second[0], second[-1]
    agree(postponed, actor=now.actor, days=9)
    third = [match for match in now.open_matches() if match.round.number == 3]
    asked = third[-1]
    match_days.propose_day(
        asked,
        actor=now.actor,
        side=sides_of(asked)[0],
        play_on=today_in(now.season) + timedelta(days=4),
    )
    waiting = {overdue.pk, postponed.pk, *(match.pk for match in third[len(third) // 2 :])}
    now.play(but=lambda match: match.pk in waiting)


def _date_back(season: Season) -> None:
    """What was opened and closed just now was on its days."""
    for dated in season.round_dates.all():
        opened, closed = (
            datetime.combine(day, _NOON, tzinfo=ZoneInfo(season.time_zone))
            for day in (dated.starts_on, dated.due_on)
        )
        rounds = Round.objects.filter(
            stage__event__division__season=season, number=dated.number
        ).exclude(status=Round.Status.DRAFT)
        rounds.update(published_at=opened)
        rounds.filter(closed_at__isnull=False).update(closed_at=closed)


def put_on_series(
    billed: SeriesBilled, *, club: Club, players: Sequence[Player], actor: Actor
) -> Series:
    """Its events that are put on already are found by name; regulars are those of the first."""
    series = create_series(club, actor=actor, fields={"name": billed.name, **billed.settings})
    regulars: list[Player] = []
    for seed, evening in enumerate(billed.events, start=_FIRST_SEED):
        if isinstance(evening, str):
            event = Event.objects.get(club=club, name=evening)
        else:
            coming = _coming(regulars, players, luck=Luck(seed))
            event = events.put_on(evening, club=club, players=coming, actor=actor, seed=seed)
        regulars = regulars or [
            player
            for entry in event.entries.select_related("player", "partner").order_by("seed")
            for player in entry.players
        ]
        add_evening(series, actor=actor, event=event)
    return series


def simulate_series(plan: simulation.EventPlan, *, evenings: int) -> Series:
    """So many evenings of one plan, in a club of their own; most people come again."""
    simulation.check_plan(plan)
    if not 1 <= evenings <= MOST_EVENINGS:
        raise LeagueError(f"1 to {MOST_EVENINGS} evenings.")
    club = Club.objects.create(name=f"Simulation {plan.seed}")
    known = _people(club, number=plan.entries + plan.entries // 2, seed=plan.seed)
    series = create_series(
        club,
        actor=SERVICE,
        fields={
            "name": f"Simulation {plan.seed}",
            "best": max(1, evenings * 2 // 3),
            "planned": evenings + 1,
            "bonus": 1,
            "guests": Series.Guests.APART,
        },
    )
    luck = Luck(plan.seed)
    for number in range(1, evenings + 1):
        event = simulation.simulate_event(
            replace(plan, seed=luck.getrandbits(31)),
            club=club,
            name=f"Simulation {plan.seed}, {number}",
            players=_coming(known[: plan.entries], known, luck=luck),
            starts_at=timezone.now() - _A_WEEK * (evenings - number),
        )
        add_evening(series, actor=SERVICE, event=event)
    return series


def _people(club: Club, *, number: int, seed: int) -> list[Player]:
    """Every third is a guest."""
    return [
        Player.objects.create(full_name=name, **{"keeper" if at % 3 == 2 else "club": club})
        for at, name in enumerate(islice(people("CZ", seed=seed), number))
    ]


def _coming(
    regulars: Sequence[Player], others: Sequence[Player], *, luck: Luck
) -> Iterator[Player]:
    """Most of the regulars, then others, then those who are left; nobody twice."""
    mostly = [
        player for player in luck.sample(regulars, len(regulars)) if luck.happens(_REGULARS_COME)
    ]
    rest = luck.sample(others, len(others))
    yield from dict.fromkeys([*mostly, *rest])
