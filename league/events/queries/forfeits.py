"""Games of a schedule that have no table because somebody left: won by those who stayed.

The standings count them, and nothing is stored for them: who comes back plays again.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.models import Bye, Round, Seat, Stage
from league.standings.inputs import MatchInput, RoundOutcome
from league.standings.leavers import forfeited_games
from league.standings.queries import leavers_of, schedule_of


@dataclass(frozen=True)
class ForfeitShown:
    """A game that is not played because somebody has left the event."""

    winner: str  # the entry; empty where both have left
    name: str
    leavers: tuple[tuple[str, str], ...]  # entries and names

    @property
    def leaver_names(self) -> list[str]:
        return [name for _entry, name in self.leavers]


def forfeits_shown(
    stage: Stage, rounds: Sequence[Round], *, names: Mapping[str, str]
) -> Mapping[str, tuple[ForfeitShown, ...]]:
    """By round, drafts too. Reads nothing where the format knows no such games."""
    games = _games_in(stage, rounds) if stage.format.strikes_leavers else {}
    return {
        round_.pk: tuple(_shown(game, names) for game in games.get(round_.pk, ()))
        for round_ in rounds
    }


def _games_in(stage: Stage, rounds: Sequence[Round]) -> Mapping[str, Sequence[MatchInput]]:
    left = frozenset(leaver.entry for leaver in leavers_of(stage) if not leaver.is_struck)
    if not left:
        return {}
    schedule = schedule_of(stage)
    seated = _by_round(Seat.objects.filter(round__in=rounds).values_list("round", "entry"))
    byes = Bye.objects.filter(round__in=rounds, kind=Bye.Kind.PAIRING)
    free = _by_round(byes.values_list("round", "entry"))
    return {
        round_.pk: forfeited_games(
            schedule[round_.number - 1],
            left=left,
            seated=seated[round_.pk],
            byes=dict.fromkeys(free[round_.pk], RoundOutcome.PAIRING_BYE),
        )
        for round_ in rounds
        if round_.number <= len(schedule)
    }


def _by_round(pairs: Iterable[tuple[str, str]]) -> Mapping[str, set[str]]:
    entries: dict[str, set[str]] = defaultdict(set)
    for round_, entry in pairs:
        entries[round_].add(entry)
    return entries


def _shown(game: MatchInput, names: Mapping[str, str]) -> ForfeitShown:
    winner = next((entry for entry in game.entries if entry not in game.forfeited), "")
    left = [entry for entry in game.entries if entry in game.forfeited]
    return ForfeitShown(
        winner, names.get(winner, ""), tuple((entry, names[entry]) for entry in left)
    )
