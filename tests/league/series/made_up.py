"""Series by chance, for property tests."""

from fractions import Fraction

from hypothesis import strategies as st

from league.series.inputs import CLASSIC, Evening, EveningSide, EveningState, Guests, SeriesTerms

PEOPLE = "abcdefghij"


@st.composite
def made_up_sides(draw: st.DrawFn) -> tuple[EveningSide, ...]:
    """A final table, mostly of single players, sometimes of teams of two; ranks may be shared."""
    order = draw(st.permutations(PEOPLE))
    team = draw(st.sampled_from([1, 1, 1, 2]))
    number = draw(st.integers(0, len(order) // team))
    points = sorted(draw(st.lists(st.integers(0, 9), min_size=number, max_size=number)))[::-1]
    return tuple(
        EveningSide(
            entry=f"entry-{place}",
            players=tuple(order[place * team : (place + 1) * team]),
            rank=1 + sum(other > points[place] for other in points),
            points=Fraction(points[place], 2),
            came=draw(st.integers(0, 9)) > 0,
        )
        for place in range(number)
    )


@st.composite
def made_up_evenings(draw: st.DrawFn, *, most: int = 6) -> list[Evening]:
    finished = draw(st.lists(made_up_sides(), max_size=most))
    evenings = [Evening(f"evening-{n}", EveningState.FINISHED, s) for n, s in enumerate(finished)]
    if draw(st.booleans()):
        evenings.append(Evening("tonight", EveningState.RUNNING, draw(made_up_sides())))
    if draw(st.booleans()):
        evenings.append(Evening("next week", EveningState.TO_COME))
    return evenings


made_up_terms = st.builds(
    SeriesTerms,
    by_place=st.sampled_from([CLASSIC, None, (5, 3, 3, 1), (1,), (0,)]),
    best=st.one_of(st.none(), st.integers(1, 5)),
    bonus=st.integers(0, 3),
    guests=st.sampled_from(list(Guests)),
    counts_running=st.booleans(),
    planned=st.one_of(st.none(), st.integers(0, 9)),
)
made_up_guests = st.frozensets(st.sampled_from(PEOPLE), max_size=5)
