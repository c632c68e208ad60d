"""What parts two rows of a table, and what each value is made of."""

import json
import re
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from league.standings.field import field_of
from league.standings.inputs import EntryInput, Inputs, RoundInput, RoundOutcome, Settings
from league.standings.keys import (
    direct_encounter,
    given as given_keys,
    koya,
    opponents,
    own_games,
    own_rounds,
    performance,
    relative,
    unplayed,
)
from league.standings.keys.direct_encounter import MET, NOT_MET
from league.standings.keys.opponents import TIMES_OWN
from league.standings.keys.own_rounds import RUNNING
from league.standings.keys.relative import SPREAD_CAPPED
from league.standings.keys.unplayed import ADJUSTED, CAPPED_BY_DRAWS, OPPONENT
from league.standings.parts import Explanation, ValuePart
from league.standings.points import Scheme, by_place, duel
from league.standings.table import POINTS, Row, explain, parted_by, standings
from league.standings.tiebreaks import TIEBREAKS
from league.standings.wording import CUT_WORDS, HOW_WORDS, Combination, Cut, Reason
from tests.league.standings.events import entries, events, match

EQUAL = by_place("equal")
kinds = st.tuples(events(), st.just(EQUAL)) | st.tuples(events(most=2), st.just(duel()))


# How far a rounded value may be from the parts.
ROUNDED = {Combination.MEAN_WHOLE: Fraction(1, 2), Combination.MEAN_HUNDREDTHS: Fraction(1, 200)}


def row(rank: int, points_12: int, **values: int) -> Row:
    return Row(rank, f"e{rank}", points_12, {key: (value,) for key, value in values.items()}, ())


def test_points_part_first() -> None:
    assert parted_by(row(1, 24, WON=1), row(2, 12, WON=2)) == POINTS


def test_first_tiebreak_that_differs_parts_those_with_equal_points() -> None:
    upper, lower = row(1, 24, WIN=2, WON=3, SEED=4), row(2, 24, WIN=2, WON=1, SEED=1)
    assert parted_by(upper, lower) == "WON"


def test_nothing_parts_those_who_share_a_rank() -> None:
    assert parted_by(row(2, 24, WON=3), row(2, 24, WON=3)) == ""


def added_up(parts: list[ValuePart], by: int) -> tuple[Fraction, ...]:
    amounts = [[Fraction(each) for each in part.amount] for part in parts]
    return tuple(sum(column, Fraction(0)) / by for column in zip(*amounts, strict=True))


@given(kinds, st.sampled_from(list(TIEBREAKS)))
def test_parts_make_the_value_in_the_table(event: tuple[Inputs, Scheme], key: str) -> None:
    inputs, scheme = event
    field = field_of(inputs, scheme=scheme)
    for row in standings(inputs, chain=["WIN", key] if key != "WIN" else [key], scheme=scheme):
        told = explain(field, entry=row.entry, key=key, chain=["WIN"])
        assert (told.key, told.entry, told.value) == (key, row.entry, row.values[key])
        kept = [part for part in told.parts if not part.is_cut]
        if told.how is Combination.VOID:
            assert told.value == ()
        elif told.how is Combination.COMPARED:
            assert 1 <= int(told.value[0]) <= len(inputs.entries)
        elif not kept:
            assert told.value == (0,)
        elif told.how is Combination.EXPECTED:
            assert sum(len(part.amount) for part in kept) == len(kept)
        else:
            [value, *_] = values = tuple(Fraction(each) for each in told.value)
            away = abs(added_up(kept, told.divisor)[0] - value)
            assert away <= ROUNDED.get(told.how, 0)
            assert told.how in ROUNDED or added_up(kept, told.divisor) == values


@given(kinds, st.sampled_from(list(TIEBREAKS)))
def test_sentences_of_all_parts_can_be_filled(event: tuple[Inputs, Scheme], key: str) -> None:
    inputs, scheme = event
    field = field_of(inputs, scheme=scheme)
    for entry in field.cells:
        told = explain(field, entry=entry, key=key)
        assert told.words % {"divisor": told.divisor}
        for part in told.parts:
            known = {"round": part.round, "opponent": part.opponent, "amount": part.amount}
            one, many, _number = part.counted_words or (part.words, part.words, 0)
            for words in (part.words, one, many):
                assert "None" not in words % {**known, **part.gaps}
        assert json.loads(json.dumps(told.as_dict()))["key"] == key


def test_every_kind_has_its_words() -> None:
    assert set(HOW_WORDS) == set(Combination)
    assert {cut for cut, words in CUT_WORDS.items() if words} == set(Cut) - {Cut.NONE}


@pytest.mark.parametrize(
    ("part", "counted"),
    [
        (ValuePart(RUNNING, (1,)), 1),
        (ValuePart(RUNNING, (0,)), 0),
        (ValuePart(ADJUSTED, ("5/2",), gaps={"points": 2}), 2),
        (ValuePart(ADJUSTED, ("5/2",), gaps={"points": -1}), 1),
    ],
)
def test_whole_number_of_points_has_a_sentence_for_one_and_for_many(
    part: ValuePart, counted: int
) -> None:
    assert part.why.forms
    assert part.counted_words == (*part.why.forms, counted)


@pytest.mark.parametrize(
    "part",
    [
        ValuePart(RUNNING, ("3/2",)),
        ValuePart(TIMES_OWN, (1,)),
        ValuePart(MET, (1, 2)),
    ],
)
def test_fraction_and_what_counts_no_points_have_one_sentence(part: ValuePart) -> None:
    assert part.counted_words is None


