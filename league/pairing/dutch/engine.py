"""A round of the Dutch system: bracket after bracket from the top, or why there is none.

Decided here: how the brackets follow one another, how much of the field each has to look at, the
order of tables, and what stands in the way of a round. The rules are FIDE's C.04.3 in force since
1 February 2026; docs/algorithms/swiss-engine.md tells them in prose.

A bracket is first paired as if nobody were below it. If the next score group can then still be
paired as well as can be, and everybody below it, too, nothing better exists, for looking further
only takes choices away. If that is not seen at once, the bracket is paired again with the next
score group, and at last with the whole field, which is always exact.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from league.pairing.dutch.brackets import Paired, pair_bracket
from league.pairing.dutch.colours import higher_is_white
from league.pairing.dutch.criteria import ScoreBracket
from league.pairing.dutch.given_up import GivenUp, given_up
from league.pairing.dutch.graph import Horizon, Question
from league.pairing.dutch.lawful import PairingField, Rules, pair_off, set_of
from league.pairing.dutch.players import PairingPlayer, players_of
from league.pairing.dutch.position import Position

Progress = Callable[[float], None]


class Hindrance(StrEnum):
    """Why nobody can pair this round: the first reason that alone would be enough to lift."""

    BYE = "bye"  # an odd field, and everybody who could sit out has had a bye or a forfeit win
    APART = "apart"  # pairs kept apart
    STARTS = "starts"  # entries that may not start, or may not follow, once more
    MET = "met"  # too many have met already


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round: pairs in the order of tables, white first, and who has the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    given_up: tuple[GivenUp, ...] = ()


def pair_dutch(position: Position, *, progress: Progress | None = None) -> Drawn | Hindrance:
    """The one lawful pairing of this position, or what stands in its way."""
    players = players_of(position)
    field = PairingField(players, position=position)
    if not field.settle_bye():
        return _hindrance(players, position)
    brackets: list[Paired] = []
    done = 0
    for paired in _brackets(field):
        brackets.append(paired)
        done += 2 * len(paired.pairs)
        if progress:
            progress(done / len(players))
    return _drawn(players, brackets, position=position)


def _brackets(field: PairingField) -> Iterator[Paired]:
    groups = [tuple(group) for _, group in groupby(field.players, key=lambda p: p.score)]
    floaters: tuple[PairingPlayer, ...] = ()
    for at, group in enumerate(groups):
        question = Question(
            field,
            ScoreBracket(floaters, group),
            next_group=groups[at + 1] if groups[at + 1 :] else (),
            below=tuple(player for below in groups[at + 2 :] for player in below),
        )
        paired = _best(question)
        yield paired
        floaters = paired.floaters


def _best(question: Question) -> Paired:
    """The best pairing of a bracket, looking no further than is needed to know that it is."""
    field, score = question.field, question.bracket.score
    bye_is_below = field.bye_score is None or field.bye_score < score
    if question.next_group and bye_is_below:
        alone = pair_bracket(replace(question, horizon=Horizon.BRACKET))
        if _harms_nobody(question, alone.floaters):
            return alone
        nearby = pair_bracket(replace(question, horizon=Horizon.NEXT))
        if field.can_complete([*nearby.unpaired, *_rest(question)]):
            return nearby
    return pair_bracket(question)


def _rest(question: Question) -> list[int]:
    rest = [player.place for player in question.below]
    return [*rest, question.field.bye] if question.field.is_odd else rest


def _harms_nobody(question: Question, floaters: Sequence[PairingPlayer]) -> bool:
    """Whether all floaters find somebody in the next group, which pairs all others but one (C8),
    and everybody after that is paired, too (C4, C5)."""
    field = question.field
    down = [player.place for player in floaters]
    residents = [player.place for player in question.next_group]
    group = set_of(residents)
    options = {place: field.lawful[place] & group for place in down}
    options |= {place: field.lawful[place] & (group | set_of(down)) for place in residents}
    todo = [*down, *residents]
    nobody = field.bye + 1  # stands for being left over
    if len(todo) % 2:
        options |= {place: options[place] | 1 << nobody for place in residents} | {nobody: group}
        todo.append(nobody)
    mates = pair_off(todo, options=options)
    if mates is None:
        return False
    left = [mates[nobody]] if nobody in mates else []
    return field.can_complete([*left, *_rest(question)])


def _drawn(
    players: Sequence[PairingPlayer], brackets: Sequence[Paired], *, position: Position
) -> Drawn:
    pairs = [pair for bracket in brackets for pair in bracket.pairs]
    paired = {place for pair in pairs for place in pair}
    bye = next((player.number for player in players if player.place not in paired), None)
    tables = sorted(((players[high], players[low]) for high, low in pairs), key=_table)
    return Drawn(
        tuple(
            (high.number, low.number)
            if higher_is_white(high, low, first_is_white=position.first_is_white)
            else (low.number, high.number)
            for high, low in tables
        ),
        bye,
        tuple(given_up(players, brackets)),
    )


def _table(pair: tuple[PairingPlayer, PairingPlayer]) -> tuple[int, int, int]:
    """C.04.2: by the points of the higher one, of both, then by its number; no virtual points."""
    (most, number), (fewest, _) = sorted((-player.points, player.number) for player in pair)
    return most, most + fewest, number


def _hindrance(players: Sequence[PairingPlayer], position: Position) -> Hindrance:
    """Ask once more without one rule after the other."""
    without = {
        Hindrance.BYE: Rules(bye=False),
        Hindrance.APART: Rules(apart=False),
        Hindrance.STARTS: Rules(colours=False),
    }
    for hindrance, rules in without.items():
        if PairingField(players, position=position, rules=rules).settle_bye():
            return hindrance
    return Hindrance.MET
