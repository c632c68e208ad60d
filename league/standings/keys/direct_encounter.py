"""DE: what those who are tied did against each other (FIDE C.07 article 6).

Repeated meetings are averaged. If all have met, their points against each other decide. If not,
only somebody who stays alone on top whatever the missing games give is put first, then the next in
the same way. Anyone who is still equal is compared again, by the games among these alone.

At two seats the points of a match count. At tables each pair compares its places in the matches
in which both sat: the better place is worth two, an equal one one. Forfeits are games only where
the stage says so.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.values import gettext_noop
from league.standings.field import Cell, Field
from league.standings.inputs import PLAYED, RoundOutcome
from league.standings.parts import Exact, Number, PartsTold, ValuePart, exact
from league.standings.points import WHOLE, Scheme
from league.standings.tiebreak import FOR_MEETINGS, HangsOn, Tiebreak, Valued
from league.standings.wording import Combination, Reason

MET = Reason(
    "met",
    gettext_noop("%(amount)s against %(opponent)s in round %(round)s."),
    of_game=gettext_noop("%(amount)s against %(opponent)s in game %(round)s."),
)
_MET_PLACES = Reason(
    "met_places",
    gettext_noop("Place %(place)s, %(opponent)s place %(other)s, in round %(round)s: %(amount)s."),
    of_game=gettext_noop(
        "Place %(place)s, %(opponent)s place %(other)s, in game %(round)s: %(amount)s."
    ),
)
_FORFEIT_MET = Reason(
    "forfeit_met",
    gettext_noop("%(amount)s against %(opponent)s in round %(round)s, without a game."),
    of_game=gettext_noop("%(amount)s against %(opponent)s, by forfeit."),
)
NOT_MET = Reason("not_met", gettext_noop("%(opponent)s was not met."))

_FORFEITS = frozenset({RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS})
_NOBODY: Mapping[str, Number] = {}
_BETTER_12, _EQUAL_12, _WORSE_12 = 2 * WHOLE, WHOLE, 0


@dataclass(frozen=True, slots=True)
class _Meeting:
    cell: Cell
    other: str
    points_12: int
    other_place: int | None


@dataclass(frozen=True, slots=True)
class _Worth:
    """Of a missing game, at best and at worst."""

    win_12: int
    loss_12: int


def direct_encounter(field: Field, tied: Sequence[str]) -> Valued:
    """The place of each among the tied: 1 is the best, equal ones share."""
    against = _scores(field, tied)
    if not against:  # a missing game is worth at most as much to one as to another
        return dict.fromkeys(tied, (1,))
    worth = _missing_worth(field.scheme)
    places: dict[str, tuple[int]] = {}
    for group in _ranked(list(tied), against, worth):
        place = len(places) + 1
        places |= dict.fromkeys(group, (place,))
    return places


def scored_against(field: Field, entry: str) -> Mapping[str, Number]:
    """By opponent, the mean of what was scored against each."""
    met: _Encounters = field.root.remembered("met", _Encounters)
    return {
        other: _mean([_scored_12(field, entry, other, at) for at in places])
        for other, places in met[entry].items()
    }


def places_among(against: Mapping[str, Mapping[str, Number]], scheme: Scheme) -> dict[str, int]:
    """The place of each, from what they scored against each other and maybe against more."""
    places: dict[str, int] = {}
    for group in _ranked(list(against), against, _missing_worth(scheme)):
        places |= dict.fromkeys(group, len(places) + 1)
    return places


def tell_direct_encounter(field: Field, entry: str, tied: Sequence[str]) -> PartsTold:
    """The meetings with each of the others, and who was not met."""
    others: dict[str, list[_Meeting]] = {other: [] for other in sorted(tied) if other != entry}
    for meeting in _meetings(field, entry, frozenset(others)):
        others[meeting.other].append(meeting)
    parts: list[ValuePart] = []
    for other, meetings in others.items():
        if not meetings:
            parts.append(ValuePart(NOT_MET, (), opponent=other))
        parts += [_part(field, meeting, len(meetings)) for meeting in meetings]
    return PartsTold(Combination.COMPARED, tuple(parts))


def _part(field: Field, meeting: _Meeting, times: int) -> ValuePart:
    cell = meeting.cell
    gaps: dict[str, Exact] = {}
    why = _FORFEIT_MET if cell.outcome in _FORFEITS else MET
    if not _goes_by_points(field.scheme) and why is MET:
        why = _MET_PLACES
        gaps = {"place": cell.place or 0, "other": meeting.other_place or 0}
    amount = exact(Fraction(meeting.points_12, times), WHOLE)
    return ValuePart(why, (amount,), cell.round, meeting.other, cell.match, gaps=gaps)


def _goes_by_points(scheme: Scheme) -> bool:
    return scheme.key == "duel"


def _missing_worth(scheme: Scheme) -> _Worth:
    if not _goes_by_points(scheme):
        return _Worth(_BETTER_12, _WORSE_12)
    win_12, loss_12 = scheme.row_12(2)
    return _Worth(win_12, loss_12)


def _meetings(field: Field, entry: str, others: frozenset[str]) -> Iterator[_Meeting]:
    """Every match that the entry had with one of the others and that is a game here."""
    met: _Encounters = field.root.remembered("met", _Encounters)
    cells, rounds = field.cells[entry], len(field.numbers)
    known = [(other, places) for other, places in met[entry].items() if other in others]
    for at, other in sorted((at, other) for other, places in known for at in places if at < rounds):
        points_12 = _scored_12(field, entry, other, at)
        yield _Meeting(cells[at], other, points_12, field.cells[other][at].place)


def _scored_12(field: Field, entry: str, other: str, at: int) -> int:
    """What one of two who met got from it."""
    cell = field.cells[entry][at]
    if _goes_by_points(field.scheme):
        return cell.points_12
    return _by_place_12(cell.place, field.cells[other][at].place)


class _Encounters(dict[str, Mapping[str, Sequence[int]]]):
    """By entry and opponent: the places, among its cells, of the games between the two."""

    def __init__(self, field: Field) -> None:
        self.cells = field.cells
        self.games = PLAYED | _FORFEITS if field.settings.forfeits_are_games else PLAYED

    def __missing__(self, entry: str) -> Mapping[str, Sequence[int]]:
        """Worked out for those who are ever tied."""
        met: dict[str, list[int]] = {}
        for at, cell in enumerate(self.cells[entry]):
            if cell.outcome in self.games:
                for other in cell.opponents:
                    if self.cells[other][at].outcome in self.games:
                        met.setdefault(other, []).append(at)
        self[entry] = met
        return met


def _by_place_12(own: int | None, other: int | None) -> int:
    """Nobody is placed where nobody came: then both are worse."""
    if own is None or other is None:
        return _WORSE_12
    if own == other:
        return _EQUAL_12
    return _BETTER_12 if own < other else _WORSE_12


def _scores(field: Field, tied: Sequence[str]) -> Mapping[str, Mapping[str, Number]]:
    """By entry and opponent, the mean of what was scored against them; of those who met anybody."""
    met: _Encounters = field.root.remembered("met", _Encounters)
    inside, rounds = frozenset(tied), len(field.numbers)
    scores: dict[str, Mapping[str, Number]] = {}
    for entry in tied:
        if not inside.isdisjoint(met[entry]) and (
            scored := {
                other: _mean([_scored_12(field, entry, other, at) for at in places if at < rounds])
                for other, places in met[entry].items()
                if other in inside and places[0] < rounds
            }
        ):
            scores[entry] = scored
    return scores


def _mean(points: Sequence[int]) -> Number:
    return points[0] if len(points) == 1 else Fraction(sum(points), len(points))


def _ranked(
    group: list[str], against: Mapping[str, Mapping[str, Number]], worth: _Worth
) -> list[list[str]]:
    """The group in groups of equals, the best first."""
    if len(group) == 1:
        return [group]
    inside = set(group)
    known: dict[str, Number] = {}
    missing: dict[str, int] = {}
    for entry in group:
        scored = [score for other, score in against.get(entry, _NOBODY).items() if other in inside]
        known[entry] = sum(scored)
        missing[entry] = len(group) - 1 - len(scored)
    if any(missing.values()):
        parts = _leaders(group, known, missing, worth)
    else:
        by_score = sorted(set(known.values()), reverse=True)
        parts = [[entry for entry in group if known[entry] == score] for score in by_score]
    if len(parts) == 1:
        return parts
    return [entry for part in parts for entry in _ranked(part, against, worth)]


def _leaders(
    group: list[str], known: Mapping[str, Number], missing: Mapping[str, int], worth: _Worth
) -> list[list[str]]:
    """Those who stay on top whatever the missing games give, one by one, and the rest."""
    least = {entry: known[entry] + missing[entry] * worth.loss_12 for entry in group}
    most = {entry: known[entry] + missing[entry] * worth.win_12 for entry in group}
    parts: list[list[str]] = []
    rest = list(group)
    while len(rest) > 1:
        leader = max(rest, key=least.__getitem__)
        if any(most[other] >= least[leader] for other in rest if other != leader):
            break
        parts.append([leader])
        rest = [entry for entry in rest if entry != leader]
    return [*parts, rest]


KEYS = (
    Tiebreak(
        "DE",
        gettext_noop("Direct encounter"),
        gettext_noop("Better against each other, if that is settled among all who are equal."),
        FOR_MEETINGS,
        direct_encounter,
        tell_direct_encounter,
        HangsOn.RESULTS,
        higher_wins=False,
        is_within_ties=True,
        fide="DE",
    ),
)
