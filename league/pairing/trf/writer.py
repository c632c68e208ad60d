"""How a tournament report is written: TRF(x), the text that pairing programs exchange.

Decided here: the columns of FIDE's TRF16, the lines that TRF-2026 added (rounds, first colour,
points, kind, tiebreaks, byes asked for, acceleration, who is kept apart) beside those of JaVaFo
(XX…, which py4swiss reads too) and of bbpPairings (BB…), and how a name is brought down to ASCII.
Every reader takes the lines that it knows. Left to others: what the outcomes are, and real names
and dates, which exchange fills in.

Three things are told in our own way:
- a round edited by hand has the line `### round 3 was edited by hand`, and so has one that was
  paired before an earlier result came or changed; tools skip `###` lines;
- `absent` is written as a zero-point bye, the only such outcome the format has;
- a match still being played has an opponent and a blank result, which people can read and engines
  refuse: give an engine `event.before(round)`.
"""

import unicodedata
from collections.abc import Iterator
from itertools import groupby

from league.pairing.trf.event import TrfEvent, TrfRound

EDITED = "### round {} was edited by hand"
EARLY = "### round {} was paired before all earlier results were as they are now"
NAME_WIDTH = 33
_SPELT_OUT = str.maketrans(
    {"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ø": "o", "Ø": "O", "ı": "i", "ð": "d", "Ð": "D"}
    | {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "þ": "th", "Þ": "Th"}
    | {"’": "'", "‘": "'", "–": "-", "—": "-"}
)
EDITION = "### from round {} on paired by {}"
EDITIONS = {
    "2017": "FIDE Dutch, rules to January 2026",
    "2026": "FIDE Dutch, rules since February 2026",
}


def write_trf(event: TrfEvent) -> str:
    """The report, a line each for what is known of the event, its rules and its players."""
    lines = (*_headings(event), *_rules_of_2026(event), *_rules(event), *_players(event))
    return "\n".join(lines) + "\n"


def ascii_name(name: str, *, width: int = NAME_WIDTH) -> str:
    """A name that every checker accepts: accents dropped, one line, cut to its columns."""
    plain = unicodedata.normalize("NFKD", name.translate(_SPELT_OUT))
    kept = "".join(c if c.isascii() and c.isprintable() else " " * c.isspace() for c in plain)
    return " ".join(kept.split())[:width].rstrip()


def decimal(points_12: int) -> str:
    return f"{points_12 // 12}.{points_12 % 12 * 10 // 12}"


def _headings(event: TrfEvent) -> Iterator[str]:
    known = {
        "012": ascii_name(event.name, width=80),
        "022": ascii_name(event.city, width=80),
        "042": event.start and f"{event.start:%Y/%m/%d}",
        "052": event.end and f"{event.end:%Y/%m/%d}",
        "062": str(len(event.players)),
        "092": f"Individual: {event.system}",
    }
    yield from (f"{code} {value}" for code, value in known.items() if value)


def _rules_of_2026(event: TrfEvent) -> Iterator[str]:
    win, draw, loss, bye, _forfeit, absence = event.points.all_12
    worths = zip("WDLAP", (win, draw, loss, absence, bye), strict=True)
    told = (f"{code}{decimal(worth):>4}" for code, worth in worths)
    yield f"142 {event.rounds_planned}"
    yield f"152 {'W' if event.first_starts else 'B'}"
    yield "162  " + "    ".join(told)
    yield "182 Arbitr"
    if event.code:
        yield f"192 {event.code}"
    if event.tiebreaks:
        yield f"202 {','.join(event.tiebreaks)}"
        yield f"212 {','.join(('PTS', *event.tiebreaks))}"
    coming = event.rounds_told + 1
    for letter, numbers in (("H", event.resting), ("Z", event.absent)):
        if numbers:
            yield f"240 {letter} {coming:03} " + " ".join(f"{n:>4}" for n in sorted(numbers))
    yield from _acceleration(event)
    for low, high in sorted(event.apart):
        yield f"260 001 {event.rounds_planned:03} {low:>4} {high:>4}"


def _acceleration(event: TrfEvent) -> Iterator[str]:
    """Points, from round to round, from number to number: a line for each block of the same."""
    rows = sorted((number, tuple(points)) for number, points in event.virtual.items())
    # Numbers of a run differ from their place in the list by the same.
    blocks = groupby(enumerate(rows), key=lambda told: (told[1][0] - told[0], told[1][1]))
    for (_gap, points), block in blocks:
        numbers = [number for _, (number, _points) in block]
        for worth, told in groupby(enumerate(points, start=1), key=lambda told: told[1]):
            rounds = [number for number, _ in told]
            span = f"{rounds[0]:>3} {rounds[-1]:>3} {numbers[0]:>4} {numbers[-1]:>4}"
            yield f"250      {decimal(worth):>4} {span}"


def _rules(event: TrfEvent) -> Iterator[str]:
    win, draw, loss, bye, forfeit, absence = map(decimal, event.points.all_12)
    yield f"XXR {event.rounds_planned}"
    yield f"XXC {'white1' if event.first_starts else 'black1'}"
    yield (
        f"XXS WW={win} BW={win} WD={draw} BD={draw} WL={loss} BL={loss}"
        f" ZPB={absence} HPB={draw} FPB={win} PAB={bye} FW={win} FL={forfeit}"
    )
    for letter, worth in zip("WDLUZF", (win, draw, loss, bye, absence, forfeit), strict=True):
        yield f"BB{letter} {worth:>4}"
    if event.absent:
        yield f"XXZ {' '.join(map(str, sorted(event.absent)))}"
    yield from (f"XXP {low} {high}" for low, high in sorted(event.apart))
    for number, points in sorted(event.virtual.items()):
        yield f"XXA {number:>4} " + " ".join(f"{decimal(worth):>4}" for worth in points)
    for edition, first in sorted(event.editions.items(), key=lambda told: told[1]):
        yield EDITION.format(first, EDITIONS[edition])
    yield from (EDITED.format(edited) for edited in sorted(event.edited_rounds))
    yield from (EARLY.format(early) for early in sorted(event.early_rounds))


def _players(event: TrfEvent) -> Iterator[str]:
    totals = {player.number: event.total_12(player) for player in event.players}
    by_rank = sorted(totals, key=lambda number: (-totals[number], number))
    ranks = {number: rank for rank, number in enumerate(by_rank, start=1)}
    for player in sorted(event.players, key=lambda player: player.number):
        name = ascii_name(player.name) or f"Player {player.number}"
        # Blank: sex and title (10 to 13), federation, FIDE number and birth (54 to 79).
        yield (
            f"001 {player.number:>4} {'':4} {name:<{NAME_WIDTH}} {player.rating:>4} {'':26}"
            f" {decimal(totals[player.number]):>4} {player.rank or ranks[player.number]:>4}"
            + "".join(map(_round, player.rounds))
        ).rstrip()


def _round(played: TrfRound) -> str:
    if not played.opponent:
        return f"  0000 - {played.letter}"
    return f"  {played.opponent:>4} {'w' if played.starts else 'b'} {played.letter}"
