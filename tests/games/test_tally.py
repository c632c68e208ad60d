"""Figures without a record, over every registered game and the tiny one.

What the figures of a position give is what its record gives; nothing from outside raises.
"""

import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from games.contract import Rules
from games.record import Record, read
from games.tallies import scored, side_name, tallied
from games.values import Fault, Setup

pytestmark = pytest.mark.usefixtures("other_games")

SEEDS = range(12)
ENDINGS = ("normal", "time")
quick = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def setups(rules: Rules) -> list[Setup]:
    """Without the game's own tags: figures come from those who wrote nothing down."""
    return [
        Setup(players, variant, edition)
        for variant, numbers in rules.variants.items()
        for players in numbers
        for edition in rules.editions
    ]


def positions(rules: Rules, seed: int, setup: Setup) -> list[Any]:
    text = rules.random_play.game(seed, players=setup.players, variant=setup.variant)
    record = read(text.encode())
    assert isinstance(record, Record), text
    found: list[Any] = [rules.play.start(record.setup)]
    for action in record.actions:
        outcome = rules.play.step(found[-1], action)
        assert not isinstance(outcome, Fault)
        found.append(outcome[0])
    return found


def fault(outcome: Any) -> Fault:
    """A fault that can be shown, of whatever language its sentence is in."""
    assert isinstance(outcome, Fault), outcome
    assert outcome.text.format(**outcome.gaps)
    assert re.fullmatch("[a-z-]+", outcome.code)
    assert outcome.rule
    return outcome


def lawful_figures(rules: Rules, setup: Setup) -> tuple[Setup, dict[str, dict[str, int]]]:
    last = positions(rules, 1, setup)[-1]
    return last.setup, {side: dict(sheet) for side, sheet in rules.figures.of(last).items()}


def test_variants_have_names_and_sides(rules: Rules) -> None:
    assert set(rules.variant_names) == set(rules.variants)
    for setup in setups(rules):
        sides = rules.play.sides(setup)
        assert sorted(seat for seats in sides for seat in seats) == list(setup.seats)
        assert list(sides) == sorted(sides)
        assert len({len(seats) for seats in sides}) == 1
        assert rules.variant_names[setup.variant]


def test_sides_are_those_of_the_standings(rules: Rules) -> None:
    for setup in setups(rules):
        start = positions(rules, 2, setup)[0]
        standings = rules.play.standings(start)
        assert [one.seats for one in standings] == list(rules.play.sides(start.setup))
        assert [one.side for one in standings] == list(
            map(side_name, rules.play.sides(start.setup))
        )


def test_fields_are_told(rules: Rules) -> None:
    for setup in setups(rules):
        fields = rules.figures.fields(setup)
        assert fields
        assert len({field.name for field in fields}) == len(fields)
        for field in fields:
            assert re.fullmatch("[a-z_]+", field.name)
            assert field.label
            assert field.rule
            assert field.least <= field.most
            assert field.kind == "number" or (field.least, field.most) == (0, 1)


def test_figures_of_a_finished_game_give_its_standings(rules: Rules) -> None:
    for setup in setups(rules):
        for seed in SEEDS:
            last = positions(rules, seed, setup)[-1]
            outcome = tallied(rules, last.setup, rules.figures.of(last))
            assert outcome == rules.play.standings(last), seed


def test_figures_when_time_was_called_give_the_standings_then(rules: Rules) -> None:
    for setup in setups(rules):
        for seed in range(3):
            for position in positions(rules, seed, setup):
                if position.is_over and not position.is_complete:
                    continue  # hands are still missing: no result yet
                ending = "normal" if position.is_over else "time"
                outcome = tallied(
                    rules, position.setup, rules.figures.of(position), termination=ending
                )
                assert outcome == rules.play.standings(position), seed


def test_tally_counts_as_a_game_of_the_league(rules: Rules) -> None:
    setup, sheets = lawful_figures(rules, setups(rules)[0])
    outcome = tallied(rules, setup, sheets)
    assert not isinstance(outcome, Fault)
    assert all(isinstance(key, int) for key in rules.league_keys(outcome[0]))


@quick
@given(data=st.data())
def test_any_figures_are_tallied_or_refused(rules: Rules, data: Any) -> None:
    setup = data.draw(st.sampled_from(setups(rules)))
    number = st.integers() | st.integers(-50, 50)
    names = [field.name for field in rules.figures.fields(setup)]
    inside = st.fixed_dictionaries(
        {field.name: st.integers(field.least, field.most) for field in rules.figures.fields(setup)}
    )
    outside = st.dictionaries(st.sampled_from(names) | st.text(max_size=5), number)
    sides = [side_name(seats) for seats in rules.play.sides(setup)]
    ordered = st.fixed_dictionaries(dict.fromkeys(sides, inside))
    wild = st.dictionaries(st.sampled_from(sides) | st.text(max_size=5), inside | outside)
    sheets = data.draw(ordered | ordered | wild)
    outcome = tallied(rules, setup, sheets, termination=data.draw(st.sampled_from(ENDINGS)))
    if isinstance(outcome, Fault):
        fault(outcome)
    else:
        assert [one.side for one in outcome] == sides


