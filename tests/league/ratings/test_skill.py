"""The pure part: what a game changes, on the friendly scale."""

import math
from itertools import product

import pytest
from hypothesis import given, strategies as st
from openskill.models import BradleyTerryPart

from league.ratings.skill import (
    NEWCOMER,
    CountedGame,
    RatedSide,
    Skill,
    SkillChange,
    changes,
    is_provisional,
    rated_sides,
)


def game(*ranks: int, players: str = "abcd", number: int = 1) -> CountedGame:
    sides = tuple(
        RatedSide(f"entry {player}", (player,), rank)
        for player, rank in zip(players, ranks, strict=False)
    )
    return CountedGame("match", number, "result", sides)


def after(*games: CountedGame, **known: Skill) -> dict[str, Skill]:
    return {each.player: each.after for each in changes(games, known=known, first_order=1)}


def test_newcomer_starts_at_the_start_of_the_scale() -> None:
    assert (NEWCOMER.shown, NEWCOMER.uncertainty, NEWCOMER.games) == (1100, 208, 0)


def test_known_average_player_has_about_1500() -> None:
    assert Skill(mu=25, sigma=3).shown == 1500


def test_game_is_what_openskill_gives() -> None:
    """The library asked directly, as its manual does."""
    model = BradleyTerryPart()
    [[first], [second], [third]] = model.rate(
        [[model.rating()], [model.rating()], [model.rating()]], ranks=[1, 2, 2]
    )
    found = after(game(1, 2, 2))
    for player, expected in zip("abc", (first, second, third), strict=True):
        assert found[player].mu == pytest.approx(expected.mu, abs=1e-8)
        assert found[player].sigma == pytest.approx(expected.sigma, abs=1e-8)


def test_first_duel_is_what_the_published_formula_gives() -> None:
    """Weng and Lin, A Bayesian approximation method for online ranking (2011), algorithm 4."""
    mu, beta, tau = 25, 25 / 6, 25 / 300
    variance = (25 / 3) ** 2 + tau**2
    c = math.sqrt(2 * (variance + beta**2))
    step = variance / c * 0.5  # of two equals each wins half the time
    shrink = math.sqrt(variance) / c * variance / c**2 * 0.25
    sigma = math.sqrt(variance * (1 - shrink))
    found = after(game(1, 2))
    assert (found["a"].mu, found["a"].sigma) == pytest.approx((mu + step, sigma), abs=1e-8)
    assert (found["b"].mu, found["b"].sigma) == pytest.approx((mu - step, sigma), abs=1e-8)


def placings(sides: int) -> list[tuple[int, ...]]:
    """Every way to place so many, all patterns of ties among them."""
    drawn = product(range(sides), repeat=sides)
    return sorted({tuple(1 + sum(low < own for low in each) for own in each) for each in drawn})


def is_fair(ranks: tuple[int, ...], gains: list[int]) -> bool:
    """Better placed gains at least as much, tied gains the same."""
    placed = list(zip(ranks, gains, strict=True))
    return all(
        gain == other_gain if rank == other else (gain >= other_gain) is (rank < other)
        for (rank, gain), (other, other_gain) in product(placed, repeat=2)
    )


@pytest.mark.parametrize("before", [NEWCOMER, Skill(31.5, 2.5, 40), Skill(18.25, 6.0, 3)])
@pytest.mark.parametrize("partners", [1, 2])
@pytest.mark.parametrize("sides", [2, 3, 4])
def test_equals_gain_by_their_places(sides: int, partners: int, before: Skill) -> None:
    """1-1-3-4 once gave +29, +29, +36, −58: the third more than the winners."""
    for ranks in placings(sides):
        teams = [tuple(f"{at}{letter}" for letter in "ab"[:partners]) for at in range(sides)]
        played = CountedGame(
            "m",
            1,
            "r",
            tuple(
                RatedSide(f"entry {at}", team, rank)
                for at, (team, rank) in enumerate(zip(teams, ranks, strict=True))
            ),
        )
        found = after(played, **{player: before for team in teams for player in team})
        gains = [found[team[0]].shown - before.shown for team in teams]
        assert is_fair(ranks, gains), (ranks, gains)
        assert all(found[player] == found[team[0]] for team in teams for player in team)
        assert len({skill.sigma for skill in found.values()}) == 1


