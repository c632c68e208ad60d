"""Which keys mean something in which format, and that formats start with such keys."""

import pytest

from league.formats.registry import format_of
from league.standings.chains import Misfit, misfits
from league.standings.tiebreak import Seats, Traits

SWISS = Traits(Seats.TWO)
ROBIN = Traits(Seats.TWO, all_meet=True)
TABLES = Traits(Seats.TABLES)
SOLO = Traits(Seats.SOLO)


@pytest.mark.parametrize(
    ("key", "chain"),
    [
        ("swiss", ("BH-C1", "BH", "WON", "DE", "GAME")),
        ("round_robin", ("DE", "WON", "SB", "GAME")),
        ("tables", ("PLACES", "REL", "OPP", "GAME")),
    ],
)
def test_format_starts_with_its_chain_which_fits_it(key: str, chain: tuple[str, ...]) -> None:
    of = Traits(format_of(key).seats, all_meet=format_of(key).all_meet)
    assert format_of(key).usual_chain == chain
    assert misfits(chain, of=of) == ()


@pytest.mark.parametrize(
    ("key", "of", "why"),
    [
        ("BH", TABLES, "It is made for two at a table."),
        ("REL", SWISS, "It is made for tables of three and four."),
        ("DE", SOLO, "Nobody meets anybody here."),
        ("BH", ROBIN, "Everybody meets everybody, so it is the same for all who are equal."),
        ("ARO", SWISS, "Not everybody has a rating."),
        ("SPREAD", Traits(Seats.TWO, has_scores=False), "This game has places only, no scores."),
        (
            "GAME",
            Traits(Seats.TABLES, plays_one_game=False),
            "The rounds are of different games, which do not add up.",
        ),
    ],
)
def test_key_that_means_nothing_is_named_with_the_reason(key: str, of: Traits, why: str) -> None:
    assert misfits(["WIN" if of is not SOLO else "SEED", key], of=of) == (Misfit(key, why),)


def test_ratings_are_no_hindrance_where_all_have_one() -> None:
    assert misfits(["ARO"], of=Traits(Seats.TWO, has_ratings=True)) == ()