def test_sides_that_are_missing_or_unknown_are_refused(rules: Rules) -> None:
    for setup in setups(rules):
        found, sheets = lawful_figures(rules, setup)
        side = next(iter(sheets))
        less = {name: sheet for name, sheet in sheets.items() if name != side}
        assert fault(tallied(rules, found, less)).code == "side"
        assert fault(tallied(rules, found, {**sheets, "E" * 99: sheets[side]})).code == "side"


def test_fields_that_are_missing_or_unknown_are_refused(rules: Rules) -> None:
    for setup in setups(rules):
        found, sheets = lawful_figures(rules, setup)
        side = next(iter(sheets))
        more = {**sheets, side: {**sheets[side], "weather": 1}}
        assert fault(tallied(rules, found, more)).code == "figure"
        for field in rules.figures.fields(found):
            rest = {name: value for name, value in sheets[side].items() if name != field.name}
            outcome = tallied(rules, found, {**sheets, side: rest})
            if field.kind == "number" and field.is_required:
                assert fault(outcome).code == "figure-missing"


def test_figures_out_of_bounds_are_refused(rules: Rules) -> None:
    for setup in setups(rules):
        found, sheets = lawful_figures(rules, setup)
        for field in rules.figures.fields(found):
            for value in (field.least - 1, field.most + 1):
                wrong = {side: {**sheet, field.name: value} for side, sheet in sheets.items()}
                refused = fault(tallied(rules, found, wrong))
                assert (refused.code, refused.rule) == ("figure-range", field.rule)


def test_scores_of_a_finished_game_are_possible_scores(rules: Rules) -> None:
    """Alone, with whom more was compared for marked as ahead."""
    for setup in setups(rules):
        for seed in SEEDS:
            last = positions(rules, seed, setup)[-1]
            standings = rules.play.standings(last)
            best = max(side.keys for side in standings)
            outcome = scored(
                rules,
                last.setup,
                {side.side: side.score for side in standings},
                ahead={side.side for side in standings if side.keys == best},
            )
            assert not isinstance(outcome, Fault), (seed, outcome)
            assert [(side.side, side.score) for side in outcome] == [
                (side.side, side.score) for side in standings
            ]


def test_example_of_scores_is_possible(rules: Rules) -> None:
    for setup in setups(rules):
        sides = [side_name(seats) for seats in rules.play.sides(setup)]
        scores = dict(zip(sides, rules.figures.example(setup), strict=True))
        assert not isinstance(scored(rules, setup, scores), Fault), setup


def test_scores_out_of_bounds_or_of_others_are_refused(rules: Rules) -> None:
    for setup in setups(rules):
        sides = [side_name(seats) for seats in rules.play.sides(setup)]
        scores = dict(zip(sides, rules.figures.example(setup), strict=True))
        field = rules.figures.score(setup)
        for value in (field.least - 1, field.most + 1):
            refused = fault(scored(rules, setup, {**scores, sides[0]: value}))
            assert (refused.code, refused.rule) == ("figure-range", field.rule)
        assert fault(scored(rules, setup, {**scores, "E": 1})).code == "side"


def test_tick_of_two_sides_is_refused(rules: Rules) -> None:
    for setup in setups(rules):
        found, sheets = lawful_figures(rules, setup)
        for field in rules.figures.fields(found):
            if field.kind == "tick":
                wrong = {side: {**sheet, field.name: 1} for side, sheet in sheets.items()}
                assert fault(tallied(rules, found, wrong)).code == "tick"


def test_tick_may_be_left_out_where_it_is_not_set(rules: Rules) -> None:
    for setup in setups(rules):
        found, sheets = lawful_figures(rules, setup)
        ticks = {field.name for field in rules.figures.fields(found) if field.kind == "tick"}
        short = {
            side: {name: value for name, value in sheet.items() if value or name not in ticks}
            for side, sheet in sheets.items()
        }
        assert tallied(rules, found, short) == tallied(rules, found, sheets)


def test_required_tick_stands_somewhere_unless_time_was_called(rules: Rules) -> None:
    for setup in setups(rules):
        found, sheets = lawful_figures(rules, setup)
        for field in rules.figures.fields(found):
            none = {side: {**sheet, field.name: 0} for side, sheet in sheets.items()}
            if field.kind == "tick" and field.is_required:
                assert fault(tallied(rules, found, none)).code == "tick"
                assert not isinstance(tallied(rules, found, none, termination="time"), Fault)


def test_game_that_was_abandoned_has_no_result(rules: Rules) -> None:
    setup, sheets = lawful_figures(rules, setups(rules)[0])
    for ending in ("abandoned", "x" * 99):
        assert fault(tallied(rules, setup, sheets, termination=ending)).code == "termination"