skills = st.builds(
    Skill, st.floats(10, 40).map(lambda mu: round(mu, 3)), st.floats(1, 8.3), st.just(12)
)


@given(skills, st.lists(skills, min_size=1, max_size=2), st.sampled_from(placings(4)))
def test_two_equals_among_others_gain_by_their_places(
    equal: Skill, others: list[Skill], placing: tuple[int, ...]
) -> None:
    known = dict(zip("abcd", [equal, equal, *others], strict=False))
    ranks = placing[: len(known)]
    found = after(game(*ranks, players="".join(known)), **known)
    gains = [round(found[player].mu - equal.mu, 7) for player in "ab"]
    assert (
        (gains[0] == gains[1])
        if ranks[0] == ranks[1]
        else (gains > gains[::-1]) is (ranks[0] < ranks[1])
    )
    assert found["a"].sigma == pytest.approx(found["b"].sigma, abs=1e-8)


def test_winner_gains_and_loser_does_not() -> None:
    found = after(game(1, 2))
    assert found["a"].shown > 1100 > found["b"].shown
    assert found["a"].games == found["b"].games == 1


def test_draw_of_equals_changes_no_guess_and_makes_it_surer() -> None:
    found = after(game(1, 1))
    assert found["a"] == found["b"]
    assert (found["a"].mu, found["a"].sigma < NEWCOMER.sigma) == (25.0, True)


def test_partners_of_a_team_change_alike_and_their_opponents_otherwise() -> None:
    played = CountedGame(
        "m", 1, "r", (RatedSide("x", ("a", "b"), 1), RatedSide("y", ("c", "d"), 2))
    )
    found = after(played)
    assert found["a"] == found["b"]
    assert found["c"] == found["d"]
    assert found["a"].mu > 25 > found["c"].mu


def test_changes_name_game_place_and_both_skills() -> None:
    [first, second] = changes([game(2, 1)], known={}, first_order=7)
    assert (first.player, first.rank, first.order, first.before) == ("a", 2, 7, NEWCOMER)
    assert second == SkillChange(
        player="b",
        entry="entry b",
        match="match",
        number=1,
        result="result",
        rank=1,
        sides=2,
        order=7,
        before=NEWCOMER,
        after=second.after,
    )


def test_going_on_from_the_middle_gives_the_same_bits() -> None:
    games = [game(1, 2, 3, 4), game(2, 1), game(1, 1, 3), game(4, 3, 2, 1)] * 5
    whole = changes(games, known={}, first_order=1)
    for cut in range(len(games)):
        known = {each.player: each.after for each in whole if each.order <= cut}
        rest = changes(games[cut:], known=known, first_order=cut + 1)
        assert rest == [each for each in whole if each.order > cut]


def test_provisional_until_ten_games() -> None:
    assert [is_provisional(games) for games in (0, 9, 10)] == [True, True, False]


PLAYERS = {"x": ["a"], "y": ["b"], "z": ["c"]}


def sides(*ranks: int, gone: str = "") -> list[dict[str, object]]:
    return [
        {"entry": entry, "rank": rank, "forfeited": entry in gone}
        for entry, rank in zip("xyz", ranks, strict=True)
    ]


def rated(sides: list[dict[str, object]], ruling: str = "") -> list[tuple[str, int]]:
    found = rated_sides(sides, players=PLAYERS, ruling=ruling)
    return [(side.entry, side.rank) for side in found]


def test_eligible_all_who_came_count() -> None:
    assert rated(sides(2, 1, 2)) == [("x", 2), ("y", 1), ("z", 2)]


def test_eligible_whoever_did_not_come_is_left_out() -> None:
    assert rated(sides(3, 1, 2, gone="x")) == [("y", 1), ("z", 2)]


def test_eligible_one_alone_played_against_nobody() -> None:
    assert rated(sides(2, 1, 2, gone="xz")) == []


@pytest.mark.parametrize(
    ("ruling", "counts"),
    [
        ("accept", True),
        ("edit", True),
        ("time", True),
        ("closing", True),
        ("deadline", True),
        ("forfeit", True),  # for those who did play
        ("scores", False),  # awarded
    ],
)
def test_eligible_rulings(ruling: str, counts: bool) -> None:
    assert bool(rated(sides(1, 2, 3, gone="z"), ruling)) is counts
