"""The lines 001 of a report: who plays, and every round of each, told alike by both sides.

Starting numbers may have gaps; ours have none, and the numbers of the file are kept beside them.
Columns after the last round in which anybody was paired say who will not play in the next one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.values import gettext_noop
from league.pairing.trf.event import FULL_BYE, LETTERS, TrfPlayer, TrfRound
from league.pairing.trf.lines import TrfLine, TrfLines, whole_number
from league.standings.inputs import RoundOutcome

_FIRST_ROUND, _ROUND_WIDTH = 91, 10
_FULL = TrfRound(RoundOutcome.PAIRING_BYE, is_full_bye=True)
_OUTCOMES = {letter: outcome for outcome, letter in LETTERS.items()} | {
    "W": RoundOutcome.WIN,  # hardly a move was made
    "D": RoundOutcome.DRAW,
    "L": RoundOutcome.LOSS,
}
_ALONE = {
    "U": TrfRound(RoundOutcome.PAIRING_BYE),
    "H": TrfRound(RoundOutcome.HALF_BYE),
    "Z": TrfRound(RoundOutcome.ZERO_BYE),
    "-": TrfRound(RoundOutcome.ZERO_BYE),
    FULL_BYE: _FULL,
    "+": _FULL,
    " ": TrfRound(RoundOutcome.ABSENT),
}
_ANSWERS = {
    RoundOutcome.WIN: {RoundOutcome.LOSS},
    RoundOutcome.DRAW: {RoundOutcome.DRAW},
    RoundOutcome.LOSS: {RoundOutcome.WIN},
    RoundOutcome.FORFEIT_WIN: {RoundOutcome.FORFEIT_LOSS},
    RoundOutcome.FORFEIT_LOSS: {RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS},
    RoundOutcome.PENDING: {RoundOutcome.PENDING},
}
_UNPLAYED = {RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS, RoundOutcome.PENDING}
_MISSED = _ALONE[" "]  # also what is not told of rounds to come
_FAULTY = replace(_MISSED)  # known by its identity

Cells = Mapping[int, Sequence[TrfRound]]  # by the number in the file


@dataclass(frozen=True, slots=True)
class TrfLimits:
    """More than this is not read, whoever sends it."""

    players: int = 2000
    rounds: int = 60


@dataclass(frozen=True)
class PlayersTold:
    players: tuple[TrfPlayer, ...] = ()
    lines: Mapping[int, TrfLine] = field(default_factory=dict)  # by our numbers
    numbers: Mapping[int, int] = field(default_factory=dict)  # ours by those of the file
    coming: Mapping[int, TrfRound] = field(default_factory=dict)  # of the next round, where told

    @property
    def rounds(self) -> int:
        return max((len(player.rounds) for player in self.players), default=0)


def read_players(lines: TrfLines, limits: TrfLimits) -> PlayersTold:
    """Nobody where anything is wrong with one of them."""
    told = [
        (line, player)
        for line in _within_limits(lines, limits)
        if (player := _player(lines, line, limits))
    ]
    if not told:
        lines.wrong(0, gettext_noop("There is no player in it: no line begins with 001."))
        return PlayersTold()
    told.sort(key=lambda one: one[1].number)
    numbers = {player.number: at for at, (_, player) in enumerate(told, start=1)}
    if len(numbers) < len(told):
        _say_repeated(lines, told)
        return PlayersTold()
    if max(numbers) > len(numbers):
        text = gettext_noop("Starting numbers have gaps: players are numbered from 1 on.")
        lines.note(0, text)
    cells = _padded([player for _, player in told])
    for line, player in told:
        for at in range(len(cells[player.number])):
            _check_answer(lines, line, (player.number, at), cells)
    if lines.is_hindered:
        return PlayersTold()
    return _as_played(told, numbers, cells)


def _within_limits(lines: TrfLines, limits: TrfLimits) -> list[TrfLine]:
    found = list(lines.of("001"))
    if len(found) > limits.players:
        lines.wrong(0, gettext_noop("The limit is %(most)d players."), most=limits.players)
    return found[: limits.players]


def _say_repeated(lines: TrfLines, told: Sequence[tuple[TrfLine, TrfPlayer]]) -> None:
    seen: set[int] = set()
    for line, player in told:
        if player.number in seen:
            text = gettext_noop("Number %(number)d is there twice.")
            lines.wrong(line.number, text, number=player.number)
        seen.add(player.number)


def _player(lines: TrfLines, line: TrfLine, limits: TrfLimits) -> TrfPlayer | None:
    number = whole_number(line.text[4:8].strip())
    if not number:
        lines.wrong(line.number, gettext_noop("There is no starting number in columns 5 to 8."))
        return None
    starts = range(_FIRST_ROUND, len(line.text), _ROUND_WIDTH)
    if len(starts) > limits.rounds:
        text = gettext_noop("An event has at most %(most)d rounds.")
        lines.wrong(line.number, text, most=limits.rounds)
    cells = [
        _cell(lines, line, at // _ROUND_WIDTH - 8, line.text[at : at + 8].ljust(8))
        for at in starts[: limits.rounds]
    ]
    return TrfPlayer(
        number=number,
        rounds=tuple(cells),
        name=" ".join(line.text[14:47].split()),
        rating=whole_number(line.text[48:52].strip()) or 0,
        rank=whole_number(line.text[85:89].strip()) or 0,
    )


def _cell(lines: TrfLines, line: TrfLine, round_number: int, cell: str) -> TrfRound:
    told, colour, letter = cell[:4].strip(), cell[5].lower(), cell[7].upper()
    opponent = whole_number(told or "0")
    if opponent and letter in _OUTCOMES and _OUTCOMES[letter] in _ANSWERS:
        return TrfRound(_OUTCOMES[letter], opponent, starts=colour == "w")
    if opponent == 0 and letter in _ALONE:
        return _ALONE[letter]
    text = gettext_noop("“%(told)s” is no round, in round %(round)d.")
    lines.wrong(line.number, text, told=cell.strip(), round=round_number)
    return _FAULTY


def _padded(players: Sequence[TrfPlayer]) -> Cells:
    rounds = max(len(player.rounds) for player in players)
    return {
        player.number: (*player.rounds, *[_MISSED] * (rounds - len(player.rounds)))
        for player in players
    }


def _check_answer(lines: TrfLines, line: TrfLine, at: tuple[int, int], cells: Cells) -> None:
    number, column = at
    cell = cells[number][column]
    if not cell.opponent:
        return
    gaps = {"round": column + 1, "number": number, "opponent": cell.opponent}
    if cell.opponent not in cells or cell.opponent == number:
        text = gettext_noop("Round %(round)d: there is no opponent number %(opponent)d.")
        lines.wrong(line.number, text, **gaps)
        return
    answer = cells[cell.opponent][column]
    if answer is _FAULTY:  # which is told where it stands
        return
    if answer.opponent != number:
        text = gettext_noop(
            "Round %(round)d: %(number)d met %(opponent)d, whose line says somebody else."
        )
        lines.wrong(line.number, text, **gaps)
    elif number < cell.opponent and (fault := _fault(cell, answer)):
        lines.wrong(line.number, fault, **gaps)


def _fault(cell: TrfRound, answer: TrfRound) -> str:
    """What two who met do not tell alike."""
    if answer.outcome not in _ANSWERS[cell.outcome]:
        return gettext_noop(
            "Round %(round)d: the results of %(number)d and %(opponent)d do not fit."
        )
    if cell.starts and answer.starts:
        return gettext_noop("Round %(round)d: both %(number)d and %(opponent)d have White.")
    if not (cell.starts or answer.starts) and cell.outcome not in _UNPLAYED:
        return gettext_noop("Round %(round)d: neither %(number)d nor %(opponent)d has White.")
    return ""


def _as_played(
    told: Sequence[tuple[TrfLine, TrfPlayer]], numbers: Mapping[int, int], cells: Cells
) -> PlayersTold:
    """Renumbered, up to the last round in which somebody was paired."""
    columns = range(1, len(next(iter(cells.values()))) + 1)
    done = max(
        (n for n in columns if any(row[n - 1].took_part for row in cells.values())), default=0
    )
    players = tuple(
        replace(
            player,
            number=numbers[player.number],
            rounds=tuple(
                replace(
                    cell,
                    opponent=numbers.get(cell.opponent, 0),
                    starts=_starts(player.number, at, cells),
                )
                for at, cell in enumerate(cells[player.number][:done])
            ),
        )
        for _, player in told
    )
    return PlayersTold(
        players=players,
        lines={numbers[player.number]: line for line, player in told},
        numbers=numbers,
        coming={
            numbers[player.number]: player.rounds[done]
            for _, player in told
            if player.rounds[done:]
        },
    )


def _starts(number: int, at: int, cells: Cells) -> bool:
    """What was not played may come without a colour: then the lower number has White."""
    cell = cells[number][at]
    if not cell.opponent or cell.starts:
        return cell.starts
    answer = cells[cell.opponent][at]
    return not answer.starts and cell.outcome in _UNPLAYED and number < cell.opponent
