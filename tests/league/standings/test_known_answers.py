"""Standings against answers from outside: FIDE's exercises and examples, and published tournaments.

The tournaments are in known/, each with its source. Only what we define as its source does is
compared. Held's exercises are for the edition of 2023, whose article 16 is that of 2024. No source
has a forfeit in the last round, for FB, nor a round robin in which the winner by forfeit has fewer
points than the loser, for SB.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from league.standings.field import Field, field_of
from league.standings.inputs import Settings, UnplayedEdition
from league.standings.keys.unplayed import adjusted_12, contributions
from league.standings.table import standings
from tests.league.standings.known.reading import SCHEME, Column, games, read

KNOWN = {
    name: read(name)
    for name in (
        "exercises_5_rounds",
        "exercises_9_rounds",
        "exercises_round_robin",
        "many_unplayed",
        "uzchess_cup_2025",
    )
}
COLUMNS = [
    pytest.param(column, id=f"{name}-{column.key}")
    for name, columns in KNOWN.items()
    for column in columns
]


def computed(column: Column) -> dict[str, Fraction]:
    """What we have for the entries of a column."""
    is_rank = column.key.startswith("rank(")
    keys = column.key.removeprefix("rank(").removesuffix(")").split(",")
    chain = [] if column.key == "points" else keys
    found: dict[str, Fraction] = {}
    for row in standings(column.inputs, chain=chain, scheme=SCHEME):
        if is_rank:
            found[row.entry] = Fraction(row.rank)
        elif chain:
            if row.entry not in column.published:
                continue  # some have no value
            [value] = row.values[column.key]
            found[row.entry] = Fraction(value)
        else:
            found[row.entry] = Fraction(row.points_12, 12)
    return {entry: found[entry] for entry in column.published}


@pytest.mark.parametrize("column", COLUMNS)
def test_published_values_are_ours(column: Column) -> None:
    assert computed(column) == column.published


def test_every_published_value_was_read() -> None:
    numbers = {
        name: sum(len(column.published) for column in columns) for name, columns in KNOWN.items()
    }
    assert numbers == {
        "exercises_5_rounds": 368,
        "exercises_9_rounds": 32,
        "exercises_round_robin": 30,
        "many_unplayed": 240,
        "uzchess_cup_2025": 60,
    }


@pytest.mark.parametrize(
    "edition", [edition for edition in UnplayedEdition if edition != UnplayedEdition.OF_2026]
)
@pytest.mark.parametrize("key", ["BH", "BH-C1", "FB", "AOB", "SB", "SB-C1"])
def test_other_editions_give_other_values(key: str, edition: UnplayedEdition) -> None:
    [column] = [one for one in KNOWN["many_unplayed"] if one.key == key]
    inputs = replace(column.inputs, settings=Settings(edition=edition))
    assert computed(replace(column, inputs=inputs)) != column.published


def before_2023(results: str) -> Field:
    """Two play again and again; the results are those of the first, p."""
    mirror = results.translate(str.maketrans("+-wf", "-+fw"))
    p, q = (f"q{how}" for how in results), (f"p{how}" for how in mirror)
    inputs = games([["p", "-", *p], ["q", "-", *q]])
    settings = Settings(edition=UnplayedEdition.BEFORE_2023)
    return field_of(replace(inputs, settings=settings), scheme=SCHEME)


# What the examples leave open, the other results, is filled in with the points that they name.
@pytest.mark.parametrize(
    ("results", "missed", "after", "score"),
    [
        # FIDE Handbook, C.07 until August 2023, 15.2: 1½ points before the absence in round 3.
        ("+=f======", 3, 3, 2.5),
        ("+=f======", 3, 9, 5.5),
        # The same: 3½ points before round 6, to which the opponent does not come.
        ("++===w===", 6, 6, 3.5),
        ("++===w===", 6, 9, 5),
        # FIDE congress of 2009, minutes on unplayed games in Swiss tournaments, two examples.
        ("++w======", 3, 9, 5),
        ("++====f++", 7, 9, 6),
    ],
)
def test_virtual_opponent_has_the_score_of_fides_examples(
    results: str, missed: int, after: int, score: float
) -> None:
    field = before_2023(results).after(after)
    assert contributions(field, "p")[missed - 1].score_12 == score * 12


@pytest.mark.parametrize(("results", "score"), [("++w======", 5.5), ("++====f++", 6.5)])
def test_unplayed_rounds_are_draws_for_opponents_in_the_examples_of_2009(
    results: str, score: float
) -> None:
    field = before_2023(results)
    assert field.points_12["p"] == 6 * 12
    assert adjusted_12(field)["p"] == score * 12
