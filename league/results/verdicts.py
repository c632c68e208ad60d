"""What a verdict means for what was handed in: verified, or contradicted and why.

Also what officials may want to look at. Nothing here punishes anybody.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.record import unusual_tags
from games.registry import rules_of
from games.values import Setup
from games.verdict import Verdict
from league.results.sides import Claim, Seating, agree, sides_replayed

SECONDS_PER_TURN = 3  # nobody plays a whole game faster, turn after turn
_NEAR = 0.8  # the share of equal lines from which on two records are near-copies
_LEAST_LINES = 8  # of games shorter than this, openings alone would look alike


@dataclass(frozen=True, slots=True)
class Expected:
    """What a record of this match must be."""

    game: str
    variant: str
    edition: str
    scoring: str
    tags: Mapping[str, str] = field(default_factory=dict)  # what the box looks like


@dataclass(frozen=True, slots=True)
class Judgement:
    """Empty reason: verified. Else why the record contradicts what was handed in, by its code."""

    reason: str = ""
    sides: Sequence[Mapping[str, object]] = ()
    flags: tuple[str, ...] = ()

    @property
    def is_verified(self) -> bool:
        return not self.reason


def judge(
    verdict: Verdict, claims: Mapping[str, Claim], *, seating: Seating, expected: Expected
) -> Judgement:
    if verdict.status == "unreadable":
        return Judgement("unreadable")
    if other := _of_another_kind(verdict, seating, expected):
        return Judgement(other, flags=(other,))
    if verdict.status != "complete":
        return Judgement(verdict.status)
    absent = [entry for entry, claim in claims.items() if claim.mark.is_forfeit]
    seats = [side.as_dict() for side in verdict.sides]
    if any(len({seating[seat] for seat in side.standing.seats}) > 1 for side in verdict.sides):
        return Judgement("seating")
    sides = sides_replayed(seats, seating=seating, absent=absent)
    if len(claims) > len(absent) and not agree(claims, sides, scoring=expected.scoring):
        return Judgement("scores", sides)
    return Judgement("", sides)


def is_too_fast(*, turns: int, elapsed_s: float | None) -> bool:
    """Whether a game of so many turns cannot have been played in the time there was."""
    return elapsed_s is not None and elapsed_s < turns * SECONDS_PER_TURN


def likeness(lines: Collection[str], others: Collection[str]) -> float:
    """The share of lines that two records have in common; 0 for records too short to tell."""
    mine, theirs = set(lines), set(others)
    if min(len(mine), len(theirs)) < _LEAST_LINES:
        return 0.0
    return len(mine & theirs) / max(len(mine), len(theirs))


def is_near_copy(lines: Collection[str], others: Collection[str]) -> bool:
    return likeness(lines, others) >= _NEAR


def _of_another_kind(verdict: Verdict, seating: Seating, expected: Expected) -> str:
    if verdict.game != expected.game:
        return "other_game"
    if (verdict.variant, verdict.edition) != (expected.variant, expected.edition):
        return "other_variant"
    if verdict.players != len(seating):
        return "other_players"
    return "" if _is_of_box(verdict, expected) else "other_variant"


def _is_of_box(verdict: Verdict, expected: Expected) -> bool:
    """Whether the record says, as far as the club has told, what the box looks like."""
    rules = rules_of(expected.game)
    if rules is None or not expected.tags:
        return True
    setup = Setup(verdict.players or 0, verdict.variant or "", verdict.edition or "", expected.tags)
    said = {tag: value for tag, value in verdict.own.items() if tag in expected.tags}
    return unusual_tags(rules, setup) == unusual_tags(rules, replace(setup, own=said))
