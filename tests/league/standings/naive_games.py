"""The part of the second calculation that needs nothing but an entry's own rounds and games."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from league.standings.inputs import GameInput, Inputs, MatchInput, RoundOutcome
from league.standings.points import Scheme

Value = tuple[Fraction, ...]
REQUESTED = {RoundOutcome.HALF_BYE, RoundOutcome.ZERO_BYE, RoundOutcome.ABSENT}
VOLUNTARY = REQUESTED | {RoundOutcome.FORFEIT_LOSS}
FORFEITS = {RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS}
PLAYED = RoundOutcome.PLACE  # whatever came of it


def half_up(number: Fraction, decimals: int = 0) -> Fraction:
    """As at school: look at what is behind the last digit that stays."""
    digits, rest = divmod(number * 10**decimals, 1)
    return Fraction(int(digits) + (rest >= Fraction(1, 2)), 10**decimals)


@dataclass(frozen=True)
class Cell:
    kind: RoundOutcome
    points: Fraction = Fraction(0)
    opponents: tuple[str, ...] = ()
    game: GameInput | None = None


class NaiveGames:
    def __init__(self, inputs: Inputs, scheme: Scheme) -> None:
        self.inputs, self.scheme = inputs, scheme
        self.ids = [entry.id for entry in inputs.entries]
        self.rounds = sorted(inputs.rounds, key=lambda one: one.number)

    def row(self, size: int) -> list[Fraction]:
        rows = [row for row in self.scheme.rows_12 if len(row) >= size]
        return [Fraction(each, 12) for each in min(rows, key=len)[:size]]

    @property
    def draw(self) -> Fraction:
        given = self.scheme.draw_12
        return Fraction(given, 12) if given is not None else sum(self.row(2), Fraction(0)) / 2

    @property
    def is_robin(self) -> bool:
        return self.inputs.settings.forfeits_are_games

    # Rounds

    @cached_property
    def cells(self) -> dict[str, list[Cell]]:
        return {
            entry: [self.cell(entry, at) for at in range(len(self.rounds))] for entry in self.ids
        }

    def cell(self, entry: str, at: int) -> Cell:
        one = self.rounds[at]
        for match in one.matches:
            if entry in match.entries:
                return self.seated(entry, match)
        kind = one.byes.get(entry, RoundOutcome.ABSENT)
        worth = {
            RoundOutcome.PAIRING_BYE: self.scheme.bye_12,
            RoundOutcome.HALF_BYE: self.scheme.half_bye_12,
        }
        return Cell(kind, Fraction(worth.get(kind, 0), 12))

    def seated(self, entry: str, match: MatchInput) -> Cell:
        others = tuple(other for other in match.entries if other != entry)
        present = [each for each in match.entries if each not in match.forfeited]
        if entry in match.forfeited:
            return Cell(RoundOutcome.FORFEIT_LOSS, opponents=others)
        row = self.row(len(match.entries))
        if match.forfeited and present == [entry]:
            return Cell(RoundOutcome.FORFEIT_WIN, row[0], others)
        if not match.games:
            return Cell(RoundOutcome.PENDING, opponents=others)
        [game] = match.games
        ranks = {side.entry: side.rank for side in game.sides}
        ahead = sum(rank < ranks[entry] for rank in ranks.values())
        equal = sum(rank == ranks[entry] for rank in ranks.values())
        if self.scheme.draw_12 is not None and equal == 2:
            return Cell(PLAYED, self.draw, others, game)
        return Cell(PLAYED, sum(row[ahead : ahead + equal], Fraction(0)) / equal, others, game)

    def points(self, entry: str) -> Fraction:
        return sum((cell.points for cell in self.cells[entry]), Fraction(0))

    def games(self, entry: str) -> list[GameInput]:
        return [cell.game for cell in self.cells[entry] if cell.game]

    # What the own rounds and games give

    def PS(self, entry: str, *, first: int = 0) -> Value:  # noqa: N802
        own = [cell.points for cell in self.cells[entry]]
        running = [sum(own[: at + 1], Fraction(0)) for at in range(len(own))]
        return (sum(running[first:], Fraction(0)),)

    def WIN(self, entry: str) -> Value:  # noqa: N802
        def is_win(cell: Cell) -> bool:
            size = 1 + len(cell.opponents) if cell.opponents else self.scheme.seats
            return cell.points >= self.row(size)[0] and cell.kind != RoundOutcome.PENDING

        return (Fraction(sum(map(is_win, self.cells[entry]))),)

    def WON(self, entry: str) -> Value:  # noqa: N802
        winners = [
            [side.entry for side in game.sides if side.rank == 1] for game in self.games(entry)
        ]
        return (Fraction(winners.count([entry])),)

    def REP(self, entry: str) -> Value:  # noqa: N802
        """Rounds less byes that were asked for, absences and own forfeits; no free rounds."""
        own = self.cells[entry]
        away = [cell for cell in own if cell.kind in VOLUNTARY]
        free = [cell for cell in own if self.is_robin and cell.kind == RoundOutcome.PAIRING_BYE]
        return (Fraction(len(own) - len(away) - len(free)),)

    def STD(self, entry: str) -> Value:  # noqa: N802
        """More than the opponent or, without a game, than a draw: 1; as much: a half."""
        total = Fraction(0)
        for at, cell in enumerate(self.cells[entry]):
            other = self.draw
            if cell.kind == PLAYED:
                other = self.cells[cell.opponents[0]][at].points
            total += Fraction(cell.points > other) + Fraction(cell.points == other, 2)
        return (total,)

    def second(self, entry: str) -> list[MatchInput]:
        """Matches over the board in which the other one started: of one game each."""
        matches = [match for one in self.rounds for match in one.matches]
        played = [match for match in matches if any(game.was_played for game in match.games)]
        return [match for match in played if match.entries[1] == entry]

    def BPG(self, entry: str) -> Value:  # noqa: N802
        return (Fraction(len(self.second(entry))),)

    def BWG(self, entry: str) -> Value:  # noqa: N802
        firsts = [
            [side.entry for side in match.games[0].sides if side.rank == 1]
            for match in self.second(entry)
        ]
        return (Fraction(firsts.count([entry])),)

    def RTNG(self, entry: str) -> Value:  # noqa: N802
        [rating] = [each.rating for each in self.inputs.entries if each.id == entry]
        return () if rating is None else (Fraction(rating),)

    def over_games(self, each: dict[str, list[Value]]) -> dict[str, Value]:
        """Sums, or means where some played more games than others; nothing without a game."""
        numbers = {len(values) for values in each.values() if values}
        found: dict[str, Value] = {}
        for entry, values in each.items():
            by = 1 if len(numbers) == 1 else len(values)
            sums = [sum(column, Fraction(0)) for column in zip(*values, strict=True)]
            found[entry] = tuple(total / by for total in sums)
        return found

    def own(self, game: GameInput, entry: str) -> tuple[int, list[int]]:
        """The own score and those of the others, turned so that higher is better."""
        sign = 1 if self.inputs.rules.higher_score_wins else -1
        scores = {side.entry: sign * side.score for side in game.sides}
        return scores.pop(entry), list(scores.values())

    def PLACES(self) -> dict[str, Value]:  # noqa: N802
        def places(game: GameInput, entry: str) -> Value:
            rank = next(side.rank for side in game.sides if side.entry == entry)
            return tuple(Fraction(rank == place) for place in (1, 2, 3))

        return self.over_games({e: [places(game, e) for game in self.games(e)] for e in self.ids})

    def GAME(self) -> dict[str, Value]:  # noqa: N802
        return self.over_games(
            {e: [(Fraction(self.own(game, e)[0]),) for game in self.games(e)] for e in self.ids}
        )

    def REL(self) -> dict[str, Value]:  # noqa: N802
        def relative(game: GameInput, entry: str) -> Value:
            own, others = self.own(game, entry)
            mean = Fraction(own + sum(others), 1 + len(others))
            deviations = sum(abs(score - mean) for score in (own, *others))
            return ((own - mean) / deviations if deviations else Fraction(0),)

        return self.over_games({e: [relative(game, e) for game in self.games(e)] for e in self.ids})

    def SPREAD(self) -> dict[str, Value]:  # noqa: N802
        cap = self.inputs.settings.spread_cap

        def spread(game: GameInput, entry: str) -> Value:
            own, others = self.own(game, entry)
            is_best = self.inputs.settings.spread_against == "best"
            gap = own - (max(others) if is_best else Fraction(sum(others), len(others)))
            return (Fraction(gap if cap is None else max(-cap, min(cap, gap))),)

        return self.over_games({e: [spread(game, e) for game in self.games(e)] for e in self.ids})
