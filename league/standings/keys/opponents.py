"""Tiebreaks over opponents: Buchholz and its kin, Sonneborn–Berger, OPP.

How rounds without a game count and what is cut is decided in unplayed.py. Scores are in
twelfths, products in 144ths. Only rounds whose results are all in count.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from games.values import gettext_noop
from league.standings.field import Cell, Field
from league.standings.inputs import PLAYED
from league.standings.keys import unplayed
from league.standings.keys.brought import brought
from league.standings.keys.free_games import games_of
from league.standings.parts import PartsTold, ValuePart, exact
from league.standings.points import WHOLE
from league.standings.tiebreak import FOR_TABLES, FOR_TWO, HangsOn, Tiebreak, Valued, rounded
from league.standings.wording import Combination, Reason, ngettext

_LAST_DRAWN = Reason(
    "last_drawn",
    gettext_noop("%(opponent)s would have %(amount)s points if the last round had been drawn."),
    ngettext(
        "%(opponent)s would have %(amount)s point if the last round had been drawn.",
        "%(opponent)s would have %(amount)s points if the last round had been drawn.",
    ),
)
TIMES_OWN = Reason(
    "times_own",
    gettext_noop("%(score)s of %(opponent)s × %(points)s scored against them: %(amount)s."),
)
_TIMES_DUMMY = Reason(
    "times_dummy",
    gettext_noop("Not played: %(score)s of an imaginary opponent × %(points)s scored: %(amount)s."),
)
_OPPONENT_BUCHHOLZ = Reason(
    "opponent_buchholz", gettext_noop("%(opponent)s has a Buchholz of %(amount)s.")
)
_OPPONENT_FORE = Reason(
    "opponent_fore_buchholz", gettext_noop("%(opponent)s has a Fore Buchholz of %(amount)s.")
)
_PER_ROUND = Reason(
    "per_round",
    gettext_noop("%(opponent)s has %(amount)s points for each round."),
    ngettext(
        "%(opponent)s has %(amount)s point for each round.",
        "%(opponent)s has %(amount)s points for each round.",
    ),
    of_game=gettext_noop("%(opponent)s has %(amount)s points for each game."),
)


@dataclass(frozen=True, slots=True)
class OverScores:
    """A sum over opponents' scores, with cuts."""

    worth: unplayed.Worth = unplayed.score_of
    low: int = 0
    high: int = 0
    is_fore: bool = False

    def compute(self, field: Field, entries: Sequence[str]) -> Valued:
        rounds = brought(self._seen(field))
        sums = rounds.sums(self.worth, low=self.low, high=self.high)
        return dict(zip(rounds.lines, zip(sums, strict=True), strict=True))

    def tell(self, field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
        seen = self._seen(field)
        scores = unplayed.contributions(seen, entry)
        dropped = unplayed.cuts(scores, worth=self.worth, low=self.low, high=self.high)
        parts = [
            replace(self._part(seen, part), cut=dropped[at])
            if at in dropped
            else self._part(seen, part)
            for at, part in enumerate(scores)
        ]
        return PartsTold(Combination.SUM, tuple(parts))

    def _seen(self, field: Field) -> Field:
        return (
            field.remembered("last round drawn", unplayed.last_round_drawn)
            if self.is_fore
            else field
        )

    def _part(self, field: Field, score: unplayed.Contribution) -> ValuePart:
        is_product = self.worth is unplayed.product_of
        gaps = {"score": exact(score.score_12, WHOLE), "points": exact(score.points_12, WHOLE)}
        if is_product:
            is_real = score.why in (unplayed.OPPONENT, unplayed.ADJUSTED)
            why = TIMES_OWN if is_real else _TIMES_DUMMY
        else:
            why = score.why
            if self.is_fore and why in (unplayed.OPPONENT, unplayed.ADJUSTED):
                why = _LAST_DRAWN
            if score.opponent:
                gaps["points"] = exact(unplayed.counted_points_12(field)[score.opponent], WHOLE)
        amount = (exact(self.worth(score), WHOLE * WHOLE if is_product else WHOLE),)
        cell = score.cell
        return ValuePart(why, amount, cell.round, score.opponent, cell.match, gaps=gaps)


def met(field: Field, entry: str) -> Iterator[tuple[Cell, str]]:
    """Opponents met over the board, as often as they were."""
    for at, cell in zip(field.counted, unplayed.counted_cells(field, entry), strict=True):
        if cell.outcome in PLAYED:
            yield from ((cell, other) for other in unplayed.met_in(field, cell, at))


def met_part(why: Reason, cell: Cell, other: str, amount: int | str) -> ValuePart:
    return ValuePart(why, (amount,), cell.round, other, cell.match)


@dataclass(frozen=True, slots=True)
class AverageBuchholz:
    """The mean Buchholz of the opponents met over the board, rounded to two decimals."""

    over: OverScores
    why: Reason

    def compute(self, field: Field, entries: Sequence[str]) -> Valued:
        buchholz = self._all(field)
        return {
            entry: self._mean([buchholz[other] for _, other in met(field, entry)])
            for entry in entries
        }

    def tell(self, field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
        buchholz = self._all(field)
        parts = tuple(
            met_part(self.why, cell, other, exact(buchholz[other], WHOLE))
            for cell, other in met(field, entry)
        )
        return PartsTold(Combination.MEAN_HUNDREDTHS, parts, max(len(parts), 1))

    def _all(self, field: Field) -> Mapping[str, int]:
        return field.remembered(
            self.why.key,
            lambda seen: {
                e: int(value) for e, (value,) in self.over.compute(seen, list(seen.cells)).items()
            },
        )

    def _mean(self, amounts_12: Sequence[int]) -> tuple[Fraction, ...]:
        if not amounts_12:
            return ()
        return (Fraction(self.hundredths(sum(amounts_12), len(amounts_12)), 100),)

    def hundredths(self, total_12: int, opponents: int) -> int:
        """Of the mean; less than any where nobody was met."""
        if not opponents:
            return -1
        return int(100 * rounded(Fraction(total_12, opponents * WHOLE), decimals=2))


def opponents_points(field: Field, entries: Sequence[str]) -> Valued:
    """The mean, over the opponents met, of their points for each round."""
    rates_12 = _rates_12(field)
    means: dict[str, tuple[Fraction, ...]] = {}
    for entry in entries:
        theirs = [rates_12[other] for _, other in met(field, entry)]
        means[entry] = (Fraction(sum(theirs), len(theirs)),) if theirs else ()
    return means


def _rates_12(field: Field) -> Mapping[str, Fraction]:
    """Everybody's points for each round; for each game, where there are no rounds."""

    def work(seen: Field) -> dict[str, Fraction]:
        points_12, rounds = unplayed.counted_points_12(seen), len(seen.counted)
        if seen.settings.has_rounds:
            return {entry: Fraction(own, max(rounds, 1)) for entry, own in points_12.items()}
        games = {entry: len(games_of(seen, entry)) for entry in points_12}
        return {entry: Fraction(own, max(games[entry], 1)) for entry, own in points_12.items()}

    return field.remembered("rates", work)


def tell_opponents_points(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    rates_12 = _rates_12(field)
    parts = tuple(
        met_part(_PER_ROUND, cell, other, exact(rates_12[other], WHOLE))
        for cell, other in met(field, entry)
    )
    return PartsTold(Combination.MEAN, parts, max(len(parts), 1))


_BUCHHOLZ_FIT = replace(FOR_TWO, where_all_meet=False)


def _summed(key: str, label: str, words: str, over: OverScores) -> Tiebreak:
    is_product = over.worth is unplayed.product_of
    scale = WHOLE * WHOLE if is_product else WHOLE
    fit = FOR_TWO if is_product else _BUCHHOLZ_FIT
    fide = key.replace("-", "/")
    per_matches = None if over.low or over.high else 2  # a cut weighs more among fewer games
    return Tiebreak(
        *(key, label, words, fit, over.compute, over.tell, HangsOn.RESULTS, scale),
        per_matches=per_matches,
        fide=fide,
    )


_AOB = AverageBuchholz(OverScores(), _OPPONENT_BUCHHOLZ)
_AOB_F = AverageBuchholz(OverScores(is_fore=True), _OPPONENT_FORE)
_PRODUCTS = OverScores(worth=unplayed.product_of)

KEYS = (
    _summed(
        "BH",
        gettext_noop("Buchholz"),
        gettext_noop("More points of all opponents together."),
        OverScores(),
    ),
    _summed(
        "BH-C1",
        gettext_noop("Buchholz cut 1"),
        gettext_noop("More points of the opponents together, without the lowest."),
        OverScores(low=1),
    ),
    _summed(
        "BH-C2",
        gettext_noop("Buchholz cut 2"),
        gettext_noop("More points of the opponents together, without the two lowest."),
        OverScores(low=2),
    ),
    _summed(
        "BH-M1",
        gettext_noop("Median Buchholz"),
        gettext_noop("More points of the opponents together, without the lowest and the highest."),
        OverScores(low=1, high=1),
    ),
    _summed(
        "BH-M2",
        gettext_noop("Median Buchholz 2"),
        gettext_noop(
            "More points of the opponents together, without the two lowest and the two highest."
        ),
        OverScores(low=2, high=2),
    ),
    _summed(
        "FB",
        gettext_noop("Fore Buchholz"),
        gettext_noop("Buchholz, as if every match of the last planned round had been drawn."),
        OverScores(is_fore=True),
    ),
    _summed(
        "FB-C1",
        gettext_noop("Fore Buchholz cut 1"),
        gettext_noop("Fore Buchholz without the lowest."),
        OverScores(low=1, is_fore=True),
    ),
    _summed(
        "FB-C2",
        gettext_noop("Fore Buchholz cut 2"),
        gettext_noop("Fore Buchholz without the two lowest."),
        OverScores(low=2, is_fore=True),
    ),
    _summed(
        "FB-M1",
        gettext_noop("Median Fore Buchholz"),
        gettext_noop("Fore Buchholz without the lowest and the highest."),
        OverScores(low=1, high=1, is_fore=True),
    ),
    _summed(
        "FB-M2",
        gettext_noop("Median Fore Buchholz 2"),
        gettext_noop("Fore Buchholz without the two lowest and the two highest."),
        OverScores(low=2, high=2, is_fore=True),
    ),
    Tiebreak(
        "AOB",
        gettext_noop("Opponents' Buchholz"),
        gettext_noop("A higher mean Buchholz of the opponents played."),
        _BUCHHOLZ_FIT,
        _AOB.compute,
        _AOB.tell,
        HangsOn.RESULTS,
        fide="AOB",
    ),
    Tiebreak(
        "AOB-F",
        gettext_noop("Opponents' Fore Buchholz"),
        gettext_noop("A higher mean Fore Buchholz of the opponents played."),
        _BUCHHOLZ_FIT,
        _AOB_F.compute,
        _AOB_F.tell,
        HangsOn.RESULTS,
        fide="AOB/F",
    ),
    _summed(
        "SB",
        gettext_noop("Sonneborn–Berger"),
        gettext_noop("Opponents' points, each times what was scored against them."),
        _PRODUCTS,
    ),
    _summed(
        "SB-C1",
        gettext_noop("Sonneborn–Berger cut 1"),
        gettext_noop(
            "Opponents' points, each times what was scored against them, without the weakest."
        ),
        replace(_PRODUCTS, low=1),
    ),
    _summed(
        "SB-C2",
        gettext_noop("Sonneborn–Berger cut 2"),
        gettext_noop(
            "Opponents' points, each times what was scored against them, without the two weakest."
        ),
        replace(_PRODUCTS, low=2),
    ),
    Tiebreak(
        "OPP",
        gettext_noop("Opponents' points"),
        gettext_noop("More points for each round of the opponents met, on average."),
        replace(FOR_TABLES, where_all_meet=False),
        opponents_points,
        tell_opponents_points,
        HangsOn.RESULTS,
        WHOLE,
        per_matches=0,
    ),
)
