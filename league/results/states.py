"""The state of a game of a match, from what its sides did; and when a match of several is decided.

Each side stands by its latest act: the version it handed in, or one that it confirmed; or it says
that one is wrong and stands by none. Sides that stand by different versions dispute, and so does a
side that dissents. Only acts after the last one that an official voided count.

A match is one game, two with the start exchanged, or best of three or five. Games won decide; the
scores of games are added nowhere here, since their sum is a tiebreak of the event.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.ranking import shared_ranks

Ranks = Sequence[int]  # of one game, in the order of the seats


class Outcome(StrEnum):
    """What is known of a version by the rules."""

    PENDING = "pending"  # its record is being verified
    VERIFIED = "verified"
    CONTRADICTED = "contradicted"
    KEPT = "kept"  # without a record, but added up on a score sheet
    UNVERIFIED = "unverified"  # without either

    @property
    def has_no_record(self) -> bool:
        return self in (Outcome.KEPT, Outcome.UNVERIFIED)

    @property
    def evidence(self) -> "Grade | None":
        """The grade that it gives whoever agreed; None: that is graded by who did."""
        return {Outcome.VERIFIED: Grade.VERIFIED, Outcome.KEPT: Grade.KEPT}.get(self)


class GameState(StrEnum):
    OPEN = "open"
    HANDED_IN = "handed_in"
    CONTRADICTED = "contradicted"
    DISPUTED = "disputed"


class Grade(StrEnum):
    """How sure an accepted result is, the surest first.

    What proves it comes before who agreed: the last four are of results that were only typed.
    """

    VERIFIED = "verified"
    KEPT = "kept"
    CONFIRMED = "confirmed"
    AT_TABLE = "at_table"
    ENTERED = "entered"  # typed by an official
    RULED = "ruled"


@dataclass(frozen=True, slots=True)
class Stance:
    """A side stands by a version from now on."""

    number: int  # in the order of acting
    side: str
    digest: str  # empty: of a dissent, which stands by nothing
    is_at_table: bool = False  # said on somebody else's phone
    phone: str = ""  # which one, where it is known
    against: str = ""  # the version that a side says is wrong

    @property
    def about(self) -> str:
        return self.digest or self.against


@dataclass(frozen=True, slots=True)
class AcceptanceTerms:
    """What the event asks for."""

    sides: tuple[str, ...]  # entries that can speak: all but those who did not come and say nothing
    confirmation: str  # any, all, officials
    takes_at_table: bool = True
    needs_record: bool = False
    has_absent: bool = False  # then nobody is alone at the table by right


@dataclass(frozen=True, slots=True)
class Agreement:
    """Where a game stands. `accepted`: the digest that counts from now on, with its grade."""

    state: GameState
    digest: str = ""  # of the version that all stand by
    accepted: bool = False
    grade: Grade | None = None


def agreement_of(
    acts: Iterable[Stance], outcomes: dict[str, Outcome], *, terms: AcceptanceTerms
) -> Agreement:
    """`outcomes` by digest."""
    stances = latest_by_side(acts)
    if not stances:
        return Agreement(GameState.OPEN)
    digests = {act.digest for act in stances}
    if len(digests) > 1:
        return Agreement(GameState.DISPUTED)
    [digest] = digests
    outcome = outcomes[digest]
    if outcome is Outcome.CONTRADICTED:
        return Agreement(GameState.CONTRADICTED, digest)
    if not _is_agreed(stances, outcome, terms=terms):
        return Agreement(GameState.HANDED_IN, digest)
    return Agreement(GameState.HANDED_IN, digest, accepted=True, grade=_grade(stances, outcome))


def latest_by_side(acts: Iterable[Stance]) -> list[Stance]:
    """What sides say now. A dissent from what nobody stands by any more says nothing."""
    latest: dict[str, Stance] = {}
    for act in sorted(acts, key=lambda act: act.number):
        latest[act.side] = act
    stood_by = {act.digest for act in latest.values()}
    return [act for act in latest.values() if act.digest or act.against in stood_by]


def weakest(grades: Sequence[str]) -> str:
    """Of a match of several games."""
    order = list(Grade)
    return max(grades, key=lambda grade: order.index(Grade(grade)), default="")


def _is_agreed(stances: Sequence[Stance], outcome: Outcome, *, terms: AcceptanceTerms) -> bool:
    if outcome is Outcome.PENDING or terms.confirmation == "officials":
        return False
    if outcome.has_no_record and terms.needs_record:
        return False
    if len(terms.sides) <= 1:  # nobody else can speak: the rules, or else an official
        return outcome is Outcome.VERIFIED and not terms.has_absent
    counted = [act for act in stances if terms.takes_at_table or not act.is_at_table]
    speaking = {act.side for act in counted} & set(terms.sides)
    enough = len(terms.sides) if terms.confirmation == "all" else 2
    return len(speaking) >= min(enough, len(terms.sides))


def _grade(stances: Sequence[Stance], outcome: Outcome) -> Grade:
    if outcome.evidence is not None:
        return outcome.evidence
    from_phones = sum(not act.is_at_table for act in stances)
    return Grade.CONFIRMED if from_phones > 1 else Grade.AT_TABLE


def match_ranks(games: Sequence[Ranks]) -> tuple[int, ...]:
    """The ranks of a match: more firsts are better, then more seconds, and so on; equal ones share.

    At two seats that is games won: after one game each, or two draws, the match is a draw.
    """
    by_seat = list(zip(*map(dense_places, games), strict=True))
    keys = [tuple(places.count(place) for place in range(1, len(by_seat))) for places in by_seat]
    return tuple(shared_ranks(keys))


def is_decided(games: Sequence[Ranks], *, planned: int) -> bool:
    """All games are played; or, at two seats, those to come cannot change who wins."""
    to_come = planned - len(games)
    if to_come <= 0:
        return True
    if any(len(ranks) != 2 for ranks in games):
        return False
    lead = sum((first < second) - (second < first) for first, second in games)
    return abs(lead) > to_come


def dense_places(ranks: Ranks) -> list[int]:
    """Ranks without gaps: where those of some seats were left out, the others move up."""
    return shared_ranks([(-rank,) for rank in ranks])
