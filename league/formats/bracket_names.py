"""What the matches and rounds of a bracket are called. The gaps of sentences are figures."""

from collections.abc import Sequence

from games.values import gettext_noop
from league.formats.contract import Sentence
from league.standings.bracket import Bracket, Side, Slot

_ROUNDS = (
    gettext_noop("Final"),
    gettext_noop("Semi-finals"),
    gettext_noop("Quarter-finals"),
)
_MATCHES = (
    gettext_noop("Final: number %(first)d meets number %(second)d."),
    gettext_noop("Semi-final: number %(first)d meets number %(second)d."),
    gettext_noop("Quarter-final: number %(first)d meets number %(second)d."),
)
_THIRD = gettext_noop("Final and third place")
_PLACES = gettext_noop("Final and the places behind")


def round_name(bracket: Bracket, number: int) -> Sentence | None:
    """Of a single knockout; None: by its number alone."""
    here = [slot for slot in bracket.slots if slot.round == number]
    if any(len(slot.sources) > 2 for slot in bracket.slots):
        is_last = number == bracket.rounds
        return Sentence(gettext_noop("Final table")) if is_last else None
    to_come = bracket.rounds - number
    best = [slot.best_place for slot in here if slot.side is Side.PLACES]
    if not to_come and best:
        return Sentence(_THIRD if best == [3] else _PLACES)
    if to_come < len(_ROUNDS):
        return Sentence(_ROUNDS[to_come])
    return Sentence(gettext_noop("Round of %(entries)d"), {"entries": 2 ** (to_come + 1)})


def double_round_name(bracket: Bracket, number: int) -> Sentence | None:
    """Of a double elimination, in which both brackets may play at once."""
    here = [slot for slot in bracket.slots if slot.round == number]
    if any(slot.side is Side.FINAL for slot in here):
        is_second = any(slot.only_if_lost for slot in here)
        return Sentence(gettext_noop("Second final") if is_second else _ROUNDS[0])
    gaps = {slot.side.value: slot.level for slot in here}
    if len(gaps) > 1:
        text = gettext_noop("Winners' round %(winners)d and losers' round %(losers)d")
    elif Side.WINNERS.value in gaps:
        text = gettext_noop("Winners' round %(winners)d")
    else:
        text = gettext_noop("Losers' round %(losers)d")
    return Sentence(text, gaps) if gaps else None


def match_words(slot: Slot, seeds: Sequence[int], *, bracket: Bracket) -> Sentence:
    """Why these meet, by their starting numbers."""
    if len(seeds) > 2:
        return _table_words(slot, seeds)
    first, second = sorted(seeds)
    gaps = {"first": first, "second": second, "level": slot.level}
    if slot.only_if_lost:
        text = gettext_noop(
            "Second final, since number %(first)d and number %(second)d have each lost once."
        )
    elif slot.side is Side.PLACES:
        gaps["place"] = slot.best_place or slot.out_place - len(slot.sources) // 2
        text = gettext_noop(
            "For the places from %(place)d on: number %(first)d meets number %(second)d."
        )
    elif slot.side is Side.LOSERS:
        text = gettext_noop("Losers' round %(level)d: number %(first)d meets number %(second)d.")
    else:
        return _winners_words(slot, gaps, bracket=bracket)
    return Sentence(text, gaps)


def _winners_words(slot: Slot, gaps: dict[str, int], *, bracket: Bracket) -> Sentence:
    if any(each.side is Side.LOSERS or each.only_if_lost for each in bracket.slots):
        if slot.side is Side.FINAL:
            return Sentence(_MATCHES[0], gaps)
        text = gettext_noop("Winners' round %(level)d: number %(first)d meets number %(second)d.")
        return Sentence(text, gaps)
    to_come = bracket.rounds - slot.round
    if to_come < len(_MATCHES):
        return Sentence(_MATCHES[to_come], gaps)
    gaps["entries"] = 2 ** (to_come + 1)
    return Sentence(
        gettext_noop("Round of %(entries)d: number %(first)d meets number %(second)d."), gaps
    )


def _table_words(slot: Slot, seeds: Sequence[int]) -> Sentence:
    gaps = {"numbers": ", ".join(map(str, sorted(seeds))), "advance": slot.advance}
    if slot.side is Side.FINAL:
        return Sentence(gettext_noop("Final table of numbers %(numbers)s."), gaps)
    if slot.advance == 1:
        return Sentence(gettext_noop("Numbers %(numbers)s: the best goes on."), gaps)
    return Sentence(gettext_noop("Numbers %(numbers)s: the best %(advance)d go on."), gaps)
