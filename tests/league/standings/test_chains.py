"""Which keys mean something in which format, and what formats start with."""

import pytest

from league.standings.chains import FITS, Format, Misfit, Seats, misfits, usual_chain
from league.standings.tiebreaks import TIEBREAKS

SWISS = Format(Seats.TWO)
ROBIN = Format(Seats.TWO, is_round_robin=True)
TABLES = Format(Seats.TABLES)
SOLO = Format(Seats.SOLO)


def test_every_key_is_declared() -> None:
    assert set(FITS) == set(TIEBREAKS)


@pytest.mark.parametrize(
    ("of", "chain"),
    [
        (SWISS, ("BH-C1", "BH", "WON", "DE", "GAME")),
        (ROBIN, ("DE", "WON", "SB", "GAME")),
        (TABLES, ("PLACES", "REL", "OPP", "GAME")),
        (SOLO, ()),
    ],
)
def test_format_starts_with_its_chain_which_fits_it(of: Format, chain: tuple[str, ...]) -> None:
    assert usual_chain(of) == chain
    assert misfits(chain, of=of) == ()


@pytest.mark.parametrize(
    ("key", "of", "why"),
    [
        ("BH", TABLES, "It is made for two at a table."),
        ("REL", SWISS, "It is made for tables of three and four."),
        ("DE", SOLO, "Nobody meets anybody here."),
        ("BH", ROBIN, "Everybody meets everybody, so it is the same for all who are equal."),
        ("ARO", SWISS, "Not everybody has a rating."),
        ("SPREAD", Format(Seats.TWO, has_scores=False), "This game has places only, no scores."),
        (
            "GAME",
            Format(Seats.TABLES, plays_one_game=False),
            "The rounds are of different games, which do not add up.",
        ),
    ],
)
def test_key_that_means_nothing_is_named_with_the_reason(key: str, of: Format, why: str) -> None:
    assert misfits(["WIN" if of is not SOLO else "SEED", key], of=of) == (Misfit(key, why),)


def test_ratings_are_no_hindrance_where_all_have_one() -> None:
    assert misfits(["ARO"], of=Format(Seats.TWO, has_ratings=True)) == ()
