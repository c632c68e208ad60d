"""Games of a schedule that have no table because somebody was away: won by those who came.

The standings count them, and nothing is stored for them: who comes back plays again.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from league.models import Bye, Round, Seat, Stage
from league.standings.inputs import MatchInput, RoundOutcome
from league.standings.leavers import Leaver, forfeited_games, scheduled
from league.standings.queries import OUTCOMES_OF_BYES, leavers_of, schedule_of


@dataclass(frozen=True)
class ForfeitShown:
    """A game that is not played because somebody is away from the round, or has left."""

    winner: str  # the entry; empty where both are away
    name: str
    leavers: tuple[tuple[str, str], ...] = ()  # who has left: entries and names
    absent: tuple[tuple[str, str], ...] = ()  # who is only away

    @property
    def loser_names(self) -> list[str]:
        return [name for _entry, name in (*self.leavers, *self.absent)]


def forfeits_shown(
    stage: Stage, rounds: Sequence[Round], *, names: Mapping[str, str]
) -> Mapping[str, tuple[ForfeitShown, ...]]:
    """By round, drafts too. Reads nothing where the format knows no such games."""
    if not stage.format.strikes_leavers:
        return {round_.pk: () for round_ in rounds}
    leavers = leavers_of(stage)
    games = _games_in(stage, rounds, leavers)
    left = {leaver.entry for leaver in leavers}
    return {
        round_.pk: tuple(_shown(game, names, left=left) for game in games.get(round_.pk, ()))
        for round_ in rounds
    }


def _games_in(
    stage: Stage, rounds: Sequence[Round], leavers: Collection[Leaver]
) -> Mapping[str, Sequence[MatchInput]]:
    drawn = [round_ for round_ in rounds if round_.draw == Round.Draw.DRAWN]
    tables: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    seats = Seat.objects.filter(round__in=drawn).values_list("round", "match", "entry")
    for round_pk, match, entry in seats:
        tables[round_pk][match] = (*tables[round_pk].get(match, ()), entry)
    byes: dict[str, dict[str, RoundOutcome]] = defaultdict(dict)
    off = Bye.objects.filter(round__in=drawn).values_list("round", "entry", "kind")
    for round_pk, entry, kind in off:
        byes[round_pk][entry] = OUTCOMES_OF_BYES[Bye.Kind(kind)]
    schedule = schedule_of(stage)
    return {
        round_.pk: forfeited_games(
            scheduled(schedule, round_.number),
            leavers=leavers,
            seated=list(tables[round_.pk].values()),
            byes=byes[round_.pk],
        )
        for round_ in drawn
    }


def _shown(game: MatchInput, names: Mapping[str, str], *, left: Collection[str]) -> ForfeitShown:
    winner = next((entry for entry in game.entries if entry not in game.forfeited), "")
    lost = [(entry, names[entry]) for entry in game.entries if entry in game.forfeited]
    return ForfeitShown(
        winner,
        names.get(winner, ""),
        leavers=tuple(each for each in lost if each[0] in left),
        absent=tuple(each for each in lost if each[0] not in left),
    )
