"""Place by bracket: how far an entry came, before any points; and by which matches.

Who went out in the same round shares a place, unless it was played for. Who still plays is above
everybody who is out. A match that ended in a draw was won by the better starting number.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from games.values import gettext_noop
from league.standings.bracket import (
    BracketCourse,
    PlaceRange,
    Side,
    SlotState,
    ranges_of,
    states_of_course,
)
from league.standings.field import Cell, Field
from league.standings.inputs import MatchInput, RoundOutcome
from league.standings.parts import PartsTold, ValuePart
from league.standings.tiebreak import FOR_MEETINGS, HangsOn, Need, Tiebreak, Valued
from league.standings.wording import Combination, Reason

KEY = "BRACKET"
_LAST = 9  # behind every place at a table
# By what was played for, counted in rounds before the final: who won it, and who did not.
_WON = {
    "final": Reason("won_final", gettext_noop("Won the final against %(opponent)s.")),
    "semi": Reason("won_semi", gettext_noop("Won the semi-final against %(opponent)s.")),
    "quarter": Reason("won_quarter", gettext_noop("Won the quarter-final against %(opponent)s.")),
    "winners": Reason("won_match", gettext_noop("Round %(round)s: won against %(opponent)s.")),
    "losers": Reason(
        "won_losers",
        gettext_noop("Losers' round %(level)s: won against %(opponent)s."),
    ),
    "places": Reason("won_places", gettext_noop("For place %(place)s: won against %(opponent)s.")),
}
_LOST = {
    "final": Reason("lost_final", gettext_noop("Lost the final to %(opponent)s.")),
    "semi": Reason("lost_semi", gettext_noop("Lost the semi-final to %(opponent)s.")),
    "quarter": Reason("lost_quarter", gettext_noop("Lost the quarter-final to %(opponent)s.")),
    "winners": Reason("lost_match", gettext_noop("Round %(round)s: lost to %(opponent)s.")),
    "losers": Reason("lost_losers", gettext_noop("Losers' round %(level)s: lost to %(opponent)s.")),
    "places": Reason("lost_places", gettext_noop("For place %(place)s: lost to %(opponent)s.")),
}
_NEAR = ("final", "semi", "quarter")
_TABLE = Reason(
    "bracket_table", gettext_noop("Round %(round)s: place %(taken)s at a table of %(seats)s.")
)
_WALKOVER = Reason("walkover", gettext_noop("Round %(round)s: went on without a match."))


def course_of(field: Field) -> BracketCourse:
    """What was drawn and decided in the bracket, as far as this field goes."""
    before = field.inputs.bracket.rounds_before if field.inputs.bracket else 0
    seeds = {entry.id: entry.seed for entry in field.inputs.entries}
    results: dict[str, list[str]] = {}
    seated: dict[str, Sequence[str]] = {}
    sat_out: dict[int, frozenset[str]] = {}
    for at, (number, round_) in enumerate(_rounds(field)):
        free = (e for e, kind in round_[1].items() if kind is RoundOutcome.PAIRING_BYE)
        sat_out[number - before] = frozenset(free)
        for match in round_[0]:
            seated[match.slot] = match.entries
            cells = {entry: field.cells[entry][at] for entry in match.entries}
            if all(cell.outcome is not RoundOutcome.PENDING for cell in cells.values()):
                results[match.slot] = sorted(
                    cells, key=lambda entry: (cells[entry].place or _LAST, seeds[entry])
                )
    return BracketCourse(results, seated, sat_out)


_Held = tuple[list[MatchInput], Mapping[str, RoundOutcome]]  # matches of slots, and who was free


def _rounds(field: Field) -> Iterator[tuple[int, _Held]]:
    by_number = {round_.number: round_ for round_ in field.inputs.rounds}
    for number in field.numbers:
        round_ = by_number[number]
        in_bracket = [match for match in round_.matches if match.slot and match.entries]
        yield number, (in_bracket, round_.byes)


def states_in(field: Field) -> tuple[SlotState, ...]:
    """The bracket of a field as it stands; nothing where there is none."""
    seeded = field.inputs.bracket
    if seeded is None:
        return ()
    return field.remembered("bracket", lambda _: states_of_course(seeded, course_of(field)))


def ranges_in(field: Field) -> dict[str, PlaceRange]:
    """The places that can still come; everybody's, also of who is in no bracket."""
    gone = field.inputs.bracket.gone if field.inputs.bracket else frozenset()
    found = ranges_of(states_in(field), gone=gone)
    last = len(field.cells)
    return {entry: found.get(entry, PlaceRange(last, last)) for entry in field.cells}


def bracket_place(field: Field, entries: Sequence[str]) -> Valued:
    if field.inputs.bracket is None:
        return dict.fromkeys(entries, ())
    ranges = ranges_in(field)
    return {entry: (ranges[entry].best,) for entry in entries}


def tell_bracket(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    """Every match of the bracket that is decided, in order."""
    states = states_in(field)
    rounds = max((s.slot.round for s in states if not s.slot.only_if_lost), default=0)
    before = field.inputs.bracket.rounds_before if field.inputs.bracket else 0
    own = (state for state in states if entry in state.order)
    return PartsTold(
        Combination.LED,
        tuple(_part(field, entry, state, rounds=rounds, before=before) for state in own),
    )


def _part(field: Field, entry: str, state: SlotState, *, rounds: int, before: int) -> ValuePart:
    slot, number = state.slot, state.slot.round + before
    cell = next((cell for cell in field.cells[entry] if cell.round == number), Cell(number, _OUT))
    match = cell.match if state.is_seated else None
    taken = state.order.index(entry) + 1
    part = ValuePart(_WALKOVER, (), number, None, match)
    if not state.is_seated:
        return part
    if len(state.order) > 2:
        return replace(part, why=_TABLE, gaps={"taken": taken, "seats": len(state.order)})
    said = _WON if taken == 1 else _LOST
    return replace(
        part,
        why=said[_kind(state, rounds=rounds)],
        opponent=state.order[2 - taken],
        gaps={"level": slot.level, "place": slot.best_place or slot.out_place},
    )


_OUT = RoundOutcome.OUT


def _kind(state: SlotState, *, rounds: int) -> str:
    slot = state.slot
    if slot.side in (Side.LOSERS, Side.PLACES, Side.FINAL):
        return slot.side.value
    to_come = rounds - slot.round
    return _NEAR[to_come] if 0 < to_come < len(_NEAR) else "winners"


KEYS = (
    Tiebreak(
        KEY,
        gettext_noop("Place in the bracket"),
        gettext_noop(
            "How far somebody came in the bracket; who went out in the same round shares the place."
        ),
        replace(FOR_MEETINGS, needs=frozenset({Need.BRACKET})),
        bracket_place,
        tell_bracket,
        HangsOn.RESULTS,
        higher_wins=False,
        instead_of_points=True,
    ),
)