def test_both_forms_of_a_sentence_have_the_same_gaps_as_the_one_for_fractions() -> None:
    gaps = re.compile(r"%\(\w+\)s")
    for why in (why for why in reasons() if why.forms):
        one, many = (sorted(gaps.findall(form)) for form in why.forms or ())
        assert one == many == sorted(gaps.findall(why.words))
        assert [form for form in why.forms or () if form == why.words]


def reasons() -> list[Reason]:
    """All that the modules of the tiebreaks say."""
    modules = (direct_encounter, given_keys, koya, opponents, own_games, own_rounds, performance)
    named = (vars(module) for module in (*modules, relative, unplayed))
    return [value for names in named for value in names.values() if isinstance(value, Reason)]


def test_every_reason_has_a_key_of_its_own() -> None:
    keys = [why.key for why in dict.fromkeys(reasons())]
    assert len(keys) == len(set(keys))
    assert len(keys) > 30


played = (
    RoundInput(
        1,
        (match("bc", 1, 0),),
        {"a": RoundOutcome.ZERO_BYE, "d": RoundOutcome.PAIRING_BYE},
    ),
    RoundInput(2, (match("ab", 1, 0), match("cd", 0, 1))),
    RoundInput(3, (match("ac", 1, 0), match("bd", 1, 0))),
)


def told(key: str, entry: str = "a") -> Explanation:
    field = field_of(Inputs(entries("abcd"), played), scheme=duel())
    return explain(field, entry=entry, key=key)


def test_buchholz_explained_cut_names_the_round_missed_by_choice() -> None:
    gaps = {"score": 3, "points": 0}
    assert told("BH-C1") == Explanation(
        "BH-C1",
        "a",
        (4,),
        Combination.SUM,
        (
            ValuePart(CAPPED_BY_DRAWS, (3,), 1, cut=Cut.VOLUNTARY, gaps=gaps),
            ValuePart(OPPONENT, (4,), 2, "b", "ab", gaps={"score": 4, "points": 4}),
            ValuePart(OPPONENT, (0,), 3, "c", "ac", gaps={"score": 0, "points": 0}),
        ),
    )


def test_buchholz_explained_cut_names_the_lowest_otherwise() -> None:
    cut = [(part.round, part.cut) for part in told("BH-C1", "d").parts if part.is_cut]
    assert cut == [(2, Cut.LOWEST)]


def test_buchholz_explained_median_names_the_highest_too() -> None:
    cut = [(part.round, part.cut) for part in told("BH-M1", "d").parts if part.is_cut]
    assert cut == [(2, Cut.LOWEST), (3, Cut.HIGHEST)]


def test_buchholz_explained_products_name_both_factors() -> None:
    (_, against_b, _) = told("SB").parts
    assert against_b == ValuePart(TIMES_OWN, (8,), 2, "b", "ab", gaps={"score": 4, "points": 2})


def test_direct_encounter_names_who_was_not_met() -> None:
    played = (RoundInput(1, (match("ab", 1, 1), match("cd", 1, 1))),)
    field = field_of(Inputs(entries("abcd"), played), scheme=duel())
    told = explain(field, entry="a", key="DE")
    assert (told.value, told.how) == ((1,), Combination.COMPARED)
    assert told.parts == (
        ValuePart(MET, (1,), 1, "b", "ab"),
        ValuePart(NOT_MET, (), opponent="c"),
        ValuePart(NOT_MET, (), opponent="d"),
    )


def test_direct_encounter_of_somebody_who_is_not_tied_is_void() -> None:
    played = (RoundInput(1, (match("ab", 1, 0),)),)
    field = field_of(Inputs(entries("ab"), played), scheme=duel())
    assert explain(field, entry="a", key="DE") == Explanation("DE", "a", (), Combination.VOID, ())


def test_capped_spread_says_so() -> None:
    played = (RoundInput(1, (match("ab", 9, 1),)),)
    inputs = Inputs(entries("ab"), played, settings=Settings(spread_cap=5))
    (part,) = explain(field_of(inputs, scheme=duel()), entry="b", key="SPREAD").parts
    gaps = {"score": 1, "other": 9, "cap": 5}
    assert part == ValuePart(SPREAD_CAPPED, (-5,), 1, match="ab", gaps=gaps)


def test_value_of_a_group_is_explained_by_the_group() -> None:
    """Means are compared where a group has played unequally; what others played says nothing."""
    grouped = tuple(
        EntryInput(each, seed, group=group)
        for seed, (each, group) in enumerate(
            {"a": "A", "b": "A", "c": "B", "d": "B"}.items(), start=1
        )
    )
    played = (
        RoundInput(1, (match("ab", 3, 1), match("cd", 2, 2))),
        RoundInput(2, (match("cd", 5, 1),)),
    )
    inputs = Inputs(grouped, played)
    field = field_of(inputs, scheme=duel())
    shown = {row.entry: row.values for row in standings(inputs, chain=["SPREAD"], scheme=duel())}
    told = explain(field, entry="c", key="SPREAD")
    assert (told.value, told.how, told.divisor) == (shown["c"]["SPREAD"], Combination.SUM, 1)
    assert explain(field, entry="a", key="DE").how is Combination.VOID


def test_unknown_key_is_no_tiebreak() -> None:
    field = field_of(Inputs(entries("ab")), scheme=duel())
    with pytest.raises(KeyError):
        explain(field, entry="a", key="LUCK")
