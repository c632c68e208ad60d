"""Tiebreaks that were settled before a game was played: starting rank, rating, lots.

Lots are drawn from the stored seed by SHA-256, so that everybody can draw them again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from games.values import gettext_noop
from league.standings.field import Field
from league.standings.parts import PartsTold, ValuePart, exact
from league.standings.tiebreak import ANYWHERE, HangsOn, Need, Tiebreak, Valued
from league.standings.wording import Combination, Reason

_SEED = Reason("seed", gettext_noop("Starting number %(amount)s."))
_RATING = Reason("own_rating", gettext_noop("A rating of %(amount)s."))
_LOT = Reason("lot", gettext_noop("Lot number %(amount)s."))


def drawn_order(entries: Iterable[str], *, seed: int) -> list[str]:
    """Who is drawn before whom depends on the two and the seed alone, not on who else is there."""
    return sorted(entries, key=lambda entry: (lot_of(entry, seed=seed), entry))


def lot_of(entry: str, *, seed: int) -> str:
    """The digest of “seed:entry” in hexadecimal digits; the smallest is drawn first."""
    return sha256(f"{seed}:{entry}".encode()).hexdigest()


def starting_rank(field: Field, entries: Sequence[str]) -> Valued:
    seeds = {entry.id: entry.seed for entry in field.inputs.entries}
    return {entry: (seeds[entry],) for entry in entries}


def tell_starting_rank(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    return _as_given(_SEED, starting_rank(field, [entry])[entry])


def ratings_of(field: Field) -> Mapping[str, int | None]:
    return field.root.remembered(
        "ratings", lambda whole: {entry.id: entry.rating for entry in whole.inputs.entries}
    )


def own_rating(field: Field, entries: Sequence[str]) -> Valued:
    ratings = ratings_of(field)
    return {entry: () if (rating := ratings[entry]) is None else (rating,) for entry in entries}


def tell_own_rating(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    return _as_given(_RATING, own_rating(field, [entry])[entry])


def lots(field: Field, entries: Sequence[str]) -> Valued:
    """A number drawn for each. Who is drawn before whom depends on the two and the seed alone."""
    drawn: dict[str, int] = field.root.remembered("LOTS", _drawn)
    return {entry: (drawn[entry],) for entry in entries}


def _drawn(field: Field) -> dict[str, int]:
    order = drawn_order(field.cells, seed=field.inputs.lots_seed)
    return {entry: number for number, entry in enumerate(order, start=1)}


def tell_lots(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    return _as_given(_LOT, lots(field, [entry])[entry])


def _as_given(why: Reason, values: Sequence[object]) -> PartsTold:
    parts = tuple(ValuePart(why, (exact(number),)) for number in values if isinstance(number, int))
    return PartsTold(Combination.GIVEN, parts)


KEYS = (
    Tiebreak(
        "SEED",
        gettext_noop("Starting rank"),
        gettext_noop("The better starting number."),
        ANYWHERE,
        starting_rank,
        tell_starting_rank,
        HangsOn.GIVEN,
        per_matches=0,
        higher_wins=False,
        parts_everybody=True,
        fide="TPN",
    ),
    Tiebreak(
        "RTNG",
        gettext_noop("Rating"),
        gettext_noop("The higher rating before the event."),
        replace(ANYWHERE, needs=frozenset({Need.RATINGS})),
        own_rating,
        tell_own_rating,
        HangsOn.GIVEN,
        per_matches=0,
        fide="RTNG",
    ),
    Tiebreak(
        "LOTS",
        gettext_noop("Lots"),
        gettext_noop("Lots, drawn once for the whole event."),
        ANYWHERE,
        lots,
        tell_lots,
        HangsOn.GIVEN,
        per_matches=0,
        higher_wins=False,
        parts_everybody=True,
    ),
)
