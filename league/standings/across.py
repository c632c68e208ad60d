"""Comparing entries of different groups: the best thirds, and one order over all groups.

Groups may have three members or four, so that sums are unfair to those who had fewer matches. What
is compared is therefore counted per match: points first, then the tiebreaks of the stage as far as
they mean something between people without common opponents, then lots from the stored seed. To
leave out the matches against the last of bigger groups is another way; it makes matches worthless
that were played in earnest.

A whole stage in groups has no winner of all. In one order over groups the first of each share the
first place, then come all seconds, and so on.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from games.values import gettext_noop
from league.standings.field import Field
from league.standings.inputs import RoundOutcome
from league.standings.keys.given import drawn_order
from league.standings.parts import Exact, exact
from league.standings.points import WHOLE
from league.standings.table import POINTS, Row
from league.standings.tiebreak import Tiebreak, Values, scale_of
from league.standings.tiebreaks import tiebreaks_of
from league.standings.wording import Reason

LOTS = "LOTS"
_PER_MATCH = Reason(
    "per_match", gettext_noop("%(total)s; matches: %(matches)d; per match: %(value)s.")
)
_PER_MATCH_TWICE = Reason(
    "per_match_twice",
    gettext_noop(
        "%(total)s; matches: %(matches)d. Divided by them twice, since the opponents' points grow "
        "with their matches, too: %(value)s."
    ),
)
_AS_IT_IS = Reason(
    "as_it_is",
    gettext_noop("%(value)s, compared as it is: the number of matches makes no difference."),
)
_NO_MATCH = Reason("no_match", gettext_noop("No match, so there is nothing to compare."))
_LOT = Reason("lot_across", gettext_noop("Lots from the stored seed: drawn as number %(value)s."))
_WHY = (_AS_IT_IS, _PER_MATCH, _PER_MATCH_TWICE)  # by how often it is divided by the matches
LEFT_OUT = gettext_noop("Left out between groups: %(label)s.")


@dataclass(frozen=True, slots=True)
class AcrossValue:
    """What is compared between groups, and how it came about."""

    key: str  # POINTS, a tiebreak's, or LOTS
    value: tuple[Exact, ...]  # per match; empty: none, behind all others
    total: tuple[Exact, ...]  # as in the table of the group
    matches: int
    why: Reason

    @property
    def gaps(self) -> dict[str, object]:
        written = {"total": self.total, "value": self.value}
        texts = {name: " · ".join(map(str, numbers)) for name, numbers in written.items()}
        return {**texts, "matches": self.matches}


@dataclass(frozen=True, slots=True)
class AcrossRow:
    """An entry among those of other groups; no two share a rank, since lots are drawn."""

    rank: int
    entry: str
    group: str
    values: tuple[AcrossValue, ...]
    parted_by: str = ""  # the key by which it stands below the one before; empty for the first


def across_groups(
    field: Field, entries: Sequence[str], *, chain: Sequence[str]
) -> tuple[AcrossRow, ...]:
    """These entries, usually those of one place in their groups, in an order; the best first."""
    groups = {entry.id: entry.group for entry in field.inputs.entries}
    lots = drawn_order(entries, seed=field.inputs.lots_seed)
    columns = [_points(field, entries), *_tiebreaks(field, entries, chain), _lots(lots)]
    values = {entry: tuple(column[entry] for column in columns) for entry in entries}
    lower_wins = {LOTS, *(each.key for each in tiebreaks_of(chain) if not each.higher_wins)}

    def order(entry: str) -> tuple[tuple[Fraction, ...], ...]:
        return tuple(
            _comparable(value, is_turned=value.key in lower_wins) for value in values[entry]
        )

    ranked = sorted(entries, key=order, reverse=True)
    return tuple(
        AcrossRow(
            rank,
            entry,
            groups[entry],
            values[entry],
            _parting(values[ranked[rank - 2]], values[entry]) if rank > 1 else "",
        )
        for rank, entry in enumerate(ranked, start=1)
    )


def left_out(chain: Sequence[str]) -> list[Tiebreak]:
    """The tiebreaks of a chain that say nothing between groups."""
    return [each for each in tiebreaks_of(chain) if each.per_matches is None]


def one_order(rows: Sequence[Row]) -> tuple[Row, ...]:
    """All groups of a stage in one table: the first of each share the first place.

    Nobody of one group met anybody of another, so that nothing else is compared. A table without
    groups stays as it is.
    """
    if not any(row.group for row in rows):
        return tuple(rows)
    merged: list[Row] = []
    for _rank, equal in groupby(sorted(rows, key=lambda row: row.rank), lambda row: row.rank):
        place = len(merged) + 1
        merged += [replace(row, rank=place, group="", best=None, worst=None) for row in equal]
    return tuple(merged)


def _points(field: Field, entries: Sequence[str]) -> Mapping[str, AcrossValue]:
    return {
        entry: _per_match(POINTS, (field.points_12[entry],), _matches(field, entry), scale=WHOLE)
        for entry in entries
    }


def _tiebreaks(
    field: Field, entries: Sequence[str], chain: Sequence[str]
) -> Iterator[Mapping[str, AcrossValue]]:
    for tiebreak in tiebreaks_of(chain):
        if (times := tiebreak.per_matches) is None or tiebreak.key == LOTS:
            continue
        computed = tiebreak.compute(field, entries)
        yield {
            entry: _per_match(
                tiebreak.key,
                computed[entry],
                _matches(field, entry),
                scale=tiebreak.scale * scale_of(computed),
                times=times,
            )
            for entry in entries
        }


def _lots(drawn: Sequence[str]) -> Mapping[str, AcrossValue]:
    return {
        entry: AcrossValue(LOTS, (number,), (number,), 0, _LOT)
        for number, entry in enumerate(drawn, start=1)
    }


def _per_match(key: str, total: Values, matches: int, *, scale: int, times: int = 1) -> AcrossValue:
    told = tuple(exact(number, scale) for number in total)
    if times and not matches:
        return AcrossValue(key, (), told, matches, _NO_MATCH)
    value = tuple(exact(Fraction(number) / matches**times, scale) for number in total)
    return AcrossValue(key, value, told, matches, _WHY[times])


def _matches(field: Field, entry: str) -> int:
    """Those that are decided, forfeits among them: they brought points, or could have."""
    return sum(
        bool(cell.opponents) and cell.outcome is not RoundOutcome.PENDING
        for cell in field.cells[entry]
    )


def _comparable(value: AcrossValue, *, is_turned: bool) -> tuple[Fraction, ...]:
    numbers = map(Fraction, value.value)
    return tuple(-number if is_turned else number for number in numbers)


def _parting(upper: Sequence[AcrossValue], lower: Sequence[AcrossValue]) -> str:
    pairs = zip(upper, lower, strict=True)
    return next(above.key for above, below in pairs if above.value != below.value)
