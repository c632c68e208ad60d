"""Who withdraws from a round robin: struck from the table, or the rest forfeited.

Who leaves before half of the scheduled games are completed leaves the table, and these games count
for nobody: their opponents were free in those rounds. From half on everything stands, and what
would still have been played is lost by forfeit. Nothing is stored for it: who comes back is as
before. That the games stay to be seen is left to the pages of rounds.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
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
        completed=sum(bool(cell.match) and cell.outcome in _COMPLETED for cell in cells),
        games=sum(entry in table for tables in schedule for table in tables),
    )


def settled(inputs: Inputs, *, leavers: Collection[Leaver], schedule: Sequence[Tables]) -> Inputs:
    """What counts after these have left. `schedule`: the tables of all rounds, from the first."""
    struck = frozenset(leaver.entry for leaver in leavers if leaver.is_struck)
    left = frozenset(leaver.entry for leaver in leavers) - struck
    return replace(
        inputs,
        entries=tuple(entry for entry in inputs.entries if entry.id not in struck),
        rounds=tuple(
            _with_forfeits(
                _without(round_, struck), left=left, tables=_scheduled(schedule, round_.number)
            )
            for round_ in inputs.rounds
        ),
    )


def _scheduled(schedule: Sequence[Tables], number: int) -> Tables:
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


def _with_forfeits(round_: RoundInput, *, left: frozenset[str], tables: Tables) -> RoundInput:
    seated = {entry for match in round_.matches for entry in match.entries}
    lost = forfeited_games(tables, left=left, seated=seated, byes=round_.byes)
    away = {entry for match in lost for entry in match.entries}
    return replace(
        round_,
        matches=(*round_.matches, *lost),
        byes={entry: outcome for entry, outcome in round_.byes.items() if entry not in away},
    )


def forfeited_games(
    tables: Tables,
    *,
    left: frozenset[str],
    seated: Collection[str],
    byes: Mapping[str, RoundOutcome],
) -> tuple[MatchInput, ...]:
    """Games of the schedule that were not seated because somebody had left."""
    missing = [table for table in tables if left & set(table) and not set(seated) & set(table)]
    return tuple(_forfeited(missing, left=left, byes=byes))


def _forfeited(
    tables: Tables, *, left: frozenset[str], byes: Mapping[str, RoundOutcome]
) -> Iterator[MatchInput]:
    """The one who stayed wins, unless away too. Such a match has no row, and so no id."""
    for table in tables:
        stayed = [e for e in table if byes.get(e) is RoundOutcome.PAIRING_BYE and e not in left]
        others = [entry for entry in table if entry not in left]
        if stayed == others:
            yield MatchInput("", table, forfeited=frozenset(set(table) - set(stayed)))
