"""Two-seat Swiss read a second time: each round paired again from the event's own report."""

import pytest

from league.pairing.dutch.engine import Drawn, pair_dutch
from league.pairing.field import Pairing
from league.pairing.positions import read_report
from league.pairing.trf.event import TrfEvent
from league.pairing.trf.writer import write_trf
from tests.league.pairing.swiss_play import SwissPlay, entries

Pair = tuple[int, int]


@pytest.mark.parametrize(
    ("count", "rounds", "is_lively"),
    [(41, 7, True), (41, 7, False), (24, 9, True), (9, 7, True), (6, 3, False)],
)
def test_final_report_gives_each_round_again(count: int, rounds: int, is_lively: bool) -> None:
    """As a checker would: from the text alone."""
    play = SwissPlay(entries(count), seed=count, rounds_planned=rounds, is_lively=is_lively).play()
    event = play.event()

    for number, pairing in enumerate(play.pairings, start=1):
        assert paired_again(event.before(number)) == as_numbers(pairing)
    assert len(play.pairings) == rounds


def as_numbers(pairing: Pairing) -> set[Pair]:
    seats = [*(table.entries for table in pairing.tables), *((bye, "e0") for bye in pairing.byes)]
    return {(int(first[1:]), int(second[1:])) for first, second in seats}


def paired_again(event: TrfEvent) -> set[Pair]:
    drawn = pair_dutch(read_report(write_trf(event)).position)
    assert isinstance(drawn, Drawn)
    return {*drawn.pairs, *([(drawn.bye, 0)] if drawn.bye else [])}
