"""Who is away from a round robin, for a round or for good: games forfeited, or struck.

Who is away loses the game that the schedule has for the round by forfeit. Who leaves before half of
the scheduled games are completed leaves the table, and these games count for nobody: their
opponents were free in those rounds. From half on everything stands, and what would still have been
played is lost by forfeit. Nothing is stored for it: who comes back is as before. That the games
stay to be seen is left to the pages of rounds.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from league.standings.field import Field
from league.standings.inputs import PLAYED, Inputs, MatchInput, RoundInput, RoundOutcome

_COMPLETED = PLAYED | {RoundOutcome.FORFEIT_WIN}
Tables = Sequence[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Leaver:
    """Somebody who withdrew, or is about to."""

    entry: str
    completed: int
    games: int  # in the whole schedule

    @property
    def is_struck(self) -> bool:
        return 2 * self.completed < self.games


def leaver_of(entry: str, *, field: Field, schedule: Sequence[Tables]) -> Leaver:
    """How much of the schedule this entry has completed."""
    cells = field.cells[entry]
    return Leaver(
        entry,
        completed=sum(cell.outcome in _COMPLETED for cell in cells),
        games=sum(entry in table for tables in schedule for table in tables),
    )


def settled(inputs: Inputs, *, leavers: Collection[Leaver], schedule: Sequence[Tables]) -> Inputs:
    """What counts after these have left. `schedule`: the tables of all rounds, from the first."""
    struck = struck_among(leavers)
    kept = replace(
        inputs,
        entries=tuple(entry for entry in inputs.entries if entry.id not in struck),
        rounds=tuple(_without(round_, struck) for round_ in inputs.rounds),
    )
    return with_forfeits(kept, leavers=leavers, schedule=schedule)


def struck_among(leavers: Collection[Leaver]) -> frozenset[str]:
    return frozenset(leaver.entry for leaver in leavers if leaver.is_struck)


def with_forfeits(
    inputs: Inputs, *, leavers: Collection[Leaver] = (), schedule: Sequence[Tables]
) -> Inputs:
    """With the games that were lost by who was away or had left; all that was played stands."""
    return replace(
        inputs,
        rounds=tuple(
            _with_forfeits(round_, leavers=leavers, tables=scheduled(schedule, round_.number))
            for round_ in inputs.rounds
        ),
    )


def scheduled(schedule: Sequence[Tables], number: int) -> Tables:
    return schedule[number - 1] if number <= len(schedule) else ()


def _without(round_: RoundInput, struck: frozenset[str]) -> RoundInput:
    """Opponents of those who are struck were free."""
    void = [match for match in round_.matches if struck & set(match.entries)]
    free = {entry: RoundOutcome.PAIRING_BYE for match in void for entry in match.entries}
    byes = {**round_.byes, **free}
    return replace(
        round_,
        matches=tuple(match for match in round_.matches if match not in void),
        byes={entry: outcome for entry, outcome in byes.items() if entry not in struck},
    )


def _with_forfeits(
    round_: RoundInput, *, leavers: Collection[Leaver], tables: Tables
) -> RoundInput:
    seated = [match.entries for match in round_.matches]
    lost = forfeited_games(tables, leavers=leavers, seated=seated, byes=round_.byes)
    away = {entry for match in lost for entry in match.entries}
    return replace(
        round_,
        matches=(*round_.matches, *lost),
        byes={entry: outcome for entry, outcome in round_.byes.items() if entry not in away},
    )


def forfeited_games(
    tables: Tables,
    *,
    leavers: Collection[Leaver],
    seated: Tables,
    byes: Mapping[str, RoundOutcome],
) -> tuple[MatchInput, ...]:
    """Games of a drawn round of the schedule that were not seated because somebody was away.

    Who was there and met nobody is free, and wins. Against somebody who is struck there was no
    game, nor with a bye that was granted: reports from elsewhere have some. A round that was not
    seated by the schedule does not tell who was away: then those alone lose who have left. Such a
    match has no row, and so no id.
    """
    left = {leaver.entry for leaver in leavers}
    is_kept = set(map(frozenset, seated)) <= set(map(frozenset, tables))
    free = {entry for entry, bye in byes.items() if bye is RoundOutcome.PAIRING_BYE}
    away = {entry for entry, bye in byes.items() if bye is RoundOutcome.ABSENT}
    taken = struck_among(leavers).union(byes.keys() - free - away, *seated)
    return tuple(
        MatchInput("", table, forfeited=gone)
        for table in tables
        if not taken & set(table)
        and (gone := frozenset(table).difference(free))
        and (is_kept or gone <= left)
    )
