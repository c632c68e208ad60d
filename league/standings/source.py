"""What a database holds of a stage, as plain values; and the inputs of standings made from them.

Rows are quick to read and to send to the process that computes, which takes them apart: results
come as the texts they are stored as. All that a table is computed from stands in its rows, so that
a digest of them tells whether it would become another.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType
from typing import Any, TypeAlias

from league.standings.bracket import Seeded
from league.standings.field import field_of
from league.standings.inputs import (
    EntryInput,
    GameInput,
    GameRules,
    GameSide,
    Inputs,
    MatchInput,
    RoundInput,
    RoundOutcome,
    Settings,
)
from league.standings.leavers import Leaver, Tables, leaver_of, settled, with_forfeits
from league.standings.points import Scheme

Sides: TypeAlias = Sequence[Mapping[str, Any]]
Instead: TypeAlias = Mapping[tuple[str, int], Sides | None]  # by match and game; None: no result
NOTHING_INSTEAD: Instead = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class RoundSource:
    """A round that was published."""

    number: int
    higher_score_wins: bool
    matches: Sequence[tuple[str, str]]  # by table, each with its slot in a bracket
    seats: Sequence[tuple[str, str, str]]  # match, entry and letter, in order of letters
    results: Sequence[tuple[str, int, str]]  # match, game and sides as a text, in order
    byes: Sequence[tuple[str, RoundOutcome]]  # by entry


@dataclass(frozen=True, slots=True)
class StageSource:
    """All that standings are computed from, but for how they are ordered."""

    entries: Sequence[tuple[str, int, int | None, str]]  # with number, rating and group
    rounds: Sequence[RoundSource]  # in order
    games_planned: int  # of a match
    game: str  # which one, by which version of its rules
    rules: GameRules
    lots_seed: int
    settings: Settings
    scheme: Scheme
    gone: Sequence[str] = ()  # who left, where that may strike their games
    schedule: Sequence[Tables] = ()  # the tables of all rounds, where somebody was away from one
    bracket: Seeded | None = None


def digests_of(rows: StageSource, *, by: object) -> dict[int, str]:
    """Of what the tables after each round are computed from; of that before the first, by 0.

    `by`: what orders them. A table depends on the rounds up to its own; but who left is judged by
    all rounds.
    """
    whole = [_mark(round_) for round_ in rows.rounds] if rows.gone else []
    known = (rows.entries, rows.games_planned, rows.game, rows.lots_seed, rows.settings)
    left = (rows.gone, rows.schedule, whole, rows.bracket and rows.bracket.mark)
    digest = sha256(repr((by, known, rows.scheme, left)).encode())
    digests = {0: digest.hexdigest()}
    for round_ in rows.rounds:
        digest.update(_mark(round_).encode())
        digests[round_.number] = digest.hexdigest()
    return digests


def _mark(round_: RoundSource) -> str:
    seated = (round_.number, round_.higher_score_wins, round_.matches, round_.seats)
    return repr((seated, round_.results, [(entry, bye.value) for entry, bye in round_.byes]))


def inputs_as_played(rows: StageSource, *, instead: Instead = NOTHING_INSTEAD) -> Inputs:
    """Whoever has left since. `instead`: as if these games had other results than those stored."""
    return Inputs(
        entries=tuple([EntryInput(*row) for row in rows.entries]),
        rounds=tuple(
            [_round(round_, planned=rows.games_planned, instead=instead) for round_ in rows.rounds]
        ),
        rules=rows.rules,
        lots_seed=rows.lots_seed,
        settings=rows.settings,
        bracket=rows.bracket,
    )


def inputs_counted(
    rows: StageSource, *, whole: StageSource | None = None, instead: Instead = NOTHING_INSTEAD
) -> Inputs:
    """What counts, whoever was away or left. `whole`: all rounds, where these are the first."""
    played = inputs_as_played(rows, instead=instead)
    if not rows.schedule:
        return played
    leavers = leavers_among(whole or rows, instead=instead)
    return settled(played, leavers=leavers, schedule=rows.schedule)


def leavers_among(rows: StageSource, *, instead: Instead = NOTHING_INSTEAD) -> list[Leaver]:
    """Who left, with how much they completed."""
    if not rows.gone:
        return []
    played = with_forfeits(inputs_as_played(rows, instead=instead), schedule=rows.schedule)
    field = field_of(played, scheme=rows.scheme)
    return [leaver_of(entry, field=field, schedule=rows.schedule) for entry in rows.gone]


def was_somebody_away(rounds: Sequence[RoundSource], *, entries: int) -> bool:
    """Whether there is a round in which not everybody sat at a table or had a bye."""
    return any(len(_there(round_)) < entries for round_ in rounds)


def _there(round_: RoundSource) -> set[str]:
    free = (entry for entry, bye in round_.byes if bye is not RoundOutcome.ABSENT)
    return {*free, *(entry for _match, entry, _letter in round_.seats)}


def _round(rows: RoundSource, *, planned: int, instead: Instead) -> RoundInput:
    letters: dict[str, dict[str, str]] = {match: {} for match, _slot in rows.matches}
    for match, entry, letter in rows.seats:
        letters[match].setdefault(entry, letter)
    games: dict[str, list[Sides]] = {match: [] for match in letters}
    for match, sides in _results(rows, instead):
        games[match].append(sides)
    matches = [
        _match(pk, letters[pk], games[pk], planned=planned, slot=slot) for pk, slot in rows.matches
    ]
    return RoundInput(rows.number, tuple(matches), dict(rows.byes), rows.higher_score_wins)


def _results(rows: RoundSource, instead: Instead) -> Iterator[tuple[str, Sides]]:
    """By match, in order of games: what counts, or what is assumed. All texts are read at once."""
    read: list[Sides] = json.loads(f"[{','.join([text for _, _, text in rows.results])}]")
    if not instead:
        yield from zip([match for match, _, _ in rows.results], read, strict=True)
        return
    numbered = [(match, number) for match, number, _ in rows.results]
    here = {match for match, _slot in rows.matches}
    assumed = {game: sides for game, sides in instead.items() if game[0] in here}
    counted: dict[tuple[str, int], Sides | None] = {
        **dict(zip(numbered, read, strict=True)),
        **assumed,
    }
    yield from (
        (match, sides) for (match, _), sides in sorted(counted.items()) if sides is not None
    )


def _match(
    pk: str, letters: Mapping[str, str], results: Sequence[Sides], *, planned: int, slot: str
) -> MatchInput:
    forfeited = [side["entry"] for sides in results for side in sides if side["forfeited"]]
    return MatchInput(
        pk,
        _as_seated(letters, results),
        tuple([_game(sides) for sides in results]),
        planned,
        frozenset(forfeited),
        slot,
    )


def _as_seated(letters: Mapping[str, str], results: Sequence[Sides]) -> tuple[str, ...]:
    """In the order of the seats: as they sat in the first game, where the table said so."""
    sat = dict(letters)
    for side in results[0] if results else ():
        if held := side.get("seats"):
            sat[side["entry"]] = held[0]
    return tuple(sorted(sat, key=sat.__getitem__))


def _game(sides: Sides) -> GameInput:
    came = [side for side in sides if not side["forfeited"]]
    return GameInput(
        tuple([_side(side) for side in came]),
        was_played=len(came) > 1 or len(came) == len(sides),
    )


def _side(side: Mapping[str, Any]) -> GameSide:
    held = side.get("seats")
    return GameSide(
        *(side["entry"], side["rank"], side["score"] or 0, tuple(side["keys"])),
        more=side.get("more", _NO_MORE),
        starts="A" in held if held else None,
    )


_NO_MORE: Mapping[str, object] = {}
